//! Contents of several cells as one small number.
//!
//! A condition on a few narrow cells, or the choice of a list of transitions, is a table over the joint contents of the
//! cells. Adjacent cells in a word are read in one piece, a *run*.

use sanderling_data_net::CellId;

use super::slot::Slots;

/// Cells that are read together as one number.
#[derive(Debug, Clone, Default)]
pub(super) struct Key {
    /// Each cell with the position of its content in the key.
    cells: Vec<(CellId, u32)>,
    runs: Vec<Run>,
    bits: u32,
}

/// Adjacent bits of a word, and their position in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Run {
    pub(super) word: u16,
    pub(super) shift: u8,
    /// The number of bits by which the run is shifted up in the key.
    pub(super) at: u8,
    pub(super) mask: u32,
}

/// Reads the key that consists of some runs.
#[inline(always)]
pub(super) fn read(runs: &[Run], words: &[u64]) -> usize {
    let mut key = 0;
    for run in runs {
        key |= (words[run.word as usize] >> run.shift & u64::from(run.mask)) << run.at;
    }
    key as usize
}

impl Key {
    /// Creates the key of some cells, in any order.
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

    /// Returns the key of the same cells with the runs in this order.
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
            // A cell of no bits is in no run, and may have any position.
            let Some(run) = self.runs.iter().position(|run| is_of(&run)) else { continue };
            *at = *at - u32::from(self.runs[run].at) + u32::from(key.runs[run].at);
        }
        key
    }

    /// Returns the number of bits of the key.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the pieces in which keys are read.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Iterates over the cells, in the order of the key.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells.iter().map(|&(cell, _)| cell)
    }

    /// Returns the position of the content of one of the cells.
    pub(super) fn position(&self, cell: CellId) -> u32 {
        let position = self.cells.iter().find(|&&(known, _)| known == cell).map(|&(_, at)| at);
        position.expect("a cell of the key")
    }

    /// Returns the content of a cell's slot in a key, or `None` if it is not among the cells.
    pub(super) fn content(&self, key: u64, cell: CellId, slots: &Slots) -> Option<u64> {
        let &(_, at) = self.cells.iter().find(|&&(known, _)| known == cell)?;
        Some(key >> at & slots.slot(cell).most())
    }
}

#[cfg(test)]
mod tests;
