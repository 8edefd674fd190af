//! The numbered laws of the system traits, checked on random walks.
//!
//! A check walks from the initial state, fires random events and looks at what the trait promises
//! in every state that it comes by. It panics with the trait, the number of the law, the seed and the
//! state. A new implementation gets all of it by one line in a test.

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, System, with_words};

/// How many events a check fires.
const STEPS: usize = 300;

/// How many events it fires before it starts again from the initial state.
const WALK: usize = 40;

/// How often an event may break an assumption before law 1 of [`Adaptive`] counts as broken.
const RELAXATIONS: usize = 200;

/// Checks the laws of [`System`] on a walk from `seed`.
///
/// # Panics
/// Where one of them does not hold.
pub fn check_system_laws<S: System>(system: &S, seed: u64) {
    assert!(system.words() >= 1, "System, law 1: a state has at least one word");
    with_words!(system.words(), W => check_walk::<S, W>(system, seed));
}

fn check_walk<S: System, const W: usize>(system: &S, seed: u64) {
    let mut walk = Walk::new(system, seed);
    for step in 0..STEPS {
        let state = walk.state.clone();
        let law = |number, claim: &str| {
            format!("System, law {number}: {claim}; seed {seed}, step {step}, state {state:x?}")
        };
        let events = enabled::<S, W>(system, &state, &mut walk.scratch);
        let anew = enabled::<S, W>(system, &state, &mut system.scratch());
        assert_eq!(events, anew, "{}", law(2, "the enabled events depend on the state alone"));
        let mut sorted = events.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), events.len(), "{}", law(2, "each enabled event is given once"));
        assert!(events.iter().all(|e| e.index() < system.events()), "events are below their number");
        let general = enabled::<S, 0>(system, &state, &mut system.scratch());
        assert_eq!(events, general, "{}", law(4, "`enabled` does not depend on W"));
        let mut next = None;
        for &event in &events {
            let first = fire::<S, W>(system, &state, &mut walk.scratch, event);
            let second = fire::<S, W>(system, &state, &mut system.scratch(), event);
            assert_eq!(first, second, "{}", law(3, "firing an event gives the same result each time"));
            let general = fire::<S, 0>(system, &state, &mut system.scratch(), event);
            assert_eq!(first, general, "{}", law(4, "`fire` does not depend on W"));
            if let Some(successor) = first {
                let again = enabled::<S, W>(system, &successor, &mut system.scratch());
                assert!(again.len() <= system.events(), "{}", law(5, "what is written is a state"));
                next = walk.choose(next, successor);
            }
        }
        assert_eq!(
            enabled::<S, W>(system, &state, &mut walk.scratch),
            events,
            "{}",
            law(3, "firing leaves the state as it was")
        );
        walk.go(system, next);
    }
}

/// Checks the laws of [`Extremes`] on a walk from `seed`.
///
/// # Panics
/// Where one of them does not hold.
pub fn check_extremes_laws<S: Extremes>(system: &S, seed: u64) {
    let mut walk = Walk::new(system, seed);
    let (mut all, mut maxima) = (system.no_extremes(), Maxima::default());
    let mut parts = Maxima::default();
    for step in 0..STEPS {
        let state = walk.state.clone();
        system.unpack::<0>(&state, &mut walk.scratch);
        system.absorb::<0>(&state, &walk.scratch, &mut all);
        let before = maxima.clone();
        system.raise(&all, &mut maxima);
        let is_less = |(new, old): (&u64, &u64)| new < old;
        let has_fallen = maxima.sum < before.sum || maxima.each.iter().zip(&before.each).any(is_less);
        assert!(
            !has_fallen,
            "Extremes, law 1: maxima do not fall; seed {seed}, step {step}, state {state:x?}"
        );
        let mut alone = system.no_extremes();
        system.absorb::<0>(&state, &walk.scratch, &mut alone);
        system.raise(&alone, &mut parts);
        assert_eq!(
            maxima, parts,
            "Extremes, law 1: together and one by one give the same; seed {seed}, step {step}, state {state:x?}"
        );
        let next = random_successor(system, &state, &mut walk);
        walk.go(system, next);
    }
}

