//! A net as versioned JSON: the output of external converters and of `convert`.
//!
//! A document is one object, or an array of objects. An object has the fields of [`Net`] and the version,
//! `sanderling_net`. `docs/net-json.md` describes it for authors of converters. The version is checked first, so that a
//! newer document is refused because of its version and not because of its first unknown field. Unknown fields are
//! errors: a misspelt `capacity` must not be lost.
//!
//! Terms nest, and the reader recurses with them. INVARIANT: nothing is parsed before `too_deep` has checked that the
//! nesting stays within a limit. The limit leaves room for every term that [`Net::validate`] accepts.

use std::io;

use serde::{Deserialize, Serialize};

use crate::{
    Arc, Assertion, Declarations, Diagnostic, Diagnostics, FinalMarking, NestedUnits, Net, Page, Place,
    Program, Span, Transition, validate,
};

/// The version that is written, and the only one that is read.
pub const VERSION: u64 = 1;

/// Maximum nesting of JSON. A level of a term takes three levels of JSON: `{"apply": ["sum", [...]]}`.
const MAX_NESTING: usize = 3 * validate::MAX_TERM_DEPTH + 64;

/// The part of a document that is needed to check its version.
#[derive(Deserialize)]
#[serde(expecting = "a net, which is an object")]
struct Envelope {
    sanderling_net: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "sanderling_net")]
    _version: u64,
    #[serde(default)]
    id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    declarations: Declarations,
    places: Vec<Place>,
    transitions: Vec<Transition>,
    arcs: Vec<Arc>,
    #[serde(default)]
    units: Option<NestedUnits>,
    #[serde(default)]
    pages: Vec<Page>,
    #[serde(default)]
    final_markings: Vec<FinalMarking>,
    #[serde(default)]
    assertions: Vec<Assertion>,
    #[serde(default)]
    program: Option<Program>,
}

#[derive(Serialize)]
struct DocumentRef<'a> {
    sanderling_net: u64,
    #[serde(flatten)]
    net: &'a Net,
}

impl From<Document> for Net {
    fn from(document: Document) -> Self {
        let Document { _version, id, name, declarations, places, transitions, arcs, .. } = document;
        let Document { units, pages, final_markings, assertions, program, .. } = document;
        Self {
            id,
            name,
            declarations,
            places,
            transitions,
            arcs,
            units,
            pages,
            final_markings,
            assertions,
            program,
        }
    }
}

/// Reads a document that holds one net, and validates the net with [`Net::validate`].
///
/// # Errors
/// The document is not JSON, has another version, is not a net, holds several nets, or its net is invalid. Errors of
/// the syntax have the line and the column; those of `validate` have the element's id.
pub fn read(bytes: &[u8]) -> Result<Net, Diagnostics> {
    let mut nets = read_all(bytes)?;
    match (nets.pop(), nets.len()) {
        (Some(net), 0) => Ok(net),
        (_, others) => {
            Err(Diagnostic::error(format!("{} nets in the document", others + 1)).expected("one net").into())
        }
    }
}

/// Reads a document that holds one net, or an array of at least one, and validates all of them with [`Net::validate`].
///
/// # Errors
/// As for [`read`], except that several nets are allowed.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Net>, Diagnostics> {
    if let Some(offset) = too_deep(bytes) {
        let message = format!("more than {MAX_NESTING} levels of nesting");
        return Err(Diagnostic::error(message).at(span_at(bytes, offset)).into());
    }
    let is_array = bytes.trim_ascii_start().first() == Some(&b'[');
    let envelopes: Vec<Envelope> = if is_array { parse(bytes)? } else { vec![parse(bytes)?] };
    for envelope in &envelopes {
        check_version(envelope.sanderling_net.as_ref())?;
    }
    let documents: Vec<Document> = if is_array { parse(bytes)? } else { vec![parse(bytes)?] };
    if documents.is_empty() {
        return Err(Diagnostic::error("an empty array").expected("at least one net").into());
    }
    let nets: Vec<Net> = documents.into_iter().map(Net::from).collect();
    let mut found = Diagnostics::new();
    for net in &nets {
        found.extend(net.validate());
    }
    if found.has_errors() { Err(found) } else { Ok(nets) }
}

/// Writes a net as an indented document, followed by a line break.
///
/// # Errors
/// The error of the sink, or [`io::ErrorKind::InvalidInput`] for a position that is not a finite number, which JSON
/// cannot express.
pub fn write(net: &Net, sink: &mut dyn io::Write) -> io::Result<()> {
    if !validate::positions_are_finite(net) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a position is not a finite number"));
    }
    serde_json::to_writer_pretty(&mut *sink, &DocumentRef { sanderling_net: VERSION, net })?;
    sink.write_all(b"\n")
}

fn check_version(version: Option<&serde_json::Value>) -> Result<(), Diagnostics> {
    let Some(version) = version else {
        return Err(Diagnostic::error("an object without `sanderling_net`")
            .expected(format!("a net: an object that begins with \"sanderling_net\": {VERSION}"))
            .into());
    };
    if version.as_u64() == Some(VERSION) {
        return Ok(());
    }
    Err(Diagnostic::error(format!("version {version} of the net's JSON"))
        .expected(format!("version {VERSION}"))
        .help(
            "write the net anew with a converter for this version, or use a release that knows the other one",
        )
        .into())
}

/// Parses without the nesting limit of serde_json, which is lower than ours.
fn parse<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Diagnostics> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    deserializer.disable_recursion_limit();
    T::deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| diagnostic(bytes, &error).into())
}

/// Returns the offset of the first bracket that exceeds [`MAX_NESTING`].
fn too_deep(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_NESTING {
                    return Some(offset);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Converts an error of serde_json to a diagnostic. The text of such an error says what was found and, after a comma,
/// what was expected, and ends with the position.
fn diagnostic(bytes: &[u8], error: &serde_json::Error) -> Diagnostic {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    let offset = offset_of(bytes, error.line(), error.column());
    let diagnostic = match text.split_once(", expected ") {
        Some((found, expected)) => Diagnostic::error(found).expected(expected),
        None => Diagnostic::error(text),
    };
    diagnostic.at(span_at(bytes, offset))
}

/// Returns the offset of a line and a column. Both count from 1, and columns count bytes; column 0 is the end of the
/// previous line.
fn offset_of(bytes: &[u8], line: usize, column: usize) -> usize {
    let before: usize =
        bytes.split_inclusive(|&b| b == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    (before + column).saturating_sub(1).min(bytes.len())
}

/// Returns the span of the byte at `offset`.
fn span_at(bytes: &[u8], offset: usize) -> Span {
    let before = &bytes[..offset];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Span {
        line: small(before.iter().filter(|&&b| b == b'\n').count() + 1),
        column: small(String::from_utf8_lossy(&before[line_start..]).chars().count() + 1),
        start: small(offset),
        end: small((offset + 1).min(bytes.len())),
    }
}

#[cfg(test)]
mod tests;
