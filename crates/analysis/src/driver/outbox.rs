//! Successors on their way to the store: what one worker has generated, sorted by the shard that
//! each belongs to.

use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::{StateId, shard::header};

/// Records for each shard, in the order in which they were generated.
#[derive(Debug)]
pub(super) struct Outbox(Box<[Vec<u64>; SHARDS]>);

impl Outbox {
    pub(super) fn new() -> Self {
        Self(Box::new([const { Vec::new() }; SHARDS]))
    }

    /// Adds a state that was generated from `pred`: the words of `record` behind its first, which is
    /// left for the header. Hashes it, once for all.
    #[inline(always)]
    pub(super) fn push(&mut self, pred: StateId, record: &mut [u64]) {
        let hash = hash(&record[1..]);
        record[0] = header(pred, within_shard(hash));
        self.0[shard_of(hash)].extend_from_slice(record);
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
