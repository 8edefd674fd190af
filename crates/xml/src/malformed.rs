//! What is wrong with a text as XML, and where.

use std::fmt;

use roxmltree::{Error, TextPos};

use crate::position::Span;

/// How many tags and attributes there may be: roxmltree makes room for one at each `<` and each `=`.
pub(crate) const MAX_MARKS: usize = 1 << 24;

/// How many namespaces may be declared: each element that declares one has a list of all that are visible there.
const MAX_NAMESPACES: usize = 256;

/// A mistake in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What was found.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl fmt::Display for Malformed {
    /// `3:7: the message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.span.line, self.span.column, self.message)
    }
}

impl std::error::Error for Malformed {}

/// What a text has too much of.
pub(crate) fn excess(text: &str) -> Option<String> {
    if text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_MARKS {
        return Some(format!("more than {MAX_MARKS} tags and attributes"));
    }
    let has_too_many = text.matches("xmlns").count() > MAX_NAMESPACES;
    has_too_many.then(|| format!("more than {MAX_NAMESPACES} namespaces"))
}

/// What is wrong with a text, and at which byte. roxmltree does not say where a text is cut off, nor where a document type
/// is.
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

/// The innermost element that is not closed at the end of a text that is well-formed up to there: the one that another end
/// tag does not close.
fn open_at_end(text: &str) -> String {
    match roxmltree::Document::parse(&format!("{text}</_>")) {
        Err(Error::UnexpectedCloseTag(name, ..)) => format!("`{name}`"),
        _ => "an element".into(),
    }
}

/// The byte at a line and a column.
fn offset(text: &str, TextPos { row, col }: TextPos) -> usize {
    let lines = text.split_inclusive('\n').take(row as usize - 1);
    let line: usize = lines.map(str::len).sum();
    let column = text[line..].char_indices().nth(col as usize - 1);
    column.map_or(text.len(), |(column, _)| line + column)
}
