//! A text as a sequence of words, with access to rests of lines.

use sanderling_net::{Diagnostic, Position, Span};

use crate::greatspn::text::{Step, error, shortened};

/// A position in a text.
#[derive(Debug)]
pub(super) struct Words<'t> {
    text: &'t str,
    at: Position,
}

/// A word and its position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: Position::START }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at.offset..]
    }

    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.rest()[..length];
        self.at.advance(taken.as_bytes());
        taken
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.take(rest.len() - rest.trim_start().len());
    }

    /// Returns the next word; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Word<'t>> {
        self.skip_blanks();
        let rest = self.rest();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let span = self.at.to(self.at.offset + length);
        (length > 0).then(|| Word { text: self.take(length), span })
    }

    /// Returns the next word; `expected` describes it for messages.
    pub(super) fn word(&mut self, expected: &str) -> Step<Word<'t>> {
        let end = self.at.to(self.at.offset);
        self.next().ok_or_else(|| Box::new(error("the end of the file", expected).at(end)))
    }

    /// Parses the next word as a number.
    pub(super) fn number<N: std::str::FromStr>(&mut self, expected: &str) -> Step<(N, Span)> {
        let word = self.word(expected)?;
        word.text.parse().map(|number| (number, word.span)).map_err(|_| word.unexpected(expected))
    }

    /// Returns the rest of the line, without blanks around it.
    pub(super) fn line(&mut self) -> Word<'t> {
        let rest = self.rest();
        let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
        self.take(line.len() - line.trim_start().len());
        let span = self.at.to(self.at.offset + line.trim().len());
        let text = line.trim();
        self.take(line.trim_start().len());
        Word { text, span }
    }

    /// Moves to the next line.
    pub(super) fn end_line(&mut self) {
        self.line();
        if self.rest().starts_with('\n') {
            self.take(1);
        }
    }

    /// Returns whether the end of the text is reached.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }
}

impl Word<'_> {
    /// Returns the error that something else was expected.
    pub(super) fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        Box::new(error(format!("`{}`", shortened(self.text)), expected).at(self.span))
    }
}
