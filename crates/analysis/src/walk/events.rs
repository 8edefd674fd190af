//! Random walks that enable as many different events as possible.
//!
//! Half of the steps fire one of the enabled events that were fired least, the others any event. Half of the
//! walks start in a state where some event was enabled for the first time, most often in the latest one, and
//! the others in the initial state. Returning to such states is the idea of Ecoffet, Huizinga, Lehman, Stanley
//! and Clune, *First Return, Then Explore*, Nature 590, 2021. Where we differ: a state counts as new only if
//! it enables a new event.
//!
//! The lengths of walks follow the sequence of Luby, Sinclair and Zuckerman, *Optimal Speedup of Las Vegas
//! Algorithms*, Information Processing Letters 47, 1993. So all lengths take about the same number of steps.

use std::collections::VecDeque;

use rand::RngExt;
use sanderling_cutoff::{WALK_LONGEST, WALK_STEPS};
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
    for number in 1.. {
        let length = luby(number).saturating_mul(WALK_STEPS.size()).min(WALK_LONGEST.size());
        let may_continue = walker.walk(length, &is_over);
        let is_done = std::mem::take(&mut walker.has_new) && is_enough(&walker.enabled);
        if !may_continue || is_done || is_over() {
            break;
        }
    }
    WalkedEvents { discrepancy: walker.walker.finish(control), enabled: walker.enabled }
}

/// Returns an entry of the sequence 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(number: usize) -> usize {
    let next = (number + 1).next_power_of_two();
    if number + 1 == next { next / 2 } else { luby(number + 1 - next / 2) }
}

/// Walks for events.
struct EventWalker<'a, S: Adaptive> {
    walker: Walker<'a, S>,
    /// The events that were enabled in some state.
    enabled: EventSet,
    /// Whether there are new ones since the last check, or there was no check yet.
    has_new: bool,
    /// How often each event was fired.
    fired: Vec<u32>,
    /// The latest states that enabled a new event, the newest last.
    starts: VecDeque<Vec<u64>>,
}

impl<'a, S: Adaptive> EventWalker<'a, S> {
    fn new(system: S, self_check: Option<&'a SelfCheck<'a, S>>, seed: u64) -> Self {
        let events = system.events();
        Self {
            walker: Walker::new(system, self_check, seed),
            enabled: EventSet::none_of(events),
            has_new: true,
            fired: vec![0; events],
            starts: VecDeque::new(),
        }
    }

    /// Walks at most this number of steps. Returns whether another walk is possible.
    fn walk(&mut self, length: usize, is_over: &impl Fn() -> bool) -> bool {
        let Walker { system, state, random, .. } = &mut self.walker;
        match self.starts.back() {
            Some(newest) if random.random_bool(0.25) => state.copy_from_slice(newest),
            Some(_) if random.random_bool(1.0 / 3.0) => {
                state.copy_from_slice(&self.starts[random.random_range(0..self.starts.len())]);
            }
            _ => system.initial(state),
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
                // No event is enabled in the initial state.
                Ok(false) if self.starts.is_empty() => return false,
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
            self.has_new = true;
            if self.starts.len() == MAX_STARTS {
                self.starts.pop_front();
            }
            self.starts.push_back(self.walker.state.clone());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_power_of_two_follows_two_copies_of_what_was_before() {
        let first: Vec<usize> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
