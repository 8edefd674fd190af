//! The text of a file, and positions in it.

use sanderling_net::{Diagnostic, Diagnostics, Source, Span};

/// The result of a step of reading. An error has no position yet; the caller that knows it adds it.
pub(crate) type Step<T> = Result<T, Box<Diagnostic>>;

/// The first character of a file.
pub(crate) const START: Span = Span { line: 1, column: 1, start: 0, end: 0 };

/// Returns an error that says what was found and what was expected.
pub(crate) fn error(found: impl Into<String>, expected: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(found).expected(expected))
}

/// Returns an error that says what was found, with advice.
pub(crate) fn remedied(found: impl Into<String>, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(found).help(help))
}

/// Returns the text of a file, which must be UTF-8.
pub(crate) fn text(source: &Source) -> Result<&str, Diagnostics> {
    let bytes = source.bytes();
    if u32::try_from(bytes.len()).is_err() {
        return Err(Diagnostic::error("a file of 4 GiB or more").expected("a smaller file").at(START).into());
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..valid]);
        let found = format!("the byte 0x{:02X}, which is not UTF-8", bytes[valid]);
        let found = Diagnostic::error(found).help("save the file as UTF-8");
        found.at(Span::within(&before, valid, valid)).into()
    })
}

/// Converts a span of an XML text.
pub(crate) fn span(found: &sanderling_xml::Span) -> Span {
    let clamp = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
    let (start, end) = (clamp(found.bytes.start), clamp(found.bytes.end));
    Span { line: found.line, column: found.column, start, end }
}

/// Returns the beginning of a text, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
