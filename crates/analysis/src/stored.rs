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

use sanderling_store::hash::{SHARDS, hash};
use sanderling_store::pairs::{self, Origin, PairStore};
use sanderling_store::{Bitstate, HashCompaction, Insertion, Omissions, PackedStore, StateId, VisitedSet};
use sanderling_system::{EventId, Fired, System};

use crate::driver::{Driver, Options};
use crate::hashed_visited::{HashedVisited, Visited};
use crate::store_choice::StoreChoice;
use crate::tree_states::TreeStates;

/// The array of a bitstate store takes so many bytes where memory is not limited, and otherwise half of that.
const BITSTATE_BYTES: usize = 256 << 20;

/// The memory that a state of a system takes in an exact store, about, without caches.
pub fn bytes_of_state<S: System>(choice: StoreChoice, system: &S) -> usize {
    let options = Options { store: choice, ..Options::default() };
    Stored::new(&options, system).bytes_per_state()
}

/// The system, and a scratch that a store may unpack states in.
pub(crate) type Replay<'a, S> = (&'a S, &'a mut <S as System>::Scratch);

/// A system that fires events once more.
pub(crate) struct Replayer<'a, S: System> {
    pub(crate) system: &'a S,
    pub(crate) scratch: &'a mut S::Scratch,
}

impl<'a, S: System> Replayer<'a, S> {
    #[inline(always)]
    pub(crate) fn new((system, scratch): Replay<'a, S>) -> Self {
        Self { system, scratch }
    }
}

impl<S: System> pairs::Replay for Replayer<'_, S> {
    #[inline(always)]
    fn unpack<const W: usize>(&mut self, state: &[u64]) {
        self.system.unpack::<W>(state, self.scratch);
    }

    #[inline(always)]
    fn fire<const W: usize>(&mut self, state: &[u64], event: EventId, successor: &mut [u64]) {
        let fired = self.system.fire::<W>(state, self.scratch, event, successor);
        debug_assert_eq!(fired, Fired::Successor, "law 3 of System: it is as it was when it was fired first");
    }
}

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
    /// As pairs of numbers of their halves, a level at a time.
    Tree(Box<TreeStates>),
    /// As pairs of predecessor and event.
    ComBack(Box<PairStore>),
    /// Whole as long as they are open, and in a set of what has been visited.
    HashedVisited(Box<HashedVisited>),
}

/// Why some methods are not there for a tree store.
pub(crate) const ONLY_LAYERED: &str = "a tree store is explored by the layered driver, which asks it itself";

/// The same expression for a store of any kind.
macro_rules! of_each_kind {
    ($stored:expr, $store:ident => $expression:expr) => {
        match $stored {
            Stored::Packed($store) => $expression,
            Stored::Tree($store) => $expression,
            Stored::ComBack($store) => $expression,
            Stored::HashedVisited($store) => $expression,
        }
    };
}

impl Stored {
    /// A store of this kind with nothing in it.
    pub(crate) fn new<S: System>(options: &Options, system: &S) -> Self {
        let words = system.words();
        let hashed_visited =
            |visited| Self::HashedVisited(Box::new(HashedVisited::new(visited, words, &options.disk)));
        match options.store {
            StoreChoice::Packed | StoreChoice::Auto => Self::Packed(PackedStore::new(words)),
            StoreChoice::Tree => {
                let states = Box::new(TreeStates::new(words, &options.disk));
                match options.chosen_driver() {
                    Driver::Sequential => hashed_visited(Visited::Tree(states)),
                    Driver::Auto | Driver::Batched => Self::Tree(states),
                }
            }
            StoreChoice::ComBack(options) => {
                Self::ComBack(Box::new(PairStore::new(words, system.events(), options)))
            }
            StoreChoice::HashCompaction(bits) => {
                hashed_visited(Visited::Hashes(VisitedSet::HashCompaction(HashCompaction::new(bits))))
            }
            StoreChoice::Bitstate(hashes) => {
                let bytes = options.limits.memory_bytes.map_or(BITSTATE_BYTES, |bytes| bytes / 2);
                hashed_visited(Visited::Hashes(VisitedSet::Bitstate(Bitstate::new(bytes, hashes))))
            }
        }
    }

