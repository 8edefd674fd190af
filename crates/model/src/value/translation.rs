//! Translation of markings from the slots of one layout to those of another.
//!
//! When a slot is widened, all stored markings are repacked. Most cells keep their neighbours, so bits move in a few
//! pieces of many cells. If the minimum of a slot changes, the difference is added. This carries out of no piece, since
//! the contents of the old slot fit the new one.

use sanderling_data_net::CellId;

use super::slot::Slots;

/// Adjacent bits that move together.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from_word: u16,
    from_shift: u8,
    to_word: u16,
    to_shift: u8,
    width: u8,
}

/// The pieces of all cells.
#[derive(Debug, Clone)]
pub(super) struct Translation {
    pieces: Vec<Piece>,
    /// The constant part of every marking in the new layout.
    base: Vec<u64>,
}

impl Translation {
    /// Creates the translation from `earlier` slots to `slots`. Each slot can represent all numbers of the earlier one.
    pub(super) fn new(earlier: &Slots, slots: &Slots) -> Self {
        let mut translation = Self { pieces: Vec::new(), base: vec![0; slots.words()] };
        let mut cells: Vec<CellId> = slots.cells().collect();
        cells.sort_unstable_by_key(|&cell| (slots.slot(cell).word, slots.slot(cell).shift));
        for cell in cells {
            translation.add(cell, earlier, slots);
        }
        translation
    }

    fn add(&mut self, cell: CellId, earlier: &Slots, slots: &Slots) {
        let (from, to) = (earlier.slot(cell), slots.slot(cell));
        let difference = i64::from(from.low) - i64::from(to.low);
        debug_assert!(difference >= 0 && from.width <= to.width, "a wider slot holds what the earlier did");
        self.base[to.word as usize] += (difference as u64) << to.shift;
        if from.width == 0 {
            return;
        }
        let new = Piece {
            from_word: from.word,
            from_shift: from.shift,
            to_word: to.word,
            to_shift: to.shift,
            width: from.width,
        };
        match self.pieces.last_mut() {
            Some(last) if last.is_followed_by(new) => last.width += new.width,
            _ => self.pieces.push(new),
        }
    }

    /// Writes a marking in the new layout.
    pub(super) fn translate(&self, marking: &[u64], translated: &mut [u64]) {
        translated.copy_from_slice(&self.base);
        for piece in &self.pieces {
            let bits = marking[piece.from_word as usize] >> piece.from_shift & u64::MAX >> (64 - piece.width);
            translated[piece.to_word as usize] += bits << piece.to_shift;
        }
    }
}

impl Piece {
    fn is_followed_by(self, next: Self) -> bool {
        let ends = (self.from_shift + self.width, self.to_shift + self.width);
        (self.from_word, self.to_word) == (next.from_word, next.to_word)
            && ends == (next.from_shift, next.to_shift)
    }
}

#[cfg(test)]
mod tests;
