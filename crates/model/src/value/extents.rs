//! The width of each cell's slot.
//!
//! The proved range bounds every slot, but most proofs are generous: by intervals alone, a byte that counts to three
//! may have all its 256 values. A few thousand markings are therefore sampled first. If the proved range is wider than
//! the sampled numbers require, the slot is *assumed* to fit these. A firing that contradicts this widens the slot:
//! [`widen`] at least doubles its capacity.
//!
//! Each wider layout is compiled again, and all states are repacked. However, a state takes whole words, whose last
//! bits are mostly unused. [`spend`] therefore doubles the capacity of recently widened slots once more. Later layouts
//! are then avoided, or delayed until the words are full.

use sanderling_cutoff::{CELLS_WIDENED_TWICE, SPENT_PERCENT};
use sanderling_data_net::{CellId, CellRanges, Cells, Interval};
use sanderling_net::PlaceId;

use super::slot::Extent;

/// Returns the proved extents, without assumptions.
pub(super) fn proved(proof: &CellRanges) -> Vec<Extent> {
    proof.0.iter().map(|&range| Extent { range, is_proved: true }).collect()
}

/// Returns extents that fit the sampled numbers of each cell.
pub(super) fn assumed(cells: &Cells, proof: &CellRanges, seen: &[Interval]) -> Vec<Extent> {
    let extent = |cell: CellId| {
        let seen = seen[cell.index()];
        with_bits(proof.0[cell.index()], seen, seen.bits())
    };
    cells.ids().map(extent).collect()
}

/// Returns the extents after another number in a cell. Other assumed cells of the same place and sort whose numbers the
/// new range includes are widened to it as well. If `others_too` is set, the capacity of all assumed extents doubles.
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

/// Widens extents to cover sampled numbers.
pub(super) fn cover(extents: &mut [Extent], proof: &CellRanges, seen: &[Interval]) {
    for ((extent, &proved), &seen) in extents.iter_mut().zip(&proof.0).zip(seen) {
        let wanted = extent.range.hull(seen);
        if wanted != extent.range {
            *extent = with_bits(proved, wanted, wanted.bits());
        }
    }
}

/// Gives another bit to the cells that have been widened, place by place, since they are likely to grow again.
///
/// `room` returns the number of unused bits in the words of a state, or `None` if states would get longer. Some bits
/// are kept for other cells, which would otherwise need another word, and long arrays get none.
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
            // The remaining bits are fragmented.
            return;
        }
        (*extents, left) = (wider, left - bits);
    }
}

/// Returns an extent of `bits` bits that covers `wanted` and is within the proved range. It includes all numbers that
/// the bits can represent.
fn with_bits(proved: Interval, wanted: Interval, bits: u32) -> Extent {
    if bits >= proved.bits() {
        return Extent { range: proved, is_proved: true };
    }
    let most = (1_i64 << bits) - 1;
    // The extent starts at the proved minimum if that leaves room for `wanted`, and never extends above the proved
    // maximum.
    let low = if wanted.high - proved.low <= most { proved.low } else { wanted.low.min(proved.high - most) };
    let range = Interval { low, high: low + most };
    Extent { range, is_proved: false }
}

#[cfg(test)]
mod tests;
