//! The key of a state, as used in candidates and runs.
//!
//! A state is read as one large number, whose least significant word is the first. Its eight lowest bits, scrambled by
//! a hash of the others, become its shard. The other bits, the *quotient*, stay unchanged. The key is the shard
//! followed by the quotient, with the most significant word first, so that comparing keys as slices gives their order:
//!
//! ```text
//! state   │ word n-1 │ … │ word 1 │ word 0 … low │
//! key     │ shard │ word n-1 │ … │ word 1 │ word 0 … │        shard = low xor hash(all but low)
//! ```
//!
//! Shards are thus of about equal size, and the more states there are, the closer the neighbours in each shard. The key
//! determines the state, and no bit is stored twice.

use sanderling_system::word_count;

use crate::hash::{SHARD_BITS, fold, hash};

/// Position of the shard in the first word.
const SHIFT: u32 = 64 - SHARD_BITS;
const LOW: u64 = (1 << SHARD_BITS) - 1;

const MORE: u64 = 0xa076_1d64_78bd_642f;
const MIX: u64 = 0xe703_7ed1_a0b4_28db;

/// Writes the key of a state of `W` words, or of its actual number of words if `W` is 0.
#[inline(always)]
pub fn to_key<const W: usize>(state: &[u64], key: &mut [u64]) {
    let words = word_count::<W>(state.len());
    let (state, key) = (&state[..words], &mut key[..words]);
    let mut above = 0;
    for (part, &word) in key.iter_mut().zip(state.iter().rev()) {
        *part = above << SHIFT | word >> SHARD_BITS;
        above = word;
    }
    let shard = (state[0] & LOW) ^ (hash(key) >> SHIFT);
    key[0] |= shard << SHIFT;
}

/// Writes the state with a key, and overwrites the key.
#[inline(always)]
pub fn state_of_key<const W: usize>(key: &mut [u64], state: &mut [u64]) {
    let words = word_count::<W>(key.len());
    let (key, state) = (&mut key[..words], &mut state[..words]);
    let shard = key[0] >> SHIFT;
    key[0] &= !(LOW << SHIFT);
    let mut below = shard ^ (hash(key) >> SHIFT);
    for (word, &part) in state.iter_mut().zip(key.iter().rev()) {
        *word = part << SHARD_BITS | below;
        below = part >> SHIFT;
    }
}

/// Returns the shard of a key, below [`SHARDS`](crate::hash::SHARDS).
#[must_use]
#[inline(always)]
pub fn shard_of_key(key: &[u64]) -> usize {
    (key[0] >> SHIFT) as usize
}

/// Returns the first word of the first possible key of a shard, whose other words are 0.
pub(super) fn first_word_of(shard: usize) -> u64 {
    (shard as u64) << SHIFT
}

/// Returns a hash that distinguishes keys of one shard.
#[inline(always)]
pub(super) fn hash_in_shard<const W: usize>(key: &[u64]) -> u64 {
    // PERF: keys of one shard are close to each other, and some would still be after one multiplication.
    let hash = hash(&key[..word_count::<W>(key.len())]);
    fold(hash ^ MORE, hash.rotate_left(32) ^ MIX)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::{fewer, hash::SHARDS};

    #[test]
    fn a_key_leads_back_to_its_state() {
        let mut random = StdRng::seed_from_u64(1);
        for words in 1..9 {
            for _ in 0..fewer(2000) {
                let mask = [u64::MAX, 0xff, 0, 1 << 63][random.random_range(0..4)];
                let state: Vec<u64> = (0..words).map(|_| random.random::<u64>() & mask).collect();
                let (mut key, mut again, mut back) = (vec![0; words], vec![0; words], vec![0; words]);
                to_key::<0>(&state, &mut key);
                sanderling_system::with_words!(words, W => to_key::<W>(&state, &mut again));
                assert_eq!(key, again);
                assert!(shard_of_key(&key) < SHARDS);
                state_of_key::<0>(&mut key, &mut back);
                assert_eq!(back, state);
            }
        }
    }

    #[test]
    fn the_first_numbers_spread_over_all_shards() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        let mut counts = [0; SHARDS];
        for number in 0..fewer(100_000) as u64 {
            let mut key = [0; 2];
            to_key::<2>(&[number << 3, 5], &mut key);
            counts[shard_of_key(&key)] += 1;
        }
        let most = 2 * fewer(100_000) / SHARDS + 16;
        assert!(counts.iter().all(|&count| count <= most), "{counts:?}");
    }
}