/// Checks the laws of [`Adaptive`] on a walk from `seed`, relaxing wherever an assumption breaks.
/// Returns how many did.
///
/// # Panics
/// Where a law does not hold.
pub fn check_adaptive_laws<S: Adaptive + Clone>(system: &S, seed: u64) -> usize {
    let mut system = system.clone();
    let mut random = StdRng::seed_from_u64(seed);
    let mut broken = 0;
    'walks: for walk in 0..STEPS / WALK {
        let mut state = initial(&system);
        let mut path = vec![state.clone()];
        for step in 0..WALK {
            let events = enabled::<S, 0>(&system, &state, &mut system.scratch());
            if events.is_empty() {
                continue 'walks;
            }
            let event = events[random.random_range(0..events.len())];
            let mut rounds = 0;
            let successor = loop {
                if let Some(successor) = fire::<S, 0>(&system, &state, &mut system.scratch(), event) {
                    break successor;
                }
                rounds += 1;
                broken += 1;
                assert!(
                    rounds <= RELAXATIONS,
                    "Adaptive, law 1: relaxing ends; seed {seed}, walk {walk}, step {step}"
                );
                match system.relax(&state, event, rounds > 3) {
                    Relaxed::Unrepresentable => continue 'walks,
                    Relaxed::System(relaxed) => {
                        path = check_translation(&system, &relaxed, &path, seed);
                        state = path.last().expect("a walk has a state").clone();
                        system = relaxed;
                    }
                }
            };
            state = successor;
            path.push(state.clone());
        }
    }
    broken
}

/// Law 2 on the states of a walk: returns them as the relaxed system has them.
fn check_translation<S: Adaptive>(earlier: &S, relaxed: &S, path: &[Vec<u64>], seed: u64) -> Vec<Vec<u64>> {
    let translated = |state: &Vec<u64>| {
        let mut translated = vec![0; relaxed.words()];
        relaxed.translate(earlier, state, &mut translated);
        translated
    };
    let law = |claim: &str| format!("Adaptive, law 2: {claim}; seed {seed}");
    assert_eq!(
        translated(&initial(earlier)),
        initial(relaxed),
        "{}",
        law("the initial state is translated to the initial one")
    );
    let mut sources: HashMap<Vec<u64>, &Vec<u64>> = HashMap::new();
    for state in path {
        let image = translated(state);
        let source = sources.insert(image.clone(), state);
        assert!(source.is_none_or(|source| source == state), "{}", law("translation is injective"));
        let events = enabled::<S, 0>(earlier, state, &mut earlier.scratch());
        let same = enabled::<S, 0>(relaxed, &image, &mut relaxed.scratch());
        assert_eq!(sorted(events.clone()), sorted(same), "{}", law("the same events are enabled"));
        for event in events {
            let Some(successor) = fire::<S, 0>(earlier, state, &mut earlier.scratch(), event) else {
                continue;
            };
            let there = fire::<S, 0>(relaxed, &image, &mut relaxed.scratch(), event);
            assert_eq!(there, Some(translated(&successor)), "{}", law("translation commutes with firing"));
        }
    }
    path.iter().map(translated).collect()
}

/// A random walk through a system.
struct Walk<S: System> {
    state: Vec<u64>,
    scratch: S::Scratch,
    random: StdRng,
    seen: u32,
    length: usize,
}

impl<S: System> Walk<S> {
    fn new(system: &S, seed: u64) -> Self {
        Self {
            state: initial(system),
            scratch: system.scratch(),
            random: StdRng::seed_from_u64(seed),
            seen: 0,
            length: 0,
        }
    }

    /// One of the successors seen in this state, each as likely as the others.
    fn choose(&mut self, chosen: Option<Vec<u64>>, successor: Vec<u64>) -> Option<Vec<u64>> {
        self.seen += 1;
        if self.random.random_range(0..self.seen) == 0 { Some(successor) } else { chosen }
    }

    /// Goes on there; or from the start, where there is no way on or the walk is long enough.
    fn go(&mut self, system: &S, next: Option<Vec<u64>>) {
        self.seen = 0;
        self.length += 1;
        self.state = next.filter(|_| !self.length.is_multiple_of(WALK)).unwrap_or_else(|| initial(system));
    }
}

fn random_successor<S: System>(system: &S, state: &[u64], walk: &mut Walk<S>) -> Option<Vec<u64>> {
    let events = enabled::<S, 0>(system, state, &mut walk.scratch);
    let successors = events.into_iter().filter_map(|e| fire::<S, 0>(system, state, &mut system.scratch(), e));
    let successors: Vec<_> = successors.collect();
    successors.into_iter().fold(None, |chosen, successor| walk.choose(chosen, successor))
}

fn initial<S: System>(system: &S) -> Vec<u64> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    state
}

fn enabled<S: System, const W: usize>(system: &S, state: &[u64], scratch: &mut S::Scratch) -> Vec<EventId> {
    let mut events = Vec::new();
    system.unpack::<W>(state, scratch);
    system.enabled::<W>(state, scratch, &mut events);
    events
}

/// The successor; `None` where an assumption is broken.
fn fire<S: System, const W: usize>(
    system: &S,
    state: &[u64],
    scratch: &mut S::Scratch,
    event: EventId,
) -> Option<Vec<u64>> {
    let mut successor = vec![0; system.words()];
    system.unpack::<W>(state, scratch);
    match system.fire::<W>(state, scratch, event, &mut successor) {
        Fired::Successor => Some(successor),
        Fired::AssumptionBroken => None,
    }
}

fn sorted(mut events: Vec<EventId>) -> Vec<EventId> {
    events.sort();
    events
}
