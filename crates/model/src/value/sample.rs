//! A sample of the contents of a net's cells in a few thousand markings.
//!
//! The sample is a breadth-first search from a marking, followed by a number of long random walks, which reach large
//! counters. The walks are deterministic. The sample affects only the width of slots. The first one starts from the
//! initial marking, later ones from each marking where an assumption broke.

use std::collections::{HashSet, VecDeque};

use sanderling_data_net::CellId;
use sanderling_system::{EventId, Fired, System};

use super::model::ValueModel;
use super::turn::Seen;

/// The size of a sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// The number of markings of the breadth-first search.
    pub(super) markings: usize,
    /// The number of walks.
    pub(super) walks: usize,
    /// The number of steps of a walk.
    pub(super) steps: usize,
}

/// Maximum number of numbers read and events tested, since a marking with long arrays and a model with many events take
/// longer.
const MAX_LOOKS: usize = 1 << 28;

/// Returns the numbers found in each cell from a marking on.
pub(super) fn ranges(model: &ValueModel, start: &[u64], effort: Effort) -> Seen {
    let mut look = Look::new(model, start);
    if look.breadth_first(effort.markings) {
        (0..effort.walks).for_each(|_| look.walk(effort.steps));
    }
    look.seen
}

struct Look<'a> {
    model: &'a ValueModel,
    start: &'a [u64],
    seen: Seen,
    /// By word, its cells and the bits of each.
    cells: Vec<Vec<(CellId, u64)>>,
    scratch: <ValueModel as System>::Scratch,
    /// The enabled events, and the successor of the last firing.
    events: Vec<EventId>,
    successor: Vec<u64>,
    random: u64,
    /// The number of numbers and events that may still be looked at.
    left: usize,
}

impl<'a> Look<'a> {
    fn new(model: &'a ValueModel, start: &'a [u64]) -> Self {
        let seen = Seen::only(model.cells().ids().map(|cell| model.number(start, cell)));
        let mut cells = vec![Vec::new(); start.len()];
        for cell in model.cells().ids() {
            let slot = model.slots().slot(cell);
            cells[slot.word as usize].push((cell, slot.mask()));
        }
        let (scratch, successor) = (model.scratch(), vec![0; start.len()]);
        let (events, random) = (Vec::new(), 0x9e37_79b9_7f4a_7c15);
        Self { model, start, seen, cells, scratch, events, successor, random, left: MAX_LOOKS }
    }

    /// Adds the numbers in which the successor differs from a marking whose numbers have been added.
    fn see(&mut self, state: &[u64]) {
        if self.model.is_error(&self.successor) {
            return;
        }
        self.left = self.left.saturating_sub(self.seen.plain.len());
        for (cells, (before, after)) in self.cells.iter().zip(state.iter().zip(&self.successor)) {
            let changed = before ^ after;
            for &(cell, _) in cells.iter().filter(|&&(_, bits)| changed & bits != 0) {
                self.seen.see(cell, self.model.number(&self.successor, cell));
            }
        }
    }

    fn find_enabled(&mut self, state: &[u64]) {
        self.left = self.left.saturating_sub(self.model.events());
        self.events.clear();
        self.model.enabled::<0>(state, &self.scratch, &mut self.events);
    }

    /// Computes the successor by an event, and returns whether there is one.
    fn fire(&mut self, state: &[u64], event: EventId) -> bool {
        let fired = self.model.fire::<0>(state, &self.scratch, event, &mut self.successor);
        let has_fired = fired == Fired::Successor;
        if has_fired {
            self.see(state);
        }
        has_fired
    }

    /// Visits up to `markings` markings, and returns whether there are more.
    fn breadth_first(&mut self, markings: usize) -> bool {
        let mut known = HashSet::from([self.start.to_vec()]);
        let mut open = VecDeque::from([self.start.to_vec()]);
        while let Some(state) = open.pop_front() {
            self.find_enabled(&state);
            for at in 0..self.events.len() {
                if known.len() >= markings || self.left == 0 {
                    return true;
                }
                if self.fire(&state, self.events[at]) && !known.contains(&self.successor) {
                    known.insert(self.successor.clone());
                    open.push_back(self.successor.clone());
                }
            }
        }
        false
    }

    fn walk(&mut self, steps: usize) {
        let mut state = self.start.to_vec();
        for _ in 0..steps {
            if self.left == 0 {
                return;
            }
            self.find_enabled(&state);
            let chosen = self.next(self.events.len());
            let Some(&event) = self.events.get(chosen) else { return };
            if !self.fire(&state, event) {
                return;
            }
            std::mem::swap(&mut state, &mut self.successor);
        }
    }

    /// Returns a pseudo-random number below `bound` (xorshift), or 0 if `bound` is 0.
    fn next(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound.max(1) as u64) as usize
    }
}
