//! State stores: an axis of the search.
//!
//! Every [`Store`] accepts a first state and returns its size. Other operations depend on the store, and
//! each driver requires a store with the operations that it needs:
//!
//! | | states are identified by | driver |
//! | --- | --- | --- |
//! | [`ById`]: those of the [list] with ids | an id, from which they can be reconstructed | sequential, some both |
//! | [`HashedVisited`] | an id, while they are open | sequential |
//! | [`TreeStates`] | the number of their discovery | batched |
//! | [`DiskStates`] | their level and their words | batched |
//!
//! Only states [with an id](ById) can be forgotten. To add such a store, implement [`Store`],
//! [`StoreWithIds`], [`Identified`] and [`AppendOnly`] in a file beside those of the [list], and add a row to it.

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

#[macro_use]
mod list;

mod by_id;
mod choice;
mod disk;
mod disk_states;
mod hashed_visited;
mod key_log;
mod one_by_one;
mod path_log;
mod repacking;
mod replay;
mod stored;
mod tree_states;

use sanderling_store::hash::SHARDS;
use sanderling_store::{Insertion, Omissions, StateId};
use sanderling_system::{Adaptive, EventId, System};

pub use self::choice::{Abilities, Kind, Number};
pub use self::disk::Disk;
pub use self::disk::HAS_FILES;
pub use self::disk_states::DiskStates;
pub(crate) use self::disk_states::{ALONE, disk_stop};
pub(crate) use self::hashed_visited::{HashedVisited, Visited};
pub(crate) use self::list::ById;
pub use self::list::{StoreChoice, Stored};
pub(crate) use self::one_by_one::{Discovery, OneByOne};
pub(crate) use self::path_log::{ENTRY_BYTES, PathLog};
use self::repacking::repack_one_by_one;
pub(crate) use self::repacking::{NewIds, repack};
pub(crate) use self::replay::{Replay, Replayer};
pub use self::stored::bytes_of_state;
pub use self::tree_states::sample_size;
pub(crate) use self::tree_states::{TreeStates, store_full};
use crate::checkpoint::append_only::AppendOnly;
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

    /// Looks up a state, and inserts it if it is new.
    fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId>;

    /// Returns the predecessor of a state. A root is its own predecessor.
    fn pred(&self, id: StateId) -> StateId;

    /// Sets the predecessor of a state.
    fn set_pred(&mut self, id: StateId, pred: StateId);

    /// Returns the events that lead to a state. The state must be open if states may be forgotten. If chains
    /// were reduced, `skips` names the events that were not fired. By default, the events are found by firing
    /// again along the predecessors.
    ///
    /// # Errors
    /// If they have been written to a file that cannot be read, or if `is_over` ends the search for them.
    fn path_to<S: System>(
        &mut self,
        system: &S,
        id: StateId,
        skips: Skips<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> std::io::Result<Vec<EventId>> {
        let mut path = vec![id];
        while let Some(&id) = path.last()
            && self.pred(id) != id
        {
            path.push(self.pred(id));
        }
        path.reverse();
        let mut scratch = system.scratch();
        let state_of = |id| {
            let mut state = vec![0; system.words()];
            self.load::<S, 0>((system, &mut scratch), id, &mut state);
            state
        };
        let events = events_along(system, state_of, &path, skips, is_over);
        events.ok_or_else(|| std::io::ErrorKind::Interrupted.into())
    }

    /// Packs the states again for `relaxed`. Returns the new id of each, by shard and position in this
    /// store, or `None` if a shard is full. In the new store, the states of each shard are ordered by
    /// `group`, which is below `groups`, and then by old id. By default, the states are inserted one by one,
    /// without the events that led to them.
    fn repack<S: Adaptive>(
        &mut self,
        (system, options): (&S, &Options),
        relaxed: &S,
        groups: usize,
        group: impl Fn(StateId) -> usize,
    ) -> Option<(Self, NewIds)> {
        repack_one_by_one((system, self), (relaxed, options), groups, group)
    }
}

/// A store with ids from which states can be removed. The sequential driver can use it if it has a row in
/// the [list] of stores.
pub(crate) trait Identified: AppendOnly + Into<ById> {
    /// Whether a state is reconstructed along its path, so that no state on that path may be forgotten.
    const KEEPS_PATHS: bool = false;

    /// Whether the store has this state.
    fn contains<S: System, const W: usize>(&mut self, replay: Replay<'_, S>, state: &[u64]) -> bool;

    /// Removes a state. Its id may be reused.
    fn remove<const W: usize>(&mut self, id: StateId);

    /// Returns the part of a state's hash that the store knows.
    #[inline(always)]
    fn known_hash(hash: u64) -> u64 {
        hash
    }

    /// Passes on the known part of each state's hash.
    fn known_hashes(&self, take: impl FnMut(u64));

    /// Whether some shard has to grow before each takes `more` states. By default, the store grows gradually.
    fn is_tight(&self, _more: usize) -> bool {
        false
    }

    /// Returns the additional memory of the store after [`grow`](Self::grow), in bytes.
    fn growth_bytes(&self, _more: usize) -> usize {
        0
    }

    /// Reserves room in every shard for `more` states.
    fn grow(&mut self, _more: usize) {}
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
