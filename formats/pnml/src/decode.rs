//! Bytes to text: the encodings in which net files come.
//!
//! A byte order mark decides; without one the XML declaration does; without that the text is
//! UTF-8. Supported are UTF-8, UTF-16 with a byte order mark, and ISO-8859-1, which is read as
//! its superset Windows-1252, as browsers do. Text that is UTF-8 already is borrowed.
//! The result holds only characters that XML allows, so that whatever is read can be written.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use sanderling_net::{Diagnostic, Span};

use crate::limits;
use crate::report::Step;

/// The declaration is looked for in this number of bytes.
const DECLARATION_BYTES: usize = 256;

/// The text of a file.
pub(crate) fn decode(bytes: &[u8]) -> Step<Cow<'_, str>> {
    if bytes.len() > limits::FILE_BYTES {
        return Err(Diagnostic::error("a file of 4 GiB or more")
            .expected("a smaller file")
            .at(start())
            .into());
    }
    let text = match encoding_of(bytes)? {
        (encoding, rest) if encoding == UTF_8 => Cow::Borrowed(utf8(rest)?),
        (encoding, rest) => foreign(encoding, rest)?,
    };
    let text = without_marks(text);
    match text.char_indices().find(|&(_, c)| !is_xml_char(c)) {
        None => Ok(text),
        Some((at, c)) => {
            Err(Diagnostic::error(format!("the character U+{:04X}, which XML does not allow", c as u32))
                .at(Span::within(&text, at, at + c.len_utf8()))
                .into())
        }
    }
}

/// The first part of a file as text, good enough to see what kind of file it is.
pub(crate) fn preview(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(8192)];
    let (encoding, rest) = encoding_of(bytes).unwrap_or((UTF_8, bytes));
    encoding.decode_without_bom_handling(rest).0.into_owned()
}

/// Whether XML 1.0 allows the character.
pub(crate) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// The encoding, and the bytes behind the byte order mark.
fn encoding_of(bytes: &[u8]) -> Step<(&'static Encoding, &[u8])> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok((encoding, &bytes[mark..]));
    }
    let Some(label) = declared(bytes) else {
        return Ok((unmarked(bytes)?, bytes));
    };
    match Encoding::for_label(label) {
        Some(encoding) if encoding == UTF_8 || encoding == WINDOWS_1252 => Ok((encoding, bytes)),
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => {
            let help = "the file claims UTF-16 but has no byte order mark; save it as UTF-8";
            Err(unsupported(label).help(help).into())
        }
        _ => Err(unsupported(label).help("save the file as UTF-8").into()),
    }
}

fn unsupported(label: &[u8]) -> Diagnostic {
    Diagnostic::error(format!("the encoding `{}`", String::from_utf8_lossy(label)))
        .expected("UTF-8, UTF-16 with a byte order mark, ISO-8859-1 or Windows-1252")
        .at(start())
}

/// UTF-8, unless the zero bytes of another encoding show.
fn unmarked(bytes: &[u8]) -> Step<&'static Encoding> {
    if bytes.iter().take(4).any(|&b| b == 0) {
        return Err(Diagnostic::error("UTF-16 or UTF-32 without a byte order mark, or no text at all")
            .expected("UTF-8, UTF-16 with a byte order mark, ISO-8859-1 or Windows-1252")
            .help("save the file as UTF-8")
            .at(start())
            .into());
    }
    Ok(UTF_8)
}

/// The encoding that the XML declaration names.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    if !head.starts_with(b"<?xml") {
        return None;
    }
    let end = head.windows(2).position(|w| w == b"?>")?;
    let head = &head[..end];
    let name = head.windows(8).position(|w| w == b"encoding")?;
    let rest = head[name + 8..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (&quote, rest) = rest.split_first().filter(|(q, _)| matches!(**q, b'"' | b'\''))?;
    let end = rest.iter().position(|&b| b == quote)?;
    Some(&rest[..end])
}

fn utf8(bytes: &[u8]) -> Step<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..valid]);
        Diagnostic::error(format!("the byte 0x{:02X}, which is not UTF-8", bytes[valid]))
            .at(Span::within(&before, valid, valid))
            .help("save the file as UTF-8, or name its encoding: <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>")
            .into()
    })
}

fn foreign<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Step<Cow<'a, str>> {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    if malformed {
        return Err(Diagnostic::error(format!("bytes that are not {}", encoding.name()))
            .help("save the file as UTF-8")
            .at(start())
            .into());
    }
    if text.len() > limits::FILE_BYTES {
        return Err(Diagnostic::error("a text of 4 GiB or more")
            .expected("a smaller file")
            .at(start())
            .into());
    }
    Ok(text)
}

/// Byte order marks at the start have no meaning; the XML tokeniser would shift its positions by them.
fn without_marks(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{FEFF}')),
        Cow::Owned(text) if text.starts_with('\u{FEFF}') => {
            Cow::Owned(text.trim_start_matches('\u{FEFF}').to_owned())
        }
        owned @ Cow::Owned(_) => owned,
    }
}

fn start() -> Span {
    Span { line: 1, column: 1, start: 0, end: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_borrowed_and_its_mark_dropped() {
        let text = decode(b"\xEF\xBB\xBF<pnml/>").unwrap();
        assert!(matches!(text, Cow::Borrowed("<pnml/>")));
    }

    #[test]
    fn utf16_of_both_orders_is_decoded() {
        let mut little = vec![0xFF, 0xFE];
        let mut big = vec![0xFE, 0xFF];
        for unit in "<ä/>".encode_utf16() {
            little.extend(unit.to_le_bytes());
            big.extend(unit.to_be_bytes());
        }
        assert_eq!(decode(&little).unwrap(), "<ä/>");
        assert_eq!(decode(&big).unwrap(), "<ä/>");
    }

    #[test]
    fn the_declaration_names_the_encoding() {
        let bytes = b"<?xml version='1.0' encoding = 'ISO-8859-1' ?><a>\xE4</a>";
        assert!(decode(bytes).unwrap().ends_with("<a>\u{e4}</a>"));
        assert!(decode(b"<?xml version='1.0' encoding='EBCDIC'?><a/>").is_err());
        assert!(decode(b"<?xml version='1.0' encoding='UTF-16'?><a/>").is_err());
    }

    #[test]
    fn a_byte_that_is_not_utf8_is_located() {
        let error = decode(b"<a>\n  \xC3\xA4\xE4</a>").unwrap_err();
        let span = error.0.span.unwrap();
        assert_eq!((span.line, span.column), (2, 4));
    }

    #[test]
    fn characters_outside_xml_are_refused() {
        assert!(decode(b"<a>\x01</a>").is_err());
        assert!(decode("<a>\u{FFFE}</a>".as_bytes()).is_err());
        assert!(decode("<a>\u{1F426}</a>".as_bytes()).is_ok());
    }
}
