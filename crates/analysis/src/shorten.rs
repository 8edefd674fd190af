//! Shortening runs to a goal.
//!
//! Runs found with stubborn sets, chains, depth-first search or random walks often contain unnecessary
//! events. Two methods shorten a run: leaving out events ([`elimination`]), and searching around it for
//! shortcuts ([`neighbourhood`]). The result may not be shortest, unless all states around it have been
//! explored.
//!
//! Source: Nakhost and Müller, *Action Elimination and Plan Neighborhood Graph Search: Two Algorithms for
//! Plan Improvement*, ICAPS 2010. Where we differ: elimination stops as soon as it returns to the original
//! run, and the neighbourhood grows until time runs out.
//!
//! INVARIANT: at any time the run leads from the initial state to one that meets the goal.

mod elimination;
mod neighbourhood;

use sanderling_cutoff::SHORTENING_BYTES;
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room};

use crate::control::Control;
use crate::limits::Limits;
use crate::observe::Goal;

/// Number of parts that share the memory: the states of the run, those around it, and the reached ones among
/// them.
const PARTS_OF_MEMORY: usize = 3;

/// Number of states between two checks of the clock.
const STATES_BETWEEN_LOOKS: u32 = 16;

/// A shortened run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortened {
    /// The events, in order. There are no more than before.
    pub events: Vec<EventId>,
    /// Whether all states have been explored, so that no run is shorter.
    pub is_shortest: bool,
}

/// Shortens a run within limits of time, memory, and states around it. `events` lead from the initial state
/// to one that meets the goal.
///
/// The memory is limited by `limits` and by three times
/// [`SHORTENING_BYTES`](sanderling_cutoff::SHORTENING_BYTES). A run whose states do not fit is returned
/// unchanged.
///
/// # Panics
/// If the events are not a run of the system.
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
        match system.relax(&state, event, Room::OTHERS) {
            Relaxed::System(relaxed) => system = relaxed,
            Relaxed::Unrepresentable => return shortened,
        }
    }
}

/// The reason why shortening ends.
enum End {
    /// Time or memory has run out.
    Limit,
    /// An event breaks an assumption of the system in a state.
    Broken { state: Vec<u64>, event: EventId },
}

/// Fires events one after the other, within the time limit.
struct Steps<'s, S: Adaptive> {
    system: &'s S,
    is_over: &'s dyn Fn() -> bool,
    /// The memory limit of each part, in bytes.
    bytes: usize,
    looks: u32,
    scratch: S::Scratch,
    /// The events that are enabled in the most recent state.
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

    /// Unpacks a state, and computes its enabled events.
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

    /// Whether the most recent state meets a goal.
    fn meets(&self, state: &[u64], goal: &Goal<'_, S>) -> bool {
        goal(self.system, state, &self.scratch, &self.enabled)
    }

    /// Fires an event in the most recent state, and returns whether there is a successor.
    fn fire(&mut self, state: &[u64], event: EventId) -> Result<bool, End> {
        match self.system.fire::<0>(state, &self.scratch, event, &mut self.successor) {
            Fired::Successor => Ok(true),
            Fired::Undefined => Ok(false),
            Fired::AssumptionBroken => Err(End::Broken { state: state.to_vec(), event }),
        }
    }

    /// Visits the successors of the most recent state.
    fn visit_successors(&mut self, state: &[u64], mut visit: impl FnMut(&[u64])) -> Result<(), End> {
        for at in 0..self.enabled.len() {
            if self.fire(state, self.enabled[at])? {
                visit(&self.successor);
            }
        }
        Ok(())
    }

    /// Returns the states along a run including the initial one, one after the other.
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
