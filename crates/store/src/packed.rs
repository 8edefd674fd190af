//! The exact store of packed states: [`SHARDS`] shards, chosen by hash.

use sanderling_system::with_words;

use crate::hash::{SHARD_BITS, SHARDS, hash, shard_of, within_shard};
use crate::shard::{Insertion, Shard};

/// The id of a state of a store: its shard, 8 bits, and its position there, 24 bits.
///
/// Ids depend on where a state is stored, not on when it was discovered. They are stable for the lifetime of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// Creates the id of the state at a position of a shard.
    #[must_use]
    #[inline(always)]
    pub const fn new(shard: usize, position: usize) -> Self {
        debug_assert!(shard < SHARDS && position >> (32 - SHARD_BITS) == 0);
        Self((shard as u32) << (32 - SHARD_BITS) | position as u32)
    }

    /// Returns the shard of the state.
    #[must_use]
    #[inline(always)]
    pub fn shard(self) -> usize {
        (self.0 >> (32 - SHARD_BITS)) as usize
    }

    /// Returns the position of the state in its shard.
    #[must_use]
    #[inline(always)]
    pub fn position(self) -> usize {
        (self.0 << SHARD_BITS >> SHARD_BITS) as usize
    }

    #[inline(always)]
    pub(crate) fn raw(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn from_raw(raw: u32) -> Self {
        Self(raw)
    }
}

/// The exact store of packed states. States are compared word by word, so two different states are never confused.
#[derive(Debug)]
pub struct PackedStore {
    words: usize,
    shards: Vec<Shard>,
}

