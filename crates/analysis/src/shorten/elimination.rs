//! Shortening a run by leaving out events: cycles, and events without effect on the goal.
//!
//! For each event in turn, the run is tried without it and without all later ones that are then not enabled.
//! If it still leads to the goal, it replaces the run. If the two runs meet before their ends, the rest need
//! not be fired.
//!
//! Cost: at most one firing for each pair of events.

use std::collections::HashMap;

use sanderling_system::{Adaptive, EventId};

use super::{End, Steps};
use crate::observe::Goal;

/// Shortens a run until no event can be left out.
pub(super) fn eliminate<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    events: &mut Vec<EventId>,
) -> Result<(), End> {
    let words = steps.system.words();
    *events = without_cycles(events, &steps.states_along(events)?, words);
    let mut states = steps.states_along(events)?;
    let mut at = 0;
    while at < events.len() {
        match without(steps, goal, (&states, events), at)? {
            // The event now at this position has not been tried.
            Some(shorter) => {
                *events = shorter;
                states = steps.states_along(events)?;
            }
            None => at += 1,
        }
    }
    Ok(())
}

/// Returns a run without the parts between two visits of the same state. `states` are its states of this
/// number of words.
fn without_cycles(events: &[EventId], states: &[u64], words: usize) -> Vec<EventId> {
    let states: Vec<&[u64]> = states.chunks_exact(words).collect();
    let last_visit: HashMap<&[u64], usize> =
        states.iter().enumerate().map(|(at, &state)| (state, at)).collect();
    let mut kept = Vec::new();
    let mut at = last_visit[states[0]];
    // After the last visit of a state, the next event is kept.
    while at < events.len() {
        kept.push(events[at]);
        at = last_visit[states[at + 1]];
    }
    kept
}

/// Returns the run without this event and those that depend on it, if it leads to the goal.
fn without<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    (states, events): (&[u64], &[EventId]),
    left_out: usize,
) -> Result<Option<Vec<EventId>>, End> {
    let words = steps.system.words();
    let state_at = |at: usize| &states[at * words..(at + 1) * words];
    let mut state = state_at(left_out).to_vec();
    let mut shorter = events[..left_out].to_vec();
    for (at, &event) in events.iter().enumerate().skip(left_out + 1) {
        steps.look_at(&state)?;
        if steps.enabled.contains(&event) && steps.fire(&state, event)? {
            state.copy_from_slice(&steps.successor);
            shorter.push(event);
        }
        if state == state_at(at + 1) {
            shorter.extend_from_slice(&events[at + 1..]);
            return Ok(Some(shorter));
        }
    }
    steps.look_at(&state)?;
    Ok(steps.meets(&state, goal).then_some(shorter))
}
