//! Errors of the tokeniser, described for people who did not write the file by hand.

use quick_xml::errors::{Error, IllFormedError};
use sanderling_net::Diagnostic;

/// Returns the message, without a position. If it has an `expected` part, that is an end tag.
pub(crate) fn diagnostic(error: &Error) -> Diagnostic {
    match error {
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            Diagnostic::error(format!("the end tag `</{found}>`")).expected(format!("`</{expected}>`"))
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
            Diagnostic::error(format!("the end tag `</{found}>` without a start tag"))
        }
        Error::IllFormed(IllFormedError::UnclosedReference) => {
            Diagnostic::error("`&` that starts no reference").help("write `&amp;` for the character")
        }
        other => Diagnostic::error(format!("malformed XML: {}", without_class(&other.to_string()))),
    }
}

fn without_class(message: &str) -> &str {
    let classes = ["syntax error: ", "ill-formed document: "];
    classes.iter().find_map(|class| message.strip_prefix(class)).unwrap_or(message)
}
