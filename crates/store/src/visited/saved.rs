//! The form of visited sets and slabs in a checkpoint, which stores them completely.

use crate::hash_compaction::SavedTable;
use crate::{Bitstate, HashCompaction, Omissions, Slab, VisitedSet};

/// The parts of a visited set.
#[derive(Debug, Clone, PartialEq)]
pub enum SetParts<'s> {
    /// The number of slots and the bytes of each table.
    HashCompaction(Vec<(usize, &'s [u8])>),
    /// The words of the array.
    Bitstate(&'s [u64]),
}

/// The saved parts of a visited set.
#[derive(Debug, Clone, PartialEq)]
pub enum SavedSet {
    /// The tables.
    HashCompaction(Vec<SavedTable>),
    /// The words of the array.
    Bitstate(Vec<u64>),
}

impl VisitedSet {
    /// Returns the parts to save, in addition to the number of [states](Self::states) and the
    /// [omissions](Self::omissions).
    #[must_use]
    pub fn parts(&self) -> SetParts<'_> {
        match self {
            Self::HashCompaction(set) => SetParts::HashCompaction(set.parts()),
            Self::Bitstate(set) => SetParts::Bitstate(set.words()),
        }
    }

    /// Restores this empty set from the saved parts of one with the same number of bits or hash functions. Returns
    /// whether they are valid.
    pub fn restore(&mut self, saved: SavedSet, states: u64, omissions: Omissions) -> bool {
        match (self, saved) {
            (Self::HashCompaction(set), SavedSet::HashCompaction(tables)) => {
                HashCompaction::restored(set.bits(), tables, states, omissions)
                    .map(|restored| *set = restored)
            }
            (Self::Bitstate(set), SavedSet::Bitstate(words)) => {
                Bitstate::restored(words, set.hashes(), states, omissions).map(|restored| *set = restored)
            }
            _ => None,
        }
        .is_some()
    }
}

impl Slab {
    /// Restores a slab from its states and free slots. The last free slot is reused first. Returns `None` if they are
    /// not consistent.
    #[must_use]
    pub fn restored(words: usize, states: &[u64], free: &[usize]) -> Option<Self> {
        if !states.len().is_multiple_of(words) {
            return None;
        }
        let mut slab = Self::new(words);
        let ids: Vec<_> = states.chunks_exact(words).map(|state| slab.insert(state)).collect();
        for &slot in free {
            let id = (*ids.get(slot)?)?;
            if !slab.is_taken(id) {
                return None;
            }
            slab.remove(id);
        }
        Some(slab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Visit;

    fn saved(parts: Vec<(usize, &[u8])>) -> Vec<SavedTable> {
        parts.into_iter().map(|(slots, bytes)| SavedTable { slots, bytes: bytes.to_vec() }).collect()
    }

    fn saved_set(set: &VisitedSet) -> SavedSet {
        match set.parts() {
            SetParts::HashCompaction(parts) => SavedSet::HashCompaction(saved(parts)),
            SetParts::Bitstate(words) => SavedSet::Bitstate(words.to_vec()),
        }
    }

    #[test]
    fn sets_go_on_as_they_were() {
        for kind in 0..3 {
            let empty = || match kind {
                0 => VisitedSet::HashCompaction(HashCompaction::new(20)),
                1 => VisitedSet::HashCompaction(HashCompaction::new(64)),
                _ => VisitedSet::Bitstate(Bitstate::new(1000, 3)),
            };
            let (mut set, mut restored) = (empty(), empty());
            let states = crate::fewer(3000) as u64;
            (0..states).for_each(|number| _ = set.visit(&[number, 7]));
            assert!(restored.restore(saved_set(&set), set.states(), set.omissions()));
            for number in 0..2 * states {
                assert_eq!(set.visit(&[number, 7]), restored.visit(&[number, 7]));
            }
            assert_eq!((set.states(), set.omissions()), (restored.states(), restored.omissions()));
            assert_eq!(set.parts(), restored.parts());
            assert!(!restored.restore(SavedSet::Bitstate(Vec::new()), 0, Omissions::default()));
        }
    }

    #[test]
    fn tables_that_do_not_fit_together_are_none() {
        let mut set = HashCompaction::new(30);
        (0..1000_u64)
            .for_each(|number| assert_ne!(set.visit(crate::Fingerprint::of(&[number])), Visit::Full));
        let damaged = |damage: &dyn Fn(&mut Vec<SavedTable>)| {
            let mut tables = saved(set.parts());
            damage(&mut tables);
            HashCompaction::restored(30, tables, set.states(), set.omissions()).is_none()
        };
        assert!(!damaged(&|_| ()));
        assert!(damaged(&|tables| _ = tables.pop()));
        assert!(damaged(&|tables| tables[3].slots += 1));
        assert!(damaged(&|tables| tables[3].slots = usize::MAX));
        assert!(damaged(&|tables| tables[3].bytes.fill(0)));
        assert!(damaged(&|tables| tables[3].bytes.fill(0x80)));
    }

    #[test]
    fn slots_are_used_again_in_the_same_order() {
        let mut slab = Slab::new(2);
        let ids: Vec<_> = (0..50).map(|number| slab.insert(&[number, 1]).expect("there are ids")).collect();
        [7, 3, 40, 0].into_iter().for_each(|slot| slab.remove(ids[slot]));
        let (states, free) = (slab.words_of_all().to_vec(), slab.free_slots().collect::<Vec<_>>());
        let mut restored = Slab::restored(2, &states, &free).expect("it is one");
        for number in 0..10 {
            assert_eq!(slab.insert(&[number, 2]), restored.insert(&[number, 2]));
        }
        assert!(ids.iter().all(|&id| slab.state(id) == restored.state(id)));
        assert!(Slab::restored(2, &states, &[3, 3]).is_none() && Slab::restored(2, &states, &[50]).is_none());
    }
}
