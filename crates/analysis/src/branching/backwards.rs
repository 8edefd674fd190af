//! The events of a state space, backwards.
//!
//! States are numbered shard by shard, in the order of the store. The sources of all events lie in one array, by target; all events of a
//! state count, also those to the same target.

use sanderling_machine::clock::Instant;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use super::StateSet;
use crate::control::Control;
use crate::observe::Goal;

/// So many states are expanded before somebody looks whether the time is over.
const STATES_AT_A_TIME: usize = 1 << 12;

/// Where states can be reached from, and which satisfy some conditions.
#[derive(Debug)]
pub struct Backwards {
    /// Where the sources of each state begin; one more than there are states.
    begins: Vec<u32>,
    /// The states from which events lead to a state, for one state after the other.
    sources: Vec<u32>,
    /// How many events each state has.
    out_degrees: Vec<u32>,
    /// The number of the initial state.
    initial: u32,
    /// The number of the first state of each shard.
    offsets: Vec<usize>,
    atoms: Vec<StateSet>,
}

/// Turns the events of a store that has every state which is reachable from its root, and finds the states that satisfy conditions.
/// `None` where the time is over, somebody cancels, or there are 2^32 events or more.
///
/// Takes time linear in the events, of which each is fired once and its target looked up, and at the peak eight bytes for each, besides
/// twelve for each state.
///
/// # Panics
/// Where a successor is not in the store.
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
    /// The memory that it takes to turn a state space of this size, at the peak and without the conditions.
    #[must_use]
    pub fn bytes_of(states: u64, firings: u64) -> u64 {
        states.saturating_mul(16).saturating_add(firings.saturating_mul(8))
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.out_degrees.len()
    }

    /// The number of the initial state.
    #[must_use]
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// The number of a state of the store.
    pub(super) fn number(&self, state: StateId) -> u32 {
        (self.offsets[state.shard()] + state.position()) as u32
    }

    /// The states that satisfy the condition at a position.
    #[must_use]
    pub fn atom(&self, position: usize) -> &StateSet {
        &self.atoms[position]
    }

    /// From where an event leads to a state.
    fn sources(&self, state: u32) -> &[u32] {
        &self.sources[self.begins[state as usize] as usize..self.begins[state as usize + 1] as usize]
    }

    /// `EX`: the states with an event to one of these.
    #[must_use]
    pub fn some_next(&self, wanted: &StateSet) -> StateSet {
        let mut found = StateSet::none(self.states());
        for &source in wanted.iter().flat_map(|state| self.sources(state)) {
            found.insert(source);
        }
        found
    }

    /// `E[… U …]`: the states from which some run gets to a wanted state over states on the way alone. The least fixpoint.
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

    /// `A[… U …]`: the states from which every run gets to a wanted state over states on the way alone. The least fixpoint: a state on
    /// the way is in it once all of its events lead there, of which it has some.
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
