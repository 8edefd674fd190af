//! Random walks with restarts: a search for states that meet goals, without memory of visited states.
//!
//! In a very large state space, a violating state is often close to many paths. A walk goes from the initial
//! state to a random successor, and on, until its length is reached or no event is enabled. Then the next
//! walk begins, and walks become longer and longer. If there is a heuristic, every other step goes to the
//! best of a few successors. Source: West, *Protocol Validation by Random State Exploration*, PSTV 1986.
//! Where we differ: the lengths and the heuristic.
//!
//! Walks find states, but never prove that there are none.

mod events;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_cutoff::{WALK_LONGEST, WALK_LOOKED_AT, WALK_STEPS, WALKS};
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room};

pub use self::events::{WalkedEvents, walk_for_events};
use crate::control::Control;
use crate::guidance::Guidance;
use crate::observe::Observation;
use crate::self_check::{Checks, Discrepancy, SelfCheck, compare};
use crate::witness::Witness;

const MIN_LONGEST_WALK: usize = 1 << 10;

/// The result of random walks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// A path to each goal that was met.
    pub hits: Vec<Option<Witness>>,
    /// The difference from the reference, if any. Then the walks ended, and the result is unreliable.
    pub discrepancy: Option<Discrepancy>,
}

/// Walks until each goal of an observation has been met, time runs out or the user cancels. Undefined
/// firings are skipped. The same seed gives the same walks. Only the goals and the self-check of the
/// observation are used.
pub fn random_walks<S: Adaptive>(
    system: S,
    observation: &Observation<'_, S>,
    guidance: &Guidance<'_, S>,
    (seed, deadline): (u64, Option<Instant>),
    control: &Control<'_>,
) -> Walked {
    let mut walker = GoalWalker::new(system, observation, guidance, seed);
    let is_over = || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let longest = (WALK_LONGEST.size() / observation.goals.len().max(1)).max(MIN_LONGEST_WALK);
    let mut length = WALK_STEPS.size();
    loop {
        for _ in 0..WALKS.size() {
            if !walker.walk(length, &is_over) || walker.hits.iter().all(Option::is_some) || is_over() {
                return Walked { discrepancy: walker.walker.finish(control), hits: walker.hits };
            }
        }
        length = (2 * length).min(longest);
    }
}

/// The current state of a walk, with working memory.
struct Walker<'a, S: Adaptive> {
    system: S,
    scratch: S::Scratch,
    random: StdRng,
    state: Vec<u64>,
    successor: Vec<u64>,
    /// The events that are enabled in the current state, without those that were tried.
    events: Vec<EventId>,
    self_check: Option<&'a SelfCheck<'a, S>>,
    checks: Checks,
}

impl<'a, S: Adaptive> Walker<'a, S> {
    fn new(system: S, self_check: Option<&'a SelfCheck<'a, S>>, seed: u64) -> Self {
        let words = system.words();
        Self {
            scratch: system.scratch(),
            random: StdRng::seed_from_u64(seed),
            state: vec![0; words],
            successor: vec![0; words],
            events: Vec::new(),
            self_check,
            checks: Checks::new(self_check.map(|check| check.sampling)),
            system,
        }
    }

    /// Computes the enabled events. Compares the state with the reference, if it is due.
    fn look(&mut self) {
        self.system.unpack::<0>(&self.state, &mut self.scratch);
        self.events.clear();
        self.system.enabled::<0>(&self.state, &self.scratch, &mut self.events);
        if !self.checks.count() || !self.checks.may_compare() {
            return;
        }
        let Some(check) = self.self_check else { return };
        let (began, seen) = (Instant::now(), (self.state.as_slice(), &self.scratch));
        let result = compare::<S, 0>((&self.system, check), seen, &self.events, &self.checks);
        self.checks.note(began, result);
    }

    /// Removes a random event from the enabled ones.
    fn take_any(&mut self) -> EventId {
        self.events.swap_remove(self.random.random_range(0..self.events.len()))
    }

    /// Fires an event into `successor`. Returns `false` if it is undefined. The error is an event that breaks
    /// an assumption.
    fn fire(&mut self, event: EventId) -> Result<bool, EventId> {
        match self.system.fire::<0>(&self.state, &self.scratch, event, &mut self.successor) {
            Fired::Successor => Ok(true),
            Fired::Undefined => Ok(false),
            Fired::AssumptionBroken => Err(event),
        }
    }

