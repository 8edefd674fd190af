//! Events that are not followed: for runs that do without some of them from some time on.

use sanderling_system::EventId;

/// Events that are barred where the automaton is in some locations. There a run has to go on, too: the last state of one that ends is not
/// repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred {
    /// For each location of the automaton, whether events are barred in it.
    pub locations: Vec<bool>,
    /// For each event by its number, whether it is one of them.
    pub events: Vec<bool>,
}

impl Barred {
    /// Whether an event is followed from a location, or, without one, whether a last state is repeated there.
    #[inline]
    pub(super) fn allows(&self, location: u32, event: Option<EventId>) -> bool {
        !self.locations[location as usize] || event.is_some_and(|event| !self.events[event.index()])
    }
}
