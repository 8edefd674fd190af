//! Successors of states of many words with new nodes, before these nodes are inserted.
//!
//! While successors are looked up, the nodes are read-only. Successors with new nodes wait here with the numbers of
//! their parent's nodes, so that inserting them visits only the nodes above the changes.
//!
//! INVARIANT: the numbers belong to the tree in which they were looked up.

use super::fold::{Climb, Unfolded};
use super::routes::is_among;
use super::{Key, TreeStore, pair};
use crate::compact::NoRoom;
#[cfg(target_arch = "x86_64")]
use crate::wide;

/// Successors with new nodes, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Newcomers {
    /// The words and the numbers of the nodes of the parents. Consecutive successors share their parent.
    states: Vec<u64>,
    numbers: Vec<u32>,
    parents: usize,
    /// The last parent, by its position among the unfolded states.
    last: Option<usize>,
    /// For each successor, its parent here, and the end of its changes.
    successors: Vec<(usize, usize)>,
    /// The words that change, and their new values.
    changes: Vec<(u32, u64)>,
}

/// A successor: its parent, the numbers of the parent's nodes, and the changes.
pub(super) type Newcomer<'a> = (&'a [u64], &'a [u32], &'a [(u32, u64)]);

impl Newcomers {
    /// Adds a successor of an unfolded state. [`begin`](Self::begin) must be called whenever other states have been
    /// unfolded.
    #[inline(always)]
    pub fn push(&mut self, (unfolded, at): (&Unfolded, usize), changes: &[(u32, u64)]) {
        if self.last != Some(at) {
            self.last = Some(at);
            self.parents += 1;
            self.states.extend_from_slice(unfolded.state(at));
            self.numbers.extend_from_slice(unfolded.numbers_of(at));
        }
        self.changes.extend_from_slice(changes);
        self.successors.push((self.parents - 1, self.changes.len()));
    }

    /// Announces that the following successors are those of other unfolded states.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Removes all successors.
    pub fn clear(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.successors.clear();
        self.changes.clear();
        (self.parents, self.last) = (0, None);
    }

    /// Iterates over the successors.
    pub(super) fn iter(&self) -> impl Iterator<Item = Newcomer<'_>> {
        let parents = self.parents.max(1);
        let (words, nodes) = (self.states.len() / parents, self.numbers.len() / parents);
        let mut start = 0;
        self.successors.iter().map(move |&(parent, end)| {
            let changes = &self.changes[std::mem::replace(&mut start, end)..end];
            (&self.states[parent * words..][..words], &self.numbers[parent * nodes..][..nodes], changes)
        })
    }

    /// Returns the memory of the successors, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.numbers.capacity() * size_of::<u32>()
            + self.successors.capacity() * size_of::<(usize, usize)>()
            + self.changes.capacity() * size_of::<(u32, u64)>()
    }
}

impl TreeStore {
    /// Folds successors of states of [many words](Self::has_long_states), inserts the new nodes, and appends the keys
    /// to `keys`.
    ///
    /// # Errors
    /// If no numbers are left for nodes.
    pub fn fold_newcomers(&mut self, newcomers: &Newcomers, keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            #[allow(unsafe_code)]
            return unsafe { self.fold_newcomers_wide(newcomers, keys) };
        }
        self.fold_newcomers_stepwise::<false>(newcomers, keys)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fold_newcomers_wide(&mut self, newcomers: &Newcomers, keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        self.fold_newcomers_stepwise::<true>(newcomers, keys)
    }

    #[inline(always)]
    fn fold_newcomers_stepwise<const WIDE: bool>(
        &mut self,
        newcomers: &Newcomers,
        keys: &mut Vec<Key>,
    ) -> Result<(), NoRoom> {
        let Self { shape, nodes, routes, .. } = self;
        let routes = routes.as_ref().expect("states have many words");
        let mut climb = Climb::default();
        for newcomer in newcomers.iter() {
            let insert = |at: usize, value| nodes[at].insert(value);
            if !climb.climb::<WIDE>((shape, routes), newcomer, |_| u64::MAX, insert) {
                return Err(NoRoom);
            }
            let known = newcomer.1;
            let number =
                |half: usize| if is_among(&climb.visited, half) { climb.numbers[half] } else { known[half] };
            keys.push(pair(number(shape.left), number(shape.right)));
        }
        Ok(())
    }
}