    /// Moves to the successor that was fired last.
    fn step(&mut self) {
        std::mem::swap(&mut self.state, &mut self.successor);
    }

    /// Continues without the assumption that an event breaks here. Returns the system before, or `None` if
    /// that is impossible.
    fn relax(&mut self, event: EventId) -> Option<S> {
        let Relaxed::System(relaxed) = self.system.relax(&self.state, event, Room::OTHERS) else {
            return None;
        };
        let words = relaxed.words();
        self.scratch = relaxed.scratch();
        (self.state, self.successor) = (vec![0; words], vec![0; words]);
        Some(std::mem::replace(&mut self.system, relaxed))
    }

    /// Returns the difference from the reference, if any.
    fn finish(&self, control: &Control<'_>) -> Option<Discrepancy> {
        control.count_compared(self.checks.states());
        self.checks.discrepancy().cloned()
    }
}

/// Walks for goals.
struct GoalWalker<'a, S: Adaptive> {
    walker: Walker<'a, S>,
    observation: &'a Observation<'a, S>,
    guidance: &'a Guidance<'a, S>,
    best: Vec<u64>,
    /// The events fired so far: the path from the initial state.
    path: Vec<EventId>,
    hits: Vec<Option<Witness>>,
}

impl<'a, S: Adaptive> GoalWalker<'a, S> {
    fn new(system: S, observation: &'a Observation<'a, S>, guidance: &'a Guidance<'a, S>, seed: u64) -> Self {
        Self {
            observation,
            guidance,
            best: vec![0; system.words()],
            path: Vec::new(),
            hits: observation.goals.iter().map(|_| None).collect(),
            walker: Walker::new(system, observation.self_check.as_ref(), seed),
        }
    }

    /// Walks at most this number of steps. Returns `false` if no other walk is possible.
    fn walk(&mut self, length: usize, is_over: &impl Fn() -> bool) -> bool {
        self.walker.system.initial(&mut self.walker.state);
        self.path.clear();
        for step in 0..length {
            self.look();
            if self.walker.checks.discrepancy().is_some() {
                return false;
            }
            if self.walker.events.is_empty()
                || self.hits.iter().all(Option::is_some)
                || step % 256 == 255 && is_over()
            {
                break;
            }
            let is_greedy = self.guidance.heuristic.is_some() && step % 2 == 0;
            let chosen = if is_greedy { self.best_event() } else { self.any_event() };
            match chosen {
                Ok(Some(event)) => self.path.push(event),
                // All enabled events are undefined.
                Ok(None) => break,
                Err(broken) => {
                    let may_continue = self.walker.relax(broken).is_some();
                    self.best = vec![0; self.walker.system.words()];
                    return may_continue;
                }
            }
        }
        true
    }

    /// Computes the enabled events, and records the goals that are met.
    fn look(&mut self) {
        self.walker.look();
        let Walker { system, state, scratch, events, .. } = &self.walker;
        for (goal, hit) in self.observation.goals.iter().zip(&mut self.hits) {
            if hit.is_none() && goal(system, state, scratch, events) {
                *hit = Some(Witness { events: self.path.clone() });
            }
        }
    }

    /// Moves to a random successor. The error is an event that breaks an assumption.
    fn any_event(&mut self) -> Result<Option<EventId>, EventId> {
        while !self.walker.events.is_empty() {
            let event = self.walker.take_any();
            if self.walker.fire(event)? {
                self.walker.step();
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// Moves to the best of a few random successors.
    fn best_event(&mut self) -> Result<Option<EventId>, EventId> {
        let Some(heuristic) = &self.guidance.heuristic else { return self.any_event() };
        let mut scratch = self.walker.system.scratch();
        let mut best: Option<(i64, EventId)> = None;
        for _ in 0..WALK_LOOKED_AT.size().min(self.walker.events.len()) {
            let event = self.walker.take_any();
            if self.walker.fire(event)? {
                let Walker { system, successor, .. } = &self.walker;
                system.unpack::<0>(successor, &mut scratch);
                let number = heuristic(system, successor, &scratch);
                if best.is_none_or(|(least, _)| number < least) {
                    best = Some((number, event));
                    self.best.copy_from_slice(successor);
                }
            }
        }
        if best.is_some() {
            std::mem::swap(&mut self.walker.state, &mut self.best);
        }
        Ok(best.map(|(_, event)| event))
    }
}
