//! Alternating search: b levels breadth-first, then d levels depth-first, and so on.
//!
//! The phase of a state is its depth modulo b + d. A state of phase 0 starts a queue on top of all others.
//! In this queue, it and its successors are expanded breadth-first up to phase b. The states of phase b come
//! last in the queue, and the depth-first levels start from them. States discovered there lie loose on top,
//! until one of phase 0 starts a queue again. So Alt(0, d) is depth-first, and Alt(b, 0) is breadth-first.
//! Source: Alt(b, d) of Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions
//! on Petri Nets and Other Models of Concurrency IV, 2010, section 5.1.
//!
//! If a state in the middle of the breadth-first levels has no queue to join, it starts one. So the first
//! state may have any depth. INVARIANT: a loose state has a phase beyond b, or b is 0.

use super::OpenState;
use super::stacked_queues::StackedQueues;
use crate::checkpoint::snapshot::{Sink, Source};

/// Open states: queues for the breadth-first levels, single states for the depth-first ones.
#[derive(Debug)]
pub struct Alternating {
    breadth: u32,
    depth: u32,
    stack: StackedQueues,
}

impl Alternating {
    pub(super) fn new(breadth: u32, depth: u32) -> Self {
        Self { breadth, depth, stack: StackedQueues::default() }
    }

    pub(super) fn push(&mut self, state: OpenState) {
        let phase = self.phase(state.depth);
        let may_join = self.stack.is_queue_on_top() && (phase > 0 || self.depth == 0);
        self.stack.push_loose(state);
        if self.breadth == 0 || phase > u64::from(self.breadth) {
            return;
        }
        if may_join {
            self.stack.append_loose();
        } else {
            self.stack.stack_loose(1);
        }
    }

    fn phase(&self, depth: u32) -> u64 {
        let period = u64::from(self.breadth) + u64::from(self.depth);
        u64::from(depth) % period.max(1)
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        if self.stack.loose() > 0 { self.stack.last_loose_mut() } else { self.stack.front_mut() }
    }

    pub(super) fn close(&mut self) {
        if self.stack.loose() > 0 {
            self.stack.close_last_loose();
        } else {
            self.stack.close_front();
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.stack.iter_mut()
    }

    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.stack.save(to);
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        self.stack.load(from)
    }

    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.stack.bytes()
    }
}
