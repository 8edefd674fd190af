//! The combinations of stores and other choices that are refused.

use super::options::{Driver, Options};
use crate::open::Order;
use crate::reduce::Chains;
use crate::retention::Retention;
use crate::store::{HAS_FILES, StoreChoice};

impl Options {
    /// Returns why the store does not go with the other choices, or `None` if it does.
    pub(super) fn refusal_of_store(&self) -> Option<&'static str> {
        let abilities = self.store.abilities();
        if self.store == StoreChoice::Disk {
            self.refusal_of_disk()
        } else if !abilities.is_exact && self.threads > 1 {
            Some("an inexact store supports one thread: omit `threads`")
        } else if abilities.keeps_paths {
            self.refusal_of_paths()
        } else if !abilities.forgets && self.chosen_driver() == Driver::Sequential {
            self.refusal_of_hashed_visited()
        } else {
            None
        }
    }

    fn refusal_of_disk(&self) -> Option<&'static str> {
        if !HAS_FILES {
            Some("the disk store requires a file system")
        } else if self.order != Order::BreadthFirst {
            Some("the disk store requires breadth-first order, since it looks up states by level")
        } else if self.chosen_driver() == Driver::Sequential {
            self.refusal_of_hashed_visited()
                .or(Some("the disk store requires the batched driver, since it expands states by level"))
        } else {
            None
        }
    }

    fn refusal_of_paths(&self) -> Option<&'static str> {
        if self.retention.sweeps() {
            Some("a sweep-line forgets states that this store needs to reconstruct others")
        } else if self.chains != Chains::Kept {
            Some("this store requires steps of one event, and chain reduction makes longer ones")
        } else {
            None
        }
    }

    fn refusal_of_hashed_visited(&self) -> Option<&'static str> {
        if !matches!(self.retention, Retention::KeepAll | Retention::Auto)
            || self.caching.max_states.is_some()
        {
            Some(
                "this store keeps no closed states whole, so it cannot forget any: keep all states, or choose the packed \
                 store",
            )
        } else if self.events.sleep {
            Some("sleep sets are stored with closed states, and this store keeps none whole")
        } else if self.chains != Chains::Kept {
            Some("chain reduction requires a cache, and this store supports none")
        } else {
            None
        }
    }
}
