//! The states that a search has stored, as part of its outcome.

use sanderling_store::PackedStore;
use sanderling_system::System;

use super::{Store, StoreChoice, Stored, TreeStates};
use crate::driver::Options;

/// Size of the array of a bitstate store in bytes, if memory is not limited. Otherwise the array takes half
/// of the memory.
pub(super) const BITSTATE_BYTES: usize = 256 << 20;

/// Returns the approximate memory of a state of a system in a store with ids or a tree in bytes, without
/// caches. It is 0 for other stores.
pub fn bytes_of_state<S: System>(choice: StoreChoice, system: &S) -> usize {
    let options = Options { store: choice, ..Options::default() };
    of_choice!(
        choice,
        Itself::empty(&options, system).bytes_per_state(),
        match choice {
            StoreChoice::Tree => TreeStates::empty(&options, system).bytes_per_state(),
            _ => 0,
        }
    )
}

impl Stored {
    /// Returns the number of states. In an inexact store, this is the number of discoveries.
    #[must_use]
    pub fn len(&self) -> usize {
        of_stored!(self, store => store.len())
    }

    /// Whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the store, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_stored!(self, store => store.bytes())
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
