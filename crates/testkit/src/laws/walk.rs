//! Random walks, and helpers that compute a state's events and successors in one call.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_system::{EventId, Fired, System};

use super::WALK;

/// Random walk through a system.
pub(super) struct Walk<S: System> {
    pub(super) state: Vec<u64>,
    pub(super) scratch: S::Scratch,
    random: StdRng,
    seen: u32,
    length: usize,
}

impl<S: System> Walk<S> {
    pub(super) fn new(system: &S, seed: u64) -> Self {
        Self {
            state: initial(system),
            scratch: system.scratch(),
            random: StdRng::seed_from_u64(seed),
            seen: 0,
            length: 0,
        }
    }

    /// Chooses one of the successors seen in this state, each with the same probability.
    pub(super) fn choose(&mut self, chosen: Option<Vec<u64>>, successor: Vec<u64>) -> Option<Vec<u64>> {
        self.seen += 1;
        if self.random.random_range(0..self.seen) == 0 { Some(successor) } else { chosen }
    }

    /// Continues at the next state, or at the initial state if there is no next one or the walk is long enough.
    pub(super) fn go(&mut self, system: &S, next: Option<Vec<u64>>) {
        self.seen = 0;
        self.length += 1;
        self.state = next.filter(|_| !self.length.is_multiple_of(WALK)).unwrap_or_else(|| initial(system));
    }
}

pub(super) fn random_successor<S: System>(system: &S, state: &[u64], walk: &mut Walk<S>) -> Option<Vec<u64>> {
    let events = enabled::<S, 0>(system, state, &mut walk.scratch);
    let successors = events.into_iter().filter_map(|e| fire::<S, 0>(system, state, &mut system.scratch(), e));
    let successors: Vec<_> = successors.collect();
    successors.into_iter().fold(None, |chosen, successor| walk.choose(chosen, successor))
}

pub(super) fn initial<S: System>(system: &S) -> Vec<u64> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    state
}

pub(super) fn enabled<S: System, const W: usize>(
    system: &S,
    state: &[u64],
    scratch: &mut S::Scratch,
) -> Vec<EventId> {
    let mut events = Vec::new();
    system.unpack::<W>(state, scratch);
    system.enabled::<W>(state, scratch, &mut events);
    events
}

/// Returns the result of firing an event, and the successor that is written.
pub(super) fn attempt<S: System, const W: usize>(
    system: &S,
    state: &[u64],
    scratch: &mut S::Scratch,
    event: EventId,
) -> (Fired, Vec<u64>) {
    let mut successor = vec![0; system.words()];
    system.unpack::<W>(state, scratch);
    let fired = system.fire::<W>(state, scratch, event, &mut successor);
    (fired, successor)
}

/// Returns the successor; `None` if there is none, or an assumption is broken.
pub(super) fn fire<S: System, const W: usize>(
    system: &S,
    state: &[u64],
    scratch: &mut S::Scratch,
    event: EventId,
) -> Option<Vec<u64>> {
    let (fired, successor) = attempt::<S, W>(system, state, scratch, event);
    (fired == Fired::Successor).then_some(successor)
}

/// Returns the successor, built from the changes; `None` if there is none, or an assumption is broken.
pub(super) fn changed<S: System>(
    system: &S,
    state: &[u64],
    scratch: &mut S::Scratch,
    event: EventId,
) -> Option<Vec<u64>> {
    let (mut successor, mut changes) = (vec![0; system.words()], Vec::new());
    system.unpack::<0>(state, scratch);
    let fired = system.fire_changes(state, scratch, event, &mut successor, &mut changes);
    let mut words: Vec<u32> = changes.iter().map(|&(word, _)| word).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), changes.len(), "System, law 6: no word is given twice");
    let mut successor = state.to_vec();
    changes.into_iter().for_each(|(word, content)| successor[word as usize] = content);
    (fired == Fired::Successor).then_some(successor)
}

pub(super) fn sorted(mut events: Vec<EventId>) -> Vec<EventId> {
    events.sort();
    events
}
