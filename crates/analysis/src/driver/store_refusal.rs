//! The combinations of stores and other choices that are refused.

use super::options::{Driver, Options};
use crate::open::Order;
use crate::reduce::Chains;
use crate::retention::Retention;
use crate::store::{HAS_FILES, StoreChoice};

impl Options {
    /// Returns why the store does not go with the other choices, or `None` if it does.
    pub(super) fn refusal_of_store(&self) -> Option<&'static str> {
        match self.store {
            StoreChoice::Packed | StoreChoice::Auto => None,
            StoreChoice::Tree if self.chosen_driver() == Driver::Sequential => {
                self.refusal_of_hashed_visited()
            }
            StoreChoice::Tree => None,
            StoreChoice::Disk => self.refusal_of_disk(),
            StoreChoice::ComBack(_) => self.refusal_of_pairs(),
            StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) if self.threads > 1 => {
                Some("with an inexact store the search has one thread")
            }
            StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) => self.refusal_of_hashed_visited(),
        }
    }

    fn refusal_of_disk(&self) -> Option<&'static str> {
        if !HAS_FILES {
            Some("there is no disk here that states could be written to")
        } else if self.order != Order::BreadthFirst {
            Some("states on disk are looked up a level at a time, so the order is breadth-first")
        } else if self.chosen_driver() == Driver::Sequential {
            self.refusal_of_hashed_visited().or(Some(
                "states on disk are expanded a level at a time, with all events, and the sequential driver takes them one by one",
            ))
        } else {
            None
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

    fn refusal_of_hashed_visited(&self) -> Option<&'static str> {
        if !matches!(self.retention, Retention::KeepAll | Retention::Auto)
            || self.caching.max_states.is_some()
        {
            Some(
                "this store keeps no closed states whole, so that none can be forgotten; \
                 keep all, or choose the packed store",
            )
        } else if self.events.sleep {
            Some("sleep sets are kept with the states, and this store keeps no closed states whole")
        } else if self.chains != Chains::Kept {
            Some("chains are passed or taken off the tree for a cache, and with this store there is none")
        } else {
            None
        }
    }
}
