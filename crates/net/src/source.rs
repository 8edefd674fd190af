//! Where things stand in a file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Diagnostics};

/// A file's text as it was read, with the name by which messages call it.
///
/// The text is UTF-8: a format whose files come in other encodings decodes them first, and its
/// spans then refer to the decoded text.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
}

impl Source {
    /// A source called `name` (a path, usually, or `<standard input>`) with the file's bytes.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }

    /// What messages call this source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file's bytes, undecoded.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text that spans refer to, of a format whose files are in UTF-8: without a byte order mark, and with U+FFFD for
    /// what is not UTF-8.
    ///
    /// # Errors
    /// That the text has 4 GiB or more, which spans cannot count.
    pub fn decoded(&self) -> Result<Cow<'_, str>, Diagnostics> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        let text = String::from_utf8_lossy(bytes);
        if u32::try_from(text.len()).is_err() {
            return Err(Diagnostic::error("a file of 4 GiB or more").expected("a shorter one").into());
        }
        Ok(text)
    }

    /// The text for showing parts of it, whatever the format: UTF-8 or, by its byte order mark, UTF-16. What is neither has a
    /// replacement character for each byte, so that columns stay right.
    #[must_use]
    pub fn shown(&self) -> Cow<'_, str> {
        let utf16 = |bytes: &[u8], order: fn([u8; 2]) -> u16| {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units).into()
        };
        match self.bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
            bytes => String::from_utf8_lossy(bytes),
        }
    }

    /// The part of the name behind its last dot, in lower case; empty where there is none.
    #[must_use]
    pub fn extension(&self) -> String {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        match file.rsplit_once('.') {
            Some((_, extension)) => extension.to_ascii_lowercase(),
            None => String::new(),
        }
    }
}

/// A piece of a source: where it starts, for people (line and column) and for programs (bytes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character in characters, from 1.
    pub column: u32,
    /// Offset of the first byte in the decoded text, from 0.
    pub start: u32,
    /// Offset behind the last byte in the decoded text.
    pub end: u32,
}
