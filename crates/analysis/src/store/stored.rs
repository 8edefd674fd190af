//! What is left of a search: the states that it has stored.

use sanderling_store::PackedStore;
use sanderling_store::pairs::PairStore;
use sanderling_system::System;

use super::{DiskStates, HashedVisited, Store, StoreChoice, TreeStates};
use crate::driver::Options;

/// The array of a bitstate store takes this number of bytes where memory is not limited, and otherwise half of that.
pub(super) const BITSTATE_BYTES: usize = 256 << 20;

/// The memory that a state of a system takes in an exact store, about, without caches; 0 in an inexact one, and on disk.
pub fn bytes_of_state<S: System>(choice: StoreChoice, system: &S) -> usize {
    let options = Options { store: choice, ..Options::default() };
    match choice {
        StoreChoice::Packed | StoreChoice::Auto => PackedStore::empty(&options, system).bytes_per_state(),
        StoreChoice::Tree => TreeStates::empty(&options, system).bytes_per_state(),
        StoreChoice::ComBack(_) => PairStore::empty(&options, system).bytes_per_state(),
        StoreChoice::Disk | StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) => 0,
    }
}

/// The states that a search has stored, in whichever store was chosen.
#[derive(Debug)]
pub enum Stored {
    /// Whole, word by word.
    Packed(PackedStore),
    /// As pairs of numbers of their halves, a level at a time.
    Tree(Box<TreeStates>),
    /// In sorted runs on disk.
    Disk(Box<DiskStates>),
    /// As pairs of predecessor and event.
    ComBack(Box<PairStore>),
    /// Whole as long as they are open, and in a set of what has been visited.
    HashedVisited(Box<HashedVisited>),
}

impl Stored {
    /// The number of states; of an inexact store, those that have been discovered.
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

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that the store has taken.
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

    /// The packed store.
    ///
    /// # Panics
    /// Where it is another one: what needs this one refuses the others beforehand.
    #[must_use]
    pub fn packed(&self) -> &PackedStore {
        let Self::Packed(store) = self else { panic!("states are not stored whole") };
        store
    }
}
