//! Stores in which each state has an id and a predecessor, and can be reconstructed until it is removed.
//!
//! Dispatch is by `match`. It costs the packed store one well-predicted branch per call, and is negligible
//! for pairs.

use sanderling_checkpoint::Problem;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, System};

use super::{ById, Discovery, Identified, NewIds, Replay, Store, StoreChoice, StoreWithIds, Stored};
use crate::checkpoint::Resumed;
use crate::checkpoint::append_only::{AppendOnly, LoggedStates};
use crate::checkpoint::log::Log;
use crate::checkpoint::snapshot::{Sink, Source};
use crate::driver::Options;
use crate::limits::StopReason;
use crate::witness::Skips;

impl Store for ById {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        of_choice!(
            options.store,
            Itself::empty(options, system).into(),
            match options.store {
                StoreChoice::Auto => PackedStore::empty(options, system).into(),
                _ => unreachable!("this store keeps no closed states by id"),
            }
        )
    }

    sizes!(of_each);

    fn into_stored(self) -> Stored {
        self.into()
    }
}

impl StoreWithIds for ById {
    fn positions_in(&self, shard: usize) -> usize {
        of_each!(self, store => Itself::positions_in(store, shard))
    }

    fn is_taken(&self, id: StateId) -> bool {
        of_each!(self, store => Itself::is_taken(store, id))
    }

    #[inline(always)]
    fn load<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, id: StateId, state: &mut [u64]) {
        of_each!(self, store => <Itself as StoreWithIds>::load::<S, W>(store, replay, id, state));
    }

    #[inline(always)]
    fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        of_each!(self, store => <Itself as StoreWithIds>::insert::<S, W>(store, replay, discovery))
    }

    #[inline(always)]
    fn pred(&self, id: StateId) -> StateId {
        of_each!(self, store => Itself::pred(store, id))
    }

    fn set_pred(&mut self, id: StateId, pred: StateId) {
        of_each!(self, store => Itself::set_pred(store, id, pred));
    }

    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        of_each!(self, store => <Itself as StoreWithIds>::path_to(store, system, id, skips, is_over))
    }

    fn repack<S: Adaptive>(
        &mut self,
        system: (&S, &Options),
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        of_each!(self, store => {
            let (store, new_ids) = Itself::repack(store, system, relaxed, groups, group)?;
            Some((store.into(), new_ids))
        })
    }
}

impl ById {
    /// See [`Identified::KEEPS_PATHS`].
    pub(crate) fn keeps_paths(&self) -> bool {
        of_each!(self, _store => Itself::KEEPS_PATHS)
    }

    /// See [`Identified::known_hash`].
    #[inline(always)]
    pub(crate) fn known_hash(&self, hash: u64) -> u64 {
        of_each!(self, _store => <Itself as Identified>::known_hash(hash))
    }

    /// See [`Identified::contains`].
    #[inline(always)]
    pub(crate) fn contains<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        state: &[u64],
    ) -> bool {
        of_each!(self, store => Itself::contains::<S, W>(store, replay, state))
    }

    /// See [`Identified::remove`].
    #[inline(always)]
    pub(crate) fn remove<const W: usize>(&mut self, id: StateId) {
        of_each!(self, store => <Itself as Identified>::remove::<W>(store, id));
    }

    /// See [`Identified::known_hashes`].
    pub(crate) fn known_hashes(&self, take: impl FnMut(u64)) {
        of_each!(self, store => <Itself as Identified>::known_hashes(store, take));
    }

    /// See [`Identified::is_tight`].
    pub(crate) fn is_tight(&self, more: usize) -> bool {
        of_each!(self, store => Itself::is_tight(store, more))
    }

    /// See [`Identified::growth_bytes`].
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        of_each!(self, store => Itself::growth_bytes(store, more))
    }

    /// See [`Identified::grow`].
    pub(crate) fn grow(&mut self, more: usize) {
        of_each!(self, store => Itself::grow(store, more));
    }
}

impl AppendOnly for ById {
    fn unlogged(&self, logged: &LoggedStates) -> usize {
        of_each!(self, store => Itself::unlogged(store, logged))
    }

    fn worth_logging(&self) -> usize {
        of_each!(self, store => Itself::worth_logging(store))
    }

    fn log(&self, logged: &mut LoggedStates, log: &mut Log<'_>) -> Result<(), StopReason> {
        of_each!(self, store => Itself::log(store, logged, log))
    }

    fn restore(&mut self, resumed: &Resumed) -> Result<LoggedStates, Problem> {
        of_each!(self, store => Itself::restore(store, resumed))
    }

    fn save(&self, is_logged: bool, to: &mut Sink<'_>) {
        of_each!(self, store => Itself::save(store, is_logged, to));
    }

    fn load_saved(&mut self, is_logged: bool, from: &mut Source) -> Option<()> {
        of_each!(self, store => Itself::load_saved(store, is_logged, from))
    }
}
