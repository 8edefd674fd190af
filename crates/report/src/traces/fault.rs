//! Errors in the text of a trace.

use std::fmt;

use crate::xml::{Malformed, Positions};

/// An error in the text of a trace, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceFault {
    /// The problem.
    pub message: String,
    /// The expected text.
    pub expected: Option<String>,
    /// The line, from 1; `None` if there is no position.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
}

impl TraceFault {
    /// Creates an error without a position.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), expected: None, line: None, column: None }
    }

    /// Adds the expected text.
    pub(super) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }

    /// Sets the position to a byte of the text.
    pub(super) fn at(self, text: &str, offset: usize) -> Self {
        let (line, column) = Positions::of(text).at(offset);
        Self { line: Some(line), column: Some(column), ..self }
    }

    /// Sets the position to a line and a column, from 1; 0 counts as 1.
    pub(super) fn at_line(self, line: usize, column: usize) -> Self {
        let number = |number: usize| Some(u32::try_from(number.max(1)).unwrap_or(u32::MAX));
        Self { line: number(line), column: number(column), ..self }
    }
}

impl From<Malformed> for TraceFault {
    fn from(Malformed { message, span }: Malformed) -> Self {
        Self { message, expected: None, line: Some(span.line), column: Some(span.column) }
    }
}

impl fmt::Display for TraceFault {
    /// Writes `3:7: the message, expected something else`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.expected {
            Some(expected) => write!(f, ", expected {expected}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TraceFault {}
