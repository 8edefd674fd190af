//! Ways through the state space: to a state, and round and round.
//!
//! The store remembers for each state from which one it was discovered, not by which event: that is
//! found again by firing. With breadth-first search the way is as short as any.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

/// A way from the initial state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The events, in order.
    pub events: Vec<EventId>,
}

/// A proof that there are infinitely many states: after the prefix, the cycle can be fired again and
/// again, to a new state each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pumping {
    /// The events from the initial state to the first state of the cycle.
    pub prefix: Vec<EventId>,
    /// The events of the cycle.
    pub cycle: Vec<EventId>,
}

impl Witness {
    /// The way along which a state was discovered.
    #[must_use]
    pub fn to<S: System>(system: &S, store: &PackedStore, id: StateId) -> Self {
        Self { events: events_along(system, store, &store.path_to(id)) }
    }
}

/// The events between the states of a path.
pub(crate) fn events_along<S: System>(system: &S, store: &PackedStore, path: &[StateId]) -> Vec<EventId> {
    let mut scratch = system.scratch();
    let mut enabled = Vec::new();
    let mut successor = vec![0; system.words()];
    let steps = path.windows(2).map(|step| {
        let (state, wanted) = (store.state(step[0]), store.state(step[1]));
        enabled.clear();
        system.unpack::<0>(state, &mut scratch);
        system.enabled::<0>(state, &scratch, &mut enabled);
        let leads_there = |&event: &EventId| {
            system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor
                && successor == wanted
        };
        enabled.iter().copied().find(leads_there).expect("an event leads from a state's predecessor to it")
    });
    steps.collect()
}
