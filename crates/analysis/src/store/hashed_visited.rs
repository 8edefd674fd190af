//! A store that keeps whole states only while they are open.
//!
//! Visited states are in a set of hashes or [over a tree](TreeStates). An open state has a slot in a
//! [`Slab`], which is reused after it is closed. So a closed state cannot be read, and its path is in a
//! [log](PathLog) of predecessors and events, which is soon moved to a file. INVARIANT: an id denotes a
//! state from its discovery until it is closed, so the predecessor of a state has an id when the state is
//! discovered. Hashes cannot be translated into another layout of states. If an assumption breaks, the
//! search therefore restarts from the initial state, also over a tree.

use std::io;

use sanderling_store::hash::SHARD_BITS;
use sanderling_store::{
    Fingerprint, Insertion, Omissions, SavedSet, SavedTable, SetParts, Slab, StateId, Visit, VisitedSet,
};
use sanderling_system::EventId;

use super::{Discovery, Disk, PathLog, TreeStates};
use crate::checkpoint::snapshot::{Sink, Snapshot, Source, snapshot_of_fields};

snapshot_of_fields!(SavedTable: slots, bytes);

/// The set of visited states.
#[derive(Debug)]
pub(crate) enum Visited {
    /// Hashes of states. Inexact.
    Hashes(VisitedSet),
    /// The states themselves, in a few bytes.
    Tree(Box<TreeStates>),
}

impl Visited {
    #[inline(always)]
    fn visit(&mut self, state: &[u64]) -> Visit {
        match self {
            Self::Hashes(set) => set.visit(state),
            Self::Tree(states) => states.visit(state),
        }
    }
}

/// The store.
#[derive(Debug)]
pub struct HashedVisited {
    visited: Visited,
    open: Slab,
    log: PathLog,
    disk: Disk,
}

impl HashedVisited {
    /// Creates a store with an empty set of visited states, for states of this number of words.
    pub(crate) fn new(visited: Visited, words: usize, disk: &Disk) -> Self {
        Self { visited, open: Slab::new(words), log: PathLog::new(disk), disk: disk.clone() }
    }

    /// Returns the tree of visited states, if there is one.
    pub(crate) fn tree(&self) -> Option<&TreeStates> {
        match &self.visited {
            Visited::Tree(states) => Some(states),
            Visited::Hashes(_) => None,
        }
    }

    /// Returns the mutable tree of visited states, if there is one.
    pub(crate) fn tree_mut(&mut self) -> Option<&mut TreeStates> {
        match &mut self.visited {
            Visited::Tree(states) => Some(states),
            Visited::Hashes(_) => None,
        }
    }

    /// Returns the paths to states.
    pub(crate) fn paths(&mut self) -> &mut PathLog {
        &mut self.log
    }

