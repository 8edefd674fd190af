//! The transition to forgetting: the store grows as a whole while it can, and then the search begins to
//! forget.
//!
//! References to states are not counted before that. One pass over the predecessors then computes which
//! states may be forgotten.

use sanderling_cutoff::{FORGETTING_STATES, FORGETTING_STATES_BETWEEN_PAUSES};
use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes, with_few_words};

use crate::driver::search::Search;
use crate::retention::cache::Cache;
use crate::retention::tree::Tree;
use crate::store::{OneByOne, Store, StoreWithIds};

impl<S: Extremes + Adaptive> Search<'_, S, OneByOne> {
    /// Grows the store as a whole if that is due. If memory does not suffice, the search begins to forget
    /// states, if it may. Otherwise shards grow one by one until the limit is reached. `bytes` is the total
    /// memory in use.
    pub(super) fn grow_or_forget(&mut self, bytes: usize) {
        let (everything, may_forget) = (self.bytes(), self.may_forget());
        let OneByOne::ById(store) = &mut self.store else { return };
        let is_tight =
            !FORGETTING_STATES.admits(store.len()) && store.is_tight(FORGETTING_STATES_BETWEEN_PAUSES.size());
        // The bookkeeping of states grows with the store, by an eighth.
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
            // The same states must be forgotten regardless of the number of interruptions.
            Some(_) if !is_affordable && caches && self.checkpoints.is_some() => {}
            Some(cache) if !is_affordable && caches => cache.fill_up(store),
            None if !is_affordable && caches && may_forget => self.must_forget = true,
            _ if growth > 0 && is_affordable => store.grow(FORGETTING_STATES_BETWEEN_PAUSES.size()),
            _ => {}
        }
    }

    /// Computes which states may be forgotten, given the open states with their multiplicities. `is_full`
    /// says that memory has run out. Then the number of states no longer grows, and old states are forgotten
    /// for new ones.
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

    /// Prepares for packing all states again. If memory does not suffice for that, forgets all states that
    /// may be forgotten, so that the remaining ones refer to no such state.
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
