//! Successors on their way to the store: what one worker has generated, sorted by the shard that
//! each belongs to.

use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::{Records, StateId};

/// Records for each shard, in the order in which they were generated.
#[derive(Debug)]
pub(super) struct Outbox(Box<[Records; SHARDS]>);

impl Outbox {
    pub(super) fn new() -> Self {
        Self(Box::new([const { Records::new() }; SHARDS]))
    }

    /// Adds a state that was generated from `pred`. Hashes it, once for all.
    #[inline(always)]
    pub(super) fn push(&mut self, pred: StateId, state: &[u64]) {
        let hash = hash(state);
        self.0[shard_of(hash)].push(pred, within_shard(hash), state);
    }

    /// The records of a shard.
    pub(super) fn records(&self, shard: usize) -> &Records {
        &self.0[shard]
    }

    /// Takes all records out and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Records::clear);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Records::is_empty)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(Records::bytes).sum()
    }
}
