//! The states that a search has stored, as part of its outcome.

use sanderling_store::PackedStore;
use sanderling_store::pairs::PairStore;
use sanderling_system::System;

use super::{DiskStates, HashedVisited, Store, StoreChoice, TreeStates};
use crate::driver::Options;

/// Size of the array of a bitstate store in bytes, if memory is not limited. Otherwise the array takes half
/// of the memory.
pub(super) const BITSTATE_BYTES: usize = 256 << 20;

/// Returns the approximate memory of a state of a system in an exact store in bytes, without caches. It is 0
/// for an inexact store, and on disk.
pub fn bytes_of_state<S: System>(choice: StoreChoice, system: &S) -> usize {
    let options = Options { store: choice, ..Options::default() };
    match choice {
        StoreChoice::Packed | StoreChoice::Auto => PackedStore::empty(&options, system).bytes_per_state(),
        StoreChoice::Tree => TreeStates::empty(&options, system).bytes_per_state(),
        StoreChoice::ComBack(_) => PairStore::empty(&options, system).bytes_per_state(),
        StoreChoice::Disk | StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) => 0,
    }
}

/// The states that a search has stored, in the chosen store.
#[derive(Debug)]
pub enum Stored {
    /// Whole states, word by word.
    Packed(PackedStore),
    /// Pairs of numbers of state halves, a level at a time.
    Tree(Box<TreeStates>),
    /// Sorted runs on disk.
    Disk(Box<DiskStates>),
    /// Pairs of predecessor and event.
    ComBack(Box<PairStore>),
    /// Whole states while they are open, and a set of visited states.
    HashedVisited(Box<HashedVisited>),
}

impl Stored {
    /// Returns the name of the store, for messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Packed(_) => "packed",
            Self::Tree(_) => "tree",
            Self::Disk(_) => "disk",
            Self::ComBack(_) => "comback",
            Self::HashedVisited(_) => "visited states",
        }
    }

    /// Returns the number of states. In an inexact store, this is the number of discoveries.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Packed(store) => store.len(),
            Self::Tree(store) => store.len(),
            Self::Disk(store) => store.len(),
            Self::ComBack(store) => store.len(),
            Self::HashedVisited(store) => store.len(),
        }
    }

    /// Whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the store, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Packed(store) => store.bytes(),
            Self::Tree(store) => store.bytes(),
            Self::Disk(store) => store.bytes(),
            Self::ComBack(store) => store.bytes(),
            Self::HashedVisited(store) => store.bytes(),
        }
    }

    /// Returns the packed store.
    ///
    /// # Panics
    /// If it is another one. Options that need the packed store refuse the others in advance.
    #[must_use]
    pub fn packed(&self) -> &PackedStore {
        let Self::Packed(store) = self else { panic!("states are not stored whole") };
        store
    }
}
