//! Conversion of byte offsets to lines and columns.

use crate::Span;

/// A position in a text that only moves forward, so that the text is read once.
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

    /// Moves past `piece`, the part of the text that begins here.
    pub fn advance(&mut self, piece: &[u8]) {
        for byte in piece {
            match byte {
                b'\n' => (self.line, self.column) = (self.line.saturating_add(1), 1),
                // Continuation bytes of a character do not count.
                0x80..=0xBF => {}
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.offset += piece.len();
    }

    /// Returns the span from here to `end`, which must not precede it. Texts are shorter than 4 GiB.
    #[must_use]
    pub fn to(self, end: usize) -> Span {
        let Self { offset, line, column } = self;
        let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { line, column, start: clamp(offset), end: clamp(end.max(offset)) }
    }
}

impl Span {
    /// Returns the empty span at a line and a column of a text, both from 1. If the line or the text is shorter, the
    /// span is at its end.
    #[must_use]
    pub fn at(text: &str, line: u32, column: u32) -> Self {
        let lines = text.split_inclusive('\n').take(line.saturating_sub(1) as usize);
        let start: usize = lines.map(str::len).sum();
        let of_line = text[start..].lines().next().unwrap_or_default();
        let within: usize = of_line.chars().take(column.saturating_sub(1) as usize).map(char::len_utf8).sum();
        Position { offset: start + within, line, column }.to(start + within)
    }

    /// Returns the start and the end of the span in its text; `None` if the span does not fit the text.
    ///
    /// Takes time linear in the length of the line in which the span begins and of the text that it covers.
    #[must_use]
    pub fn ends(self, text: &str) -> Option<(Position, Position)> {
        let (offset, end) = (self.start as usize, self.end as usize);
        let (before, spanned) = (text.get(..offset)?, text.get(offset..end)?);
        let of_line = before.rsplit('\n').next().unwrap_or_default();
        let start = Position { offset, line: self.line, column: self.column };
        let mut end = start;
        end.advance(spanned.as_bytes());
        (of_line.chars().count() + 1 == self.column as usize).then_some((start, end))
    }

    /// Returns the span from `start` to `end` of a text, as byte offsets.
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

    #[test]
    fn a_span_ends_where_its_last_character_does() {
        let text = "aä\nb\u{1F426}c\n";
        let ends = |start, end| {
            let (start, end) = Span::within(text, start, end).ends(text)?;
            Some(((start.line, start.column), (end.line, end.column)))
        };
        assert_eq!(ends(0, 3), Some(((1, 1), (1, 3))));
        assert_eq!(ends(1, 9), Some(((1, 2), (2, 3))));
        assert_eq!(ends(9, 9), Some(((2, 3), (2, 3))));
        assert_eq!(ends(9, 99), None, "it ends beyond the text");
        let elsewhere = Span { column: 2, ..Span::within(text, 4, 5) };
        assert!(elsewhere.ends(text).is_none() && Span::within(text, 4, 5).ends("").is_none());
    }

    #[test]
    fn lines_and_columns_lead_to_bytes() {
        let text = "aä\nb\u{1F426}c\n";
        for (line, column, byte) in
            [(1, 1, 0), (1, 2, 1), (1, 9, 3), (2, 3, 9), (2, 4, 10), (3, 1, 11), (9, 9, 11)]
        {
            assert_eq!(Span::at(text, line, column).start, byte, "{line}:{column}");
        }
    }
}
