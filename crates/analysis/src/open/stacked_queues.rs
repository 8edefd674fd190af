//! A stack of queues in one vector, for the orders between breadth-first and depth-first.
//!
//! The states of a queue are contiguous. Closing states at the front leaves a gap. The gap is closed when it
//! is longer than the part that has to move, so that moving costs no more than closing did. Above a queue
//! there may be *loose* states, which are in no queue. For one order they form the next level, and for the
//! other they are the depth-first states. A queue of one state costs one span more than a state on a stack.
//! A loose state has no extra cost.
//!
//! INVARIANT: spans are disjoint and ascending, and none is empty. All states outside the spans are loose.

use super::OpenState;
use super::spare::shrunk_capacity;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

/// The position of a queue: a gap from `start`, then its states from `front` to before `end`.
#[derive(Debug)]
struct Span {
    start: usize,
    front: usize,
    end: usize,
}

#[derive(Debug, Default)]
pub(super) struct StackedQueues {
    states: Vec<OpenState>,
    queues: Vec<Span>,
    /// The number of states outside gaps.
    open: usize,
}

impl StackedQueues {
    /// Adds a state on top, in no queue.
    pub(super) fn push_loose(&mut self, state: OpenState) {
        self.states.push(state);
        self.open += 1;
    }

    /// Returns the number of loose states above the top queue.
    #[inline]
    pub(super) fn loose(&self) -> usize {
        self.states.len() - self.queues.last().map_or(0, |top| top.end)
    }

    #[inline]
    pub(super) fn last_loose_mut(&mut self) -> Option<&mut OpenState> {
        if self.loose() > 0 { self.states.last_mut() } else { None }
    }

    pub(super) fn close_last_loose(&mut self) {
        if self.loose() > 0 {
            self.states.pop();
            self.open -= 1;
            self.give_back();
        }
    }

    /// Makes the newest `count` loose states the top queue.
    pub(super) fn stack_loose(&mut self, count: usize) {
        debug_assert!((1..=self.loose()).contains(&count), "a queue is made of loose states");
        let (end, start) = (self.states.len(), self.states.len() - count);
        self.queues.push(Span { start, front: start, end });
    }

    pub(super) fn has_queues(&self) -> bool {
        !self.queues.is_empty()
    }

    /// Whether there is a queue without loose states above it.
    pub(super) fn is_queue_on_top(&self) -> bool {
        !self.queues.is_empty() && self.loose() == 0
    }

    /// Appends all loose states above the top queue to it.
    pub(super) fn append_loose(&mut self) {
        if let Some(top) = self.queues.last_mut() {
            top.end = self.states.len();
        }
    }

    /// Returns the first state of the top queue.
    #[inline]
    pub(super) fn front_mut(&mut self) -> Option<&mut OpenState> {
        self.states.get_mut(self.queues.last()?.front)
    }

    /// Closes the first state of the top queue. If the queue is then empty, the loose states above become
    /// the queue. If there are none, the queue below becomes the top.
    pub(super) fn close_front(&mut self) {
        let Some(top) = self.queues.last_mut() else { return };
        self.open -= 1;
        top.front += 1;
        if top.front == top.end {
            top.end = self.states.len();
        }
        let (gap, to_move) = (top.front - top.start, self.states.len() - top.front);
        if to_move == 0 {
            self.states.truncate(top.start);
            self.queues.pop();
        } else if gap > to_move {
            self.states.drain(top.start..top.front);
            top.front = top.start;
            top.end -= gap;
        }
        self.give_back();
    }

    fn give_back(&mut self) {
        if let Some(capacity) = shrunk_capacity(self.states.len(), self.states.capacity()) {
            self.states.shrink_to(capacity);
        }
        if let Some(capacity) = shrunk_capacity(self.queues.len(), self.queues.capacity()) {
            self.queues.shrink_to(capacity);
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        let queues = &self.queues;
        let is_in_gap = |at: usize| {
            let around = queues.get(queues.partition_point(|queue| queue.end <= at));
            around.is_some_and(|queue| (queue.start..queue.front).contains(&at))
        };
        let states = self.states.iter_mut().enumerate();
        states.filter(move |&(at, _)| !is_in_gap(at)).map(|(_, state)| state)
    }

    /// Gaps are not saved.
    pub(super) fn save(&self, to: &mut Sink<'_>) {
        let (mut states, mut queues, mut taken) = (Vec::with_capacity(self.open), Vec::new(), 0);
        for &Span { start, front, end } in &self.queues {
            states.extend_from_slice(&self.states[taken..start]);
            queues.push((states.len(), states.len() + end - front));
            states.extend_from_slice(&self.states[front..end]);
            taken = end;
        }
        states.extend_from_slice(&self.states[taken..]);
        states.save(to);
        queues.save(to);
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        self.states = Snapshot::load(from)?;
        self.open = self.states.len();
        let queues: Vec<(usize, usize)> = Snapshot::load(from)?;
        for (start, end) in queues {
            let before = self.queues.last().map_or(0, |below| below.end);
            if start < before || start >= end || end > self.states.len() {
                return None;
            }
            self.queues.push(Span { start, front: start, end });
        }
        Some(())
    }

    pub(super) fn len(&self) -> usize {
        self.open
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<OpenState>() + self.queues.capacity() * size_of::<Span>()
    }
}
