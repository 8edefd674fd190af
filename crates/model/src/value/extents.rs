//! How wide each cell's slot is made.
//!
//! What is proved bounds every slot. Most proofs are generous, though: a byte that counts to three may
//! have all its 256 numbers as far as intervals can tell. So a few thousand markings are looked at
//! first, and a slot that proves wider than what was seen there is *assumed* to fit what was seen. A
//! firing that contradicts it widens the slot: [`widen`] at least doubles what fits.
//!
//! Each wider layout is another compilation, and all states are packed anew. A state takes whole words,
//! though, of which the last bits are mostly free: [`spend`] doubles once more what fits slots that have just
//! been widened, so that the next layouts are not needed, or come when the words are full.

use sanderling_cutoff::{CELLS_WIDENED_TWICE, SPENT_PERCENT};
use sanderling_data_net::{CellId, CellRanges, Cells, Interval};
use sanderling_net::PlaceId;

use super::slot::Extent;

/// The extents that are proved, and no narrower ones.
pub(super) fn proved(proof: &CellRanges) -> Vec<Extent> {
    proof.0.iter().map(|&range| Extent { range, is_proved: true }).collect()
}

/// Extents for what has been seen of each cell.
pub(super) fn assumed(cells: &Cells, proof: &CellRanges, seen: &[Interval]) -> Vec<Extent> {
    let extent = |cell: CellId| {
        let seen = seen[cell.index()];
        with_bits(proof.0[cell.index()], seen, seen.bits())
    };
    cells.ids().map(extent).collect()
}

/// The extents after one more number in a cell. The cells of its array or list that have held nothing
/// else come to hold the same. `others_too` doubles what fits all assumed ones along with it.
pub(super) fn widen(
    extents: &[Extent],
    (cells, proof): (&Cells, &CellRanges),
    (cell, number): (CellId, i64),
    others_too: bool,
) -> Vec<Extent> {
    let mut extents = extents.to_vec();
    let extent = &mut extents[cell.index()];
    let wanted = extent.range.hull(Interval::only(number));
    let bits = wanted.bits().max(extent.range.bits() + 1);
    *extent = with_bits(proof.0[cell.index()], wanted, bits);
    let widened = extent.range;
    for other in cells.place(cells.cell(cell).place).cells() {
        let (extent, proved) = (&mut extents[other.index()], proof.0[other.index()]);
        let is_alike = widened.includes(extent.range) && cells.cell(other).sort == cells.cell(cell).sort;
        if is_alike && !extent.is_proved {
            let wanted =
                widened.intersection(proved).map_or(extent.range, |wanted| wanted.hull(extent.range));
            *extent = with_bits(proved, wanted, wanted.bits());
        }
    }
    if others_too {
        for (extent, &proved) in extents.iter_mut().zip(&proof.0) {
            if !extent.is_proved {
                *extent = with_bits(proved, extent.range, extent.range.bits() + 1);
            }
        }
    }
    extents
}

/// Widens extents to what has been seen of the cells.
pub(super) fn cover(extents: &mut [Extent], proof: &CellRanges, seen: &[Interval]) {
    for ((extent, &proved), &seen) in extents.iter_mut().zip(&proof.0).zip(seen) {
        let wanted = extent.range.hull(seen);
        if wanted != extent.range {
            *extent = with_bits(proved, wanted, wanted.bits());
        }
    }
}

/// Gives another bit to the cells that are wider than they were, place by place: what outgrew its slot once is
/// likely to do it again. `room` answers how many bits of the words that states have are left, or nothing where
/// states would get longer. Some are kept for other cells, which would otherwise need another word, and
/// long arrays get none.
pub(super) fn spend(
    extents: &mut Vec<Extent>,
    earlier: &[Extent],
    (cells, proof): (&Cells, &CellRanges),
    room: impl Fn(&[Extent]) -> Option<u64>,
) {
    let mut left = room(extents).unwrap_or(0) * SPENT_PERCENT.number() / 100;
    for place in (0..cells.place_count()).map(PlaceId::new) {
        let has_grown = |cell: &CellId| {
            let extent = extents[cell.index()];
            !extent.is_proved && extent.range != earlier[cell.index()].range
        };
        let grown: Vec<CellId> = cells.place(place).cells().filter(has_grown).collect();
        let bits = grown.len() as u64;
        if grown.is_empty() || bits > left || !CELLS_WIDENED_TWICE.admits(bits) {
            continue;
        }
        let mut wider = extents.clone();
        for cell in grown {
            let Extent { range, .. } = extents[cell.index()];
            wider[cell.index()] = with_bits(proof.0[cell.index()], range, range.bits() + 1);
        }
        if room(&wider).is_none() {
            // What is left lies in pieces.
            return;
        }
        (*extents, left) = (wider, left - bits);
    }
}

/// An extent of so many bits that covers `wanted`, inside what is proved: all that the bits can hold.
fn with_bits(proved: Interval, wanted: Interval, bits: u32) -> Extent {
    if bits >= proved.bits() {
        return Extent { range: proved, is_proved: true };
    }
    let most = (1_i64 << bits) - 1;
    // The least number from the proof where it leaves room for what is wanted; no room is left unused above the proof.
    let low = if wanted.high - proved.low <= most { proved.low } else { wanted.low.min(proved.high - most) };
    let range = Interval { low, high: low + most };
    Extent { range, is_proved: false }
}

#[cfg(test)]
mod tests;
