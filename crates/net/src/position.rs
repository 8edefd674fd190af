//! Byte offsets to lines and columns.

use crate::Span;

/// A place in a text that moves forward only, so that the text is walked through once.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    /// The number of bytes before it.
    pub offset: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// The start of a text.
    pub const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// Moves past a piece of the text that begins here.
    pub fn advance(&mut self, piece: &[u8]) {
        for byte in piece {
            match byte {
                b'\n' => (self.line, self.column) = (self.line.saturating_add(1), 1),
                // Bytes within a character do not count.
                0x80..=0xBF => {}
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.offset += piece.len();
    }

    /// The span from here to `end`, which does not lie before it. Texts are shorter than 4 GiB.
    #[must_use]
    pub fn to(self, end: usize) -> Span {
        let Self { offset, line, column } = self;
        let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { line, column, start: clamp(offset), end: clamp(end.max(offset)) }
    }
}

impl Span {
    /// The span from `start` to `end` of a text, counted from the text's beginning.
    #[must_use]
    pub fn within(text: &str, start: usize, end: usize) -> Self {
        let mut position = Position::START;
        position.advance(&text.as_bytes()[..start.min(text.len())]);
        position.to(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let text = "aä\nb\u{1F426}c";
        let at = |needle: char| {
            let span = Span::within(text, text.find(needle).unwrap(), text.len());
            (span.line, span.column)
        };
        assert_eq!(at('a'), (1, 1));
        assert_eq!(at('ä'), (1, 2));
        assert_eq!(at('b'), (2, 1));
        assert_eq!(at('c'), (2, 3));
    }
}
