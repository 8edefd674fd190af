//! Paths through the state space, to a state or around a cycle.
//!
//! The store records the predecessor of each state, but not the event. The event is found by firing again.
//! With breadth-first search the path is a shortest one.

use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use crate::control::Control;

/// A path from the initial state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The events, in order.
    pub events: Vec<EventId>,
}

impl Witness {
    /// Returns the path along which a state was discovered, or `None` if the search is cancelled. The cost
    /// is proportional to the length of the path times the words of a state.
    #[must_use]
    pub fn to<S: System>(
        system: &S,
        store: &PackedStore,
        id: StateId,
        control: &Control<'_>,
    ) -> Option<Self> {
        let is_over = || control.is_cancelled();
        let events =
            events_along(system, |id| store.state(id).to_vec(), &store.path_to(id), &|_, _| false, &is_over)?;
        Some(Self { events })
    }
}

/// Whether a reduction skips an event, the second, in a state discovered by another, the first.
pub(crate) type Skips<'a> = &'a dyn Fn(EventId, EventId) -> bool;

/// Returns the events from each state of a path to the next, or `None` if time runs out. Between two states
/// there may be states with a single event each, which a chain reduction removed. Skipped events do
/// not count.
pub(crate) fn events_along<S: System>(
    system: &S,
    mut state_of: impl FnMut(StateId) -> Vec<u64>,
    path: &[StateId],
    skips: Skips<'_>,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<EventId>> {
    let mut walker = Walker::new(system);
    let mut events = Vec::new();
    let (&first, rest) = path.split_first()?;
    let mut state = state_of(first);
    for &id in rest {
        if is_over() {
            return None;
        }
        let wanted = state_of(id);
        match walker.event_to(&state, &wanted) {
            Some(event) => events.push(event),
            None => events.extend(walker.chain_to(&state, &wanted, skips)),
        }
        state = wanted;
    }
    Some(events)
}

/// Returns the event that stands for all events of a state, if the system could not compute them.
#[inline]
pub fn standing_for_others<S: System>(system: &S, events: &[EventId]) -> Option<EventId> {
    match *events {
        [event] => Some(event).filter(|&event| system.stands_for_others(event)),
        _ => None,
    }
}

/// Returns the events of a state that was expanded before; `scratch` is unpacked from it. If the system
/// gives up on a state because time runs out, the state is computed anyway, so that a found path is not
/// lost.
pub fn events_of<S: System>(system: &S, state: &[u64], scratch: &mut S::Scratch) -> Vec<EventId> {
    let mut events = Vec::new();
    system.unpack::<0>(state, scratch);
    system.enabled::<0>(state, scratch, &mut events);
    if standing_for_others(system, &events).is_some() {
        system.give_up_no_more();
        events.clear();
        system.enabled::<0>(state, scratch, &mut events);
    }
    events
}

/// Fires events without recording the visited states.
struct Walker<'s, S: System> {
    system: &'s S,
    scratch: S::Scratch,
}

impl<'s, S: System> Walker<'s, S> {
    fn new(system: &'s S) -> Self {
        Self { system, scratch: system.scratch() }
    }

    fn enabled(&mut self, state: &[u64]) -> Vec<EventId> {
        events_of(self.system, state, &mut self.scratch)
    }

    /// Returns the successor by one of the events that were last computed.
    fn successor(&self, state: &[u64], event: EventId) -> Option<Vec<u64>> {
        let mut successor = vec![0; self.system.words()];
        let fired = self.system.fire::<0>(state, &self.scratch, event, &mut successor);
        (fired == Fired::Successor).then_some(successor)
    }

    /// Returns the event that leads from one state to another.
    fn event_to(&mut self, state: &[u64], wanted: &[u64]) -> Option<EventId> {
        let events = self.enabled(state);
        events.into_iter().find(|&event| self.successor(state, event).as_deref() == Some(wanted))
    }

    /// Returns the events from one state to another through states with a single event each. All chains are
    /// followed simultaneously, since some may cycle forever.
    ///
    /// # Panics
    /// If no chain leads there.
    fn chain_to(&mut self, state: &[u64], wanted: &[u64], skips: Skips<'_>) -> Vec<EventId> {
        let first = self.enabled(state);
        let mut chains: Vec<(Vec<EventId>, Vec<u64>)> = first
            .into_iter()
            .filter_map(|event| Some((vec![event], self.successor(state, event)?)))
            .collect();
        loop {
            if let Some(found) = chains.iter().position(|(_, end)| end == wanted) {
                return chains.swap_remove(found).0;
            }
            chains.retain_mut(|(events, end)| {
                let mut enabled = self.enabled(end);
                let arrival = events[events.len() - 1];
                enabled.retain(|&event| !skips(arrival, event));
                let [event] = enabled[..] else { return false };
                events.push(event);
                match self.successor(end, event) {
                    Some(next) => *end = next,
                    None => return false,
                }
                true
            });
            assert!(!chains.is_empty(), "a chain leads from a state's predecessor to it");
        }
    }
}

/// Returns the states along events from the initial state, including it.
pub(crate) fn states_along<S: System>(system: &S, events: &[EventId]) -> Vec<Vec<u64>> {
    let mut walker = Walker::new(system);
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    let mut states = vec![state];
    for &event in events {
        let last = &states[states.len() - 1];
        walker.system.unpack::<0>(last, &mut walker.scratch);
        let next = walker.successor(last, event).expect("the events have been fired before");
        states.push(next);
    }
    states
}
