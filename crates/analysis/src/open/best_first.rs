//! Best-first search: the state with the lowest priority comes first, and among equals the one discovered
//! first.
//!
//! The set is a heap. A successor that is better than its predecessor precedes the remaining events of the
//! predecessor, so that the search follows a heuristic immediately. The heap of the standard library does
//! not lend its elements for modification, so this one is our own: a state's number of fired events changes
//! with every event, while its priority never changes.

use super::OpenState;
use super::spare::shrunk_capacity;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source, snapshot_of_fields};

/// Number of children of a heap entry. PERF: 4 children fire the events of a search with a million open
/// states of random priorities 1.4 times as fast as 2.
const CHILDREN: usize = 4;

/// Open states by priority.
#[derive(Debug, Default)]
pub struct BestFirst {
    heap: Vec<Entry>,
    pushed: u64,
}

#[derive(Debug)]
struct Entry {
    /// The priority, and the number of states that were pushed before this one.
    rank: (i64, u64),
    state: OpenState,
}

snapshot_of_fields!(Entry: rank, state);

impl BestFirst {
    pub(super) fn push(&mut self, state: OpenState, priority: i64) {
        self.heap.push(Entry { rank: (priority, self.pushed), state });
        self.pushed += 1;
        self.rise(self.heap.len() - 1);
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        self.heap.first_mut().map(|entry| &mut entry.state)
    }

    pub(super) fn close(&mut self) {
        if !self.heap.is_empty() {
            self.heap.swap_remove(0);
            self.sink();
        }
        if let Some(capacity) = shrunk_capacity(self.heap.len(), self.heap.capacity()) {
            self.heap.shrink_to(capacity);
        }
    }

    /// Moves an entry up to its position.
    fn rise(&mut self, mut at: usize) {
        while at > 0 {
            let above = (at - 1) / CHILDREN;
            if self.heap[above].rank < self.heap[at].rank {
                break;
            }
            self.heap.swap(above, at);
            at = above;
        }
    }

    /// Moves the first entry down to its position.
    fn sink(&mut self) {
        let mut at = 0;
        while let Some(least) = self.min_below(at) {
            if self.heap[at].rank < self.heap[least].rank {
                break;
            }
            self.heap.swap(at, least);
            at = least;
        }
    }

    fn min_below(&self, at: usize) -> Option<usize> {
        let first = CHILDREN * at + 1;
        let below = first..self.heap.len().min(first + CHILDREN);
        below.min_by_key(|&below| self.heap[below].rank)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.heap.iter_mut().map(|entry| &mut entry.state)
    }

    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.heap.save(to);
        self.pushed.save(to);
    }

    /// All ranks differ, so the order does not depend on the layout of the heap.
    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        for entry in Vec::load(from)? {
            self.heap.push(entry);
            self.rise(self.heap.len() - 1);
        }
        self.pushed = Snapshot::load(from)?;
        Some(())
    }

    pub(super) fn len(&self) -> usize {
        self.heap.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Entry>()
    }
}
