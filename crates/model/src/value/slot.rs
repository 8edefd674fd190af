//! The location of each cell in a packed marking.
//!
//! A cell has a slot of as many bits as its range needs. The slot contains the cell's number minus the minimum of the
//! range. A cell with a single possible number has a slot of no bits. No slot crosses a word boundary. Cells by which
//! transitions are selected come first, so that they share words.

use sanderling_data_net::{CellId, Interval};

use super::turn::Turns;

/// The location of a cell's number, and the offset of its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slot {
    /// The least number that fits.
    pub low: i32,
    /// The mask of the slot, shifted down. PERF: storing it is cheaper than computing it from the width.
    mask: u32,
    /// The index of the word.
    pub word: u16,
    /// The lowest bit's position in the word.
    pub shift: u8,
    /// The number of bits, from 0 to 32.
    pub width: u8,
    /// Whether the number is that of a [turned](super::turn) byte.
    is_turned: bool,
}

impl Slot {
    /// Returns the mask of the slot, shifted down.
    #[inline(always)]
    pub(super) fn most(self) -> u64 {
        u64::from(self.mask)
    }

    /// Returns the mask of the slot in its word.
    #[inline(always)]
    pub(super) fn mask(self) -> u64 {
        self.most() << self.shift
    }

    /// Returns the bits, without adding the offset.
    #[inline(always)]
    pub(super) fn raw(self, words: &[u64]) -> u64 {
        words[self.word as usize] >> self.shift & self.most()
    }

    /// Returns the number that some bits encode.
    #[inline(always)]
    pub(super) fn number(self, raw: u64) -> i64 {
        let number = raw as i64 + i64::from(self.low);
        if self.is_turned { number & 255 } else { number }
    }

    /// Reads the number.
    #[inline(always)]
    pub(super) fn read(self, words: &[u64]) -> i64 {
        self.number(self.raw(words))
    }

    /// Whether the slot encodes numbers from 128 on as 256 less.
    pub(super) fn is_turned(self) -> bool {
        self.is_turned
    }

    /// Returns the bits for a number, shifted down, or `None` if it does not fit.
    #[inline(always)]
    pub(super) fn bits_of(self, number: i64) -> Option<u64> {
        let number = if self.is_turned { i64::from(number as u8 as i8) } else { number };
        let raw = number.wrapping_sub(i64::from(self.low)) as u64;
        (raw <= self.most()).then_some(raw)
    }

    /// Replaces the bits.
    #[inline(always)]
    pub(super) fn write_raw(self, raw: u64, words: &mut [u64]) {
        let word = &mut words[self.word as usize];
        *word = *word & !self.mask() | raw << self.shift;
    }
}

/// The numbers that a cell's slot can represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The numbers that fit.
    pub range: Interval,
    /// Whether it is proved that no other numbers occur. Assumptions are checked at every firing.
    pub is_proved: bool,
}

/// The slots of all cells.
#[derive(Debug, Clone)]
pub struct Slots {
    slots: Vec<Slot>,
    words: usize,
    bits: u64,
}

impl Slots {
    /// Allocates slots for cells of these extents, starting with those in `first`. The first `spare` bits belong to no
    /// cell.
    pub(super) fn of(extents: &[Extent], first: &[CellId], spare: u32) -> Option<Self> {
        let mut slots = vec![None; extents.len()];
        let mut used = vec![spare];
        let all = first.iter().copied().chain((0..extents.len()).map(CellId::new));
        let mut first_with_room = 0;
        let mut bits = u64::from(spare);
        for cell in all {
            if slots[cell.index()].is_some() {
                continue;
            }
            let range = extents[cell.index()].range;
            let width = range.bits();
            while used.get(first_with_room).is_some_and(|&used| used == 64) {
                first_with_room += 1;
            }
            let fits = (first_with_room..used.len()).find(|&word| used[word] + width <= 64);
            let word = fits.unwrap_or_else(|| {
                used.push(0);
                used.len() - 1
            });
            let shift = if width == 0 { 0 } else { used[word] };
            let word = if width == 0 { 0 } else { word };
            used[word] += width;
            bits += u64::from(width);
            slots[cell.index()] = Some(Slot {
                low: i32::try_from(range.low).ok()?,
                mask: ((1_u64 << width) - 1) as u32,
                word: u16::try_from(word).ok()?,
                shift: shift as u8,
                width: width as u8,
                is_turned: false,
            });
        }
        let slots = slots.into_iter().map(|slot| slot.expect("each cell has been given one")).collect();
        Some(Self { slots, words: used.len(), bits })
    }

    /// Returns these slots with turned cells.
    pub(super) fn turned(mut self, turns: &Turns) -> Self {
        for (index, slot) in self.slots.iter_mut().enumerate() {
            slot.is_turned = turns.is_turned(CellId::new(index));
        }
        self
    }

    /// Returns the slot of a cell.
    #[must_use]
    #[inline(always)]
    pub fn slot(&self, cell: CellId) -> Slot {
        self.slots[cell.index()]
    }

    /// Iterates over all cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.slots.len()).map(CellId::new)
    }

    /// Returns the number of words of a packed marking, at least one.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of bits in use.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Packs the contents of all cells, which must fit.
    pub(super) fn pack(&self, number: impl Fn(CellId) -> i64, words: &mut [u64]) {
        words.fill(0);
        for (index, slot) in self.slots.iter().enumerate() {
            let raw = slot.bits_of(number(CellId::new(index))).expect("what is packed fits its slot");
            slot.write_raw(raw, words);
        }
    }

    /// Packs the contents of all cells, if they fit.
    pub(super) fn packed(&self, number: impl Fn(CellId) -> i64) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        for (cell, slot) in self.cells().zip(&self.slots) {
            slot.write_raw(slot.bits_of(number(cell))?, &mut words);
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests;
