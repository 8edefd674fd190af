//! The events of a state space, backwards.
//!
//! States are numbered shard by shard, in the order of the store. The sources of all events are in one
//! array, by target. All events of a state count, including those to the same target.

use sanderling_machine::clock::Instant;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use super::StateSet;
use sanderling_analysis::Control;
use sanderling_analysis::Goal;

/// Number of states to expand between two checks of the time limit.
const STATES_AT_A_TIME: usize = 1 << 12;

/// The reversed events of a state space, and the states that satisfy some conditions.
#[derive(Debug)]
pub struct Backwards {
    /// The start of the sources of each state, followed by their end.
    begins: Vec<u32>,
    /// The source states of all events, grouped by target state.
    sources: Vec<u32>,
    /// The number of events of each state.
    out_degrees: Vec<u32>,
    /// The number of the initial state.
    initial: u32,
    /// The number of the first state of each shard.
    offsets: Vec<usize>,
    atoms: Vec<StateSet>,
}

/// Reverses the events of a store that has every state reachable from its root, and computes the states that
/// satisfy conditions. Returns `None` if time runs out, the user cancels, or there are 2^32 events or more.
///
/// Takes time linear in the events: each is fired once and its target looked up. The peak memory is eight
/// bytes for each event, and twelve for each state.
///
/// # Panics
/// If a successor is not in the store.
pub fn backwards<S: System>(
    system: &S,
    (store, root): (&PackedStore, StateId),
    conditions: &[Goal<'_, S>],
    deadline: Option<Instant>,
    control: &Control<'_>,
) -> Option<Backwards> {
    let lengths = store.shards().iter().map(sanderling_store::shard::Shard::positions);
    let offsets: Vec<usize> =
        lengths.scan(0, |sum, length| Some(std::mem::replace(sum, *sum + length))).collect();
    let number = |id: StateId| u32::try_from(offsets[id.shard()] + id.position()).ok();
    let states = store.len();
    let mut atoms = vec![StateSet::none(states); conditions.len()];
    let (mut out_degrees, mut targets) = (Vec::with_capacity(states), Vec::<u32>::new());
    let mut begins = vec![0_u32; states + 1];
    let (mut scratch, mut successor) = (system.scratch(), vec![0; system.words()]);
    let mut events: Vec<EventId> = Vec::new();
    for (position, id) in store.ids().enumerate() {
        let is_over =
            || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if position.is_multiple_of(STATES_AT_A_TIME) && is_over() {
            return None;
        }
        let (state, own, before) = (store.state(id), number(id)?, targets.len());
        events.clear();
        system.unpack::<0>(state, &mut scratch);
        system.enabled::<0>(state, &scratch, &mut events);
        for (condition, satisfying) in conditions.iter().zip(&mut atoms) {
            if condition(system, state, &scratch, &events) {
                satisfying.insert(own);
            }
        }
        for &event in &events {
            if system.fire::<0>(state, &scratch, event, &mut successor) == Fired::Successor {
                let target = store.find::<0>(&successor).expect("all reachable states are stored");
                targets.push(number(target)?);
            }
        }
        targets[before..].iter().for_each(|&target| begins[target as usize + 1] += 1);
        u32::try_from(targets.len()).ok()?;
        out_degrees.push((targets.len() - before) as u32);
    }
    (1..begins.len()).for_each(|state| begins[state] += begins[state - 1]);
    let mut sources = vec![0; targets.len()];
    let (mut rest, mut free) = (targets.iter(), begins.clone());
    for (source, &degree) in (0_u32..).zip(&out_degrees) {
        for &target in rest.by_ref().take(degree as usize) {
            let next = &mut free[target as usize];
            sources[*next as usize] = source;
            *next += 1;
        }
    }
    let initial = number(root)?;
    Some(Backwards { begins, sources, out_degrees, initial, offsets, atoms })
}

impl Backwards {
    /// Returns the peak memory for reversing a state space of this size in bytes, without the conditions.
    #[must_use]
    pub fn bytes_of(states: u64, firings: u64) -> u64 {
        states.saturating_mul(16).saturating_add(firings.saturating_mul(8))
    }

    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.out_degrees.len()
    }

    /// Returns the number of the initial state.
    #[must_use]
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// Returns the number of a state of the store.
    pub(super) fn number(&self, state: StateId) -> u32 {
        (self.offsets[state.shard()] + state.position()) as u32
    }

    /// Returns the states that satisfy the condition at a position.
    #[must_use]
    pub fn atom(&self, position: usize) -> &StateSet {
        &self.atoms[position]
    }

    /// Returns the sources of the events that lead to a state.
    fn sources(&self, state: u32) -> &[u32] {
        &self.sources[self.begins[state as usize] as usize..self.begins[state as usize + 1] as usize]
    }

    /// `EX`: returns the states with an event to one of the wanted states.
    #[must_use]
    pub fn some_next(&self, wanted: &StateSet) -> StateSet {
        let mut found = StateSet::none(self.states());
        for &source in wanted.iter().flat_map(|state| self.sources(state)) {
            found.insert(source);
        }
        found
    }

    /// `E[… U …]`: returns the states from which some run reaches a wanted state through `on_the_way`
    /// states only. The least fixpoint.
    #[must_use]
    pub fn some_until(&self, on_the_way: &StateSet, wanted: StateSet) -> StateSet {
        let mut open: Vec<u32> = wanted.iter().collect();
        let mut found = wanted;
        while let Some(state) = open.pop() {
            for &source in self.sources(state) {
                if on_the_way.contains(source) && found.insert(source) {
                    open.push(source);
                }
            }
        }
        found
    }

    /// `A[… U …]`: returns the states from which every run reaches a wanted state through `on_the_way`
    /// states only. The least fixpoint: an `on_the_way` state belongs to it if it has events and all of them
    /// lead to states of the set.
    #[must_use]
    pub fn all_until(&self, on_the_way: &StateSet, wanted: StateSet) -> StateSet {
        let mut open: Vec<u32> = wanted.iter().collect();
        let (mut found, mut events_left) = (wanted, self.out_degrees.clone());
        while let Some(state) = open.pop() {
            for &source in self.sources(state) {
                let left = &mut events_left[source as usize];
                *left -= 1;
                if *left == 0 && on_the_way.contains(source) && found.insert(source) {
                    open.push(source);
                }
            }
        }
        found
    }
}
