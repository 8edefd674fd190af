//! A first look at a net: what its cells hold in a few thousand markings.
//!
//! Breadth-first from a marking, and then a number of long random walks, which get to where counters
//! are large. The walks are always the same ones. Nothing depends on what is seen here but the width of
//! slots: at first from the initial marking, later from each marking where an assumption broke.

use std::collections::{HashSet, VecDeque};

use sanderling_system::{EventId, Fired, System};

use super::model::ValueModel;
use super::turn::Seen;

/// How much is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// How many markings breadth-first.
    pub(super) markings: usize,
    /// How many walks.
    pub(super) walks: usize,
    /// How long a walk is.
    pub(super) steps: usize,
}

/// The maximum number of numbers read: markings of long arrays take longer than others to look at.
const MAX_NUMBERS: usize = 1 << 28;

/// What each cell has been seen to hold from a marking on.
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
    /// How many more numbers may be read.
    left: usize,
}

impl<'a> Look<'a> {
    fn new(model: &'a ValueModel, start: &'a [u64]) -> Self {
        let seen = Seen::only(model.cells().ids().map(|cell| model.number(start, cell)));
        Self {
            model,
            start,
            seen,
            scratch: model.scratch(),
            random: 0x9e37_79b9_7f4a_7c15,
            left: MAX_NUMBERS,
        }
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

    fn enabled(&self, state: &[u64]) -> Vec<EventId> {
        let mut events = Vec::new();
        self.model.enabled::<0>(state, &self.scratch, &mut events);
        events
    }

    /// The successor by an event, if there is one.
    fn fire(&mut self, state: &[u64], event: EventId) -> Option<Vec<u64>> {
        let mut successor = vec![0; state.len()];
        let fired = self.model.fire::<0>(state, &self.scratch, event, &mut successor);
        (fired == Fired::Successor).then(|| {
            self.see(&successor);
            successor
        })
    }

    /// Answers whether there are more markings than that.
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

    /// A number below `bound` that looks random (xorshift), or 0.
    fn next(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound.max(1) as u64) as usize
    }
}
