//! Decoding of files: the encodings of net files.
//!
//! A byte order mark decides. Without one the XML declaration decides, and without that the text is UTF-8. If the bytes
//! contradict this and leave only one other encoding, it is used with a warning. Supported are UTF-8, UTF-16, and
//! ISO-8859-1, which is read as its superset Windows-1252, as in browsers. Text that is UTF-8 already is borrowed. The
//! result holds only characters that XML allows, so that everything that is read can be written.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use sanderling_net::{Diagnostic, Span};

use crate::limits;
use crate::number::shortened;
use crate::report::Step;

/// Number of bytes in which to search for the declaration.
const DECLARATION_BYTES: usize = 256;

/// The text of a file, and warnings about its bytes.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Decodes a file.
pub(crate) fn decode(bytes: &[u8]) -> Step<Decoded<'_>> {
    if bytes.len() > limits::FILE_BYTES {
        return Err(Diagnostic::error("a file of 4 GiB or more")
            .expected("a smaller file")
            .at(start())
            .into());
    }
    let mut warnings = Vec::new();
    let text = match encoding_of(bytes, &mut warnings)? {
        (encoding, rest) if encoding == UTF_8 => utf8(rest, &mut warnings)?,
        (encoding, rest) => foreign(encoding, rest)?,
    };
    let text = within_xml(without_marks(text), &mut warnings)?;
    Ok(Decoded { text, warnings })
}

/// Refuses characters that XML does not allow, unless they only pad the end of the file.
fn within_xml<'a>(text: Cow<'a, str>, warnings: &mut Vec<Diagnostic>) -> Step<Cow<'a, str>> {
    let Some((at, c)) = text.char_indices().find(|&(_, c)| !is_xml_char(c)) else { return Ok(text) };
    let span = Span::within(&text, at, at + c.len_utf8());
    let found = format!("the character U+{:04X}, which XML does not allow", c as u32);
    if text[..at].trim_end().ends_with('>') && !text[at..].contains(['<', '>']) {
        warnings.push(Diagnostic::warning(format!("{found}; the text ends before it")).at(span));
        return Ok(match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[..at]),
            Cow::Owned(text) => Cow::Owned(text[..at].to_owned()),
        });
    }
    Err(Diagnostic::error(found).at(span).into())
}

/// Decodes the beginning of a file, well enough to determine its kind.
pub(crate) fn preview(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(8192)];
    let (encoding, rest) = encoding_of(bytes, &mut Vec::new()).unwrap_or((UTF_8, bytes));
    encoding.decode_without_bom_handling(rest).0.into_owned()
}

/// Returns whether XML 1.0 allows the character.
pub(crate) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// Returns the encoding, and the bytes after the byte order mark.
fn encoding_of<'a>(bytes: &'a [u8], warnings: &mut Vec<Diagnostic>) -> Step<(&'static Encoding, &'a [u8])> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Ok((encoding, &bytes[mark..]));
    }
    let Some(label) = declared(bytes) else {
        return Ok((unmarked(bytes, warnings)?, bytes));
    };
    match Encoding::for_label(label) {
        Some(encoding) if encoding == UTF_8 || encoding == WINDOWS_1252 => Ok((encoding, bytes)),
        // The declaration itself was read byte by byte, so the text is not UTF-16.
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => {
            warnings.push(taken_for_utf8(label));
            Ok((UTF_8, bytes))
        }
        _ if bytes.is_ascii() => {
            warnings.push(taken_for_utf8(label));
            Ok((UTF_8, bytes))
        }
        _ => Err(unsupported(label).help("save the file as UTF-8").into()),
    }
}

fn taken_for_utf8(label: &[u8]) -> Diagnostic {
    let label = shortened(&String::from_utf8_lossy(label));
    Diagnostic::warning(format!("the encoding `{label}`, which the text is not in; it is taken for UTF-8"))
        .at(start())
}

fn unsupported(label: &[u8]) -> Diagnostic {
    Diagnostic::error(format!("the encoding `{}`", shortened(&String::from_utf8_lossy(label))))
        .expected("UTF-8, UTF-16 with a byte order mark, ISO-8859-1 or Windows-1252")
        .at(start())
}

