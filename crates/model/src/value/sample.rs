//! A sample of the contents of a net's cells in a few thousand markings.
//!
//! The sample is a breadth-first search from a marking, followed by a number of long random walks, which reach large
//! counters. The walks are deterministic. The sample affects only the width of slots. The first one starts from the
//! initial marking, later ones from each marking where an assumption broke.

use std::collections::{HashSet, VecDeque};

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
    scratch: <ValueModel as System>::Scratch,
    random: u64,
    /// The number of numbers and events that may still be looked at.
    left: usize,
}

impl<'a> Look<'a> {
    fn new(model: &'a ValueModel, start: &'a [u64]) -> Self {
        let seen = Seen::only(model.cells().ids().map(|cell| model.number(start, cell)));
        Self { model, start, seen, scratch: model.scratch(), random: 0x9e37_79b9_7f4a_7c15, left: MAX_LOOKS }
    }

    fn see(&mut self, state: &[u64]) {
        if self.model.is_error(state) {
            return;
        }
        self.left = self.left.saturating_sub(self.seen.plain.len());
        for cell in self.model.cells().ids() {
            self.seen.see(cell, self.model.number(state, cell));
        }
    }

    fn enabled(&mut self, state: &[u64]) -> Vec<EventId> {
        self.left = self.left.saturating_sub(self.model.events());
        let mut events = Vec::new();
        self.model.enabled::<0>(state, &self.scratch, &mut events);
        events
    }

    /// Returns the successor by an event, if there is one.
    fn fire(&mut self, state: &[u64], event: EventId) -> Option<Vec<u64>> {
        let mut successor = vec![0; state.len()];
        let fired = self.model.fire::<0>(state, &self.scratch, event, &mut successor);
        (fired == Fired::Successor).then(|| {
            self.see(&successor);
            successor
        })
    }

    /// Visits up to `markings` markings, and returns whether there are more.
    fn breadth_first(&mut self, markings: usize) -> bool {
        let mut known = HashSet::from([self.start.to_vec()]);
        let mut open = VecDeque::from([self.start.to_vec()]);
        while let Some(state) = open.pop_front() {
            for event in self.enabled(&state) {
                if known.len() >= markings || self.left == 0 {
                    return true;
                }
                if let Some(successor) = self.fire(&state, event)
                    && known.insert(successor.clone())
                {
                    open.push_back(successor);
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
            let events = self.enabled(&state);
            let Some(&event) = events.get(self.next(events.len())) else { return };
            let Some(successor) = self.fire(&state, event) else { return };
            state = successor;
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
