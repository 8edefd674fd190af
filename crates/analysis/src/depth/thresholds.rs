//! What is known of each stored state: its threshold, or that it is on the frontier.
//!
//! The *threshold* of a state is the depth below which it has to be explored again: from there on, nothing
//! new can come of it within the bound. While it is being explored that is the depth at which it was met, and
//! afterwards the greatest threshold among its successors, less one. The threshold of a frontier state is the
//! bound.
//!
//! Why no state is lost: thresholds never rise, so INVARIANT: where all events of a state have been fired,
//! its threshold is at least that of each successor, less one, also where the successor was still being
//! explored when it was met. The threshold of the initial state is 0. So along a shortest path the threshold
//! of the n-th state is at most n, up to the first frontier state; there it is the bound, so that no frontier
//! state has a path that is shorter than the bound. This holds over all rounds, and replaces lemmas 3 and 4 of
//! the paper, which argue from shortest paths alone. That a threshold may be -1 there and is 0 here makes no
//! difference: no depth is below either.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use super::frontier_tree::NodeId;
use crate::growth::make_room;

/// What is known of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The state is, or has been, explored, and has this threshold.
    Explored(u32),
    /// The state is on the frontier, and this is its leaf of the frontier tree.
    Frontier(NodeId),
}

/// Set where a state is on the frontier.
const FRONTIER: u32 = 1 << 31;

/// The marks of all states, in four bytes each.
#[derive(Debug)]
pub(super) struct Thresholds {
    marks: Vec<Vec<u32>>,
}

impl Thresholds {
    pub(super) fn new() -> Self {
        Self { marks: vec![Vec::new(); SHARDS] }
    }

    /// What is known of a state that has been marked.
    #[inline(always)]
    pub(super) fn get(&self, id: StateId) -> Mark {
        let mark = self.marks[id.shard()][id.position()];
        match mark & FRONTIER {
            0 => Mark::Explored(mark),
            _ => Mark::Frontier(NodeId::new(mark & !FRONTIER)),
        }
    }

    /// Marks a state.
    #[inline(always)]
    pub(super) fn set(&mut self, id: StateId, mark: Mark) {
        let marks = &mut self.marks[id.shard()];
        if marks.len() <= id.position() {
            make_room(marks, id.position() + 1);
            marks.resize(id.position() + 1, 0);
        }
        marks[id.position()] = match mark {
            Mark::Explored(threshold) => threshold,
            Mark::Frontier(leaf) => FRONTIER | leaf.number(),
        };
    }

    /// The marks under the new ids of states, given as pairs of the old and the new one.
    pub(super) fn moved(&self, moves: impl Iterator<Item = (StateId, StateId)>) -> Self {
        let mut moved = Self::new();
        moves.for_each(|(old, new)| moved.set(new, self.get(old)));
        moved
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> usize {
        self.marks.iter().map(Vec::capacity).sum::<usize>() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_apart_and_move_with_their_states() {
        let id = |position| StateId::new(7, position);
        let marks = [
            Mark::Explored(0),
            Mark::Explored(FRONTIER - 1),
            Mark::Frontier(NodeId::ROOT),
            Mark::Frontier(NodeId::NONE),
        ];
        let mut thresholds = Thresholds::new();
        for (position, &mark) in marks.iter().enumerate().rev() {
            thresholds.set(id(position), mark);
        }
        let moved = thresholds.moved((0..4).map(|position| (id(position), StateId::new(9, 3 - position))));
        for (position, &mark) in marks.iter().enumerate() {
            assert_eq!(thresholds.get(id(position)), mark);
            assert_eq!(moved.get(StateId::new(9, 3 - position)), mark);
        }
    }
}
