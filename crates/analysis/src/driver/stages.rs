//! What comes after a search that has used up its memory: the same search over a smaller store, and at last
//! one that forgets.
//!
//! Nobody knows how many states there are before they have been found. So a search begins with the store that is
//! the fastest, and where its memory is used up, starts again with the tree store, in which several times as many
//! states fit; where a directory was named for it, on disk; and at last as a cache. States of many words begin in the tree: it is as fast for them. Each stage ends the next one's doubt whether it is needed, at
//! the cost of less time than that takes. What has been found at one stage stays found; what is
//! counted is counted anew.

use sanderling_cutoff::WORDS_OF_WHOLE_STATES;

use super::{Driver, Options};
use crate::retention::Retention;
use crate::store::StoreChoice;

impl Options {
    /// The searches to be done over states of this number of words, each where memory was used up in the one before. A store
    /// that needs every state keeps all.
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

/// Whether states of this number of words are remembered whole at first, where a search chooses.
#[must_use]
pub fn are_kept_whole(words: usize) -> bool {
    WORDS_OF_WHOLE_STATES.admits(words)
}
