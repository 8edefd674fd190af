//! The result of a search.

use std::time::Duration;

use sanderling_store::{Omissions, StateId};
use sanderling_system::{EventId, Maxima, SelfCovering};

use crate::limits::StopReason;
use crate::phases::Phases;
use crate::retention::Kept;
use crate::self_check::Discrepancy;
use crate::store::Stored;
use crate::witness::Witness;

/// The result of a search. If it [is exhaustive](Self::is_exhaustive), every number is exact. Otherwise the
/// numbers are those of the explored part.
#[derive(Debug)]
pub struct Outcome<S> {
    /// The final system, possibly with fewer assumptions than at the start.
    pub system: S,
    /// The states, except forgotten ones.
    pub store: Stored,
    /// The initial state.
    pub root: StateId,
    /// Why the search ended early.
    pub stop: Option<StopReason>,
    /// What an inexact store may have omitted. If given, every count is a lower bound.
    pub omissions: Option<Omissions>,
    /// The number of distinct states, if known. It is mostly unknown if states were forgotten, and unknown
    /// with an inexact store.
    pub states: Option<u64>,
    /// The number of discoveries of states: a state that was forgotten and discovered again counts each time,
    /// as in `expanded`, `firings` and `dead`.
    pub visits: u64,
    /// The number of visits to states whose events have all been fired, and which have been observed.
    pub expanded: u64,
    /// Pairs of an expanded state and an event enabled in it.
    pub firings: u64,
    /// Expanded states without enabled events.
    pub dead: u64,
    /// The statistics of kept and forgotten states, if states could be forgotten.
    pub kept: Option<Kept>,
    /// The greatest values, if requested.
    pub maxima: Option<Maxima>,
    /// The maximum of each measure over the expanded states.
    pub measured: Vec<i128>,
    /// The events that were enabled in no expanded state, if requested.
    pub never_fired: Option<Vec<EventId>>,
    /// For each goal, the path to the first state found that meets it.
    pub hits: Vec<Option<Witness>>,
    /// The goals that some state meets, if the search had to end before its path was found.
    pub unwitnessed: Vec<usize>,
    /// The number of states of each breadth-first level; empty in other orders.
    pub levels: Vec<u64>,
    /// The proof that there are infinitely many states, if so.
    pub self_covering: Option<SelfCovering>,
    /// If the search ended at an undefined event, the path to it, including the event.
    pub undefined: Option<Witness>,
    /// The difference from the reference, if any. Then the search ended, and nothing else in the outcome is
    /// reliable.
    pub discrepancy: Option<Discrepancy>,
    /// The number of states compared with the reference.
    pub compared: u64,
    /// Maximum memory of store, open states and working memory, in bytes.
    pub peak_bytes: usize,
    /// The number of times that states had to be packed again.
    pub relaxations: u32,
    /// The duration of the search.
    pub elapsed: Duration,
    /// The part of the duration before an interruption.
    pub elapsed_before: Duration,
    /// The division of the time into phases, as far as it was measured.
    pub phases: Phases,
}

impl<S> Outcome<S> {
    /// Whether every reachable state has been explored.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.stop.is_none() && self.omissions.is_none()
    }
}
