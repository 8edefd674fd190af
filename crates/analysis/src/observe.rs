//! What is asked of the states: an axis of the search.
//!
//! Every state is observed exactly once, when it is first expanded and its enabled events are
//! known. Several questions are answered in one pass. A `Watch` gathers the answers of some states
//! in the form that is quickest for the system; the `Tally` keeps those of the whole search, and
//! does not depend on how states are packed.

mod event_set;
mod tally;
mod watch;

use sanderling_system::{EventId, System};

use crate::self_check::SelfCheck;

pub use event_set::EventSet;
pub(crate) use tally::Tally;
pub(crate) use watch::Watch;

/// A condition on a state and its enabled events, of which the search looks for the first state
/// that meets it.
pub type Goal<'a, S> =
    Box<dyn Fn(&S, &[u64], &<S as System>::Scratch, &[EventId]) -> bool + Send + Sync + 'a>;

/// A number of a state, of which the search finds the greatest.
pub type Measure<'a, S> = Box<dyn Fn(&S, &[u64], &<S as System>::Scratch) -> i128 + Send + Sync + 'a>;

/// Whether a search may stop with these events enabled somewhere.
pub type Enough<'a> = Box<dyn Fn(&EventSet) -> bool + Send + Sync + 'a>;

/// What a search is to find out besides counting.
pub struct Observation<'a, S: System> {
    /// Look for a state that meets each of these.
    pub goals: Vec<Goal<'a, S>>,
    /// Stop when there is such a state for every goal (of which there must be some).
    pub stop_when_decided: bool,
    /// Go on where there are infinitely many states, until a limit is reached; a search for goals does so anyway.
    pub past_unbounded: bool,
    /// Find the greatest values.
    pub extremes: bool,
    /// Find the greatest of each of these.
    pub measures: Vec<Measure<'a, S>>,
    /// Find the events that are enabled somewhere.
    pub fired_events: bool,
    /// Stop soon after these are enough of them. It is asked now and then, as often as the number of states doubles.
    pub enough_events: Option<Enough<'a>>,
    /// Compare some states with a reference.
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
