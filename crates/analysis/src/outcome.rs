//! What a search has found out.

use std::time::Duration;

use sanderling_store::{Omissions, StateId};
use sanderling_system::{EventId, Maxima, SelfCovering};

use crate::limits::StopReason;
use crate::phases::Phases;
use crate::retention::Kept;
use crate::self_check::Discrepancy;
use crate::store::Stored;
use crate::witness::Witness;

/// The result of a search. Where it [is exhaustive](Self::is_exhaustive), every number
/// is exact; otherwise the numbers are those of the part that was explored.
#[derive(Debug)]
pub struct Outcome<S> {
    /// The system as it was at the end: with fewer assumptions, perhaps, than at the start.
    pub system: S,
    /// The states, but for those that have been forgotten.
    pub store: Stored,
    /// The initial state.
    pub root: StateId,
    /// Why the search ended early.
    pub stop: Option<StopReason>,
    /// What an inexact store may have left out: then every count is the least that there is.
    pub omissions: Option<Omissions>,
    /// Distinct states, if that is known: where states were forgotten it mostly is not, nor with an inexact
    /// store.
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
    /// What was kept and forgotten, where something may have been.
    pub kept: Option<Kept>,
    /// The greatest values, if they were asked for.
    pub maxima: Option<Maxima>,
    /// The greatest number of each measure, over the expanded states.
    pub measured: Vec<i128>,
    /// The events that were enabled in no expanded state, if they were asked for.
    pub never_fired: Option<Vec<EventId>>,
    /// For each goal, the path to the first state found that meets it.
    pub hits: Vec<Option<Witness>>,
    /// The goals that some state meets, while the search had to end before the path there was found.
    pub unwitnessed: Vec<usize>,
    /// The number of states of each breadth-first level; empty in other orders.
    pub levels: Vec<u64>,
    /// Where there are infinitely many states, why.
    pub self_covering: Option<SelfCovering>,
    /// Where the search ended at an undefined event: the path to it, of which it is the last.
    pub undefined: Option<Witness>,
    /// Where the search ended since the system does not do what the reference does: then nothing else is to be believed.
    pub discrepancy: Option<Discrepancy>,
    /// How many states were compared with the reference.
    pub compared: u64,
    /// The most memory that store, open states and what is between them took at a time.
    pub peak_bytes: usize,
    /// How often states had to be packed anew.
    pub relaxations: u32,
    /// How long it took,
    pub elapsed: Duration,
    /// and how much of that before it was interrupted.
    pub elapsed_before: Duration,
    /// How the time divides into phases, as far as that was measured.
    pub phases: Phases,
}

impl<S> Outcome<S> {
    /// Whether every reachable state has been explored.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.stop.is_none() && self.omissions.is_none()
    }
}