    /// The store that keeps no closed states, where it is one.
    pub(crate) fn as_hashed_visited(&self) -> Option<&HashedVisited> {
        match self {
            Self::HashedVisited(store) => Some(store),
            Self::Packed(_) | Self::Tree(_) | Self::ComBack(_) => None,
        }
    }

    /// What an inexact store has left out, as far as can be told.
    #[must_use]
    pub fn omissions(&self) -> Option<Omissions> {
        self.as_hashed_visited().and_then(HashedVisited::omissions)
    }

    /// The packed store, where it is one.
    #[must_use]
    pub fn as_packed(&self) -> Option<&PackedStore> {
        match self {
            Self::Packed(store) => Some(store),
            Self::Tree(_) | Self::ComBack(_) | Self::HashedVisited(_) => None,
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
            Self::Tree(_) | Self::ComBack(_) | Self::HashedVisited(_) => {
                panic!("states are not stored whole")
            }
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
            Self::Tree(_) | Self::ComBack(_) | Self::HashedVisited(_) => {
                panic!("states are not stored whole")
            }
        }
    }

    /// The states of a tree store.
    ///
    /// # Panics
    /// Where it is another one.
    #[inline(always)]
    pub(crate) fn tree(&self) -> &TreeStates {
        let Self::Tree(states) = self else { panic!("states are not stored over a tree") };
        states
    }

    /// The states of a tree store, to be changed.
    ///
    /// # Panics
    /// As [`tree`](Self::tree).
    pub(crate) fn tree_mut(&mut self) -> &mut TreeStates {
        let Self::Tree(states) = self else { panic!("states are not stored over a tree") };
        states
    }

