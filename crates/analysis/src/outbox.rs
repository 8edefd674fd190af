//! Pending successors: those that one worker has generated, sorted by shard.

use sanderling_store::hash::{SHARDS, hash, shard_of, within_shard};
use sanderling_store::{Records, StateId};

use crate::recent::Recent;

/// Records for each shard, in the order in which they were generated.
#[derive(Debug)]
pub(crate) struct Outbox(Box<[Records; SHARDS]>);

impl Default for Outbox {
    fn default() -> Self {
        Self(Box::new([const { Records::new() }; SHARDS]))
    }
}

impl Outbox {
    /// Adds a state that was generated from `pred`, and returns its shard. Computes the hash, which is then
    /// stored.
    #[inline(always)]
    pub(crate) fn push(&mut self, pred: StateId, state: &[u64]) -> usize {
        let hash = hash(state);
        let shard = shard_of(hash);
        self.0[shard].push(pred, within_shard(hash), state);
        shard
    }

    /// Adds a successor, unless the worker has generated the state recently.
    #[inline(always)]
    pub(crate) fn push_unless_recent<const W: usize>(
        &mut self,
        recent: &mut Recent,
        pred: StateId,
        state: &[u64],
    ) {
        let hash = hash(state);
        let is_new = recent.is_new::<W>(hash, state);
        self.0[shard_of(hash)].push_if(is_new, pred, within_shard(hash), state);
    }

    /// Adds a state with this hash under a condition.
    #[inline(always)]
    pub(crate) fn push_hashed_if(&mut self, is_wanted: bool, pred: StateId, hash: u64, state: &[u64]) {
        self.0[shard_of(hash)].push_if(is_wanted, pred, within_shard(hash), state);
    }

    /// Adds the event fired in `pred`, which is the first word, and its successor, which is the rest, unless
    /// the worker has generated the state recently. The successor determines the shard.
    #[inline(always)]
    pub(crate) fn push_fired_unless_recent<const W: usize>(
        &mut self,
        recent: &mut Recent,
        pred: StateId,
        event_and_state: &[u64],
    ) {
        let hash = hash(&event_and_state[1..]);
        let is_new = recent.is_new::<W>(hash, &event_and_state[1..]);
        self.0[shard_of(hash)].push_if(is_new, pred, within_shard(hash), event_and_state);
    }

    /// Returns the records of a shard.
    pub(crate) fn records(&self, shard: usize) -> &Records {
        &self.0[shard]
    }

    /// Removes all records and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(Records::clear);
    }

    /// Returns the size of the records, in bytes.
    pub(crate) fn used_bytes(&self) -> usize {
        self.0.iter().map(Records::used_bytes).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(Records::bytes).sum()
    }
}
