//! The packed store for searches whose threads insert states one by one, with a lock for each [shard](crate::shard).
//!
//! States are distributed over [`SHARDS`] shards by their hash, so two threads seldom need the same one. States are
//! copied when read, since their shard may grow at any time. INVARIANT: ids are stable for the lifetime of the store.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::hash::{SHARDS, hash, shard_of, within_shard};
use crate::shard::{Insertion, Shard};
use crate::{PackedStore, StateId};

/// The shared store.
#[derive(Debug)]
pub struct SharedStore {
    shards: Vec<Mutex<Shard>>,
    bytes: AtomicUsize,
}

impl SharedStore {
    /// Creates an empty store for states of `words` words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::new(Shard::new(words))).collect();
        Self { shards, bytes: AtomicUsize::new(SHARDS * size_of::<Mutex<Shard>>()) }
    }

    /// Returns the number of states. Locks each shard in turn.
    #[must_use]
    pub fn len(&self) -> usize {
        (0..SHARDS).map(|shard| self.lock(shard).len()).sum()
    }

    /// Whether the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the store, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Copies the words of a state.
    #[inline]
    pub fn read<const W: usize>(&self, id: StateId, state: &mut [u64]) {
        state.copy_from_slice(self.lock(id.shard()).state::<W>(id.position()));
    }

    /// Looks a state up, and inserts it if it is new.
    #[inline]
    pub fn insert<const W: usize>(&self, state: &[u64]) -> Insertion<StateId> {
        let hash = hash(state);
        let shard = shard_of(hash);
        let mut states = self.lock(shard);
        let bytes = states.bytes();
        let inserted = states.insert::<W>(within_shard(hash), state, StateId::new(0, 0));
        let grown = states.bytes().wrapping_sub(bytes);
        drop(states);
        if grown != 0 {
            self.bytes.fetch_add(grown, Ordering::Relaxed);
        }
        match inserted {
            Insertion::New(position) => Insertion::New(StateId::new(shard, position)),
            Insertion::Known(position) => Insertion::Known(StateId::new(shard, position)),
            Insertion::Full => Insertion::Full,
        }
    }

    /// Converts this store into one for a single thread. The predecessors of its states are unknown.
    #[must_use]
    pub fn into_packed(self, words: usize) -> PackedStore {
        let shards = self.shards.into_iter();
        PackedStore::of(words, shards.map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    #[inline(always)]
    fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn threads_give_each_state_one_id() {
        let store = SharedStore::new(2);
        let count = crate::fewer(20_000) as u64;
        let state = |number: u64| [number % 5000, number % 5000 % 7];
        let ids: Vec<Vec<StateId>> = std::thread::scope(|scope| {
            let insert = |first: u64| {
                let states = (first..first + count).map(state);
                states.map(|state| match store.insert::<2>(&state) {
                    Insertion::New(id) | Insertion::Known(id) => id,
                    Insertion::Full => panic!("there is room"),
                })
            };
            let threads: Vec<_> =
                (0..3).map(|first| scope.spawn(move || insert(first * 11).collect())).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let mut known = HashMap::new();
        for (first, ids) in (0..).zip(ids) {
            for (number, id) in (first * 11..).zip(ids) {
                assert_eq!(*known.entry(state(number)).or_insert(id), id);
                let mut words = [0; 2];
                store.read::<2>(id, &mut words);
                assert_eq!(words, state(number));
            }
        }
        assert_eq!(store.len(), known.len());
        let bytes = store.bytes();
        let packed = store.into_packed(2);
        assert_eq!(packed.len(), known.len());
        assert!(bytes >= packed.bytes());
        assert!(known.iter().all(|(state, &id)| packed.state(id) == state));
    }
}
