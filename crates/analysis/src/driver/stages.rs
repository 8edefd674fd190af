//! Stages of a search: each time memory runs out, the search restarts with a smaller store, and at last it
//! forgets states.
//!
//! The number of states is unknown in advance. A search therefore begins with the fastest store. If memory
//! runs out, it restarts with the tree store, which holds several times as many states. It restarts again on
//! disk if a directory is given, and finally as a cache if states may be forgotten. States of many words begin
//! in the tree store, which is as fast for them. A stage that fails takes less time than the next one.
//! Findings of a stage are kept; counts start again.

use sanderling_cutoff::WORDS_OF_WHOLE_STATES;

use super::{Driver, Options};
use crate::retention::Retention;
use crate::store::StoreChoice;

impl Options {
    /// The searches to run over states of this number of words. Each one starts if the one before ran out of
    /// memory. A store that needs every state keeps all.
    pub(super) fn stages(&self, words: usize) -> Vec<Self> {
        let stage = |store, retention| Self { store, retention, ..self.clone() };
        let forgets_late = self.retention == Retention::Auto;
        match self.store {
            StoreChoice::Auto if self.chosen_driver() != Driver::Batched => {
                vec![stage(StoreChoice::Packed, self.retention)]
            }
            StoreChoice::Auto => {
                let last = stage(StoreChoice::Packed, Retention::Auto);
                let whole = are_kept_whole(words).then_some(StoreChoice::Packed);
                let disk = self.disk.directory.is_some().then_some(StoreChoice::Disk);
                let stores = whole.into_iter().chain([StoreChoice::Tree]).chain(disk);
                let stages = stores.map(|store| stage(store, Retention::KeepAll));
                stages.chain(forgets_late.then_some(last)).collect()
            }
            store if forgets_late && store != StoreChoice::Packed => vec![stage(store, Retention::KeepAll)],
            _ => vec![self.clone()],
        }
    }
}

/// Whether the first stage stores whole states of this number of words, if the search chooses the store.
#[must_use]
pub fn are_kept_whole(words: usize) -> bool {
    WORDS_OF_WHOLE_STATES.admits(words)
}
