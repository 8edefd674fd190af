//! A compact set for several threads, with a lock for each shard.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::permutation::Permutation;
use super::shard::{CompactShard, NoRoom};
use super::{CompactSet, SHARDS};

/// A set of numbers below a power of two.
#[derive(Debug)]
pub struct SharedSet {
    permutation: Permutation,
    shards: Vec<Mutex<CompactShard>>,
    bytes: AtomicUsize,
}

impl SharedSet {
    /// Creates an empty set for numbers of at most `bits` bits.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let empty = CompactSet::new(bits);
        let bytes = AtomicUsize::new(empty.bytes() + SHARDS * size_of::<Mutex<()>>());
        Self {
            permutation: empty.permutation,
            shards: empty.shards.into_iter().map(Mutex::new).collect(),
            bytes,
        }
    }

    /// Returns the number of elements. Locks each shard in turn.
    #[must_use]
    pub fn len(&self) -> usize {
        (0..SHARDS).map(|shard| self.lock(shard).len()).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether the set contains a number.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        let (shard, within) = self.permutation.locate(number);
        self.lock(shard).has(within)
    }

    /// Inserts a number, and returns whether it is new.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn insert(&self, number: u64) -> Result<bool, NoRoom> {
        let (shard, within) = self.permutation.locate(number);
        let mut numbers = self.lock(shard);
        let bytes = numbers.bytes();
        let inserted = numbers.insert_one(within);
        let grown = numbers.bytes().wrapping_sub(bytes);
        drop(numbers);
        if grown != 0 {
            self.bytes.fetch_add(grown, Ordering::Relaxed);
        }
        inserted
    }

    /// Translates all numbers into a set for numbers of `bits` bits. Each shard is freed once it has been read.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn translated(self, bits: u32, translate: impl Fn(u64) -> u64) -> Result<Self, NoRoom> {
        let translated = Self::new(bits);
        for (at, shard) in self.shards.into_iter().enumerate() {
            let mut room = Ok(());
            shard.into_inner().unwrap_or_else(PoisonError::into_inner).into_each(|within| {
                let number = translate(self.permutation.number_at(at, within));
                room = room.and(translated.insert(number).map(|_| ()));
            });
            room?;
        }
        Ok(translated)
    }

    #[inline(always)]
    fn lock(&self, shard: usize) -> MutexGuard<'_, CompactShard> {
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_find_each_number_new_once_and_translation_keeps_all() {
        let set = SharedSet::new(30);
        let count = crate::fewer(20_000) as u64;
        let number = |at: u64| at % 7000 * 131_071;
        let new: usize = std::thread::scope(|scope| {
            let set = &set;
            let insert = move |first: u64| {
                let numbers = (first..first + count).map(number);
                numbers.filter(|&number| set.insert(number) == Ok(true)).count()
            };
            let threads: Vec<_> = (0..3).map(|first| scope.spawn(move || insert(first * 11))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
        });
        let known: std::collections::HashSet<u64> = (0..count + 22).map(number).collect();
        assert_eq!((new, set.len()), (known.len(), known.len()));
        let shift = |number: u64| number << 5 | 3;
        let translated = set.translated(35, shift).expect("there is room");
        assert_eq!(translated.len(), known.len());
        assert!(known.iter().all(|&number| translated.has(shift(number)) && !translated.has(number << 5)));
    }

    #[test]
    fn a_set_says_what_it_takes() {
        let set = SharedSet::new(40);
        let before = set.bytes();
        (0..crate::fewer(50_000).max(20_000) as u64)
            .for_each(|number| assert_eq!(set.insert(number * 977), Ok(true)));
        let lines: usize = (0..SHARDS).map(|shard| set.lock(shard).bytes()).sum();
        assert!(set.bytes() > before && set.bytes() >= lines && set.bytes() < lines + before);
    }
}
