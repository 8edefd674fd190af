//! Leaves events out of a run: cycles, and what leads nowhere.
//!
//! For each event in turn: without it and without all later ones that then are not enabled, does the run still lead to
//! the goal? If so, it goes on without them. Where the two runs meet again before their ends, the rest need not be fired.
//!
//! Cost: a firing for each pair of events at most.

use std::collections::HashMap;

use sanderling_system::{Adaptive, EventId};

use super::{Broken, Steps};
use crate::observe::Goal;

/// Makes a run shorter, until nothing can be left out or the time is over.
pub(super) fn eliminate<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    events: &mut Vec<EventId>,
    is_over: &impl Fn() -> bool,
) -> Result<(), Broken> {
    let mut states = steps.states_along(events)?;
    cut_cycles(events, &mut states);
    let mut at = 0;
    while at < events.len() && !is_over() {
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

/// Cuts out what lies between two visits of the same state.
fn cut_cycles(events: &mut Vec<EventId>, states: &mut Vec<Vec<u64>>) {
    let last_visit: HashMap<&[u64], usize> =
        states.iter().enumerate().map(|(at, state)| (state.as_slice(), at)).collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < states.len() {
        at = last_visit[states[at].as_slice()];
        kept.push(at);
        at += 1;
    }
    // Behind the last visit of a state comes an event to the next one that is kept.
    *events = kept[..kept.len() - 1].iter().map(|&at| events[at]).collect();
    *states = kept.iter().map(|&at| states[at].clone()).collect();
}

/// The run without this event of it and what depends on that, if it leads to the goal.
fn without<S: Adaptive>(
    steps: &mut Steps<'_, S>,
    goal: &Goal<'_, S>,
    (states, events): (&[Vec<u64>], &[EventId]),
    left_out: usize,
) -> Result<Option<Vec<EventId>>, Broken> {
    let mut state = states[left_out].clone();
    let mut shorter = events[..left_out].to_vec();
    for (at, &event) in events.iter().enumerate().skip(left_out + 1) {
        steps.look_at(&state);
        if steps.enabled.contains(&event) && steps.fire(&state, event)? {
            state.copy_from_slice(&steps.successor);
            shorter.push(event);
        }
        if state == states[at + 1] {
            shorter.extend_from_slice(&events[at + 1..]);
            return Ok(Some(shorter));
        }
    }
    steps.look_at(&state);
    Ok(steps.meets(&state, goal).then_some(shorter))
}