    /// Writes the store to a checkpoint, except for the tree and the entries of the log.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        to.list(self.open.words_of_all());
        self.open.free_slots().collect::<Vec<_>>().save(to);
        self.log.save(to);
        if let Visited::Hashes(set) = &self.visited {
            set.states().save(to);
            set.omissions().expected.save(to);
            match set.parts() {
                SetParts::HashCompaction(tables) => {
                    tables.len().save(to);
                    for (slots, bytes) in tables {
                        slots.save(to);
                        to.list(bytes);
                    }
                }
                SetParts::Bitstate(words) => to.list(words),
            }
        }
    }

    /// Reads a store from a checkpoint. The tree and the entries of the log have already been restored.
    /// Returns `None` if it was another store.
    pub(crate) fn load(&mut self, from: &mut Source) -> Option<()> {
        let states: Vec<u64> = Snapshot::load(from)?;
        let free: Vec<usize> = Snapshot::load(from)?;
        self.open = Slab::restored(self.words(), &states, &free)?;
        let slots = self.open.slots();
        // The id of a slot is its number, so a shard has at most this number of slots.
        let slots_of_shard = 1 << (32 - SHARD_BITS);
        self.log.load(from, |shard| slots.saturating_sub(shard * slots_of_shard).min(slots_of_shard))?;
        if let Visited::Hashes(set) = &mut self.visited {
            let (states, expected) = (Snapshot::load(from)?, Snapshot::load(from)?);
            let saved = match set {
                VisitedSet::HashCompaction(_) => SavedSet::HashCompaction(Snapshot::load(from)?),
                VisitedSet::Bitstate(_) => SavedSet::Bitstate(Snapshot::load(from)?),
            };
            return set.restore(saved, states, Omissions { expected }).then_some(());
        }
        Some(())
    }

    /// Clears the store, for states of this number of words.
    pub(crate) fn restart(&mut self, words: usize) {
        match &mut self.visited {
            Visited::Hashes(set) => set.clear(),
            Visited::Tree(states) => **states = TreeStates::new(words, &self.disk),
        }
        (self.open, self.log) = (Slab::new(words), PathLog::new(&self.disk));
    }

    /// Returns the number of words of a state.
    pub(crate) fn words(&self) -> usize {
        self.open.words()
    }

    /// Returns the number of discovered states.
    pub(crate) fn len(&self) -> usize {
        match &self.visited {
            Visited::Hashes(set) => set.states() as usize,
            Visited::Tree(states) => states.len(),
        }
    }

    /// Returns the estimated omissions. There are none over a tree.
    pub(crate) fn omissions(&self) -> Option<Omissions> {
        match &self.visited {
            Visited::Hashes(set) => Some(set.omissions()),
            Visited::Tree(_) => None,
        }
    }

    /// Returns the memory of the store, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let visited = match &self.visited {
            Visited::Hashes(set) => set.bytes(),
            Visited::Tree(states) => states.bytes(),
        };
        visited + self.open.bytes() + self.log.bytes()
    }

    /// Returns the memory of each state by itself: 0, since the set of visited states grows as a whole, in
    /// small pieces.
    #[expect(clippy::unused_self, reason = "other stores look")]
    pub(crate) fn bytes_per_state(&self) -> usize {
        0
    }

    /// Whether there is an open state with this id.
    pub(crate) fn is_taken(&self, id: StateId) -> bool {
        self.open.is_taken(id)
    }

    /// Inserts the first state.
    ///
    /// # Panics
    /// If it is not the first.
    pub(crate) fn insert_root(&mut self, state: &[u64]) -> StateId {
        assert_eq!(self.visited.visit(state), Visit::New, "nothing is in an empty store");
        let root = self.open.insert(state).expect("there are ids");
        self.log.add(root, None, &[]);
        root
    }

    /// Returns an open state.
    #[inline(always)]
    pub(crate) fn state(&self, id: StateId) -> &[u64] {
        self.open.state(id)
    }

    /// Computes the hash for looking up a state. A tree hashes node by node, so the result is `None`.
    pub(crate) fn hash_alone(&self, state: &[u64]) -> Option<u64> {
        match &self.visited {
            Visited::Hashes(_) => {
                let Fingerprint { first, second } = Fingerprint::of(state);
                Some(first ^ second)
            }
            Visited::Tree(_) => None,
        }
    }

    /// Looks up a state, and opens it if it is new. If it is known, the returned id does not identify it.
    #[inline(always)]
    pub(crate) fn insert(&mut self, discovery: Discovery<'_>) -> Insertion<StateId> {
        match self.visited.visit(discovery.state) {
            Visit::Known => Insertion::Known(discovery.pred),
            Visit::Full => Insertion::Full,
            Visit::New => {
                let Some(id) = self.open.insert(discovery.state) else { return Insertion::Full };
                self.log.add(id, Some(discovery.pred), &[discovery.event]);
                Insertion::New(id)
            }
        }
    }

    /// Releases a closed state.
    #[inline(always)]
    pub(crate) fn closed(&mut self, id: StateId) {
        self.open.remove(id);
    }

    /// Returns the events that lead to an open state.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(crate) fn path_to(&mut self, id: StateId) -> io::Result<Vec<EventId>> {
        self.log.path_to(id)
    }

    /// Whether the paths have been lost.
    pub(crate) fn has_lost_paths(&self) -> bool {
        self.log.has_failed()
    }
}
