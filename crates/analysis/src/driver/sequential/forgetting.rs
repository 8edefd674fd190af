//! When memory is used up: the store grows as a whole as long as it can, and then the search begins to
//! forget.
//!
//! Nobody counts references to states before that. Then which states may be forgotten follows from the
//! predecessors, in one pass over them.

use sanderling_cutoff::{FORGETTING_STATES, FORGETTING_STATES_BETWEEN_PAUSES};
use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes, with_few_words};

use crate::driver::search::Search;
use crate::retention::cache::Cache;
use crate::retention::tree::Tree;
use crate::store::{OneByOne, Store, StoreWithIds};

impl<S: Extremes + Adaptive> Search<'_, S, OneByOne> {
    /// The store grows as a whole, at times. Where states may be forgotten, that begins instead where
    /// there is no memory for it; where they may not, shards grow one by one until the limit is reached.
    /// `bytes` are taken by everything.
    pub(super) fn grow_or_forget(&mut self, bytes: usize) {
        let (everything, may_forget) = (self.bytes(), self.may_forget());
        let OneByOne::ById(store) = &mut self.store else { return };
        let is_tight =
            !FORGETTING_STATES.admits(store.len()) && store.is_tight(FORGETTING_STATES_BETWEEN_PAUSES.size());
        // What is known of states grows as the store does, by an eighth.
        let known = (everything - store.bytes()) / 8;
        let growth =
            if is_tight { store.growth_bytes(FORGETTING_STATES_BETWEEN_PAUSES.size()) + known } else { 0 };
        let caches = self.options.retention.caches();
        let cache = if self.cache.is_none() && caches {
            Cache::bytes_for(&self.options.caching, store.len())
        } else {
            0
        };
        let is_affordable = !self.clock.forbids(bytes + growth + cache);
        match &mut self.cache {
            // What is forgotten is the same however often the search was interrupted.
            Some(_) if !is_affordable && caches && self.checkpoints.is_some() => {}
            Some(cache) if !is_affordable && caches => cache.fill_up(store),
            None if !is_affordable && caches && may_forget => self.must_forget = true,
            _ if growth > 0 && is_affordable => store.grow(FORGETTING_STATES_BETWEEN_PAUSES.size()),
            _ => {}
        }
    }

    /// Works out which states may be forgotten. Given the states that are open, each as often as it is, and
    /// whether memory is used up: then there are no more states from now on, and others are forgotten for
    /// new ones.
    pub(super) fn begin_to_forget(&mut self, open: impl Iterator<Item = StateId>, is_full: bool) {
        let store = self.store.by_id();
        let mut cache = Cache::with_tree(&self.options.caching, Tree::of(store, open));
        let depth = self.levels.len().saturating_sub(1) as u32;
        store.ids().for_each(|id| cache.adopt(id, depth));
        if is_full {
            cache.fill_up(store);
        }
        self.cache = Some(cache);
        self.must_forget = false;
    }

    /// Before all states are packed anew: where there is no memory for that, all that may be forgotten is, and what stays
    /// refers to nothing that may not.
    pub(super) fn forget_before_packing(&mut self) {
        let may_translate = self.may_translate();
        let Some(cache) = &mut self.cache else { return };
        let store = self.store.by_id_mut();
        if !may_translate && self.options.retention.caches() && self.checkpoints.is_none() {
            with_few_words!(store.words(), W => cache.forget_all::<W>(store));
        }
        cache.cut_off_candidates(store);
    }
}
