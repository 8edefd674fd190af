//! Pairs of predecessor and event, from which states are reconstructed.

use sanderling_store::pairs::{Origin, PairStore};
use sanderling_store::{Insertion, StateId};
use sanderling_system::{Adaptive, EventId, System};

use super::pair_repacking::repack_pairs;
use crate::driver::Options;
use crate::store::{
    Discovery, Identified, NewIds, Replay, Replayer, Store, StoreChoice, StoreWithIds, Stored,
};
use crate::witness::Skips;

impl Store for PairStore {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        let StoreChoice::ComBack(pairs) = options.store else { panic!("another store was chosen") };
        Self::new(system.words(), system.events(), pairs)
    }

    sizes!(of_itself);

    fn into_stored(self) -> Stored {
        Stored::ComBack(Box::new(self))
    }
}

impl StoreWithIds for PairStore {
    fn positions_in(&self, shard: usize) -> usize {
        self.positions_in(shard)
    }

    fn is_taken(&self, id: StateId) -> bool {
        self.is_taken(id)
    }

    #[inline(always)]
    fn load<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, id: StateId, state: &mut [u64]) {
        PairStore::load::<_, W>(self, &mut Replayer::new(replay), id, state);
    }

    #[inline(always)]
    fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        let Discovery { state, pred, event, depth } = discovery;
        Self::insert::<_, W>(self, &mut Replayer::new(replay), state, Origin { pred, event, depth })
    }

    #[inline(always)]
    fn pred(&self, id: StateId) -> StateId {
        self.pred(id)
    }

    fn set_pred(&mut self, id: StateId, pred: StateId) {
        self.set_pred(id, pred);
    }

    fn path_to<S: System>(
        &mut self,
        _: &S,
        id: StateId,
        _: Skips<'_>,
        _: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        Ok(self.events_to(id))
    }

    fn repack<S: Adaptive>(
        &mut self,
        (system, _): (&S, &Options),
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        repack_pairs((system, self), relaxed, groups, group)
    }
}

impl Identified for PairStore {
    const KEEPS_PATHS: bool = true;

    #[inline(always)]
    fn contains<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, state: &[u64]) -> bool {
        self.find::<_, W>(&mut Replayer::new(replay), state).is_some()
    }

    #[inline(always)]
    fn remove<const W: usize>(&mut self, id: StateId) {
        self.remove(id);
    }

    #[inline(always)]
    fn known_hash(hash: u64) -> u64 {
        Self::known_hash(hash)
    }

    fn known_hashes(&self, take: impl FnMut(u64)) {
        self.known_hashes().for_each(take);
    }
}
