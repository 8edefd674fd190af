//! Lines and columns of a text, from bytes.

use std::cell::Cell;
use std::ops::Range;

/// Where something stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The bytes.
    pub bytes: Range<usize>,
}

/// Finds the lines and columns of bytes. Each is counted from the one before, so that those of ascending bytes are
/// found in one pass over the text.
#[derive(Debug)]
pub(crate) struct Positions<'t> {
    text: &'t str,
    last: Cell<Counted>,
}

#[derive(Debug, Clone, Copy)]
struct Counted {
    offset: usize,
    line: u32,
    column: u32,
}

impl Counted {
    const START: Self = Self { offset: 0, line: 1, column: 1 };
}

impl<'t> Positions<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, last: Cell::new(Counted::START) }
    }

    /// The line, and the column in characters, of a byte; both from 1.
    pub(crate) fn at(&self, offset: usize) -> (u32, u32) {
        let last = Some(self.last.get()).filter(|last| last.offset <= offset);
        let mut at = last.unwrap_or(Counted::START);
        let end = offset.min(self.text.len());
        for byte in &self.text.as_bytes()[at.offset..end] {
            match byte {
                b'\n' => (at.line, at.column) = (at.line.saturating_add(1), 1),
                // Bytes within a character do not count.
                0x80..=0xBF => {}
                _ => at.column = at.column.saturating_add(1),
            }
        }
        at.offset = end;
        self.last.set(at);
        (at.line, at.column)
    }

    /// The tag that begins at a byte, or the one character there.
    pub(crate) fn span(&self, offset: usize) -> Span {
        let (line, column) = self.at(offset);
        let rest = self.text.get(offset..).unwrap_or_default();
        let length = match rest.strip_prefix('<') {
            Some(tag) => tag.find('>').map_or(rest.len(), |end| end + "<>".len()),
            None => rest.chars().next().map_or(0, char::len_utf8),
        };
        Span { line, column, bytes: offset..offset + length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters_in_whatever_order() {
        let positions = Positions::of("a\nä→b");
        let expected =
            [(0, (1, 1)), (1, (1, 2)), (2, (2, 1)), (4, (2, 2)), (7, (2, 3)), (8, (2, 4)), (99, (2, 4))];
        for (offset, position) in expected.into_iter().chain(expected.into_iter().rev()) {
            assert_eq!(positions.at(offset), position, "{offset}");
        }
    }
}
