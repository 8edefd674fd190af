//! Several cells' contents as one small number.
//!
//! A condition on a few narrow cells, or the choice of a list of transitions, is a table over all that
//! the cells may hold together. Cells that are neighbours in a word are taken in one piece, a *run*.

use super::cell::CellId;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Run {
    word: u16,
    shift: u8,
    /// How far the bits are shifted up in the key.
    at: u8,
    mask: u32,
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

    /// The key of these contents of the cells.
    pub(super) fn key_of(&self, content: impl Fn(CellId) -> u64) -> u64 {
        self.cells.iter().fold(0, |key, &(cell, at)| key | content(cell) << at)
    }

    /// The content of a cell's slot in a key; `None` where it is not among the cells.
    pub(super) fn content(&self, key: u64, cell: CellId, slots: &Slots) -> Option<u64> {
        let &(_, at) = self.cells.iter().find(|&&(known, _)| known == cell)?;
        Some(key >> at & slots.slot(cell).most())
    }
}

#[cfg(test)]
mod tests;
