//! A sample of the states, with the values of their slots and the steps between them.
//!
//! The first states are found breadth-first, so that small state spaces are sampled completely. These states
//! are close to the initial one, and their steps may differ from later ones. The rest are found on random
//! walks of increasing length from the initial state, with all successors of each state on a walk.
//!
//! A value is stored as its position among the observed values of its slot. Slots with one observed value
//! are omitted. Undefined events and events that break an assumption are skipped, and the end is not part of
//! a sample.
//!
//! INVARIANT: the same system and effort give the same sample.

use std::collections::HashMap;

use sanderling_cutoff::{SAMPLE_FIRST_WALK, SAMPLE_STALE, SAMPLE_STATES, SAMPLE_WALKS};
use sanderling_system::{Dependencies, EventId, Fired, SlotId};

/// The limits of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Maximum number of states.
    pub states: usize,
    /// Maximum number of slot values, at 4 bytes each. States with many slots are fewer.
    pub values: usize,
    /// Maximum number of steps, at 8 bytes each.
    pub steps: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { states: SAMPLE_STATES.size(), values: 1 << 21, steps: 1 << 17 }
    }
}

impl Effort {
    /// Returns an effort for this number of states, regardless of their size.
    #[must_use]
    pub fn whole(states: usize) -> Self {
        Self { states, values: usize::MAX, steps: usize::MAX }
    }
}

/// One part in this number of the states is found breadth-first.
const BREADTH_FIRST: usize = 4;

/// Some states and steps of a system.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// The slots with several values.
    pub(super) slots: Vec<SampledSlot>,
    /// The steps between states.
    pub(super) steps: Vec<(u32, u32)>,
    states: usize,
    is_whole: bool,
}

/// The observed values of a slot.
#[derive(Debug, Clone)]
pub(super) struct SampledSlot {
    pub(super) slot: SlotId,
    /// The values in ascending order.
    pub(super) values: Vec<i128>,
    /// The position of the value in each state.
    pub(super) positions: Vec<u32>,
}

impl Sample {
    /// Samples the states of a system.
    #[must_use]
    pub fn of<S: Dependencies>(system: &S, effort: Effort) -> Self {
        let most = effort.states.min(effort.values / system.slots().max(1)).clamp(1, u32::MAX as usize);
        let mut search = Search::new(system, most, effort.steps);
        search.breadth_first(most / BREADTH_FIRST);
        search.walk();
        // The walks may have found all remaining states.
        search.breadth_first(most);
        search.finish()
    }

    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether the sample consists of all reachable states with all their steps.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }
}

struct Search<'s, S: Dependencies> {
    system: &'s S,
    scratch: S::Scratch,
    ids: HashMap<Box<[u64]>, u32>,
    states: Vec<Box<[u64]>>,
    is_expanded: Vec<bool>,
    /// All states with lower numbers have been expanded.
    next: usize,
    steps: Vec<(u32, u32)>,
    max_states: usize,
    max_steps: usize,
    random: u64,
}

impl<'s, S: Dependencies> Search<'s, S> {
    fn new(system: &'s S, max_states: usize, max_steps: usize) -> Self {
        let mut initial = vec![0; system.words()];
        system.initial(&mut initial);
        let mut search = Self {
            system,
            scratch: system.scratch(),
            ids: HashMap::new(),
            states: Vec::new(),
            is_expanded: Vec::new(),
            next: 0,
            steps: Vec::new(),
            max_states,
            max_steps,
            random: 1,
        };
        if !system.is_end(&initial) {
            search.discover(&initial);
        }
        search
    }

    /// Returns the number of a state, or `None` if the limit is reached.
    fn discover(&mut self, state: &[u64]) -> Option<u32> {
        if let Some(&id) = self.ids.get(state) {
            return Some(id);
        }
        if self.states.len() >= self.max_states {
            return None;
        }
        let id = self.states.len() as u32;
        self.ids.insert(state.into(), id);
        self.states.push(state.into());
        self.is_expanded.push(false);
        Some(id)
    }

    fn is_full(&self) -> bool {
        self.states.len() >= self.max_states || self.steps.len() >= self.max_steps
    }

