//! Errors of XML texts, with positions.

use std::fmt;

use roxmltree::{Error, TextPos};

use crate::position::Span;

/// Maximum number of tags and attributes. roxmltree reserves space for one at each `<` and each `=`.
pub(crate) const MAX_MARKS: usize = 1 << 24;

/// Maximum number of namespace declarations. Each element that declares one has a list of all that are visible.
const MAX_NAMESPACES: usize = 256;

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// A description of what was found.
    pub message: String,
    /// The position.
    pub span: Span,
}

impl fmt::Display for Malformed {
    /// Writes `3:7: the message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.span.line, self.span.column, self.message)
    }
}

impl std::error::Error for Malformed {}

/// Returns a description of the limit that a text exceeds, if it does.
pub(crate) fn excess(text: &str) -> Option<String> {
    if text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_MARKS {
        return Some(format!("more than {MAX_MARKS} tags and attributes"));
    }
    let has_too_many = text.matches("xmlns").count() > MAX_NAMESPACES;
    has_too_many.then(|| format!("more than {MAX_NAMESPACES} namespaces"))
}

/// Returns a description of an error and its offset. roxmltree does not report the position at which a text is
/// truncated, or that of a document type.
pub(crate) fn explain(text: &str, error: &Error) -> (String, usize) {
    let at = offset(text, error.pos());
    match error {
        Error::DtdDetected => ("a document type".into(), text.find("<!DOCTYPE").unwrap_or(0)),
        Error::NoRootNode => ("a text without an element".into(), text.len()),
        Error::UnclosedRootNode => (format!("the end of the text within {}", open_at_end(text)), text.len()),
        Error::UnexpectedEndOfStream => ("the end of the text within a tag".into(), text.len()),
        Error::UnknownToken(_) => match &text.as_bytes()[at..] {
            [b'<', b'!' | b'?', ..] | [b'<'] => ("text that is not XML".into(), at),
            [b'<', ..] => ("a second root element".into(), at),
            _ => ("text outside of the root element".into(), at),
        },
        other => {
            let message = other.to_string().replace(&format!(" at {}", other.pos()), "");
            (format!("text that is not XML: {message}"), at)
        }
    }
}

/// Returns the innermost element that is not closed at the end of a text that is well-formed up to there: the element
/// that a different end tag does not close.
fn open_at_end(text: &str) -> String {
    match roxmltree::Document::parse(&format!("{text}</_>")) {
        Err(Error::UnexpectedCloseTag(name, ..)) => format!("`{name}`"),
        _ => "an element".into(),
    }
}

/// Returns the offset of a line and a column.
fn offset(text: &str, TextPos { row, col }: TextPos) -> usize {
    let lines = text.split_inclusive('\n').take(row as usize - 1);
    let line: usize = lines.map(str::len).sum();
    let column = text[line..].char_indices().nth(col as usize - 1);
    column.map_or(text.len(), |(column, _)| line + column)
}
