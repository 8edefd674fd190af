//! State stores: an axis of the search.
//!
//! Every [`Store`] accepts a first state and returns its size. Other operations depend on the store, and
//! each driver requires a store with the operations that it needs:
//!
//! | | states are identified by | driver |
//! | --- | --- | --- |
//! | [`ById`]: packed, or pairs of predecessor and event | an id, from which they can be reconstructed | both |
//! | [`HashedVisited`] | an id, while they are open | sequential |
//! | [`TreeStates`] | the number of their discovery | batched |
//! | [`DiskStates`] | their level and their words | batched |
//!
//! Only states [with an id](ById) can be forgotten.

/// The first state and the sizes of any store.
macro_rules! sizes {
    ($of:ident) => {
        fn insert_root(&mut self, state: &[u64]) -> StateId {
            $of!(self, store => store.insert_root(state))
        }

        fn len(&self) -> usize {
            $of!(self, store => store.len())
        }

        fn words(&self) -> usize {
            $of!(self, store => store.words())
        }

        fn bytes(&self) -> usize {
            $of!(self, store => store.bytes())
        }

        fn bytes_per_state(&self) -> usize {
            $of!(self, store => store.bytes_per_state())
        }
    };
}

/// Evaluates one expression for a type that is a store itself.
macro_rules! of_itself {
    ($itself:expr, $store:ident => $expression:expr) => {{
        let $store = $itself;
        $expression
    }};
}

mod by_id;
mod choice;
mod disk;
mod disk_states;
mod hashed_visited;
mod key_log;
mod one_by_one;
mod pair_repacking;
mod path_log;
mod repacking;
mod replay;
mod stored;
mod tree_states;

use sanderling_store::hash::SHARDS;
use sanderling_store::pairs::PairStore;
use sanderling_store::{Omissions, PackedStore, StateId};
use sanderling_system::{Adaptive, EventId, System};

pub(crate) use self::by_id::ById;
pub use self::choice::StoreChoice;
pub use self::disk::Disk;
pub use self::disk::HAS_FILES;
pub use self::disk_states::DiskStates;
pub(crate) use self::disk_states::{ALONE, disk_stop};
pub(crate) use self::hashed_visited::{HashedVisited, Visited};
pub(crate) use self::one_by_one::{Discovery, OneByOne};
pub(crate) use self::pair_repacking::repack_pairs;
pub(crate) use self::path_log::{ENTRY_BYTES, PathLog};
pub(crate) use self::repacking::{NewIds, repack};
pub(crate) use self::replay::{Replay, Replayer};
pub use self::stored::{Stored, bytes_of_state};
pub use self::tree_states::sample_size;
pub(crate) use self::tree_states::{TreeStates, store_full};
use crate::driver::Options;
use crate::witness::{Skips, events_along};

/// The states that a search has discovered.
pub(crate) trait Store: Sized {
    /// Creates an empty store for a system, with these options.
    fn empty<S: System>(options: &Options, system: &S) -> Self;

    /// Inserts the first state, which has no predecessor.
    fn insert_root(&mut self, state: &[u64]) -> StateId;

    /// Returns the number of states. In an inexact store, this is the number of discoveries.
    fn len(&self) -> usize;

    /// Returns the number of words of a state.
    fn words(&self) -> usize;

    /// Returns the memory of the store, in bytes.
    fn bytes(&self) -> usize;

    /// Returns the approximate memory for one more state, in bytes.
    fn bytes_per_state(&self) -> usize;

    /// Returns the estimated omissions of an inexact store.
    fn omissions(&self) -> Option<Omissions> {
        None
    }

    /// Whether the paths to states have been lost.
    fn has_lost_paths(&self) -> bool {
        false
    }

    /// Returns the store in the form for the search's caller.
    fn into_stored(self) -> Stored;
}

/// A store that identifies its open states by ids.
///
/// INVARIANT: an id denotes the same state from its assignment until the state is removed, or, in a store
/// that keeps no closed states, until it is [closed](OneByOne::closed).
pub(crate) trait StoreWithIds: Store {
    /// Returns the number of positions of a shard, including free ones.
    fn positions_in(&self, shard: usize) -> usize;

    /// Whether there is a state with this id.
    fn is_taken(&self, id: StateId) -> bool;

    /// Returns the ids of all states, shard by shard.
    fn ids(&self) -> impl Iterator<Item = StateId> + '_ {
        let ids_of = |shard| (0..self.positions_in(shard)).map(move |position| StateId::new(shard, position));
        (0..SHARDS).flat_map(ids_of).filter(|&id| self.is_taken(id))
    }

    /// Writes the words of a state into `state`.
    fn load<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, id: StateId, state: &mut [u64]);

    /// Returns the events that lead to a state. The state must be open if states may be forgotten. If
    /// chains were reduced, events that `skips` names were not fired.
    ///
    /// # Errors
    /// If they have been written to a file that cannot be read.
    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>>;

    /// Packs the states again for `relaxed`. Returns the new id of each, by shard and position in this
    /// store, or `None` if a shard is full. In the new store, the states of each shard are ordered by
    /// `group`, which is below `groups`, and then by old id.
    fn repack<S: Adaptive>(
        &mut self,
        system: &S,
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)>;
}

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

    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        let path = PackedStore::path_to(self, id);
        let events = events_along(system, self, &path, skips, is_over);
        events.ok_or_else(|| std::io::ErrorKind::Interrupted.into())
    }

    fn repack<S: Adaptive>(
        &mut self,
        system: &S,
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        repack((system, self), relaxed, groups, group)
    }
}

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
        system: &S,
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        repack_pairs((system, self), relaxed, groups, group)
    }
}

impl Store for TreeStates {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        Self::new(system.words(), &options.disk)
    }

    sizes!(of_itself);

    fn into_stored(self) -> Stored {
        Stored::Tree(Box::new(self))
    }
}
