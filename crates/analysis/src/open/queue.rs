//! Breadth-first: the state that was discovered first comes first.

use std::collections::VecDeque;

use super::OpenState;
use super::spare::shrunk_capacity;

/// Open states, first in, first out.
#[derive(Debug, Default)]
pub struct Queue(VecDeque<OpenState>);

impl Queue {
    pub(super) fn push(&mut self, state: OpenState) {
        self.0.push_back(state);
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        self.0.front_mut()
    }

    pub(super) fn close(&mut self) {
        self.0.pop_front();
        if let Some(capacity) = shrunk_capacity(self.0.len(), self.0.capacity()) {
            self.0.shrink_to(capacity);
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.0.iter_mut()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<OpenState>()
    }
}
