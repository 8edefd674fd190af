//! Stores in which each state has an id and a predecessor, and can be reconstructed until it is removed.
//!
//! Dispatch is by `match`. It costs the packed store one well-predicted branch per call, and is negligible
//! for pairs.

use sanderling_store::hash::hash;
use sanderling_store::pairs::{Origin, PairStore};
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, System};

use super::{Discovery, NewIds, Replay, Replayer, Store, StoreChoice, StoreWithIds, Stored};
use crate::driver::Options;
use crate::witness::Skips;

/// States that are identified by ids.
#[derive(Debug)]
pub(crate) enum ById {
    /// Whole states, word by word.
    Packed(PackedStore),
    /// Pairs of predecessor and event.
    ComBack(Box<PairStore>),
}

/// Evaluates one expression for either store.
macro_rules! of_either {
    ($stored:expr, $store:ident => $expression:expr) => {
        match $stored {
            ById::Packed($store) => $expression,
            ById::ComBack($store) => $expression,
        }
    };
}

impl ById {
    /// Whether some shard has to grow before each takes `more` states. Pairs grow gradually.
    pub(crate) fn is_tight(&self, more: usize) -> bool {
        matches!(self, Self::Packed(store) if store.is_tight(more))
    }

    /// Returns the additional memory of the store after [`grow`](Self::grow), in bytes.
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        match self {
            Self::Packed(store) => store.growth_bytes(more),
            Self::ComBack(_) => 0,
        }
    }

    /// Reserves room in every shard for `more` states.
    pub(crate) fn grow(&mut self, more: usize) {
        if let Self::Packed(store) = self {
            store.grow(more);
        }
    }

    /// Returns the predecessor of a state. A root is its own predecessor.
    #[inline(always)]
    pub(crate) fn pred(&self, id: StateId) -> StateId {
        of_either!(self, store => store.pred(id))
    }

    /// Sets the predecessor of a state.
    pub(crate) fn set_pred(&mut self, id: StateId, pred: StateId) {
        of_either!(self, store => store.set_pred(id, pred));
    }

    /// Looks up a state, and inserts it if it is new.
    #[inline(always)]
    pub(crate) fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        match self {
            Self::Packed(store) => store.insert::<W>(discovery.state, discovery.pred),
            Self::ComBack(store) => {
                let Discovery { state, pred, event, depth } = discovery;
                store.insert::<_, W>(&mut Replayer::new(replay), state, Origin { pred, event, depth })
            }
        }
    }

    /// Whether the store has this state.
    #[inline(always)]
    pub(crate) fn contains<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        state: &[u64],
    ) -> bool {
        match self {
            Self::Packed(store) => store.find::<W>(state).is_some(),
            Self::ComBack(store) => store.find::<_, W>(&mut Replayer::new(replay), state).is_some(),
        }
    }

    /// Whether a state is reconstructed along its path, so that no state on that path may be forgotten.
    pub(crate) fn keeps_paths(&self) -> bool {
        matches!(self, Self::ComBack(_))
    }

    /// Returns the part of a state's hash that the store knows.
    #[inline(always)]
    pub(crate) fn known_hash(&self, hash: u64) -> u64 {
        match self {
            Self::Packed(_) => hash,
            Self::ComBack(_) => PairStore::known_hash(hash),
        }
    }

    /// Passes on the known part of each state's hash.
    pub(crate) fn known_hashes(&self, mut take: impl FnMut(u64)) {
        match self {
            Self::Packed(store) => store.ids().for_each(|id| take(hash(store.state(id)))),
            Self::ComBack(store) => store.known_hashes().for_each(take),
        }
    }

    /// Removes a state. Its id may be reused.
    #[inline(always)]
    pub(crate) fn remove<const W: usize>(&mut self, id: StateId) {
        match self {
            Self::Packed(store) => store.remove::<W>(id),
            Self::ComBack(store) => store.remove(id),
        }
    }
}

impl Store for ById {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        match options.store {
            StoreChoice::ComBack(_) => Self::ComBack(Box::new(PairStore::empty(options, system))),
            StoreChoice::Packed | StoreChoice::Auto => Self::Packed(PackedStore::empty(options, system)),
            StoreChoice::Tree
            | StoreChoice::Disk
            | StoreChoice::HashCompaction(_)
            | StoreChoice::Bitstate(_) => unreachable!("this store keeps no closed states by id"),
        }
    }

    sizes!(of_either);

    fn into_stored(self) -> Stored {
        match self {
            Self::Packed(store) => Stored::Packed(store),
            Self::ComBack(store) => Stored::ComBack(store),
        }
    }
}

impl StoreWithIds for ById {
    fn positions_in(&self, shard: usize) -> usize {
        match self {
            Self::Packed(store) => StoreWithIds::positions_in(store, shard),
            Self::ComBack(store) => store.positions_in(shard),
        }
    }

    fn is_taken(&self, id: StateId) -> bool {
        of_either!(self, store => store.is_taken(id))
    }

    #[inline(always)]
    fn load<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, id: StateId, state: &mut [u64]) {
        match self {
            Self::Packed(store) => store.load::<S, W>(replay, id, state),
            Self::ComBack(store) => StoreWithIds::load::<S, W>(&mut **store, replay, id, state),
        }
    }

    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        match self {
            Self::Packed(store) => StoreWithIds::path_to(store, system, id, skips, is_over),
            Self::ComBack(store) => StoreWithIds::path_to(&mut **store, system, id, skips, is_over),
        }
    }

    fn repack<S: Adaptive>(
        &mut self,
        system: &S,
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        match self {
            Self::Packed(store) => {
                let (store, new_ids) = store.repack(system, relaxed, groups, group)?;
                Some((Self::Packed(store), new_ids))
            }
            Self::ComBack(store) => {
                let (store, new_ids) = store.repack(system, relaxed, groups, group)?;
                Some((Self::ComBack(Box::new(store)), new_ids))
            }
        }
    }
}
