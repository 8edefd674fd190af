//! The hash of a packed state, computed once for each successor and used for everything.
//!
//! Words are mixed by 64×64→128-bit multiplication whose halves are folded together, the principle of Wang Yi's wyhash.
//! The bits of the result are independent enough to be split: the highest [`SHARD_BITS`] choose the shard, and the 32
//! bits below them are used by the shard's index.

use sanderling_system::product;

/// Number of bits of a hash that choose the shard.
pub const SHARD_BITS: u32 = 8;

/// Number of shards.
pub const SHARDS: usize = 1 << SHARD_BITS;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xd1b5_4a32_d192_ed03;
const SECOND: u64 = 0x8bb8_4b93_962e_acc9;

/// Computes the hash of a state.
#[must_use]
#[inline(always)]
pub fn hash(words: &[u64]) -> u64 {
    let mut state = SEED;
    let mut pairs = words.chunks_exact(2);
    for pair in &mut pairs {
        state = fold(pair[0] ^ state, pair[1] ^ FIRST);
    }
    if let [last] = pairs.remainder() {
        state = fold(last ^ state, SECOND);
    }
    if sanderling_cutoff::has_weak_hashes() { (state % 7).wrapping_mul(SEED) } else { state }
}

/// Returns the shard of a hash, below [`SHARDS`].
#[must_use]
#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// Returns the part of a hash that locates a state within its shard.
#[must_use]
#[inline(always)]
pub fn within_shard(hash: u64) -> u32 {
    (hash >> (32 - SHARD_BITS)) as u32
}

#[inline(always)]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let (lower, upper) = product(a, b);
    lower ^ upper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn neighbours_spread_over_all_shards() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        for length in 1..5 {
            let mut count = [0_u32; SHARDS];
            for i in 0..100_000_u64 {
                let mut state = vec![7; length];
                state[i as usize % length] = i << (i % 3);
                count[shard_of(hash(&state))] += 1;
            }
            // 390 are expected in each, and a fair hash stays within six standard deviations.
            assert!(count.iter().all(|&c| (270..510).contains(&c)), "length {length}: {count:?}");
        }
    }

    #[test]
    fn a_zero_word_still_counts() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        assert_ne!(hash(&[0]), hash(&[0, 0]));
        assert_ne!(hash(&[0, 0]), hash(&[0, 0, 0]));
        assert_ne!(hash(&[0, 1]), hash(&[1, 0]));
    }
}