impl PackedStore {
    /// Creates an empty store for states of `words` words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self { words, shards: (0..SHARDS).map(|_| Shard::new(words)).collect() }
    }

    /// Limits the number of states in each shard to `states_of_shard`, if that is less than the [general
    /// maximum](crate::MAX_STATES_OF_SHARD).
    #[must_use]
    pub fn with_room(self, states_of_shard: usize) -> Self {
        let shards = self.shards.into_iter().map(|shard| shard.with_room(states_of_shard)).collect();
        Self { shards, ..self }
    }

    /// Creates a store of these shards.
    pub(crate) fn of(words: usize, shards: impl Iterator<Item = Shard>) -> Self {
        Self { words, shards: shards.collect() }
    }

    /// Returns the number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(Shard::is_empty)
    }

    /// Returns the approximate memory of a state and its predecessor, with their share of the index, in bytes.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.words * size_of::<u64>() + 3 * size_of::<StateId>()
    }

    /// Returns the memory of the store, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum::<usize>() + SHARDS * size_of::<Shard>()
    }

    /// Whether some shard must grow before each takes `more` more states.
    #[must_use]
    pub fn is_tight(&self, more: usize) -> bool {
        self.shards.iter().any(|shard| shard.is_tight(more))
    }

    /// Returns the number of bytes that [`grow`](Self::grow) would add.
    #[must_use]
    pub fn growth_bytes(&self, more: usize) -> usize {
        self.shards.iter().map(|shard| shard.growth_bytes(more)).sum()
    }

    /// Makes room in every shard for `more` more states.
    ///
    /// A shard grows by itself if it has to. But if all shards grow one after the other, each can reuse the memory
    /// freed by the one before.
    pub fn grow(&mut self, more: usize) {
        with_words!(self.words, W => self.shards.iter_mut().for_each(|shard| shard.grow::<W>(more)));
    }

    /// Returns the shards, in order.
    #[must_use]
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// Returns the shards, in order, to distribute them among workers.
    pub fn shards_mut(&mut self) -> &mut [Shard] {
        &mut self.shards
    }

    /// Returns the words of a state.
    #[must_use]
    #[inline]
    pub fn state(&self, id: StateId) -> &[u64] {
        self.shards[id.shard()].state::<0>(id.position())
    }

    /// Returns the state from which a state was discovered. A root is its own predecessor.
    #[must_use]
    pub fn pred(&self, id: StateId) -> StateId {
        self.shards[id.shard()].pred(id.position())
    }

    /// Looks a state up, and inserts it if it is new.
    #[inline]
    pub fn insert<const W: usize>(&mut self, state: &[u64], pred: StateId) -> Insertion<StateId> {
        let hash = hash(state);
        let shard = shard_of(hash);
        match self.shards[shard].insert::<W>(within_shard(hash), state, pred) {
            Insertion::New(position) => Insertion::New(StateId::new(shard, position)),
            Insertion::Known(position) => Insertion::Known(StateId::new(shard, position)),
            Insertion::Full => Insertion::Full,
        }
    }

    /// Looks a state up.
    #[must_use]
    #[inline]
    pub fn find<const W: usize>(&self, state: &[u64]) -> Option<StateId> {
        let hash = hash(state);
        let shard = shard_of(hash);
        let position = self.shards[shard].find::<W>(within_shard(hash), state)?;
        Some(StateId::new(shard, position))
    }

    /// Inserts a root: a state that was not discovered from another.
    ///
    /// # Panics
    /// If the store already contains the state, or is full.
    pub fn insert_root(&mut self, state: &[u64]) -> StateId {
        let nowhere = StateId::new(0, 0);
        let inserted = with_words!(self.words, W => self.insert::<W>(state, nowhere));
        let Insertion::New(root) = inserted else { panic!("a root is new") };
        self.set_pred(root, root);
        root
    }

    /// Removes a state. Its id may be reused.
    pub fn remove<const W: usize>(&mut self, id: StateId) {
        self.shards[id.shard()].remove::<W>(id.position());
    }

    /// Whether a state has this id.
    #[must_use]
    pub fn is_taken(&self, id: StateId) -> bool {
        self.shards[id.shard()].is_taken(id.position())
    }

    /// Iterates over the ids of all states, shard by shard.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + '_ {
        let shards = self.shards.iter().enumerate();
        shards.flat_map(|(shard, states)| states.taken().map(move |position| StateId::new(shard, position)))
    }

    /// Sets the predecessor of a state.
    pub fn set_pred(&mut self, id: StateId, pred: StateId) {
        self.shards[id.shard()].set_pred(id.position(), pred);
    }

    /// Returns the states on the path from the root to `id`, both included, along the predecessors.
    #[must_use]
    pub fn path_to(&self, id: StateId) -> Vec<StateId> {
        let mut path = vec![id];
        let mut at = id;
        while self.pred(at) != at {
            at = self.pred(at);
            path.push(at);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Records, fewer};

    /// Returns states with many duplicates, in a fixed order.
    fn some_states(words: usize) -> Vec<Vec<u64>> {
        let mut seed = 12345_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % 40
        };
        (0..fewer(20_000)).map(|_| (0..words).map(|_| next()).collect()).collect()
    }

    #[test]
    fn each_state_is_stored_once() {
        for words in 1..6 {
            let mut store = PackedStore::new(words);
            let mut known = HashMap::new();
            for state in some_states(words) {
                let pred = StateId::new(7, 11);
                match with_words!(words, W => store.insert::<W>(&state, pred)) {
                    Insertion::New(id) => assert!(known.insert(state, id).is_none()),
                    Insertion::Known(id) => assert_eq!(known[&state], id),
                    Insertion::Full => panic!("there is room"),
                }
            }
            assert_eq!(store.len(), known.len());
            assert!(known.iter().all(|(state, &id)| store.state(id) == state.as_slice()));
        }
    }

    #[test]
    fn a_batch_stores_what_single_insertions_store() {
        for words in 1..6 {
            let new = || PackedStore::new(words);
            let (mut single, mut batched, mut in_groups) = (new(), new(), new());
            let mut records = vec![Records::new(); SHARDS];
            for (i, state) in some_states(words).iter().enumerate() {
                let pred = StateId::new(i % SHARDS, i);
                let hash = hash(state);
                single.insert::<0>(state, pred);
                records[shard_of(hash)].push(pred, within_shard(hash), state);
            }
            for (shard, records) in batched.shards_mut().iter_mut().zip(&records) {
                assert!(shard.insert_all(records));
            }
            for (shard, records) in in_groups.shards_mut().iter_mut().zip(&records) {
                assert!(with_words!(words, W => shard.insert_in_groups::<W>(records.words())));
            }
            let batched = batched.shards().iter().chain(in_groups.shards());
            for (single, batched) in single.shards().iter().cycle().zip(batched) {
                assert_eq!(single.len(), batched.len());
                for position in 0..single.len() {
                    assert_eq!(single.state::<0>(position), batched.state::<0>(position));
                    assert_eq!(single.pred(position), batched.pred(position));
                }
            }
        }
    }

    #[test]
    fn what_is_removed_may_come_again_and_the_others_stay() {
        for words in 1..4 {
            let mut store = PackedStore::new(words);
            let mut known: HashMap<Vec<u64>, StateId> = HashMap::new();
            let pred = StateId::new(7, 11);
            for (i, state) in some_states(words).into_iter().enumerate() {
                if i % 3 == 0
                    && let Some(id) = known.remove(&state)
                {
                    assert!(store.is_taken(id));
                    with_words!(words, W => store.remove::<W>(id));
                    assert!(!store.is_taken(id));
                    continue;
                }
                match with_words!(words, W => store.insert::<W>(&state, pred)) {
                    Insertion::New(id) => assert!(known.insert(state, id).is_none()),
                    Insertion::Known(id) => assert_eq!(known[&state], id),
                    Insertion::Full => panic!("there is room"),
                }
            }
            assert_eq!(store.len(), known.len());
            assert!(known.iter().all(|(state, &id)| store.state(id) == state.as_slice()));
            for state in some_states(words) {
                let found = with_words!(words, W => store.find::<W>(&state));
                assert_eq!(found, known.get(&state).copied());
            }
            let ids: std::collections::HashSet<_> = store.ids().collect();
            assert_eq!(ids, known.values().copied().collect());
        }
    }

    #[test]
    fn nothing_is_found_in_an_empty_store() {
        assert_eq!(PackedStore::new(1).find::<1>(&[0]), None);
    }

    #[test]
    fn a_store_that_has_grown_takes_no_more_memory_than_predicted() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        let mut store = PackedStore::new(2);
        let pred = StateId::new(7, 11);
        let states: Vec<Vec<u64>> = (0..fewer(200_000) as u64).map(|number| vec![number, 3]).collect();
        for some in states.chunks(fewer(10_000)) {
            if store.is_tight(128) {
                let predicted = store.bytes() + store.growth_bytes(128);
                store.grow(128);
                assert!(!store.is_tight(128));
                assert_eq!(store.bytes(), predicted);
            }
            let bytes = store.bytes();
            for state in some {
                assert!(matches!(store.insert::<2>(state, pred), Insertion::New(_)));
            }
            assert_eq!(store.bytes(), bytes);
        }
        assert!(states.iter().all(|state| store.find::<2>(state).is_some()));
    }

    #[test]
    fn a_path_leads_from_the_root() {
        let mut store = PackedStore::new(1);
        let root = store.insert_root(&[0]);
        let mut last = root;
        for word in 1..100 {
            let Insertion::New(id) = store.insert::<1>(&[word], last) else { panic!("new") };
            last = id;
        }
        let path = store.path_to(last);
        assert_eq!(path.len(), 100);
        assert_eq!(path[0], root);
        assert!(path.iter().enumerate().all(|(i, &id)| store.state(id) == [i as u64]));
    }
}
