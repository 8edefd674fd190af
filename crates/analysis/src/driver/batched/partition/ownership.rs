//! The ownership of states: a process owns *buckets*, which are given by some bits of a state's hash.
//!
//! The store uses other bits. So the store of each process has all shards, evenly filled.

use std::ops::Range;

/// Number of buckets, and maximum number of processes.
pub(super) const BUCKETS: usize = 256;

/// Returns the bucket of a state with this hash: bits 16 to 23, which the store does not use.
#[inline(always)]
pub(super) fn bucket(hash: u64) -> usize {
    (hash >> 16) as usize % BUCKETS
}

/// Returns the buckets that a process owns, given the number of processes.
pub(super) fn owned(process: usize, processes: usize) -> Range<usize> {
    let first = |process: usize| (process * BUCKETS).div_ceil(processes);
    first(process)..first(process + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_has_one_owner() {
        for processes in [1, 2, 3, 5, 7, 100, BUCKETS] {
            let all: Vec<usize> = (0..processes).flat_map(|process| owned(process, processes)).collect();
            assert_eq!(all, (0..BUCKETS).collect::<Vec<_>>());
            let sizes: Vec<usize> = (0..processes).map(|process| owned(process, processes).len()).collect();
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
        }
    }

    #[test]
    fn buckets_are_even_and_do_not_depend_on_shards() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        use sanderling_store::hash::{hash, shard_of};

        let mut count = [[0_u32; 4]; 4];
        for word in 0..160_000_u64 {
            let hash = hash(&[word << 3]);
            count[bucket(hash) / 64][shard_of(hash) / 64] += 1;
        }
        // 10 000 are expected in each.
        assert!(count.as_flattened().iter().all(|&count| (9400..10_600).contains(&count)), "{count:?}");
    }
}