/// Returns UTF-8, or UTF-16 if there are zero bytes beside the first character.
fn unmarked(bytes: &[u8], warnings: &mut Vec<Diagnostic>) -> Step<&'static Encoding> {
    let encoding = match bytes {
        [b'<', 0, second, third, ..] if (*second, *third) != (0, 0) => UTF_16LE,
        [0, b'<', ..] => UTF_16BE,
        _ if !bytes.iter().take(4).any(|&b| b == 0) => return Ok(UTF_8),
        _ => {
            return Err(Diagnostic::error("UTF-32, or no text at all")
                .expected("UTF-8, UTF-16, ISO-8859-1 or Windows-1252")
                .help("save the file as UTF-8")
                .at(start())
                .into());
        }
    };
    let found = format!("no byte order mark; the text is taken for {}", encoding.name());
    warnings.push(Diagnostic::warning(found).at(start()));
    Ok(encoding)
}

/// Returns the encoding that the XML declaration names.
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

/// Decodes UTF-8, or Windows-1252 if the bytes are not UTF-8. Each byte is then a character, so that equal ids stay
/// equal and different ids stay different.
fn utf8<'a>(bytes: &'a [u8], warnings: &mut Vec<Diagnostic>) -> Step<Cow<'a, str>> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error,
    };
    let valid = error.valid_up_to();
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let found =
        format!("the byte 0x{:02X}, which is not UTF-8; the text is taken for Windows-1252", bytes[valid]);
    let warning = Diagnostic::warning(found).at(Span::within(&before, valid, valid));
    warnings.push(warning.help(
        "save the file as UTF-8, or name its encoding: <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
    ));
    foreign(WINDOWS_1252, bytes)
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

/// Removes byte order marks at the start. They have no meaning, and the XML tokeniser would shift its positions by
/// them.
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

    /// Returns the text and the number of warnings.
    fn read(bytes: &[u8]) -> (String, usize) {
        let decoded = decode(bytes).unwrap();
        (decoded.text.into_owned(), decoded.warnings.len())
    }

    fn place(diagnostic: &Diagnostic) -> (u32, u32) {
        let span = diagnostic.span.unwrap();
        (span.line, span.column)
    }

    #[test]
    fn utf8_is_borrowed_and_its_mark_dropped() {
        let decoded = decode(b"\xEF\xBB\xBF<pnml/>").unwrap();
        assert!(matches!(decoded.text, Cow::Borrowed("<pnml/>")) && decoded.warnings.is_empty());
    }

    #[test]
    fn utf16_of_both_orders_is_decoded_with_a_warning_where_it_is_not_marked() {
        let units = || "<ä/>".encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&[&[0xFF, 0xFE], &little[..]].concat()), ("<ä/>".to_owned(), 0));
        assert_eq!(read(&[&[0xFE, 0xFF], &big[..]].concat()), ("<ä/>".to_owned(), 0));
        assert_eq!(read(&little), ("<ä/>".to_owned(), 1));
        assert_eq!(read(&big), ("<ä/>".to_owned(), 1));
        assert!(decode(b"<\0\0\0a\0\0\0").is_err());
    }

    #[test]
    fn the_declaration_names_the_encoding() {
        let bytes = b"<?xml version='1.0' encoding = 'ISO-8859-1' ?><a>\xE4</a>";
        assert!(read(bytes).0.ends_with("<a>\u{e4}</a>"));
        assert!(decode(b"<?xml version='1.0' encoding='KOI8-R'?><a>\xC1</a>").is_err());
    }

    #[test]
    fn a_declaration_that_the_bytes_belie_is_a_warning() {
        for label in ["EBCDIC", "UTF-16", "KOI8-R"] {
            let text = format!("<?xml version='1.0' encoding='{label}'?><a/>");
            assert_eq!(read(text.as_bytes()), (text.clone(), 1));
        }
    }

    #[test]
    fn a_text_that_is_not_utf8_is_windows_1252_with_a_warning_where_that_shows() {
        let decoded = decode(b"<a>\n  \xC3\xA4\xE4</a>").unwrap();
        assert_eq!(decoded.text, "<a>\n  \u{C3}\u{A4}\u{E4}</a>");
        assert_eq!(place(&decoded.warnings[0]), (2, 4));
    }

    #[test]
    fn characters_outside_xml_are_refused_but_at_the_end() {
        assert!(decode(b"<a>\x01</a>").is_err());
        assert!(decode("<a>\u{FFFE}</a>".as_bytes()).is_err());
        assert!(decode("<a>\u{1F426}</a>".as_bytes()).is_ok());
        assert_eq!(read(b"<a/>\n\x1A\0\0"), ("<a/>\n".to_owned(), 1));
    }
}
