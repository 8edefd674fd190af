//! Bytes that hold -1.
//!
//! Programs whose variables are bytes write 255 for *none*, beside small numbers. A slot from 0 to 255 is
//! eight bits wide; but the numbers of a byte are a circle, on which 255 comes right before 0. So a byte may be
//! *turned*: in its slot, and only there, the numbers from 128 on count as 256 less, and -1 to 6 takes three bits.
//! Which bytes are turned is decided once, by what has been seen of them.
//!
//! INVARIANT: all cells of a place that have the same sort are turned, or none, so that what an index chooses from
//! is alike.

use sanderling_data_net::{CellId, CellRanges, Cells, Interval};
use sanderling_net::PlaceId;

/// The sort of cells that may be turned.
const BYTE: Interval = Interval::new(0, 255);
/// The numbers of a turned byte.
const TURNED: Interval = Interval::new(-128, 127);

/// What has been seen of each cell, and what it would be if it were turned.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) plain: Vec<Interval>,
    pub(super) turned: Vec<Interval>,
}

impl Seen {
    /// Cells that have been seen to hold only these numbers.
    pub(super) fn only(numbers: impl Iterator<Item = i64>) -> Self {
        let plain: Vec<Interval> = numbers.map(Interval::only).collect();
        let turned = plain.iter().map(|range| Interval::only(turned(range.low))).collect();
        Self { plain, turned }
    }

    /// One more number of a cell.
    #[inline]
    pub(super) fn see(&mut self, cell: CellId, number: i64) {
        for (seen, number) in [(&mut self.plain, number), (&mut self.turned, turned(number))] {
            let range = &mut seen[cell.index()];
            *range = Interval::new(range.low.min(number), range.high.max(number));
        }
    }
}

/// A byte's number on the turned circle.
fn turned(number: i64) -> i64 {
    i64::from(number as u8 as i8)
}

/// Which cells are turned, and what is proved of each as it stands in its slot.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    is_turned: Vec<bool>,
    pub(super) proof: CellRanges,
}

impl Turns {
    /// No cell is turned.
    pub(super) fn none(proof: &CellRanges) -> Self {
        Self { is_turned: vec![false; proof.0.len()], proof: proof.clone() }
    }

    /// Turns those bytes of which fewer bits have been seen when turned than otherwise, and than are proved.
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

    /// Whether a cell is turned.
    pub(super) fn is_turned(&self, cell: CellId) -> bool {
        self.is_turned[cell.index()]
    }

    /// What has been seen, as it stands in slots.
    pub(super) fn seen(&self, seen: &Seen) -> Vec<Interval> {
        let both = seen.plain.iter().zip(&seen.turned).zip(&self.is_turned);
        both.map(|((&plain, &turned), &is_turned)| if is_turned { turned } else { plain }).collect()
    }

    /// A number of a cell, as it stands in its slot.
    pub(super) fn in_slot(&self, cell: CellId, number: i64) -> i64 {
        if self.is_turned(cell) { turned(number) } else { number }
    }

    /// The numbers that a cell holds where its slot is made for these.
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
