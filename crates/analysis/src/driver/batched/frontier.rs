//! The position of a breadth-first search in a sharded store.
//!
//! A shard stores its states in the order of discovery. The states of a level are therefore a range in each
//! shard, and no queue is needed:
//!
//! ```text
//! shard   │ closed ……………… │ open, this level …… │ open, next level … │
//!         0             closed                  end                  len
//! ```

use std::ops::Range;

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use crate::store::StoreWithIds;

/// For each shard, the borders between closed and open states, and between this level and the next.
#[derive(Debug, Clone)]
pub(in crate::driver) struct Frontier {
    closed: Vec<usize>,
    end: Vec<usize>,
}

/// States of one shard: the shard, and a range of positions.
pub(in crate::driver) type Piece = (usize, Range<usize>);

impl Frontier {
    /// Starts before the first level, which consists of all states in the store.
    pub(in crate::driver) fn start() -> Self {
        Self { closed: vec![0; SHARDS], end: vec![0; SHARDS] }
    }

    /// For each shard, returns the number of closed states and the end of this level.
    pub(in crate::driver) fn borders(&self) -> (&[usize], &[usize]) {
        (&self.closed, &self.end)
    }

    /// Restores a frontier with these borders in shards with this number of positions. Returns `None` if the
    /// borders are out of range.
    pub(in crate::driver) fn of_borders(
        closed: &[usize],
        end: &[usize],
        positions: impl Fn(usize) -> usize,
    ) -> Option<Self> {
        let are_of_shards = closed.len() == SHARDS && end.len() == SHARDS;
        let are_in_order = |shard: usize| closed[shard] <= end[shard] && end[shard] <= positions(shard);
        (are_of_shards && (0..SHARDS).all(are_in_order))
            .then(|| Self { closed: closed.to_vec(), end: end.to_vec() })
    }

    /// Makes the next level the current one, and returns its number of states.
    pub(in crate::driver) fn advance(&mut self, store: &impl StoreWithIds) -> u64 {
        debug_assert_eq!(self.closed, self.end, "a level is closed before the next one begins");
        for (shard, end) in self.end.iter_mut().enumerate() {
            *end = store.positions_in(shard);
        }
        self.open_in_level()
    }

    /// Returns the number of open states of this level.
    pub(in crate::driver) fn open_in_level(&self) -> u64 {
        self.closed.iter().zip(&self.end).map(|(closed, end)| (end - closed) as u64).sum()
    }

    /// Returns the number of open states of both levels.
    pub(in crate::driver) fn open(&self, store: &impl StoreWithIds) -> u64 {
        let open = |(shard, &closed): (usize, &usize)| (store.positions_in(shard) - closed) as u64;
        self.closed.iter().enumerate().map(open).sum()
    }

    /// Lists the open states of both levels.
    pub(in crate::driver) fn open_states(&self, store: &impl StoreWithIds) -> Vec<StateId> {
        let open = |(shard, &closed): (usize, &usize)| {
            (closed..store.positions_in(shard)).map(move |position| StateId::new(shard, position))
        };
        self.closed.iter().enumerate().flat_map(open).collect()
    }

    /// Returns the next open states of this level, at most `count` of them, in pieces of at most `size`
    /// states.
    pub(in crate::driver) fn next(&self, count: usize, size: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut left = count;
        for (shard, (&closed, &end)) in self.closed.iter().zip(&self.end).enumerate() {
            let end = end.min(closed.saturating_add(left));
            left -= end - closed;
            let starts = (closed..end).step_by(size);
            pieces.extend(starts.map(|start| (shard, start..end.min(start.saturating_add(size)))));
        }
        pieces
    }

    /// Closes the states of a piece. They must be the next ones of their shard.
    pub(in crate::driver) fn close(&mut self, (shard, positions): &Piece) {
        debug_assert_eq!(self.closed[*shard], positions.start);
        self.closed[*shard] = positions.end;
    }

    /// Returns the range of its shard that a state is in: 0 for closed, 1 for this level, 2 for the next.
    pub(in crate::driver) fn group(&self, id: StateId) -> usize {
        let past = |border: &[usize]| usize::from(id.position() >= border[id.shard()]);
        past(&self.closed) + past(&self.end)
    }

    /// Returns the frontier of another store, whose shards hold the same groups one after the other.
    /// `new_ids` gives the new id of each state, by shard and position here.
    pub(in crate::driver) fn moved(&self, new_ids: &[Vec<StateId>]) -> Self {
        let mut moved = Self::start();
        for (shard, ids) in new_ids.iter().enumerate() {
            for (position, new) in ids.iter().enumerate() {
                let group = self.group(StateId::new(shard, position));
                moved.closed[new.shard()] += usize::from(group == 0);
                moved.end[new.shard()] += usize::from(group <= 1);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use sanderling_store::{Insertion, PackedStore};

    use super::*;

    #[test]
    fn pieces_cover_the_level_in_order() {
        let mut store = PackedStore::new(1);
        let root = store.insert_root(&[0]);
        (1..1000).for_each(|word| assert!(matches!(store.insert::<1>(&[word], root), Insertion::New(_))));
        for size in [1, 2, 3, 100, usize::MAX] {
            let mut frontier = Frontier::start();
            assert_eq!(frontier.advance(&store), 1000);
            let mut taken = 0;
            while frontier.open_in_level() > 0 {
                let pieces = frontier.next(300, size);
                assert!(pieces.iter().all(|(_, range)| (1..=size).contains(&range.len())));
                pieces.iter().for_each(|piece| frontier.close(piece));
                let states = pieces.iter().map(|(_, range)| range.len()).sum::<usize>();
                assert!(states == 300 || frontier.open_in_level() == 0);
                taken += states;
            }
            assert_eq!(taken, 1000);
        }
    }
}