    /// The number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        of_each_kind!(self, store => store.words())
    }

    /// The number of states; of an inexact store, those that have been discovered.
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
        match self {
            Self::Packed(store) => store.is_tight(more),
            Self::Tree(store) => store.is_tight(more),
            // They grow little by little.
            Self::ComBack(_) | Self::HashedVisited(_) => false,
        }
    }

    /// How much more memory the store has after [`grow`](Self::grow).
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        match self {
            Self::Packed(store) => store.growth_bytes(more),
            Self::Tree(store) => store.growth_bytes(more),
            Self::ComBack(_) | Self::HashedVisited(_) => 0,
        }
    }

    /// Makes room in every shard for so many more states.
    pub(crate) fn grow(&mut self, more: usize) {
        match self {
            Self::Packed(store) => store.grow(more),
            Self::Tree(store) => store.grow(more),
            Self::ComBack(_) | Self::HashedVisited(_) => {}
        }
    }

    /// The number of positions of a shard: of its states, and those that are free.
    pub(crate) fn positions_in(&self, shard: usize) -> usize {
        match self {
            Self::Packed(store) => store.shards()[shard].positions(),
            Self::ComBack(store) => store.positions_in(shard),
            Self::Tree(_) | Self::HashedVisited(_) => 0,
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
        match self {
            Self::Packed(store) => store.is_taken(id),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.is_taken(id),
            Self::HashedVisited(store) => store.is_taken(id),
        }
    }

    /// The state from which a state was discovered; a root is its own predecessor.
    #[inline(always)]
    pub(crate) fn pred(&self, id: StateId) -> StateId {
        match self {
            Self::Packed(store) => store.pred(id),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.pred(id),
            Self::HashedVisited(_) => unreachable!("the ways to states are in a log"),
        }
    }

    /// Says anew from which state a state was discovered.
    pub(crate) fn set_pred(&mut self, id: StateId, pred: StateId) {
        match self {
            Self::Packed(store) => store.set_pred(id, pred),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.set_pred(id, pred),
            Self::HashedVisited(_) => unreachable!("the ways to states are in a log"),
        }
    }

    /// Puts in the first state: it was not discovered from another.
    pub(crate) fn insert_root(&mut self, state: &[u64]) -> StateId {
        of_each_kind!(self, store => store.insert_root(state))
    }

    /// Forgets everything, for states of so many words; of a store that cannot be translated.
    pub(crate) fn restart(&mut self, words: usize) {
        match self {
            Self::Packed(_) | Self::Tree(_) | Self::ComBack(_) => unreachable!("states are packed anew"),
            Self::HashedVisited(store) => store.restart(words),
        }
    }

    /// Writes a state.
    #[inline(always)]
    pub(crate) fn load<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        id: StateId,
        state: &mut [u64],
    ) {
        match self {
            Self::Packed(store) => {
                state.copy_from_slice(store.shards()[id.shard()].state::<W>(id.position()));
            }
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.load::<_, W>(&mut Replayer::new(replay), id, state),
            Self::HashedVisited(store) => state.copy_from_slice(store.state(id)),
        }
    }

    /// What [`insert`](Self::insert) hashes by itself, and nothing else: to see how long that takes.
    pub(crate) fn hash_alone(&self, state: &[u64]) -> Option<u64> {
        match self {
            Self::Packed(_) | Self::ComBack(_) => Some(hash(state)),
            Self::Tree(_) => None,
            Self::HashedVisited(store) => store.hash_alone(state),
        }
    }

    /// Looks a state up, and puts it in where it is new.
    #[inline(always)]
    pub(crate) fn insert<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        discovery: Discovery<'_>,
    ) -> Insertion<StateId> {
        match self {
            Self::Packed(store) => store.insert::<W>(discovery.state, discovery.pred),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => {
                let Discovery { state, pred, event, depth, .. } = discovery;
                store.insert::<_, W>(&mut Replayer::new(replay), state, Origin { pred, event, depth })
            }
            Self::HashedVisited(store) => store.insert(discovery),
        }
    }

    /// Whether there is such a state.
    #[inline(always)]
    pub(crate) fn contains<S: System, const W: usize>(
        &mut self,
        replay: Replay<'_, S>,
        state: &[u64],
    ) -> bool {
        match self {
            Self::Packed(store) => store.find::<W>(state).is_some(),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.find::<_, W>(&mut Replayer::new(replay), state).is_some(),
            Self::HashedVisited(_) => unreachable!("looking at states without opening them is refused"),
        }
    }

    /// Whether a state is found again along the way to it, so that none on that way may be forgotten.
    pub(crate) fn keeps_paths(&self) -> bool {
        match self {
            Self::Packed(_) | Self::Tree(_) | Self::HashedVisited(_) => false,
            Self::ComBack(_) => true,
        }
    }

    /// As much of a state's hash as the store knows.
    #[inline(always)]
    pub(crate) fn known_hash(&self, hash: u64) -> u64 {
        match self {
            Self::Packed(_) | Self::Tree(_) | Self::HashedVisited(_) => hash,
            Self::ComBack(_) => PairStore::known_hash(hash),
        }
    }

    /// Hands out as much as the store knows of each state's hash.
    pub(crate) fn known_hashes(&self, mut take: impl FnMut(u64)) {
        match self {
            Self::Packed(store) => store.ids().for_each(|id| take(hash(store.state(id)))),
            Self::ComBack(store) => store.known_hashes().for_each(take),
            Self::Tree(_) | Self::HashedVisited(_) => unreachable!("nothing is forgotten there"),
        }
    }

    /// Removes a state. Its id may be given to another one.
    #[inline(always)]
    pub(crate) fn remove<const W: usize>(&mut self, id: StateId) {
        match self {
            Self::Packed(store) => store.remove::<W>(id),
            Self::Tree(_) => unreachable!("{ONLY_LAYERED}"),
            Self::ComBack(store) => store.remove(id),
            Self::HashedVisited(_) => unreachable!("it keeps no closed states that could be forgotten"),
        }
    }

    /// A state has been closed: it will not be loaded again, unless it is asked for the way to it.
    #[inline(always)]
    pub(crate) fn closed(&mut self, id: StateId) {
        match self {
            Self::Packed(_) | Self::Tree(_) | Self::ComBack(_) => {}
            Self::HashedVisited(store) => store.closed(id),
        }
    }
}
