//! Random walks that enable as many different events as possible.
//!
//! Half of the steps fire one of the enabled events that were fired least, the others any event. Half of the
//! walks start in a state where some event was enabled for the first time, the others in the initial state.
//! Returning to such states is the idea of Ecoffet, Huizinga, Lehman, Stanley and Clune, *First Return, Then
//! Explore*, Nature 590, 2021. Where we differ: a state counts as new only if it enables a new event.

use rand::RngExt;
use sanderling_cutoff::{WALK_LONGEST, WALK_STEPS, WALKS};
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId};

use super::Walker;
use crate::control::Control;
use crate::observe::EventSet;
use crate::self_check::{Discrepancy, SelfCheck};

/// Maximum number of states to start from besides the initial one.
const MAX_STARTS: usize = 64;

/// Number of steps between two checks of the clock.
const STEPS_PER_LOOK: usize = 256;

/// The result of random walks for events.
#[derive(Debug)]
pub struct WalkedEvents {
    /// The events that were enabled in some state.
    pub enabled: EventSet,
    /// The difference from the reference, if any. Then the walks ended, and the result is unreliable.
    pub discrepancy: Option<Discrepancy>,
}

/// Walks until the events that were enabled are enough, time runs out or the user cancels. The same seed
/// gives the same walks.
pub fn walk_for_events<S: Adaptive>(
    system: S,
    is_enough: &dyn Fn(&EventSet) -> bool,
    self_check: Option<&SelfCheck<'_, S>>,
    (seed, deadline): (u64, Option<Instant>),
    control: &Control<'_>,
) -> WalkedEvents {
    let mut walker = EventWalker::new(system, self_check, seed);
    let is_over = || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut length = WALK_STEPS.size();
    'walks: loop {
        for _ in 0..WALKS.size() {
            let may_continue = walker.walk(length, &is_over);
            if !may_continue || is_over() || is_enough(&walker.enabled) {
                break 'walks;
            }
        }
        length = (2 * length).min(WALK_LONGEST.size());
    }
    WalkedEvents { discrepancy: walker.walker.finish(control), enabled: walker.enabled }
}

/// Walks for events.
struct EventWalker<'a, S: Adaptive> {
    walker: Walker<'a, S>,
    /// The events that were enabled in some state.
    enabled: EventSet,
    /// How often each event was fired.
    fired: Vec<u32>,
    /// States that enabled a new event.
    starts: Vec<Vec<u64>>,
}

impl<'a, S: Adaptive> EventWalker<'a, S> {
    fn new(system: S, self_check: Option<&'a SelfCheck<'a, S>>, seed: u64) -> Self {
        let events = system.events();
        Self {
            walker: Walker::new(system, self_check, seed),
            enabled: EventSet::none_of(events),
            fired: vec![0; events],
            starts: Vec::new(),
        }
    }

    /// Walks at most this number of steps. Returns whether another walk is possible.
    fn walk(&mut self, length: usize, is_over: &impl Fn() -> bool) -> bool {
        let Walker { system, state, random, .. } = &mut self.walker;
        if self.starts.is_empty() || random.random_bool(0.5) {
            system.initial(state);
        } else {
            state.copy_from_slice(&self.starts[random.random_range(0..self.starts.len())]);
        }
        for step in 1..=length {
            self.look();
            if self.walker.checks.discrepancy().is_some() {
                return false;
            }
            if step % STEPS_PER_LOOK == 0 && is_over() {
                break;
            }
            match self.fire() {
                Ok(true) => {}
                Ok(false) => break,
                Err(broken) => return self.relax(broken),
            }
        }
        true
    }

    /// Computes the enabled events, and notes the new ones.
    fn look(&mut self) {
        self.walker.look();
        let mut is_new = false;
        for &event in &self.walker.events {
            is_new |= !self.enabled.contains(event);
            self.enabled.insert(event);
        }
        if is_new {
            let start = self.walker.state.clone();
            match self.starts.len() {
                MAX_STARTS => self.starts[self.walker.random.random_range(0..MAX_STARTS)] = start,
                _ => self.starts.push(start),
            }
        }
    }

    /// Moves to a successor. Returns `false` if there is none. The error is an event that breaks an
    /// assumption.
    fn fire(&mut self) -> Result<bool, EventId> {
        while !self.walker.events.is_empty() {
            let is_rare = self.walker.random.random_bool(0.5);
            let event = if is_rare { self.take_rare() } else { self.walker.take_any() };
            if self.walker.fire(event)? {
                self.walker.step();
                self.fired[event.index()] = self.fired[event.index()].saturating_add(1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes one of the events from the enabled ones that were fired least.
    fn take_rare(&mut self) -> EventId {
        let Walker { events, random, .. } = &mut self.walker;
        // The search begins at a random position, so that no event is preferred among equals.
        let first = random.random_range(0..events.len());
        let (before, after) = events.split_at(first);
        let rotated = after.iter().chain(before).enumerate();
        let least = rotated.min_by_key(|(_, event)| self.fired[event.index()]);
        let position = (first + least.map_or(0, |(offset, _)| offset)) % events.len();
        events.swap_remove(position)
    }

    /// Continues without the assumption that an event breaks here. Returns whether that is possible.
    fn relax(&mut self, event: EventId) -> bool {
        let Some(before) = self.walker.relax(event) else { return false };
        let system = &self.walker.system;
        for start in &mut self.starts {
            let mut translated = vec![0; system.words()];
            system.translate(&before, start, &mut translated);
            *start = translated;
        }
        true
    }
}
