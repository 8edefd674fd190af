//! A set of numbers that takes little more memory than the information-theoretic minimum.
//!
//! Numbers below `2^bits` are [permuted](permutation). The highest bits of the result choose the [shard], the others
//! the bucket in it. A set of *n* numbers takes about `bits - log2 n + 8` bits for each, rounded up to bytes, plus a
//! tenth to a quarter of that. Shards grow one at a time, so only the memory of one shard is taken twice for a moment.

mod buckets;
mod line;
mod lines;
mod permutation;
mod shard;
mod shared;

use permutation::Permutation;
pub use shard::{CompactShard, NoRoom};
pub use shared::SharedSet;

use crate::hash::{SHARD_BITS, SHARDS};

/// Minimum number of bits of a number, so that a shard can have enough lines.
const FEWEST_BITS: u32 = SHARD_BITS + 16;

/// Maximum number of bits of a number.
pub const MAX_BITS: u32 = 64;

/// A set of numbers below a power of two.
#[derive(Debug, Clone)]
pub struct CompactSet {
    permutation: Permutation,
    shards: Vec<CompactShard>,
}

impl CompactSet {
    /// Creates an empty set for numbers of at most `bits` bits.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        debug_assert!(bits <= MAX_BITS);
        let bits = bits.max(FEWEST_BITS);
        let shard = CompactShard::new(bits - SHARD_BITS);
        Self { permutation: Permutation::new(bits), shards: vec![shard; SHARDS] }
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shards.iter().map(CompactShard::len).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(CompactShard::bytes).sum::<usize>() + SHARDS * size_of::<CompactShard>()
    }

    /// Returns the shard of a number, and its key within that shard.
    #[must_use]
    #[inline(always)]
    pub fn locate(&self, number: u64) -> (usize, u64) {
        self.permutation.locate(number)
    }

    /// Returns the number with this key in this shard.
    #[must_use]
    #[inline(always)]
    pub fn number_at(&self, shard: usize, within: u64) -> u64 {
        self.permutation.number_at(shard, within)
    }

    /// Returns the shards, in order, to distribute them among workers.
    pub fn shards_mut(&mut self) -> &mut [CompactShard] {
        &mut self.shards
    }

    /// Reserves room for `numbers` numbers in an empty set. The numbers are expected to spread evenly over the shards.
    ///
    /// PERF: a set that grows moves each of its numbers about five times.
    pub fn make_room(&mut self, numbers: usize) {
        // Hardly any shard gets fewer numbers, since the numbers per shard vary as in a Poisson distribution.
        let mean = numbers / SHARDS;
        let fewest = mean - (3 * mean.isqrt()).min(mean);
        self.shards.iter_mut().for_each(|shard| shard.make_room(fewest));
    }

    /// Whether the set contains a number.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        let (shard, within) = self.locate(number);
        self.shards[shard].has(within)
    }

    /// Inserts a number, and returns whether it is new.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn insert(&mut self, number: u64) -> Result<bool, NoRoom> {
        let (shard, within) = self.locate(number);
        self.shards[shard].insert_one(within)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        for bits in [1, 12, 24, 31, 47, 64] {
            let (mut set, mut known) = (CompactSet::new(bits), HashSet::new());
            let numbers = (0..crate::fewer(20_000) as u64)
                .map(|at| (at % 7000).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits));
            for number in numbers {
                let (shard, within) = set.locate(number);
                assert_eq!(set.number_at(shard, within), number);
                assert_eq!(set.has(number), known.contains(&number));
                assert_eq!(set.insert(number), Ok(known.insert(number)));
            }
            assert_eq!(set.len(), known.len());
        }
    }

    #[test]
    fn a_set_with_room_is_as_large_as_one_that_has_grown() {
        for count in [0, 1, 300, 5000, 70_000].map(crate::fewer) {
            let numbers = (1..=count as u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 27);
            let (mut grown, mut made) = (CompactSet::new(37), CompactSet::new(37));
            made.make_room(count);
            for number in numbers.clone() {
                assert_eq!(made.insert(number), grown.insert(number));
            }
            assert!(numbers.clone().all(|number| made.has(number)));
            assert_eq!(made.len(), grown.len());
            // The difference is at most a line per shard, or an eighth of all.
            assert!(made.bytes() <= grown.bytes() + grown.bytes() / 8 + 64 * SHARDS, "{count}");
        }
    }
}
