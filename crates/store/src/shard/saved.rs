//! The form of a shard in a checkpoint if states have been removed. The restored shard gives future states the same
//! positions.

use sanderling_system::with_words;

use super::Shard;
use crate::StateId;
use crate::hash::{hash, shard_of, within_shard};
use crate::index::MAX_STATES;
use crate::packed::PackedStore;
use crate::positions::Positions;

/// The states of a shard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedShard {
    /// The words of the states, by position. Those of free positions are arbitrary.
    pub states: Vec<u64>,
    /// The predecessors, by position. Those of free positions are arbitrary.
    pub preds: Vec<StateId>,
    /// The free positions, starting with the one freed last.
    pub free: Vec<usize>,
}

impl Shard {
    /// Iterates over the free positions, starting with the one freed last.
    pub fn free_positions(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.free.1.map(StateId::position);
        let behind = |&position: &usize| {
            let next = self.preds[position].position();
            (next != position).then_some(next)
        };
        std::iter::successors(first, behind)
    }

    /// Restores a shard, or returns `None` if the parts are not consistent.
    fn restored<const W: usize>(words: usize, saved: SavedShard) -> Option<Self> {
        let SavedShard { states, mut preds, free } = saved;
        if preds.len() > MAX_STATES || states.len() != preds.len() * words {
            return None;
        }
        let mut removed = Positions::default();
        for (at, &position) in free.iter().enumerate() {
            let next = free.get(at + 1).copied().unwrap_or(position);
            if removed.contains(position) || position.max(next) >= preds.len() {
                return None;
            }
            removed.insert(position, preds.len());
            preds[position] = StateId::new(0, next);
        }
        let free = (free.len(), free.first().map(|&position| StateId::new(0, position)));
        let mut shard = Self { states, preds, removed, free, ..Self::new(words) };
        // The number of bits of a position depends on the size of the index, which must therefore also count free
        // positions.
        shard.grow_index::<W>(shard.positions());
        // If each state is found at its position, no two are equal.
        let is_found = |position: usize| {
            let state = shard.state::<W>(position);
            shard.find::<W>(within_shard(hash(state)), state) == Some(position)
        };
        let are_found = shard.taken().all(is_found);
        are_found.then_some(shard)
    }
}

impl PackedStore {
    /// Restores a store of states of `words` words, or returns `None` if the shards are not consistent.
    #[must_use]
    pub fn restored(words: usize, shards: Vec<SavedShard>) -> Option<Self> {
        let shards: Option<Vec<Shard>> = shards
            .into_iter()
            .map(|saved| with_words!(words, W => Shard::restored::<W>(words, saved)))
            .collect();
        let store = Self::of(words, shards?.into_iter());
        let is_at_home = |id: StateId| {
            let pred = store.pred(id);
            shard_of(hash(store.state(id))) == id.shard()
                && pred.position() < store.shards()[pred.shard()].positions()
        };
        (store.shards().len() == crate::hash::SHARDS && store.ids().all(is_at_home)).then_some(store)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::SHARDS;
    use crate::shard::Insertion;

    fn saved(store: &PackedStore) -> Vec<SavedShard> {
        let of_shard = |shard: &Shard| SavedShard {
            states: shard.states.clone(),
            preds: shard.preds.clone(),
            free: shard.free_positions().collect(),
        };
        store.shards().iter().map(of_shard).collect()
    }

    /// Returns a store from which all but one in `left` states have been removed.
    fn store(left: u64) -> PackedStore {
        let mut store = PackedStore::new(2);
        let root = store.insert_root(&[0, 3]);
        let states = crate::fewer(30_000) as u64;
        (1..states)
            .for_each(|number| assert!(matches!(store.insert::<2>(&[number, 3], root), Insertion::New(_))));
        for number in (1..states).filter(|number| number % left > 0) {
            let id = store.find::<2>(&[number, 3]).expect("it is there");
            store.remove::<2>(id);
        }
        store
    }

    #[test]
    fn states_to_come_get_the_positions_that_they_would_have_had() {
        for left in [1, 2, 20, 400] {
            let mut store = store(left);
            let mut restored = PackedStore::restored(2, saved(&store)).expect("it is one");
            assert!(
                store.ids().eq(restored.ids()) && store.ids().all(|id| store.state(id) == restored.state(id))
            );
            let pred = store.ids().next().expect("there are some");
            for number in 0..crate::fewer(40_000) as u64 {
                let state = [number, 3];
                assert_eq!(store.insert::<2>(&state, pred), restored.insert::<2>(&state, pred));
            }
            assert!(store.ids().eq(restored.ids()));
        }
    }

    #[test]
    fn what_does_not_fit_together_is_no_store() {
        let good = saved(&store(2));
        let shard = good
            .iter()
            .position(|shard| shard.free.len() > 1 && shard.preds.len() > 6)
            .expect("there is one");
        let damaged = |damage: &dyn Fn(&mut SavedShard)| {
            let mut saved = good.clone();
            damage(&mut saved[shard]);
            PackedStore::restored(2, saved).is_none()
        };
        assert!(!damaged(&|_| ()));
        assert!(damaged(&|saved| saved.free[1] = saved.free[0]));
        assert!(damaged(&|saved| saved.free[0] = saved.preds.len()));
        assert!(damaged(&|saved| saved.free[1] = usize::MAX));
        assert!(damaged(&|saved| _ = saved.states.pop()));
        let taken =
            (0..good[shard].preds.len()).find(|at| !good[shard].free.contains(at)).expect("there is one");
        assert!(damaged(&|saved| saved.preds[taken] = StateId::new(SHARDS - 1, (1 << 24) - 1)));
        assert!(damaged(&|saved| {
            let other =
                (taken + 1..saved.preds.len()).find(|at| !saved.free.contains(at)).expect("there is one");
            saved.states.copy_within(2 * taken..2 * taken + 2, 2 * other);
        }));
        assert!(PackedStore::restored(2, good[1..].to_vec()).is_none());
    }
}
