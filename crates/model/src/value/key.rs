//! Several cells' contents as one small number.
//!
//! A condition on a few narrow cells, or the choice of a list of transitions, is a table over all that
//! the cells may hold together. Cells that are neighbours in a word are taken in one piece, a *run*.

use sanderling_data_net::CellId;

use super::slot::Slots;

/// Cells that are read together.
#[derive(Debug, Clone, Default)]
pub(super) struct Key {
    /// Each cell with the position of its content in the key.
    cells: Vec<(CellId, u32)>,
    runs: Vec<Run>,
    bits: u32,
}

/// Neighbouring bits of a word, and where they go in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Run {
    pub(super) word: u16,
    pub(super) shift: u8,
    /// How far the bits are shifted up in the key.
    pub(super) at: u8,
    pub(super) mask: u32,
}

/// The key that runs make up.
#[inline(always)]
pub(super) fn read(runs: &[Run], words: &[u64]) -> usize {
    let mut key = 0;
    for run in runs {
        key |= (words[run.word as usize] >> run.shift & u64::from(run.mask)) << run.at;
    }
    key as usize
}

impl Key {
    /// The key of some cells, which need not come in any order.
    pub(super) fn of(cells: &[CellId], slots: &Slots) -> Self {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable_by_key(|&cell| (slots.slot(cell).word, slots.slot(cell).shift, cell));
        sorted.dedup();
        let mut key = Self::default();
        for cell in sorted {
            key.push(cell, slots);
        }
        key
    }

    fn push(&mut self, cell: CellId, slots: &Slots) {
        let slot = slots.slot(cell);
        self.cells.push((cell, self.bits));
        let mask = slot.most() as u32;
        let joins = self.runs.last().is_some_and(|run| {
            run.word == slot.word && u32::from(run.shift) + run.mask.count_ones() == u32::from(slot.shift)
        });
        match self.runs.last_mut() {
            _ if slot.width == 0 => {}
            Some(run) if joins => run.mask = run.mask << slot.width | mask,
            _ => self.runs.push(Run { word: slot.word, shift: slot.shift, at: self.bits as u8, mask }),
        }
        self.bits += u32::from(slot.width);
    }

    /// The key of the same cells with the runs in this order, by their numbers.
    pub(super) fn in_order(&self, order: &[usize]) -> Self {
        let mut key = self.clone();
        let mut bits = 0;
        for &run in order {
            key.runs[run].at = bits;
            bits += self.runs[run].mask.count_ones() as u8;
        }
        for (_, at) in &mut key.cells {
            let is_of =
                |run: &&Run| u32::from(run.at) <= *at && *at < u32::from(run.at) + run.mask.count_ones();
            // A cell of no bits is in no run, and may have any place.
            let Some(run) = self.runs.iter().position(|run| is_of(&run)) else { continue };
            *at = *at - u32::from(self.runs[run].at) + u32::from(key.runs[run].at);
        }
        key
    }

    /// How many bits keys have.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The pieces that keys are read in.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The cells, in the order of the key.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells.iter().map(|&(cell, _)| cell)
    }

    /// The position of the content of one of the cells.
    pub(super) fn position(&self, cell: CellId) -> u32 {
        let position = self.cells.iter().find(|&&(known, _)| known == cell).map(|&(_, at)| at);
        position.expect("a cell of the key")
    }

    /// The content of a cell's slot in a key; `None` where it is not among the cells.
    pub(super) fn content(&self, key: u64, cell: CellId, slots: &Slots) -> Option<u64> {
        let &(_, at) = self.cells.iter().find(|&&(known, _)| known == cell)?;
        Some(key >> at & slots.slot(cell).most())
    }
}

#[cfg(test)]
mod tests;
