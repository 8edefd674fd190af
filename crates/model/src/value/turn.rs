//! An offset encoding for bytes that contain -1.
//!
//! Programs whose variables are bytes use 255 for *none*, beside small numbers. A slot from 0 to 255 takes eight bits.
//! But bytes wrap around: 255 is followed by 0. A byte may therefore be *turned*: its slot, and only the slot, encodes
//! the numbers from 128 on as 256 less, and -1 to 6 takes three bits. Which bytes are turned is decided once, from a
//! sample of their contents.
//!
//! INVARIANT: either all cells of a place with the same sort are turned or none, so that all elements chosen by an
//! index are encoded alike.

use sanderling_data_net::{CellId, CellRanges, Cells, Interval};
use sanderling_net::PlaceId;

/// The sort of cells that may be turned.
const BYTE: Interval = Interval::new(0, 255);
/// The encoded numbers of a turned byte.
const TURNED: Interval = Interval::new(-128, 127);

/// The sampled range of each cell, without turning and with it.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) plain: Vec<Interval>,
    pub(super) turned: Vec<Interval>,
}

impl Seen {
    /// Creates the ranges of cells for which only these numbers have been sampled.
    pub(super) fn only(numbers: impl Iterator<Item = i64>) -> Self {
        let plain: Vec<Interval> = numbers.map(Interval::only).collect();
        let turned = plain.iter().map(|range| Interval::only(turned(range.low))).collect();
        Self { plain, turned }
    }

    /// Adds a number of a cell.
    #[inline]
    pub(super) fn see(&mut self, cell: CellId, number: i64) {
        for (seen, number) in [(&mut self.plain, number), (&mut self.turned, turned(number))] {
            let range = &mut seen[cell.index()];
            *range = Interval::new(range.low.min(number), range.high.max(number));
        }
    }
}

/// Returns the encoded number of a turned byte.
fn turned(number: i64) -> i64 {
    i64::from(number as u8 as i8)
}

/// The cells that are turned, and the proved range of each, as encoded in its slot.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    is_turned: Vec<bool>,
    pub(super) proof: CellRanges,
}

impl Turns {
    /// Creates an encoding without turned cells.
    pub(super) fn none(proof: &CellRanges) -> Self {
        Self { is_turned: vec![false; proof.0.len()], proof: proof.clone() }
    }

    /// Turns the bytes for which this needs fewer bits than both the sampled and the proved range without turning.
    pub(super) fn of(cells: &Cells, proof: &CellRanges, seen: &Seen) -> Self {
        let mut turns = Self::none(proof);
        for place in (0..cells.place_count()).map(PlaceId::new) {
            let is_byte = |cell: &CellId| cells.cell(*cell).sort == BYTE;
            let bytes: Vec<CellId> = cells.place(place).cells().filter(is_byte).collect();
            let bits = |of: &[Interval]| bytes.iter().map(|cell| of[cell.index()].bits()).sum::<u32>();
            if bits(&seen.turned) < bits(&seen.plain).min(bits(&proof.0)) {
                for cell in bytes {
                    turns.is_turned[cell.index()] = true;
                    turns.proof.0[cell.index()] = TURNED;
                }
            }
        }
        turns
    }

    pub(super) fn is_turned(&self, cell: CellId) -> bool {
        self.is_turned[cell.index()]
    }

    /// Returns the sampled ranges, as encoded in slots.
    pub(super) fn seen(&self, seen: &Seen) -> Vec<Interval> {
        let both = seen.plain.iter().zip(&seen.turned).zip(&self.is_turned);
        both.map(|((&plain, &turned), &is_turned)| if is_turned { turned } else { plain }).collect()
    }

    /// Returns a number of a cell, as encoded in its slot.
    pub(super) fn in_slot(&self, cell: CellId, number: i64) -> i64 {
        if self.is_turned(cell) { turned(number) } else { number }
    }

    /// Returns the range of a cell's numbers whose slot can represent this range.
    pub(super) fn numbers(&self, cell: CellId, slot: Interval) -> Interval {
        match slot {
            Interval { low, high } if self.is_turned(cell) && high < 0 => {
                Interval::new(low + 256, high + 256)
            }
            Interval { low, .. } if self.is_turned(cell) && low < 0 => BYTE,
            _ => slot,
        }
    }
}

#[cfg(test)]
mod tests;
