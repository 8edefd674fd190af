//! Which choices do not go with which store.

use super::{Driver, Options};
use crate::reduce::{Chains, Events};
use crate::retention::Retention;
use crate::store_choice::StoreChoice;

impl Options {
    /// Why the store does not go with other choices.
    pub(super) fn refusal_of_store(&self) -> Option<&'static str> {
        match self.store {
            StoreChoice::Packed => None,
            StoreChoice::Tree => (self.chosen_driver() == Driver::Sequential)
                .then_some("the tree store is for all states and events, a level at a time"),
            StoreChoice::ComBack(_) => self.refusal_of_pairs(),
            StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) => self.refusal_of_inexact(),
        }
    }

    fn refusal_of_pairs(&self) -> Option<&'static str> {
        if self.retention.sweeps() {
            Some("a sweep-line forgets the states from which the pairs of a ComBack store lead to others")
        } else if self.chains != Chains::Kept {
            Some("the pairs of a ComBack store are steps of one event, and chains are stored as longer ones")
        } else {
            None
        }
    }

    fn refusal_of_inexact(&self) -> Option<&'static str> {
        if !matches!(self.retention, Retention::KeepAll | Retention::Auto)
            || self.caching.most_states.is_some()
        {
            Some(
                "an inexact store keeps no closed states, so that none can be forgotten; \
                 keep all, or choose an exact store",
            )
        } else if self.events == Events::Sleep {
            Some("sleep sets are kept with the states, and an inexact store keeps no closed states")
        } else if self.chains != Chains::Kept {
            Some(
                "chains are passed or taken off the tree for a cache, and with an inexact store there is none",
            )
        } else if self.threads > 1 {
            Some("with an inexact store the search has one thread")
        } else {
            None
        }
    }

    /// The same options as far as they can be followed: a store that needs every state keeps all.
    pub(super) fn settled(&self) -> Self {
        let mut settled = self.clone();
        if self.retention == Retention::Auto && self.store != StoreChoice::Packed {
            settled.retention = Retention::KeepAll;
        }
        settled
    }
}
