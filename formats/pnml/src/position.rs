//! Byte offsets to lines and columns.
//!
//! The reader meets offsets in ascending order, so a [`Position`] walks through the text once,
//! however long its lines are.

use sanderling_net::Span;

/// A place in a text that moves forward only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    offset: usize,
    line: u32,
    column: u32,
}

impl Position {
    /// The start of a text.
    pub(crate) const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// Moves to `offset`, which does not lie before the present one.
    pub(crate) fn advance(&mut self, text: &str, offset: usize) {
        debug_assert!(self.offset <= offset, "positions are asked for in ascending order");
        for byte in text.as_bytes().get(self.offset..offset).unwrap_or_default() {
            match byte {
                b'\n' => {
                    self.line = self.line.saturating_add(1);
                    self.column = 1;
                }
                // Bytes within a character do not count.
                0x80..=0xBF => {}
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.offset = self.offset.max(offset);
    }

    /// The span from here to `end`.
    pub(crate) fn to(self, end: usize) -> Span {
        Span {
            line: self.line,
            column: self.column,
            start: clamp(self.offset),
            end: clamp(end.max(self.offset)),
        }
    }
}

/// The span from `start` to `end` of a text, counted from the text's beginning.
pub(crate) fn span_at(text: &str, start: usize, end: usize) -> Span {
    let mut position = Position::START;
    position.advance(text, start);
    position.to(end)
}

/// INVARIANT: texts beyond [`crate::limits::FILE_BYTES`] are refused, so that nothing is cut here.
fn clamp(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let text = "aä\nb\u{1F426}c";
        let at = |needle: char| {
            let span = span_at(text, text.find(needle).unwrap(), text.len());
            (span.line, span.column)
        };
        assert_eq!(at('a'), (1, 1));
        assert_eq!(at('ä'), (1, 2));
        assert_eq!(at('b'), (2, 1));
        assert_eq!(at('c'), (2, 3));
    }
}
