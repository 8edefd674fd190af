//! The distinct successors of a level in one shard, before known states are removed.
//!
//! This is a table of keys with open addressing. A slot of zeros is free, and a flag stores whether the key of zeros is
//! present. Sorting needs no second table.

use sanderling_system::word_count;

use super::key::hash_in_shard;
use super::slots::Slots;
use crate::prefetch::prefetch;

/// Maximum share of occupied slots.
const LOAD: (usize, usize) = (3, 4);
/// Minimum number of slots of a non-empty table.
const MIN_SLOTS: usize = 8;
/// Number of keys by which slots are prefetched ahead.
const AHEAD: usize = 8;

/// A set of keys of one shard.
#[derive(Debug)]
pub struct Candidates {
    words: usize,
    /// The slots or, once sorted, the keys in order followed by zeros.
    slots: Slots,
    /// The number of occupied slots.
    taken: usize,
    has_zeros: bool,
    is_sorted: bool,
}

impl Candidates {
    /// Creates an empty set of keys of `words` words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self { words, slots: Slots::new(), taken: 0, has_zeros: false, is_sorted: false }
    }

    /// Returns the number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.taken + usize::from(self.has_zeros)
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the keys, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// Returns the memory after inserting `more` new keys, in bytes.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> usize {
        let slots = self.slots_for(self.taken + more);
        self.bytes().max(slots * self.words * size_of::<u64>())
    }

    /// Inserts keys, given word by word.
    ///
    /// # Panics
    /// If the keys have been sorted and not cleared since.
    #[inline]
    pub fn insert_all<const W: usize>(&mut self, keys: &[u64]) {
        assert!(!self.is_sorted, "what is sorted takes nothing in");
        let words = word_count::<W>(self.words);
        for (at, key) in keys.chunks_exact(words).enumerate() {
            if let Some(ahead) = keys.get((at + AHEAD) * words..(at + AHEAD + 1) * words)
                && !self.slots.is_empty()
            {
                prefetch(&self.slots, self.slot::<W>(ahead) * words);
            }
            self.insert::<W>(key);
        }
    }

    #[inline(always)]
    fn insert<const W: usize>(&mut self, key: &[u64]) {
        let words = word_count::<W>(self.words);
        if key[..words].iter().all(|&word| word == 0) {
            self.has_zeros = true;
            return;
        }
        if self.slots_for(self.taken + 1) > self.slots.len() / words {
            self.grow::<W>();
        }
        let slot = self.free_or_equal::<W>(key) * words;
        let there = &mut self.slots[slot..slot + words];
        self.taken += usize::from(there != &key[..words]);
        there.copy_from_slice(&key[..words]);
    }

    /// Returns the slot that contains a key, or the free slot for it.
    #[inline(always)]
    fn free_or_equal<const W: usize>(&self, key: &[u64]) -> usize {
        let words = word_count::<W>(self.words);
        let mut slot = self.slot::<W>(key);
        loop {
            let there = &self.slots[slot * words..][..words];
            if there == &key[..words] || there.iter().all(|&word| word == 0) {
                return slot;
            }
            slot += 1;
            if slot * words == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// Returns the slot at which the search for a key starts.
    #[inline(always)]
    fn slot<const W: usize>(&self, key: &[u64]) -> usize {
        let slots = self.slots.len() / word_count::<W>(self.words);
        ((u128::from(hash_in_shard::<W>(key)) * slots as u128) >> 64) as usize
    }

    /// Returns a number of slots for which `taken` is within the load: the current one, or repeatedly half as many
    /// more.
    fn slots_for(&self, taken: usize) -> usize {
        let mut slots = (self.slots.len() / self.words).max(MIN_SLOTS);
        while taken * LOAD.1 > slots * LOAD.0 {
            slots += slots / 2;
        }
        slots
    }

    #[cold]
    fn grow<const W: usize>(&mut self) {
        let slots = self.slots_for(self.taken + 1);
        let words = word_count::<W>(self.words);
        let old = std::mem::replace(&mut self.slots, Slots::zeros(slots * words));
        for key in old.chunks_exact(words).filter(|key| key.iter().any(|&word| word != 0)) {
            let slot = self.free_or_equal::<W>(key) * words;
            self.slots[slot..slot + words].copy_from_slice(key);
        }
    }

    /// Sorts the keys. No key can be inserted until they are [cleared](Self::clear).
    pub fn sort(&mut self) {
        if std::mem::replace(&mut self.is_sorted, true) || self.is_empty() {
            return;
        }
        self.close_ranks();
        let length = self.len() * self.words;
        if self.slots.len() < length {
            // The only key is the key of zeros.
            self.slots = Slots::zeros(length);
        }
        let keys = &mut self.slots[..length];
        match self.words {
            1 => keys.sort_unstable(),
            2 => keys.as_chunks_mut::<2>().0.sort_unstable(),
            3 => keys.as_chunks_mut::<3>().0.sort_unstable(),
            4 => keys.as_chunks_mut::<4>().0.sort_unstable(),
            5 => keys.as_chunks_mut::<5>().0.sort_unstable(),
            6 => keys.as_chunks_mut::<6>().0.sort_unstable(),
            words => sort_long(keys, words),
        }
    }

    /// Moves all keys to the front.
    fn close_ranks(&mut self) {
        let words = self.words;
        let mut end = 0;
        for start in (0..self.slots.len()).step_by(words) {
            if self.slots[start..start + words].iter().any(|&word| word != 0) {
                if start > end {
                    self.slots.copy_within(start..start + words, end);
                    self.slots[start.max(end + words)..start + words].fill(0);
                }
                end += words;
            }
        }
    }

    /// Returns the sorted keys, word by word.
    ///
    /// # Panics
    /// If the keys have not been sorted.
    #[must_use]
    pub fn sorted(&self) -> &[u64] {
        assert!(self.is_sorted || self.is_empty(), "candidates are sorted before they are read");
        &self.slots[..self.len() * self.words]
    }

    /// Removes all keys. The memory is kept for reuse, unless it is far larger than these keys needed.
    pub fn clear(&mut self) {
        let length = self.len() * self.words;
        if self.slots.len() > MANY_FREE * length.max(MIN_SLOTS) {
            self.slots = Slots::new();
        } else if self.is_sorted {
            self.slots[..length].fill(0);
        } else {
            self.slots.fill(0);
        }
        (self.taken, self.has_zeros, self.is_sorted) = (0, false, false);
    }
}

/// Number of slots per used one above which memory is freed.
const MANY_FREE: usize = 16;

fn sort_long(keys: &mut [u64], words: usize) {
    let key = |at: &usize| &keys[at * words..(at + 1) * words];
    let mut order: Vec<usize> = (0..keys.len() / words).collect();
    order.sort_unstable_by(|left, right| key(left).cmp(key(right)));
    let sorted: Vec<u64> = order.iter().flat_map(key).copied().collect();
    keys.copy_from_slice(&sorted);
}
