//! The laws of [`Adaptive`].

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room};

use super::walk::{attempt, enabled, fire, initial, sorted};
use super::{STEPS, WALK};

/// Number of times that an event may break an assumption before law 1 counts as broken.
const RELAXATIONS: usize = 200;

/// Number of events tested to find other assumptions that will break.
const TESTS_AHEAD: usize = 1 << 10;

/// Number of times that a self-covering path is fired again.
const REPETITIONS: usize = 3;

/// Checks the laws of [`Adaptive`] on walks from `seed`, and relaxes the system whenever an assumption breaks. Returns
/// how many did.
///
/// # Panics
/// If a law does not hold.
pub fn check_adaptive_laws<S: Adaptive + Clone>(system: &S, seed: u64) -> usize {
    let mut random = StdRng::seed_from_u64(seed);
    let mut run = Run::new(system.clone(), seed);
    for _ in 0..STEPS / WALK {
        run.path = vec![initial(&run.system)];
        let mut events = Vec::new();
        for _ in 0..WALK {
            let Some(event) = run.random_event(&mut random) else { break };
            if !run.advance(event) {
                break;
            }
            events.push(event);
            run.check_self_covering(random.random_range(0..events.len()), &events);
        }
    }
    run.broken
}

/// A walk through a system that may be relaxed at any step.
#[derive(Clone)]
struct Run<S> {
    system: S,
    /// States on the path, as represented by the current system; at least one.
    path: Vec<Vec<u64>>,
    broken: usize,
    seed: u64,
}

impl<S: Adaptive + Clone> Run<S> {
    fn new(system: S, seed: u64) -> Self {
        let path = vec![initial(&system)];
        Self { system, path, broken: 0, seed }
    }

    fn state(&self) -> &[u64] {
        self.path.last().expect("a path has a state")
    }

    fn enabled(&self) -> Vec<EventId> {
        enabled::<S, 0>(&self.system, self.state(), &mut self.system.scratch())
    }

    fn random_event(&self, random: &mut StdRng) -> Option<EventId> {
        let events = self.enabled();
        (!events.is_empty()).then(|| events[random.random_range(0..events.len())])
    }

    /// Fires an event, after as many relaxations as that needs: law 1. Returns whether there is a successor, and it can
    /// be represented.
    fn advance(&mut self, event: EventId) -> bool {
        for round in 0..RELAXATIONS {
            match attempt::<S, 0>(&self.system, self.state(), &mut self.system.scratch(), event) {
                (Fired::Successor, successor) => {
                    self.path.push(successor);
                    return true;
                }
                (Fired::Undefined, _) => return false,
                (Fired::AssumptionBroken, _) => self.broken += 1,
            }
            let tests_ahead = if self.broken.is_multiple_of(2) { TESTS_AHEAD } else { 0 };
            match self.system.relax(self.state(), event, Room { tests_ahead, others_too: round > 3 }) {
                Relaxed::Unrepresentable => return false,
                Relaxed::System(relaxed) => self.relax_to(relaxed),
            }
        }
        panic!("Adaptive, law 1: relaxing comes to an end; seed {}, state {:x?}", self.seed, self.state());
    }

    /// Continues in the relaxed system, and checks law 2 on the states of the path.
    fn relax_to(&mut self, relaxed: S) {
        let earlier = &self.system;
        let translated = |state: &Vec<u64>| {
            let mut translated = vec![0; relaxed.words()];
            relaxed.translate(earlier, state, &mut translated);
            translated
        };
        let law = |claim: &str| format!("Adaptive, law 2: {claim}; seed {}", self.seed);
        let start = translated(&initial(earlier));
        assert_eq!(start, initial(&relaxed), "{}", law("the initial state is translated to the initial one"));
        let mut sources: HashMap<Vec<u64>, &Vec<u64>> = HashMap::new();
        for state in &self.path {
            let image = translated(state);
            let events = enabled::<S, 0>(earlier, state, &mut earlier.scratch());
            let same = enabled::<S, 0>(&relaxed, &image, &mut relaxed.scratch());
            assert_eq!(sorted(events.clone()), sorted(same), "{}", law("the same events are enabled"));
            for event in events {
                let here = fire::<S, 0>(earlier, state, &mut earlier.scratch(), event);
                let Some(successor) = here else { continue };
                let there = fire::<S, 0>(&relaxed, &image, &mut relaxed.scratch(), event);
                assert_eq!(
                    there,
                    Some(translated(&successor)),
                    "{}",
                    law("translation commutes with firing")
                );
            }
            let source = sources.insert(image, state);
            assert!(source.is_none_or(|source| source == state), "{}", law("translation is injective"));
        }
        self.path = self.path.iter().map(translated).collect();
        self.system = relaxed;
    }

    /// Checks law 3, for the part of the walk that starts at position `from`.
    fn check_self_covering(&self, from: usize, events: &[EventId]) {
        let (ancestor, events) = (&self.path[from], &events[from..]);
        if !self.system.pumps(ancestor, events, self.state()) {
            return;
        }
        let mut run = self.clone();
        run.path.drain(..from);
        for _ in 0..REPETITIONS {
            for &event in events {
                let is_enabled = run.enabled().contains(&event);
                assert!(is_enabled, "Adaptive, law 3: the path can be fired again; seed {}", self.seed);
                if !run.advance(event) {
                    return;
                }
            }
        }
        let mut ends: Vec<_> = run.path.iter().step_by(events.len()).collect();
        let count = ends.len();
        ends.sort();
        ends.dedup();
        assert_eq!(
            ends.len(),
            count,
            "Adaptive, law 3: each repetition ends in a new state; seed {}",
            self.seed
        );
    }
}
