//! Which process a state belongs to: that of its *bucket*, which is some bits of its hash.
//!
//! They are other bits than those that the store goes by, so that each process has all shards of a store of its own, evenly filled.

use std::ops::Range;

/// The number of buckets, and the most processes.
pub(super) const BUCKETS: usize = 256;

/// The bucket of a state with this hash: bits 16 to 23, of which the store uses none.
#[inline(always)]
pub(super) fn bucket(hash: u64) -> usize {
    (hash >> 16) as usize % BUCKETS
}

/// The buckets that a process owns, of so many processes.
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
