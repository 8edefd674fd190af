//! Writing of a `structure`: elements on one line, up to the depth that the reader accepts.

use std::fmt::Write;

use sanderling_net::format::WriteError;

use crate::escape::{attribute, text};
use crate::limits;

/// Number of elements around the content of a structure: `pnml`, `net`, `page`, the node, the label, and `structure`
/// itself.
const AROUND: usize = 6;

/// A structure that is being written.
#[derive(Debug, Default)]
pub(crate) struct Structure {
    text: String,
    open: Vec<&'static str>,
    /// Whether the last item written is a start tag.
    is_start: bool,
}

/// A step of writing.
pub(crate) type Written = Result<(), WriteError>;

/// Returns the error for a construct that PNML cannot express.
pub(crate) fn unsupported(what: impl Into<String>) -> WriteError {
    WriteError::Unsupported(what.into())
}

impl Structure {
    /// Opens an element.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Written {
        if AROUND + self.open.len() >= limits::DEPTH {
            return Err(unsupported(format!(
                "a term that takes more than {} elements inside each other",
                limits::DEPTH
            )));
        }
        self.text.push('<');
        self.text.push_str(name);
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", attribute(value));
        }
        self.text.push('>');
        self.open.push(name);
        self.is_start = true;
        Ok(())
    }

    /// Closes the innermost element that is open.
    pub(crate) fn close(&mut self) {
        let name = self.open.pop().unwrap_or_default();
        if self.is_start {
            self.text.pop();
            self.text.push_str("/>");
        } else {
            // Writing to a string cannot fail.
            let _ = write!(self.text, "</{name}>");
        }
        self.is_start = false;
    }

    /// Writes an empty element.
    pub(crate) fn leaf(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Written {
        self.open(name, attributes)?;
        self.close();
        Ok(())
    }

    /// Writes text in the innermost element.
    pub(crate) fn words(&mut self, words: &str) {
        self.text.push_str(&text(words));
        self.is_start = false;
    }

    /// Returns the structure as text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}
