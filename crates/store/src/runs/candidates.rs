//! The successors of a level in one shard, each once, until it is found out which are new.
//!
//! A table of keys with open addressing, and nothing besides: a slot of zeros is free, and whether the key of zeros is there is kept
//! apart. It is sorted where it is.

use sanderling_system::word_count;

use super::key::hash_in_shard;
use super::slots::Slots;
use crate::prefetch::prefetch;

/// At most this share of the slots is taken.
const LOAD: (usize, usize) = (3, 4);
/// The fewest slots, if there are any.
const MIN_SLOTS: usize = 8;
/// The slot of the key so far ahead is asked for.
const AHEAD: usize = 8;

/// Keys of one shard.
#[derive(Debug)]
pub struct Candidates {
    words: usize,
    /// Slot by slot; or, once sorted, the keys in order, and zeros behind them.
    slots: Slots,
    /// How many slots are taken.
    taken: usize,
    has_zeros: bool,
    is_sorted: bool,
}

impl Candidates {
    /// None yet, of this number of words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self { words, slots: Slots::new(), taken: 0, has_zeros: false, is_sorted: false }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.taken + usize::from(self.has_zeros)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }

    /// The memory that there will be with so many more, if none is there already.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> usize {
        let slots = self.slots_for(self.taken + more);
        self.bytes().max(slots * self.words * size_of::<u64>())
    }

    /// Puts keys in, given word by word.
    ///
    /// # Panics
    /// Where they have been sorted, and not been cleared since.
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

    /// The slot in which a key is, or would be.
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

    /// Where to look for a key first.
    #[inline(always)]
    fn slot<const W: usize>(&self, key: &[u64]) -> usize {
        let slots = self.slots.len() / word_count::<W>(self.words);
        ((u128::from(hash_in_shard::<W>(key)) * slots as u128) >> 64) as usize
    }

    /// The number of slots with which so many are within the load: what there is, or half as many more until it is enough.
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

    /// Sorts the keys; none can be put in until they are [cleared](Self::clear).
    pub fn sort(&mut self) {
        if std::mem::replace(&mut self.is_sorted, true) || self.is_empty() {
            return;
        }
        self.close_ranks();
        let length = self.len() * self.words;
        if self.slots.len() < length {
            // Only the key of zeros is there.
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

    /// The keys in order, word by word.
    ///
    /// # Panics
    /// Where they have not been sorted.
    #[must_use]
    pub fn sorted(&self) -> &[u64] {
        assert!(self.is_sorted || self.is_empty(), "candidates are sorted before they are read");
        &self.slots[..self.len() * self.words]
    }

    /// Takes all out. Memory is kept for as many, and given back if it was for many more.
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

/// So many times as many slots as were needed are not kept.
const MANY_FREE: usize = 16;

fn sort_long(keys: &mut [u64], words: usize) {
    let key = |at: &usize| &keys[at * words..(at + 1) * words];
    let mut order: Vec<usize> = (0..keys.len() / words).collect();
    order.sort_unstable_by(|left, right| key(left).cmp(key(right)));
    let sorted: Vec<u64> = order.iter().flat_map(key).copied().collect();
    keys.copy_from_slice(&sorted);
}
