//! Successors on their way to the store: what one worker has generated, sorted by the shard that
//! each belongs to.

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
    /// Adds a state that was generated from `pred`, and answers the shard that it belongs to. Hashes
    /// it, once for all.
    #[inline(always)]
    pub(crate) fn push(&mut self, pred: StateId, state: &[u64]) -> usize {
        let hash = hash(state);
        let shard = shard_of(hash);
        self.0[shard].push(pred, within_shard(hash), state);
        shard
    }

    /// Pushes a successor, unless the worker has generated the state of late.
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

    /// Adds an event that was fired in `pred`, which is the first word, and the state that it led to, which
    /// is the others, unless the worker has generated the state of late. Where the state belongs is what counts.
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

    /// The records of a shard.
    pub(crate) fn records(&self, shard: usize) -> &Records {
        &self.0[shard]
    }

    /// Takes all records out and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(Records::clear);
    }

    /// The bytes of the records.
    pub(crate) fn used_bytes(&self) -> usize {
        self.0.iter().map(Records::used_bytes).sum()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(Records::bytes).sum()
    }
}
