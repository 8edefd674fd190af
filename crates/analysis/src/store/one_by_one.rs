//! The stores of a search that fires one event at a time.

use sanderling_store::hash::hash;
use sanderling_store::{Bitstate, HashCompaction, Insertion, Omissions, StateId, VisitedSet};
use sanderling_system::{Adaptive, EventId, System};

use super::stored::BITSTATE_BYTES;
use super::{
    ById, HashedVisited, NewIds, Replay, Store, StoreChoice, StoreWithIds, Stored, TreeStates, Visited,
};
use crate::driver::Options;
use crate::witness::Skips;

/// A successor to look up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Discovery<'a> {
    pub(crate) state: &'a [u64],
    /// The stored state in which the event was fired.
    pub(crate) pred: StateId,
    pub(crate) event: EventId,
    /// The number of events that lead to the state.
    pub(crate) depth: u32,
}

/// A store that looks up successors one by one.
#[derive(Debug)]
pub(crate) enum OneByOne {
    /// Closed states can be reconstructed, and forgotten.
    ById(ById),
    /// Of closed states, only the fact of their visit is known.
    Visited(Box<HashedVisited>),
}

/// Evaluates one expression for either store.
macro_rules! of_either {
    ($stored:expr, $store:ident => $expression:expr) => {
        match $stored {
            OneByOne::ById($store) => $expression,
            OneByOne::Visited($store) => $expression,
        }
    };
}

impl OneByOne {
    /// Returns the states by id, which forgetting requires.
    ///
    /// # Panics
    /// If closed states are not kept. Options that need them are refused then.
    #[inline(always)]
    pub(crate) fn by_id(&self) -> &ById {
        let Self::ById(states) = self else { panic!("closed states are not kept") };
        states
    }

    /// Returns the mutable states by id.
    ///
    /// # Panics
    /// As [`by_id`](Self::by_id).
    #[inline(always)]
    pub(crate) fn by_id_mut(&mut self) -> &mut ById {
        let Self::ById(states) = self else { panic!("closed states are not kept") };
        states
    }

    /// Whether closed states are kept.
    pub(crate) fn keeps_closed_states(&self) -> bool {
        matches!(self, Self::ById(_))
    }

    /// Computes only the hash that [`insert`](Self::insert) computes, to time it.
    pub(crate) fn hash_alone(&self, state: &[u64]) -> Option<u64> {
        match self {
            Self::ById(_) => Some(hash(state)),
            Self::Visited(store) => store.hash_alone(state),
        }
    }

    /// Records that a state has been closed. It will not be loaded again, except for its path.
    #[inline(always)]
    pub(crate) fn closed(&mut self, id: StateId) {
        if let Self::Visited(store) = self {
            store.closed(id);
        }
    }
}

impl Store for OneByOne {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        let words = system.words();
        let visited = match options.store {
            StoreChoice::Tree => Visited::Tree(Box::new(TreeStates::empty(options, system))),
            StoreChoice::Disk => unreachable!("what is on disk is explored level by level"),
            StoreChoice::HashCompaction(bits) => {
                Visited::Hashes(VisitedSet::HashCompaction(HashCompaction::new(bits)))
            }
            StoreChoice::Bitstate(hashes) => {
                let bytes = options.limits.memory_bytes.map_or(BITSTATE_BYTES, |bytes| bytes / 2);
                Visited::Hashes(VisitedSet::Bitstate(Bitstate::new(bytes, hashes)))
            }
            _ => return Self::ById(ById::empty(options, system)),
        };
        Self::Visited(Box::new(HashedVisited::new(visited, words, &options.disk)))
    }

    sizes!(of_either);

    fn omissions(&self) -> Option<Omissions> {
        match self {
            Self::ById(_) => None,
            Self::Visited(store) => store.omissions(),
        }
    }

    fn has_lost_paths(&self) -> bool {
        matches!(self, Self::Visited(store) if store.has_lost_paths())
    }

    fn into_stored(self) -> Stored {
        match self {
            Self::ById(store) => store.into_stored(),
            Self::Visited(store) => Stored::HashedVisited(store),
        }
    }
}

impl StoreWithIds for OneByOne {
    fn positions_in(&self, shard: usize) -> usize {
        self.by_id().positions_in(shard)
    }

    fn is_taken(&self, id: StateId) -> bool {
        of_either!(self, store => store.is_taken(id))
    }

    #[inline(always)]
    fn load<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, id: StateId, state: &mut [u64]) {
        match self {
            Self::ById(store) => store.load::<S, W>(replay, id, state),
            Self::Visited(store) => state.copy_from_slice(store.state(id)),
        }
    }

    #[inline(always)]
    fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        match self {
            Self::ById(store) => store.insert::<S, W>(replay, discovery),
            Self::Visited(store) => store.insert(discovery),
        }
    }

    fn pred(&self, id: StateId) -> StateId {
        self.by_id().pred(id)
    }

    fn set_pred(&mut self, id: StateId, pred: StateId) {
        self.by_id_mut().set_pred(id, pred);
    }

    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        match self {
            Self::ById(store) => store.path_to(system, id, skips, is_over),
            Self::Visited(store) => store.path_to(id),
        }
    }

    fn repack<S: Adaptive>(
        &mut self,
        system: (&S, &Options),
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        let (store, new_ids) = self.by_id_mut().repack(system, relaxed, groups, group)?;
        Some((Self::ById(store), new_ids))
    }
}