    /// Expands states in the order of their discovery until this number is reached.
    fn breadth_first(&mut self, states: usize) {
        let mut successors = Vec::new();
        while self.next < self.states.len() && self.states.len() < states && self.steps.len() < self.max_steps
        {
            self.expand(self.next, &mut successors);
            self.next += 1;
        }
    }

    /// Walks until there are enough states, or few of the visited ones are new.
    fn walk(&mut self) {
        let mut length = SAMPLE_FIRST_WALK.size();
        let mut successors = Vec::new();
        while self.next < self.states.len() && !self.is_full() {
            let before = self.states.len();
            let steps: usize =
                (0..SAMPLE_WALKS.size()).map(|_| self.walk_once(length, &mut successors)).sum();
            // If a walk has no step, no walk has.
            if (self.states.len() - before) * SAMPLE_STALE.size() <= steps {
                break;
            }
            length = (length * 2).min(self.max_states);
        }
    }

    /// Walks at most this number of steps, and returns the length of the walk.
    fn walk_once(&mut self, most: usize, successors: &mut Vec<u32>) -> usize {
        let mut state = 0;
        for length in 0..most {
            if self.is_full() {
                return length;
            }
            self.expand(state, successors);
            if successors.is_empty() {
                return length;
            }
            state = successors[self.draw(successors.len())] as usize;
        }
        most
    }

    /// Finds the successors of a state, and records the steps if the state is expanded for the first time.
    fn expand(&mut self, state: usize, successors: &mut Vec<u32>) {
        let system = self.system;
        let (mut events, mut successor) = (Vec::new(), vec![0; system.words()]);
        let from = self.states[state].clone();
        system.unpack::<0>(&from, &mut self.scratch);
        system.enabled::<0>(&from, &self.scratch, &mut events);
        successors.clear();
        for &event in &events {
            if self.fire(&from, event, &mut successor)
                && let Some(id) = self.discover(&successor)
            {
                successors.push(id);
            }
        }
        if !std::mem::replace(&mut self.is_expanded[state], true) {
            self.steps.extend(successors.iter().map(|&to| (state as u32, to)));
        }
    }

    fn fire(&self, state: &[u64], event: EventId, successor: &mut [u64]) -> bool {
        let fired = self.system.fire::<0>(state, &self.scratch, event, successor);
        fired == Fired::Successor && !self.system.is_end(successor)
    }

    fn draw(&mut self, count: usize) -> usize {
        // Marsaglia's xorshift is short, and more than good enough for walks.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % count as u64) as usize
    }

    fn finish(mut self) -> Sample {
        self.ids = HashMap::new();
        let is_whole = self.is_expanded.iter().all(|&expanded| expanded) && !self.is_full();
        let mut slots: Vec<Column> = vec![Column::default(); self.system.slots()];
        for state in &self.states {
            self.system.unpack::<0>(state, &mut self.scratch);
            for (index, column) in slots.iter_mut().enumerate() {
                column.push(self.system.value(state, &self.scratch, SlotId::new(index)));
            }
        }
        let columns = slots.into_iter().enumerate();
        let slots = columns.filter_map(|(index, column)| column.finish(SlotId::new(index))).collect();
        Sample { slots, steps: self.steps, states: self.states.len(), is_whole }
    }
}

/// The values of a slot by state, numbered in the order of observation.
#[derive(Debug, Clone, Default)]
struct Column {
    numbers: HashMap<i128, u32>,
    of_states: Vec<u32>,
}

impl Column {
    fn push(&mut self, value: i128) {
        let next = self.numbers.len() as u32;
        self.of_states.push(*self.numbers.entry(value).or_insert(next));
    }

    /// Renumbers the values in ascending order. Returns `None` if there is only one.
    fn finish(self, slot: SlotId) -> Option<SampledSlot> {
        if self.numbers.len() < 2 {
            return None;
        }
        let mut values: Vec<_> = self.numbers.into_iter().collect();
        values.sort_unstable();
        let mut position_of = vec![0; values.len()];
        for (position, &(_, number)) in values.iter().enumerate() {
            position_of[number as usize] = position as u32;
        }
        let positions = self.of_states.iter().map(|&number| position_of[number as usize]).collect();
        Some(SampledSlot { slot, values: values.into_iter().map(|(value, _)| value).collect(), positions })
    }
}

#[cfg(test)]
mod tests;
