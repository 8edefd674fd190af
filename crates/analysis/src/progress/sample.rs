//! A part of the states, by the values of their slots, with the steps between them.
//!
//! The first states are found breadth-first, so that small state spaces are seen whole. They all lie near the
//! beginning, where the steps of a system are not what they are later on. So the rest are found on random
//! walks from the initial state, of ever greater length, with all successors of each state that they come by.
//!
//! A value is kept as its position among the values that were seen of its slot. Slots of which only one
//! was seen are left out. Events that are undefined or break an assumption are passed over, and the end
//! is no state of a sample.
//!
//! INVARIANT: the same system and effort give the same sample.

use std::collections::HashMap;

use sanderling_cutoff::{SAMPLE_FIRST_WALK, SAMPLE_STALE, SAMPLE_STATES, SAMPLE_WALKS};
use sanderling_system::{Dependencies, EventId, Fired, SlotId};

/// How much is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most states.
    pub states: usize,
    /// The most values of slots, which take 4 bytes each: states with many slots are fewer.
    pub values: usize,
    /// The most steps, which take 8 bytes each.
    pub steps: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { states: SAMPLE_STATES.size(), values: 1 << 21, steps: 1 << 17 }
    }
}

impl Effort {
    /// An effort that sees this number of states whatever they are.
    #[must_use]
    pub fn whole(states: usize) -> Self {
        Self { states, values: usize::MAX, steps: usize::MAX }
    }
}

/// Which part of the states is looked for breadth-first, one in so many.
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

/// What was seen of a slot.
#[derive(Debug, Clone)]
pub(super) struct SampledSlot {
    pub(super) slot: SlotId,
    /// The values in ascending order.
    pub(super) values: Vec<i128>,
    /// The position of the value in each state.
    pub(super) positions: Vec<u32>,
}

impl Sample {
    /// Looks at a part of a system's states.
    #[must_use]
    pub fn of<S: Dependencies>(system: &S, effort: Effort) -> Self {
        let most = effort.states.min(effort.values / system.slots().max(1)).clamp(1, u32::MAX as usize);
        let mut search = Search::new(system, most, effort.steps);
        search.breadth_first(most / BREADTH_FIRST);
        search.walk();
        // What the walks saw by the way may have been all that was left.
        search.breadth_first(most);
        search.finish()
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// The number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Whether these are all reachable states with all their steps.
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
    /// All states before this one have been expanded.
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

    /// The number of a state; `None` if it is one too many.
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

    /// Expands states in the order of their discovery until there are so many.
    fn breadth_first(&mut self, states: usize) {
        let mut successors = Vec::new();
        while self.next < self.states.len() && self.states.len() < states && self.steps.len() < self.max_steps
        {
            self.expand(self.next, &mut successors);
            self.next += 1;
        }
    }

    /// Walks until there are enough states, or few of those that are met are new.
    fn walk(&mut self) {
        let mut length = SAMPLE_FIRST_WALK.size();
        let mut successors = Vec::new();
        while self.next < self.states.len() && !self.is_full() {
            let before = self.states.len();
            let steps: usize =
                (0..SAMPLE_WALKS.size()).map(|_| self.walk_once(length, &mut successors)).sum();
            // Where there is no step at all, there never is.
            if (self.states.len() - before) * SAMPLE_STALE.size() <= steps {
                break;
            }
            length = (length * 2).min(self.max_states);
        }
    }

    /// Walks so far, if there is a way on. Returns the length of the walk.
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

    /// Finds the successors of a state, and keeps the steps if they are seen for the first time.
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
        // Marsaglia's xorshift: short, and more than good enough to walk by.
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

/// The values of a slot by state, numbered in the order in which they were met.
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

    /// Renumbers the values in ascending order. `None` where there is but one.
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
