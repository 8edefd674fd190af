//! The key of a state: what candidates and runs are made of.
//!
//! A state is taken for one large number, whose least significant word is the first. Its eight lowest bits, scrambled by
//! a hash of the others, become its shard; the others stay as they are, as the *quotient*. The key is the shard, and behind it the
//! quotient, the most significant word first, so that keys are in order as slices are:
//!
//! ```text
//! state   │ word n-1 │ … │ word 1 │ word 0 … low │
//! key     │ shard │ word n-1 │ … │ word 1 │ word 0 … │        shard = low xor hash(all but low)
//! ```
//!
//! So shards are of about the same size, and the more states there are, the nearer are the neighbours in each: nothing of a state is lost, and no
//! bit is kept twice.

use sanderling_system::word_count;

use crate::hash::{SHARD_BITS, fold, hash};

/// Where the shard is in the first word.
const SHIFT: u32 = 64 - SHARD_BITS;
const LOW: u64 = (1 << SHARD_BITS) - 1;

const MORE: u64 = 0xa076_1d64_78bd_642f;
const MIX: u64 = 0xe703_7ed1_a0b4_28db;

/// Writes the key of a state of `W` words, or of as many as it has.
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

/// Writes the state with a key, which is used up.
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

/// The shard of a key, below [`SHARDS`](crate::hash::SHARDS).
#[must_use]
#[inline(always)]
pub fn shard_of_key(key: &[u64]) -> usize {
    (key[0] >> SHIFT) as usize
}

/// The first key that a shard could have, but for the words behind the first, which are 0.
pub(super) fn first_word_of(shard: usize) -> u64 {
    (shard as u64) << SHIFT
}

/// A hash by which keys of one shard differ.
#[inline(always)]
pub(super) fn hash_in_shard<const W: usize>(key: &[u64]) -> u64 {
    // PERF: keys of one shard are near each other, and after one multiplication some would still be.
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
