//! Whole states, word by word.

use sanderling_store::hash::hash;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, System};

use crate::driver::Options;
use crate::store::{Discovery, Identified, NewIds, Replay, Store, StoreWithIds, Stored, repack};

impl Store for PackedStore {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        Self::new(system.words()).with_room(options.states_of_shard)
    }

    sizes!(of_itself);

    fn into_stored(self) -> Stored {
        Stored::Packed(self)
    }
}

impl StoreWithIds for PackedStore {
    fn positions_in(&self, shard: usize) -> usize {
        self.shards()[shard].positions()
    }

    fn is_taken(&self, id: StateId) -> bool {
        self.is_taken(id)
    }

    #[inline(always)]
    fn load<S: System, const W: usize>(&mut self, _: Replay<'_, S>, id: StateId, state: &mut [u64]) {
        state.copy_from_slice(self.shards()[id.shard()].state::<W>(id.position()));
    }

    #[inline(always)]
    fn insert<S: System, const W: usize>(
        &mut self,
        _: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        Self::insert::<W>(self, discovery.state, discovery.pred)
    }

    #[inline(always)]
    fn pred(&self, id: StateId) -> StateId {
        self.pred(id)
    }

    fn set_pred(&mut self, id: StateId, pred: StateId) {
        self.set_pred(id, pred);
    }

    fn repack<S: Adaptive>(
        &mut self,
        (system, _): (&S, &Options),
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        repack((system, self), relaxed, groups, group)
    }
}

impl Identified for PackedStore {
    #[inline(always)]
    fn contains<S: System, const W: usize>(&mut self, _: Replay<'_, S>, state: &[u64]) -> bool {
        self.find::<W>(state).is_some()
    }

    #[inline(always)]
    fn remove<const W: usize>(&mut self, id: StateId) {
        self.remove::<W>(id);
    }

    fn known_hashes(&self, take: impl FnMut(u64)) {
        self.ids().map(|id| hash(self.state(id))).for_each(take);
    }

    fn is_tight(&self, more: usize) -> bool {
        self.is_tight(more)
    }

    fn growth_bytes(&self, more: usize) -> usize {
        self.growth_bytes(more)
    }

    fn grow(&mut self, more: usize) {
        self.grow(more);
    }
}
