//! Successors on their way to the store: what one worker has generated, sorted by the shard that
//! each belongs to.

use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::{StateId, prefetch::prefetch_spare, shard::header};

/// How far ahead the memory for records is asked for: two lines of the cache.
const WORDS_AHEAD: usize = 16;

/// Records for each shard, in the order in which they were generated.
#[derive(Debug)]
pub(super) struct Outbox(Box<[Vec<u64>; SHARDS]>);

impl Outbox {
    pub(super) fn new() -> Self {
        Self(Box::new([const { Vec::new() }; SHARDS]))
    }

    /// Adds a state that was generated from `pred`. Hashes it, once for all.
    ///
    /// PERF: word by word. A copy of the whole state would read, in one piece, words that have just been
    /// written one by one, and processors wait for that.
    #[inline(always)]
    pub(super) fn push(&mut self, pred: StateId, state: &[u64]) {
        let hash = hash(state);
        let records = &mut self.0[shard_of(hash)];
        records.reserve(1 + state.len());
        records.push(header(pred, within_shard(hash)));
        for &word in state {
            records.push(word);
        }
        prefetch_spare(records, WORDS_AHEAD);
    }

    /// The records of a shard.
    pub(super) fn records(&self, shard: usize) -> &[u64] {
        &self.0[shard]
    }

    /// Takes all records out and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|records| records.capacity() * size_of::<u64>()).sum()
    }
}
