//! Shorter runs to the same goal.
//!
//! A run that stubborn sets, chains, a depth-first search or a random walk have found fires much that it could do without. Two ways to
//! make it shorter: leave events out ([`elimination`]), and look around it for short cuts ([`neighbourhood`]). Neither knows whether
//! what is left is shortest, unless nothing is left around it.
//!
//! Source: Nakhost and Müller, *Action Elimination and Plan Neighborhood Graph Search: Two Algorithms for Plan Improvement*, ICAPS 2010.
//! We differ in that elimination stops as soon as it is back on the run that it began with, and in that the neighbourhood grows
//! until the time is over.
//!
//! INVARIANT: at any time the run leads from the initial state to one that meets the goal.

mod elimination;
mod neighbourhood;

use std::time::Instant;

use sanderling_system::{Adaptive, EventId, Fired, Relaxed};

use crate::control::Control;
use crate::observe::Goal;

/// A run that was made shorter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortened {
    /// The events, in order: no more than there were.
    pub events: Vec<EventId>,
    /// Whether all states have been seen, so that no run is shorter.
    pub is_shortest: bool,
}

/// Makes a run shorter, as far as that can be done until the deadline. `events` lead from the initial state to one that meets the goal.
///
/// Memory: up to two packed stores of [`SHORTENING_BYTES`](sanderling_cutoff::SHORTENING_BYTES) each, and the states of the run.
///
/// # Panics
/// Where the events are no run of the system.
pub fn shorten<S: Adaptive>(
    mut system: S,
    goal: &Goal<'_, S>,
    events: Vec<EventId>,
    deadline: Instant,
    control: &Control<'_>,
) -> Shortened {
    let is_over = || control.is_cancelled() || Instant::now() >= deadline;
    let mut shortened = Shortened { events, is_shortest: false };
    loop {
        let mut steps = Steps::new(&system);
        let broken = elimination::eliminate(&mut steps, goal, &mut shortened.events, &is_over)
            .and_then(|()| neighbourhood::look_around(&mut steps, goal, &mut shortened, &is_over));
        let Err(Broken { state, event }) = broken else { return shortened };
        match system.relax(&state, event, true) {
            Relaxed::System(relaxed) if !is_over() => system = relaxed,
            _ => return shortened,
        }
    }
}

/// An event that breaks an assumption of the system in a state.
struct Broken {
    state: Vec<u64>,
    event: EventId,
}

/// Fires events, one after the other.
struct Steps<'s, S: Adaptive> {
    system: &'s S,
    scratch: S::Scratch,
    /// The events that are enabled in the state that was looked at last.
    enabled: Vec<EventId>,
    successor: Vec<u64>,
}

impl<'s, S: Adaptive> Steps<'s, S> {
    fn new(system: &'s S) -> Self {
        let successor = vec![0; system.words()];
        Self { system, scratch: system.scratch(), enabled: Vec::new(), successor }
    }

    fn initial(&self) -> Vec<u64> {
        let mut state = vec![0; self.system.words()];
        self.system.initial(&mut state);
        state
    }

    /// Looks at a state: what is enabled there, and what it holds.
    fn look_at(&mut self, state: &[u64]) {
        self.system.unpack::<0>(state, &mut self.scratch);
        self.enabled.clear();
        self.system.enabled::<0>(state, &self.scratch, &mut self.enabled);
    }

    /// Whether the state that was looked at last meets a goal.
    fn meets(&self, state: &[u64], goal: &Goal<'_, S>) -> bool {
        goal(self.system, state, &self.scratch, &self.enabled)
    }

    /// Whether an event leads on from the state that was looked at last. Then the successor is there.
    fn fire(&mut self, state: &[u64], event: EventId) -> Result<bool, Broken> {
        match self.system.fire::<0>(state, &self.scratch, event, &mut self.successor) {
            Fired::Successor => Ok(true),
            Fired::Undefined => Ok(false),
            Fired::AssumptionBroken => Err(Broken { state: state.to_vec(), event }),
        }
    }

    /// Visits the successors of the state that was looked at last.
    fn visit_successors(&mut self, state: &[u64], mut visit: impl FnMut(&[u64])) -> Result<(), Broken> {
        for at in 0..self.enabled.len() {
            if self.fire(state, self.enabled[at])? {
                visit(&self.successor);
            }
        }
        Ok(())
    }

    /// The states along a run, with the initial one.
    fn states_along(&mut self, events: &[EventId]) -> Result<Vec<Vec<u64>>, Broken> {
        let mut states = vec![self.initial()];
        for &event in events {
            let state = &states[states.len() - 1];
            self.look_at(state);
            assert!(self.enabled.contains(&event), "the events are a run");
            assert!(self.fire(state, event)?, "the run has a meaning");
            states.push(self.successor.clone());
        }
        Ok(states)
    }
}
