//! What stands in a `structure`: elements on one line, as deep as the reader follows.

use std::fmt::Write;

use sanderling_net::format::WriteError;

use crate::escape::{attribute, text};
use crate::limits;

/// The elements around a structure: `pnml`, `net`, `page`, the node, the label, and itself.
const AROUND: usize = 6;

/// A structure that is being written.
#[derive(Debug, Default)]
pub(crate) struct Structure {
    text: String,
    open: Vec<&'static str>,
    /// Whether the last thing written is a start tag.
    is_start: bool,
}

/// A step of writing.
pub(crate) type Written = Result<(), WriteError>;

/// The error on something that PNML has no words for.
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
            // A string takes whatever is written.
            let _ = write!(self.text, "</{name}>");
        }
        self.is_start = false;
    }

    /// An element with nothing in it.
    pub(crate) fn leaf(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Written {
        self.open(name, attributes)?;
        self.close();
        Ok(())
    }

    /// Text in the innermost element.
    pub(crate) fn words(&mut self, words: &str) {
        self.text.push_str(&text(words));
        self.is_start = false;
    }

    /// The document as text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}
