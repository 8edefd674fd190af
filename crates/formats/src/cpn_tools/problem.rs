//! Problems without their position in the file.

use sanderling_net::{Diagnostic, Span};

/// A problem, and advice about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    found: String,
    help: Option<&'static str>,
}

/// A result, or a problem.
pub(crate) type Outcome<T> = Result<T, Problem>;

impl Problem {
    pub(crate) fn new(found: impl Into<String>) -> Self {
        Self { found: found.into(), help: None }
    }

    pub(crate) fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    /// Returns the error about an inscription or a declaration.
    pub(crate) fn within(self, what: &str, text: &str, span: Span) -> Diagnostic {
        let found = match shortened(text) {
            text if text.is_empty() => self.found,
            text => format!("{}, in {what} `{text}`", self.found),
        };
        let error = Diagnostic::error(found).at(span);
        match self.help {
            Some(help) => error.help(help),
            None => error,
        }
    }
}

/// Returns the beginning of a text from the file on one line, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 80;
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
