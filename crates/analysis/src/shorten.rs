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

use sanderling_cutoff::SHORTENING_BYTES;
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId, Fired, Relaxed};

use crate::control::Control;
use crate::limits::Limits;
use crate::observe::Goal;

/// What takes memory: the states of the run, those around it, and those of them that have been reached.
const PARTS_OF_MEMORY: usize = 3;

/// Between two looks at the clock, so many states are looked at.
const STATES_BETWEEN_LOOKS: u32 = 16;

/// A run that was made shorter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortened {
    /// The events, in order: no more than there were.
    pub events: Vec<EventId>,
    /// Whether all states have been seen, so that no run is shorter.
    pub is_shortest: bool,
}

/// Makes a run shorter, as far as that can be done within limits of time, memory, and states around it. `events` lead from the
/// initial state to one that meets the goal.
///
/// Memory: what the limits say, and no more than three times [`SHORTENING_BYTES`](sanderling_cutoff::SHORTENING_BYTES). A run whose
/// states do not fit stays as it is.
///
/// # Panics
/// Where the events are no run of the system.
pub fn shorten<S: Adaptive>(
    mut system: S,
    goal: &Goal<'_, S>,
    events: Vec<EventId>,
    limits: Limits,
    control: &Control<'_>,
) -> Shortened {
    let deadline = limits.time.map(|time| Instant::now() + time);
    let is_over = || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let bytes = limits.memory_bytes.map_or(usize::MAX, |bytes| bytes / PARTS_OF_MEMORY);
    let bytes = bytes.min(SHORTENING_BYTES.size());
    let mut shortened = Shortened { events, is_shortest: false };
    loop {
        let mut steps = Steps::new(&system, &is_over, bytes);
        let ended = elimination::eliminate(&mut steps, goal, &mut shortened.events)
            .and_then(|()| neighbourhood::look_around(&mut steps, goal, &mut shortened, limits.states));
        let Err(End::Broken { state, event }) = ended else { return shortened };
        match system.relax(&state, event, true) {
            Relaxed::System(relaxed) => system = relaxed,
            Relaxed::Unrepresentable => return shortened,
        }
    }
}

/// Why there is no more to be done.
enum End {
    /// There is no time or no memory for it.
    Limit,
    /// An event breaks an assumption of the system in a state.
    Broken { state: Vec<u64>, event: EventId },
}

/// Fires events, one after the other, as long as there is time.
struct Steps<'s, S: Adaptive> {
    system: &'s S,
    is_over: &'s dyn Fn() -> bool,
    /// So much memory may be taken by each thing that is kept.
    bytes: usize,
    looks: u32,
    scratch: S::Scratch,
    /// The events that are enabled in the state that was looked at last.
    enabled: Vec<EventId>,
    successor: Vec<u64>,
}

impl<'s, S: Adaptive> Steps<'s, S> {
    fn new(system: &'s S, is_over: &'s dyn Fn() -> bool, bytes: usize) -> Self {
        let successor = vec![0; system.words()];
        Self { system, is_over, bytes, looks: 0, scratch: system.scratch(), enabled: Vec::new(), successor }
    }

    fn initial(&self) -> Vec<u64> {
        let mut state = vec![0; self.system.words()];
        self.system.initial(&mut state);
        state
    }

    /// Looks at a state: what is enabled there, and what it holds.
    fn look_at(&mut self, state: &[u64]) -> Result<(), End> {
        if self.looks.is_multiple_of(STATES_BETWEEN_LOOKS) && (self.is_over)() {
            return Err(End::Limit);
        }
        self.looks = self.looks.wrapping_add(1);
        self.system.unpack::<0>(state, &mut self.scratch);
        self.enabled.clear();
        self.system.enabled::<0>(state, &self.scratch, &mut self.enabled);
        Ok(())
    }

    /// Whether the state that was looked at last meets a goal.
    fn meets(&self, state: &[u64], goal: &Goal<'_, S>) -> bool {
        goal(self.system, state, &self.scratch, &self.enabled)
    }

    /// Whether an event leads on from the state that was looked at last. Then the successor is there.
    fn fire(&mut self, state: &[u64], event: EventId) -> Result<bool, End> {
        match self.system.fire::<0>(state, &self.scratch, event, &mut self.successor) {
            Fired::Successor => Ok(true),
            Fired::Undefined => Ok(false),
            Fired::AssumptionBroken => Err(End::Broken { state: state.to_vec(), event }),
        }
    }

    /// Visits the successors of the state that was looked at last.
    fn visit_successors(&mut self, state: &[u64], mut visit: impl FnMut(&[u64])) -> Result<(), End> {
        for at in 0..self.enabled.len() {
            if self.fire(state, self.enabled[at])? {
                visit(&self.successor);
            }
        }
        Ok(())
    }

    /// The states along a run, with the initial one: one behind the other.
    fn states_along(&mut self, events: &[EventId]) -> Result<Vec<u64>, End> {
        let words = self.system.words();
        if (events.len() + 1).saturating_mul(size_of::<u64>() * words) > self.bytes {
            return Err(End::Limit);
        }
        let mut state = self.initial();
        let mut states = Vec::with_capacity((events.len() + 1) * words);
        states.extend_from_slice(&state);
        for &event in events {
            self.look_at(&state)?;
            assert!(self.enabled.contains(&event), "the events are a run");
            assert!(self.fire(&state, event)?, "the run has a meaning");
            state.copy_from_slice(&self.successor);
            states.extend_from_slice(&state);
        }
        Ok(states)
    }
}
