//! Observations of the states: an axis of the search.
//!
//! Every state is observed exactly once, when it is first expanded and its enabled events are known. Several
//! properties are evaluated in one pass. A `Watch` gathers the results of some states in the form that is
//! fastest for the system. The `Tally` holds those of the whole search, and does not depend on how states
//! are packed.

mod event_set;
mod tally;
mod watch;

use sanderling_system::{EventId, System};

use crate::self_check::SelfCheck;

pub use event_set::EventSet;
pub(crate) use tally::Tally;
pub(crate) use watch::Watch;

/// A condition on a state and its enabled events. The search looks for the first state that meets it.
pub type Goal<'a, S> =
    Box<dyn Fn(&S, &[u64], &<S as System>::Scratch, &[EventId]) -> bool + Send + Sync + 'a>;

/// A number of a state. The search computes its maximum.
pub type Measure<'a, S> = Box<dyn Fn(&S, &[u64], &<S as System>::Scratch) -> i128 + Send + Sync + 'a>;

/// Whether a search may stop, given the set of events that were enabled in some state.
pub type Enough<'a> = Box<dyn Fn(&EventSet) -> bool + Send + Sync + 'a>;

/// The observations to make besides counting.
pub struct Observation<'a, S: System> {
    /// Conditions: for each, find a state that meets it.
    pub goals: Vec<Goal<'a, S>>,
    /// Whether to stop when every goal is met. There must be some goal.
    pub stop_when_decided: bool,
    /// Whether to continue until a limit is reached if there are infinitely many states. A search for goals
    /// does so anyway.
    pub past_unbounded: bool,
    /// Whether to compute the greatest values.
    pub extremes: bool,
    /// Measures whose maximum is computed.
    pub measures: Vec<Measure<'a, S>>,
    /// Whether to find the events that are enabled in some state.
    pub fired_events: bool,
    /// If given, stop soon after the set of these events is enough. It is called each time the number of
    /// states has doubled.
    pub enough_events: Option<Enough<'a>>,
    /// If given, compare some states with a reference.
    pub self_check: Option<SelfCheck<'a, S>>,
}

impl<S: System> Default for Observation<'_, S> {
    fn default() -> Self {
        Self {
            goals: Vec::new(),
            stop_when_decided: false,
            past_unbounded: false,
            extremes: false,
            measures: Vec::new(),
            fired_events: false,
            enough_events: None,
            self_check: None,
        }
    }
}

impl<S: System> std::fmt::Debug for Observation<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observation")
            .field("goals", &self.goals.len())
            .field("stop_when_decided", &self.stop_when_decided)
            .field("extremes", &self.extremes)
            .field("measures", &self.measures.len())
            .field("fired_events", &self.fired_events)
            .field("enough_events", &self.enough_events.is_some())
            .field("self_check", &self.self_check.as_ref().map(|check| check.sampling))
            .finish()
    }
}
