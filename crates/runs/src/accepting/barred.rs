//! Barred events, for runs that avoid some events from some time on.

use sanderling_system::EventId;

/// Events that are barred while the automaton is in some locations. In these locations a run has to
/// continue: the final state of a run that ends is not repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred {
    /// For each location of the automaton, whether events are barred in it.
    pub locations: Vec<bool>,
    /// For each event by its number, whether it is barred.
    pub events: Vec<bool>,
}

impl Barred {
    /// Whether an event is followed from a location. Without an event, whether a final state is repeated
    /// there.
    #[inline]
    pub(super) fn allows(&self, location: u32, event: Option<EventId>) -> bool {
        !self.locations[location as usize] || event.is_some_and(|event| !self.events[event.index()])
    }
}
