//! Roots on their way to the set of them: what one worker has generated, by shard.

use crate::hash::SHARDS;
use crate::prefetch::prefetch_spare;

/// How far ahead the memory for numbers is asked for.
const AHEAD: usize = 16;

/// For each shard, the numbers that are to be looked up there, in the order in which they came.
#[derive(Debug)]
pub struct KeyOutbox(Vec<Vec<u64>>);

impl Default for KeyOutbox {
    fn default() -> Self {
        Self(vec![Vec::new(); SHARDS])
    }
}

impl KeyOutbox {
    /// Adds a number.
    #[inline(always)]
    pub fn push(&mut self, shard: usize, within: u64) {
        let numbers = &mut self.0[shard];
        numbers.push(within);
        prefetch_spare(numbers, AHEAD);
    }

    /// The numbers for a shard.
    #[must_use]
    pub fn numbers(&self, shard: usize) -> &[u64] {
        &self.0[shard]
    }

    /// Takes all numbers out and keeps the memory.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// How many numbers there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The memory that the numbers have taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|numbers| numbers.capacity() * size_of::<u64>()).sum()
    }
}
