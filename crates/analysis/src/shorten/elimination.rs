//! Leaves events out of a run: cycles, and what leads nowhere.
//!
//! For each event in turn: without it and without all later ones that then are not enabled, does the run still lead to
//! the goal? If so, it goes on without them. Where the two runs meet again before their ends, the rest need not be fired.
//!
//! Cost: a firing for each pair of events at most.

use std::collections::HashMap;

use sanderling_system::{Adaptive, EventId};

use super::{End, Steps};
use crate::observe::Goal;

/// Makes a run shorter, until nothing can be left out.
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
            // What comes here now has not been tried.
            Some(shorter) => {
                *events = shorter;
                states = steps.states_along(events)?;
            }
            None => at += 1,
        }
    }
    Ok(())
}

/// A run, given with its states of so many words, without what lies between two visits of the same state.
fn without_cycles(events: &[EventId], states: &[u64], words: usize) -> Vec<EventId> {
    let states: Vec<&[u64]> = states.chunks_exact(words).collect();
    let last_visit: HashMap<&[u64], usize> =
        states.iter().enumerate().map(|(at, &state)| (state, at)).collect();
    let mut kept = Vec::new();
    let mut at = last_visit[states[0]];
    // Behind the last visit of a state comes an event to the next one that is kept.
    while at < events.len() {
        kept.push(events[at]);
        at = last_visit[states[at + 1]];
    }
    kept
}

/// The run without this event of it and what depends on that, if it leads to the goal.
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
