//! The mark of each stored state: its threshold, or that it is on the frontier.
//!
//! The *threshold* of a state is the depth below which it has to be explored again. From the threshold on,
//! it leads to no new states within the bound. While a state is being explored, its threshold is the depth
//! at which it was met. Afterwards, it is the greatest threshold among its successors, minus one. The
//! threshold of a frontier state is the bound.
//!
//! Why no state is lost: thresholds never rise. INVARIANT: once all events of a state have been fired, its
//! threshold is at least that of each successor, minus one, even if the successor was still being explored
//! when it was met. The threshold of the initial state is 0. So along a shortest path the threshold of the
//! n-th state is at most n, up to the first frontier state. There it is the bound, so no frontier state has
//! a path that is shorter than the bound. This holds over all rounds. It replaces lemmas 3 and 4 of the
//! paper, which argue from shortest paths alone. A threshold of -1 in the paper is 0 here, which makes no
//! difference, since no depth is below either.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use super::frontier_tree::NodeId;
use crate::growth::make_room;

/// The mark of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The state is being or has been explored, and has this threshold.
    Explored(u32),
    /// The state is on the frontier, and this is its leaf of the frontier tree.
    Frontier(NodeId),
}

/// Bit that is set if a state is on the frontier.
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

    /// Returns the mark of a state that has one.
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

    /// Returns the marks with new ids, given as pairs of the old and the new one.
    pub(super) fn moved(&self, moves: impl Iterator<Item = (StateId, StateId)>) -> Self {
        let mut moved = Self::new();
        moves.for_each(|(old, new)| moved.set(new, self.get(old)));
        moved
    }

    /// Returns the memory of the marks, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.marks.iter().map(Vec::capacity).sum::<usize>() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_distinct_and_move_with_their_states() {
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
