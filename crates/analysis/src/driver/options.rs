//! Options of a search: a choice on each axis, and the combinations that are refused.

use sanderling_store::MAX_STATES_OF_SHARD;

use crate::limits::Limits;
use crate::open::Order;
use crate::reduce::{Chains, Events};
use crate::retention::{Caching, Retention};
use crate::store::Disk;
use crate::store::StoreChoice;

/// The driver of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Driver {
    /// The batched driver if the order is breadth-first, otherwise the sequential one.
    #[default]
    Auto,
    /// The sequential driver: one event at a time, on one thread, in any order.
    Sequential,
    /// The batched driver: a block of states at a time, breadth-first only.
    Batched,
}

/// Options of a search. The default is a breadth-first search on one thread, without limits.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The order of the open states.
    pub order: Order,
    /// Which closed states are kept.
    pub retention: Retention,
    /// How states are forgotten, if they may be.
    pub caching: Caching,
    /// Which of the enabled events are fired.
    pub events: Events,
    /// Whether the events of a state are fired from last to first. The edge-lean reduction depends on the
    /// order of firing.
    pub last_event_first: bool,
    /// How states with a single successor are handled.
    pub chains: Chains,
    /// How states are stored.
    pub store: StoreChoice,
    /// The driver.
    pub driver: Driver,
    /// The number of threads of the batched driver, at least one.
    pub threads: usize,
    /// The limits of the search.
    pub limits: Limits,
    /// Which files may be written.
    pub disk: Disk,
    /// Maximum number of states in a shard of the packed store. Only tests of a full store set it below [the
    /// maximum](MAX_STATES_OF_SHARD).
    pub states_of_shard: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            order: Order::default(),
            retention: Retention::default(),
            caching: Caching::default(),
            events: Events::default(),
            last_event_first: false,
            chains: Chains::default(),
            store: StoreChoice::default(),
            driver: Driver::default(),
            threads: 1,
            limits: Limits::default(),
            disk: Disk::default(),
            states_of_shard: MAX_STATES_OF_SHARD,
        }
    }
}

impl Options {
    /// Returns why these choices do not go together, or `None` if they do.
    #[must_use]
    pub fn refusal(&self) -> Option<&'static str> {
        if let Some(refusal) = self.refusal_of_store() {
            Some(refusal)
        } else if self.driver == Driver::Batched && self.order != Order::BreadthFirst {
            Some("the batched driver requires breadth-first order, since it expands states by level")
        } else if self.driver == Driver::Batched && self.needs_single_events() {
            Some("the batched driver fires all events and keeps all states: choose the sequential driver")
        } else if self.events.leave_states_out() && self.chains != Chains::Kept {
            Some(
                "chain reduction requires all events of a state, and the other reduction skips some: omit `chains` and \
                 `branching:K`, or the other reduction",
            )
        } else {
            None
        }
    }

    /// Returns why a search with these choices cannot have checkpoints, or `None` if it can. A search with
    /// checkpoints forgets no states when memory runs out.
    #[must_use]
    pub fn refusal_of_checkpoints(&self) -> Option<&'static str> {
        let forgets_for_memory = matches!(self.retention, Retention::Cache | Retention::CacheAndSweep)
            && self.caching.max_states.is_none();
        let has_cache = self.retention.sweeps() || self.caching.max_states.is_some();
        let abilities = self.store.abilities();
        if !abilities.has_checkpoints {
            Some("checkpoints of this store are not available: choose another one")
        } else if abilities.keeps_paths && has_cache {
            Some("checkpoints of this store are not available if states are forgotten")
        } else if forgets_for_memory {
            Some("with checkpoints, a cache must be limited by a number of states, not by memory")
        } else {
            None
        }
    }

    /// Whether the last resort of the search may be a store on disk.
    #[must_use]
    pub fn may_go_to_disk(&self) -> bool {
        match self.store {
            StoreChoice::Disk => true,
            StoreChoice::Auto => self.disk.directory.is_some(),
            _ => false,
        }
    }

    /// Returns why several processes cannot do such a search together, or `None` if they can.
    #[must_use]
    pub fn refusal_of_peers(&self) -> Option<&'static str> {
        if self.chosen_driver() != Driver::Batched {
            Some(
                "several processes search breadth-first, keep all states and fire all events or stubborn sets",
            )
        } else if !self.store.abilities().has_parts {
            Some("several processes require the packed store, the tree or the disk")
        } else if !matches!(self.retention, Retention::KeepAll | Retention::Auto) {
            Some("several processes keep all states")
        } else {
            None
        }
    }

    /// Whether a choice needs the sequential driver.
    fn needs_single_events(&self) -> bool {
        !self.store.abilities().goes_by_level
            || !matches!(self.retention, Retention::KeepAll | Retention::Auto)
            || self.events.need_arrival()
            || self.last_event_first
            || self.chains != Chains::Kept
            || self.caching.max_states.is_some()
    }

    /// The driver that the search starts with. It is never [`Driver::Auto`].
    #[must_use]
    pub fn chosen_driver(&self) -> Driver {
        match self.driver {
            Driver::Auto if self.order == Order::BreadthFirst && !self.needs_single_events() => {
                Driver::Batched
            }
            Driver::Auto => Driver::Sequential,
            chosen => chosen,
        }
    }
}
