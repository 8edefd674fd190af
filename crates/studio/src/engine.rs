//! The engine within a page: the WebAssembly module of `crates/wasm`, compressed, as text.

use std::io::{self, Read};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::read::GzEncoder;
use sanderling_report::VERSION;

/// The start of a module: its magic number and the version of the format (WebAssembly Core Specification, 2022,
/// 5.5.16).
const BEGINNING: &[u8] = b"\0asm\x01\0\0\0";
/// The section in which `crates/wasm` stores its version.
const SECTION: &str = "sanderling";

/// The compressed engine.
#[derive(Debug, Clone)]
pub struct Engine(String);

impl Engine {
    /// Creates the engine from a module.
    ///
    /// # Errors
    /// The problem with the module, in a few words: it is invalid, or belongs to another program or version.
    pub fn of(module: &[u8]) -> Result<Self, String> {
        let version = section(module)?;
        if version != VERSION.as_bytes() {
            let theirs = String::from_utf8_lossy(version);
            return Err(format!("is the engine of version {theirs}, and this is version {VERSION}"));
        }
        packed(module).map(Self).map_err(|error| format!("cannot be packed: {error}"))
    }

    /// Returns the module, compressed with gzip, in base 64.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

fn packed(module: &[u8]) -> io::Result<String> {
    let mut bytes = Vec::new();
    GzEncoder::new(module, Compression::best()).read_to_end(&mut bytes)?;
    Ok(BASE64_STANDARD.encode(bytes))
}

/// Returns the content of our section.
fn section(module: &[u8]) -> Result<&[u8], String> {
    let mut rest = module.strip_prefix(BEGINNING).ok_or("is no WebAssembly module")?;
    let broken = "is a WebAssembly module that is cut short";
    while let Some((kind, behind)) = rest.split_first() {
        let (content, next) = counted(behind).ok_or(broken)?;
        if *kind == 0
            && let Some((name, version)) = counted(content)
            && name == SECTION.as_bytes()
        {
            return Ok(version);
        }
        rest = next;
    }
    Err("is a WebAssembly module of another program".into())
}

/// Splits off the bytes whose number precedes them in LEB128, and returns them with the rest.
fn counted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let (number, rest) = bytes.split_at(end + 1);
    let count = number.iter().rev().fold(0, |count: u64, byte| count << 7 | u64::from(byte & 0x7f));
    rest.split_at_checked(usize::try_from(count).ok()?)
}

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    /// Returns a module with these sections, given by kind and content.
    fn module(sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
        let mut module = BEGINNING.to_vec();
        for (kind, content) in sections {
            // A number may be written in two bytes even if one suffices.
            let count = content.len();
            module.extend([*kind, (count & 0x7f) as u8 | 0x80, (count >> 7) as u8]);
            module.extend(content);
        }
        module
    }

    fn custom(name: &str, content: &str) -> (u8, Vec<u8>) {
        (0, [&[name.len() as u8], name.as_bytes(), content.as_bytes()].concat())
    }

    #[test]
    fn our_module_is_packed_unchanged() {
        let module = module(&[(1, vec![7; 300]), custom("name", "x"), custom("sanderling", VERSION)]);
        let engine = Engine::of(&module).unwrap();
        let mut unpacked = Vec::new();
        let bytes = BASE64_STANDARD.decode(engine.text()).unwrap();
        GzDecoder::new(&*bytes).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, module);
    }

    #[test]
    fn files_that_are_not_the_engine_are_refused_with_the_reason() {
        let whole = module(&[(1, vec![7; 300]), custom("sanderling", "0.0.1")]);
        let cut = &whole[..whole.len() - 1];
        for (bytes, part) in [
            (&b"#!/bin/sh"[..], "no WebAssembly module"),
            (&whole, "version 0.0.1"),
            (cut, "cut short"),
            (&whole[..9], "cut short"),
            (&module(&[(1, vec![7; 3])]), "of another program"),
        ] {
            let problem = Engine::of(bytes).unwrap_err();
            assert!(problem.contains(part), "{problem}");
        }
    }
}
