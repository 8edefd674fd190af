//! Conversion of byte offsets to lines and columns.

use std::ops::Range;

/// Number of bytes between stored positions. A lookup counts at most this number of bytes.
const STEP: usize = 4096;

/// A range of a text, with its line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The range in bytes.
    pub bytes: Range<usize>,
}

/// An index from bytes to lines and columns, for lookups in any order.
#[derive(Debug)]
pub struct Positions<'t> {
    text: &'t str,
    /// Line and column of each byte whose offset is a multiple of [`STEP`].
    known: Vec<(u32, u32)>,
}

impl<'t> Positions<'t> {
    /// Creates the index of a text, which is read once.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let mut known = vec![(1, 1)];
        let mut at = (1, 1);
        for step in text.as_bytes().chunks(STEP) {
            advance(&mut at, step);
            known.push(at);
        }
        Self { text, known }
    }

    /// Returns the line, and the column in characters, of a byte; both from 1.
    #[must_use]
    pub fn at(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let step = offset / STEP;
        let mut at = self.known[step];
        advance(&mut at, &self.text.as_bytes()[step * STEP..offset]);
        at
    }

    /// Returns the span of the tag that begins at a byte, or of the one character there.
    #[must_use]
    pub fn span(&self, offset: usize) -> Span {
        let rest = self.text.get(offset..).unwrap_or_default();
        let length = match rest.strip_prefix('<') {
            Some(tag) => tag.find('>').map_or(rest.len(), |end| end + "<>".len()),
            None => rest.chars().next().map_or(0, char::len_utf8),
        };
        self.range(offset..offset + length)
    }

    /// Returns the span of these bytes.
    pub(crate) fn range(&self, bytes: Range<usize>) -> Span {
        let (line, column) = self.at(bytes.start);
        Span { line, column, bytes }
    }
}

fn advance((line, column): &mut (u32, u32), bytes: &[u8]) {
    for byte in bytes {
        match byte {
            b'\n' => (*line, *column) = (line.saturating_add(1), 1),
            // Continuation bytes of a character do not count.
            0x80..=0xBF => {}
            _ => *column = column.saturating_add(1),
        }
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

    #[test]
    fn positions_far_into_a_text_are_those_that_are_counted_from_its_start() {
        let text = "ä line of some length\n".repeat(2 * STEP / 20) + &"→".repeat(STEP);
        let positions = Positions::of(&text);
        for (offset, _) in text.char_indices().step_by(97) {
            let (before, line) = text[..offset].rsplit_once('\n').unwrap_or(("", &text[..offset]));
            let lines = if offset == line.len() { 1 } else { before.matches('\n').count() + 2 };
            let expected = (lines, line.chars().count() + 1);
            let (line, column) = positions.at(offset);
            assert_eq!((line as usize, column as usize), expected, "{offset}");
        }
    }
}
