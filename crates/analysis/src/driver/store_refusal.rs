//! Which choices do not go with which store.

use super::{Driver, Options};
use crate::reduce::Chains;
use crate::retention::Retention;
use crate::store_choice::StoreChoice;

impl Options {
    /// Why the store does not go with other choices.
    pub(super) fn refusal_of_store(&self) -> Option<&'static str> {
        if self.store == StoreChoice::Tree && self.chosen_driver() == Driver::Sequential {
            return Some("the tree store is for all states and events, a level at a time");
        }
        let StoreChoice::ComBack(_) = self.store else { return None };
        if self.retention.sweeps() {
            Some("a sweep-line forgets the states from which the pairs of a ComBack store lead to others")
        } else if self.chains != Chains::Kept {
            Some("the pairs of a ComBack store are steps of one event, and chains are stored as longer ones")
        } else {
            None
        }
    }

    /// The same options as far as they can be followed: a store that needs every state keeps all.
    pub(super) fn settled(&self) -> Self {
        let mut settled = self.clone();
        if self.retention == Retention::Auto && matches!(self.store, StoreChoice::ComBack(_)) {
            settled.retention = Retention::KeepAll;
        }
        settled
    }
}
