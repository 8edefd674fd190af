//! The states that a search has found, in whichever store was chosen.
//!
//! One way of asking for all stores. A store that does not keep states whole has to fire events to find
//! a state again, so whoever asks for one gives the system with a scratch to use: a [`Replay`].
//! Dispatch is by `match`: the packed store costs one well-predicted branch a call, and others more than
//! that anyway. What needs states in memory as they are asks for [`Stored::packed`], and is refused with
//! the other stores beforehand.
//!
//! INVARIANT: an id stands for the same state from when it was given until the state is removed, or, in a
//! store that keeps no closed states, until it is [closed](Stored::closed).

use sanderling_store::hash::SHARDS;
use sanderling_store::{Insertion, PackedStore, StateId};
use sanderling_system::{EventId, System};

use crate::store_choice::StoreChoice;

/// The system, and a scratch that a store may unpack states in.
pub(crate) type Replay<'a, S> = (&'a S, &'a mut <S as System>::Scratch);

/// A state that an event has led to.
#[derive(Debug, Clone, Copy)]
#[allow(dead_code, reason = "what a store asks of it depends on the store")]
pub(crate) struct Discovery<'a> {
    pub(crate) state: &'a [u64],
    /// The stored state that the event was fired in.
    pub(crate) pred: StateId,
    pub(crate) pred_state: &'a [u64],
    pub(crate) event: EventId,
    /// How many events lead to the state.
    pub(crate) depth: u32,
}

/// The stored states.
#[derive(Debug)]
pub enum Stored {
    /// Whole, word by word.
    Packed(PackedStore),
}

/// The same expression for a store of any kind.
macro_rules! of_each_kind {
    ($stored:expr, $store:ident => $expression:expr) => {
        match $stored {
            Stored::Packed($store) => $expression,
        }
    };
}

impl Stored {
    /// A store of this kind with nothing in it.
    pub(crate) fn new<S: System>(choice: &StoreChoice, system: &S) -> Self {
        match choice {
            StoreChoice::Packed => Self::Packed(PackedStore::new(system.words())),
        }
    }

    /// The packed store, where it is one.
    #[must_use]
    pub fn as_packed(&self) -> Option<&PackedStore> {
        match self {
            Self::Packed(store) => Some(store),
        }
    }

    /// The packed store.
    ///
    /// # Panics
    /// Where it is another one: what needs this one is refused with the others.
    #[must_use]
    #[inline(always)]
    pub fn packed(&self) -> &PackedStore {
        match self {
            Self::Packed(store) => store,
        }
    }

    /// The packed store, to be changed.
    ///
    /// # Panics
    /// As [`packed`](Self::packed).
    #[inline(always)]
    pub(crate) fn packed_mut(&mut self) -> &mut PackedStore {
        match self {
            Self::Packed(store) => store,
        }
    }

    /// The number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        of_each_kind!(self, store => store.words())
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        of_each_kind!(self, store => store.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that the store has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_each_kind!(self, store => store.bytes())
    }

    /// The memory that one more state takes, about.
    pub(crate) fn bytes_per_state(&self) -> usize {
        of_each_kind!(self, store => store.bytes_per_state())
    }

    /// Whether some shard has to grow before each takes so many more states.
    pub(crate) fn is_tight(&self, more: usize) -> bool {
        of_each_kind!(self, store => store.is_tight(more))
    }

    /// How much more memory the store has after [`grow`](Self::grow).
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        of_each_kind!(self, store => store.growth_bytes(more))
    }

    /// Makes room in every shard for so many more states.
    pub(crate) fn grow(&mut self, more: usize) {
        of_each_kind!(self, store => store.grow(more));
    }

    /// The number of positions of a shard: of its states, and those that are free.
    pub(crate) fn positions_in(&self, shard: usize) -> usize {
        match self {
            Self::Packed(store) => store.shards()[shard].positions(),
        }
    }

    /// The ids of all states, shard by shard.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + '_ {
        let shard_ids =
            |shard| (0..self.positions_in(shard)).map(move |position| StateId::new(shard, position));
        (0..SHARDS).flat_map(shard_ids).filter(|&id| self.is_taken(id))
    }

    /// Whether there is a state with this id.
    pub(crate) fn is_taken(&self, id: StateId) -> bool {
        of_each_kind!(self, store => store.is_taken(id))
    }

    /// The state from which a state was discovered; a root is its own predecessor.
    #[inline(always)]
    pub(crate) fn pred(&self, id: StateId) -> StateId {
        of_each_kind!(self, store => store.pred(id))
    }

    /// Says anew from which state a state was discovered.
    pub(crate) fn set_pred(&mut self, id: StateId, pred: StateId) {
        of_each_kind!(self, store => store.set_pred(id, pred));
    }

    /// Puts in the first state: it was not discovered from another.
    pub(crate) fn insert_root(&mut self, state: &[u64]) -> StateId {
        of_each_kind!(self, store => store.insert_root(state))
    }

    /// Writes a state.
    #[inline(always)]
    pub(crate) fn load<S: System, const W: usize>(
        &mut self,
        _replay: Replay<'_, S>,
        id: StateId,
        state: &mut [u64],
    ) {
        match self {
            Self::Packed(store) => {
                state.copy_from_slice(store.shards()[id.shard()].state::<W>(id.position()));
            }
        }
    }

    /// Looks a state up, and puts it in where it is new.
    #[inline(always)]
    pub(crate) fn insert<S: System, const W: usize>(
        &mut self,
        _replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        match self {
            Self::Packed(store) => store.insert::<W>(discovery.state, discovery.pred),
        }
    }

    /// Whether there is such a state.
    #[inline(always)]
    pub(crate) fn contains<S: System, const W: usize>(
        &mut self,
        _replay: Replay<'_, S>,
        state: &[u64],
    ) -> bool {
        match self {
            Self::Packed(store) => store.find::<W>(state).is_some(),
        }
    }

    /// Removes a state. Its id may be given to another one.
    #[inline(always)]
    pub(crate) fn remove<const W: usize>(&mut self, id: StateId) {
        of_each_kind!(self, store => store.remove::<W>(id));
    }

    /// A state has been closed: it will not be loaded again, unless it is asked for the way to it.
    #[inline(always)]
    pub(crate) fn closed(&mut self, _id: StateId) {
        match self {
            Self::Packed(_) => {}
        }
    }
}
