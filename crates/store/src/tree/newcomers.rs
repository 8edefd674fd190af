//! Successors of states of many words of which a node is new, until they are taken in.
//!
//! While successors are looked up, nobody changes the nodes. What has a new node waits here with the numbers of its parent's
//! nodes, so that taking it in visits the nodes above what changed and no others.
//!
//! INVARIANT: the numbers belong to the tree that they were written down from.

use super::fold::Unfolded;

/// The successors, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Newcomers {
    /// The words and the numbers of the nodes of the parents, each once as long as its successors come one after the other.
    states: Vec<u64>,
    numbers: Vec<u32>,
    parents: usize,
    /// The parent that came last, by its position in what was unfolded.
    last: Option<usize>,
    /// For each successor its parent here, and where its changes end.
    successors: Vec<(usize, usize)>,
    /// The words that change, and what they hold then.
    changes: Vec<(u32, u64)>,
}

/// A successor: its parent, the numbers of the parent's nodes, and what changes.
pub(super) type Newcomer<'a> = (&'a [u64], &'a [u32], &'a [(u32, u64)]);

impl Newcomers {
    /// Adds a successor of an unfolded state. Before other states are unfolded, [`begin`](Self::begin) is to be called.
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

    /// From here on, successors are of other unfolded states.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Takes all of them out.
    pub fn clear(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.successors.clear();
        self.changes.clear();
        (self.parents, self.last) = (0, None);
    }

    /// The successors.
    pub(super) fn iter(&self) -> impl Iterator<Item = Newcomer<'_>> {
        let parents = self.parents.max(1);
        let (words, nodes) = (self.states.len() / parents, self.numbers.len() / parents);
        let mut start = 0;
        self.successors.iter().map(move |&(parent, end)| {
            let changes = &self.changes[std::mem::replace(&mut start, end)..end];
            (&self.states[parent * words..][..words], &self.numbers[parent * nodes..][..nodes], changes)
        })
    }

    /// The memory that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>()
            + self.numbers.capacity() * size_of::<u32>()
            + self.successors.capacity() * size_of::<(usize, usize)>()
            + self.changes.capacity() * size_of::<(u32, u64)>()
    }
}
