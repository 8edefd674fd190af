//! What is wrong with the text of a trace.

use std::fmt;

/// A mistake in the text of a trace, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceFault {
    /// What was found.
    pub message: String,
    /// What was expected instead.
    pub expected: Option<String>,
    /// The line, from 1; `None` where the text has no such place.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
}

impl TraceFault {
    /// A mistake without a place.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), expected: None, line: None, column: None }
    }

    /// The same, with what was expected.
    pub(super) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }

    /// The same, at this byte of the text.
    pub(super) fn at(self, text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        // Bytes within a character do not count.
        let column = before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        self.at_line(line, column)
    }

    /// The same, at a line and a column.
    pub(super) fn at_line(self, line: usize, column: usize) -> Self {
        let number = |number: usize| Some(u32::try_from(number.max(1)).unwrap_or(u32::MAX));
        Self { line: number(line), column: number(column), ..self }
    }
}

impl fmt::Display for TraceFault {
    /// `3:7: the message, expected something else`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let at = |offset| {
            let fault = TraceFault::new("x").at("a\nä→b", offset);
            (fault.line.unwrap(), fault.column.unwrap())
        };
        assert_eq!(
            [at(0), at(1), at(2), at(4), at(7), at(99)],
            [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)]
        );
    }
}
