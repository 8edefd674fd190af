//! Random walks that enable as many different events as possible.
//!
//! Half of the steps fire one of the enabled events that were fired least, the others any event. Half of the
//! walks start in a state where some event was enabled for the first time, the others in the initial state.
//! Returning to such states is the idea of Ecoffet, Huizinga, Lehman, Stanley and Clune, *First Return, Then
//! Explore*, Nature 590, 2021. Where we differ: a state counts as new only if it enables a new event.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_cutoff::{WALK_LONGEST, WALK_STEPS, WALKS};
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId, Fired, Relaxed};

use crate::control::Control;
use crate::observe::EventSet;
use crate::self_check::{Checks, Discrepancy, SelfCheck, compare};

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
    let mut walker = Walker::new(system, self_check, seed);
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
    control.count_compared(walker.checks.states());
    WalkedEvents { discrepancy: walker.checks.discrepancy().cloned(), enabled: walker.enabled }
}

/// The working memory of the walks.
struct Walker<'a, S: Adaptive> {
    system: S,
    scratch: S::Scratch,
    random: StdRng,
    state: Vec<u64>,
    successor: Vec<u64>,
    /// The events that are enabled in the current state.
    events: Vec<EventId>,
    /// The events that were enabled in some state.
    enabled: EventSet,
    /// How often each event was fired.
    fired: Vec<u32>,
    /// States that enabled a new event.
    starts: Vec<Vec<u64>>,
    self_check: Option<&'a SelfCheck<'a, S>>,
    checks: Checks,
}

impl<'a, S: Adaptive> Walker<'a, S> {
    fn new(system: S, self_check: Option<&'a SelfCheck<'a, S>>, seed: u64) -> Self {
        let (words, events) = (system.words(), system.events());
        Self {
            scratch: system.scratch(),
            random: StdRng::seed_from_u64(seed),
            state: vec![0; words],
            successor: vec![0; words],
            events: Vec::new(),
            enabled: EventSet::none_of(events),
            fired: vec![0; events],
            starts: Vec::new(),
            self_check,
            checks: Checks::new(self_check.map(|check| check.sampling)),
            system,
        }
    }

    /// Walks at most this number of steps. Returns whether another walk is possible.
    fn walk(&mut self, length: usize, is_over: &impl Fn() -> bool) -> bool {
        if self.starts.is_empty() || self.random.random_bool(0.5) {
            self.system.initial(&mut self.state);
        } else {
            let start = self.random.random_range(0..self.starts.len());
            self.state.copy_from_slice(&self.starts[start]);
        }
        for step in 1..=length {
            self.look();
            if self.checks.discrepancy().is_some() {
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
        self.system.unpack::<0>(&self.state, &mut self.scratch);
        self.events.clear();
        self.system.enabled::<0>(&self.state, &self.scratch, &mut self.events);
        self.check();
        let mut is_new = false;
        for &event in &self.events {
            is_new |= !self.enabled.contains(event);
            self.enabled.insert(event);
        }
        if is_new {
            let start = self.state.clone();
            match self.starts.len() {
                MAX_STARTS => self.starts[self.random.random_range(0..MAX_STARTS)] = start,
                _ => self.starts.push(start),
            }
        }
    }

    /// Compares the state with the reference, if it is due.
    fn check(&mut self) {
        if !self.checks.count() || !self.checks.may_compare() {
            return;
        }
        let Some(check) = self.self_check else { return };
        let (began, seen) = (Instant::now(), (self.state.as_slice(), &self.scratch));
        let result = compare::<S, 0>((&self.system, check), seen, &self.events, &self.checks);
        self.checks.note(began, result);
    }

    /// Moves to a successor. Returns `false` if there is none. The error is an event that breaks an
    /// assumption.
    fn fire(&mut self) -> Result<bool, EventId> {
        while !self.events.is_empty() {
            let event = self.choose();
            match self.system.fire::<0>(&self.state, &self.scratch, event, &mut self.successor) {
                Fired::Successor => {
                    std::mem::swap(&mut self.state, &mut self.successor);
                    let fired = &mut self.fired[event.index()];
                    *fired = fired.saturating_add(1);
                    return Ok(true);
                }
                Fired::AssumptionBroken => return Err(event),
                Fired::Undefined => {}
            }
        }
        Ok(false)
    }

    /// Removes an event from the enabled ones: any, or one of those that were fired least.
    fn choose(&mut self) -> EventId {
        let mut position = self.random.random_range(0..self.events.len());
        if self.random.random_bool(0.5) {
            // The search begins at the random position, so that no event is preferred among equals.
            let (before, after) = self.events.split_at(position);
            let events = after.iter().chain(before).enumerate();
            let least = events.min_by_key(|(_, event)| self.fired[event.index()]);
            position = (position + least.map_or(0, |(offset, _)| offset)) % self.events.len();
        }
        self.events.swap_remove(position)
    }

    /// Continues without the assumption that an event breaks here. Returns whether that is possible.
    fn relax(&mut self, event: EventId) -> bool {
        let Relaxed::System(relaxed) = self.system.relax(&self.state, event, true) else { return false };
        let words = relaxed.words();
        for start in &mut self.starts {
            let mut translated = vec![0; words];
            relaxed.translate(&self.system, start, &mut translated);
            *start = translated;
        }
        self.scratch = relaxed.scratch();
        self.system = relaxed;
        for state in [&mut self.state, &mut self.successor] {
            *state = vec![0; words];
        }
        true
    }
}
