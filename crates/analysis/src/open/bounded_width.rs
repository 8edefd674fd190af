//! Breadth-first search of bounded width: the queue of a level has at most w states.
//!
//! The states discovered by a level are collected until there are w of them, or until the level is done.
//! Then they form the next level, and come first. The rest of the earlier levels, including partly expanded
//! states, stays on a stack until all later levels are done. With w = 1 this is depth-first, and without a
//! bound it is breadth-first. Source: BBFS(w) of Evangelista and Kristensen, *Search-Order Independent State
//! Caching*, Transactions on Petri Nets and Other Models of Concurrency IV, 2010, section 5.1. The paper
//! uses a stack of arrays of size w; here no array is longer than its content.
//!
//! INVARIANT: there are fewer than w loose states, and they form the next level in progress. If a state is
//! open, there is a queue.

use super::OpenState;
use super::stacked_queues::StackedQueues;
use crate::checkpoint::snapshot::{Sink, Source};

/// Open states: a stack of levels with at most `width` states each.
#[derive(Debug)]
pub struct BoundedWidth {
    width: u32,
    levels: StackedQueues,
}

impl BoundedWidth {
    pub(super) fn new(width: u32) -> Self {
        Self { width: width.max(1), levels: StackedQueues::default() }
    }

    pub(super) fn push(&mut self, state: OpenState) {
        let is_first = self.levels.len() == 0;
        self.levels.push_loose(state);
        let gathered = self.levels.loose();
        if is_first || gathered >= self.width as usize {
            self.levels.stack_loose(gathered);
        }
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        self.levels.front_mut()
    }

    pub(super) fn close(&mut self) {
        self.levels.close_front();
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.levels.iter_mut()
    }

    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.levels.save(to);
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        self.levels.load(from)?;
        (self.levels.len() == 0 || self.levels.has_queues()).then_some(())
    }

    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.bytes()
    }
}
