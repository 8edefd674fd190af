//! Breadth-first and depth-first search: a line of states in the order of their discovery, with the current
//! state at one of its ends. In a [`Stack`], the states before a state are the path to it, and the states
//! discovered along that path.

use std::collections::VecDeque;

use super::OpenState;
use super::spare::shrunk_capacity;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};

/// Open states, first in, first out.
pub type Queue = Line<false>;

/// Open states, last in, first out.
pub type Stack = Line<true>;

/// Open states in the order of their discovery. The last or the first is the current one.
#[derive(Debug, Default)]
pub struct Line<const LAST: bool>(VecDeque<OpenState>);

impl<const LAST: bool> Line<LAST> {
    pub(super) fn push(&mut self, state: OpenState) {
        self.0.push_back(state);
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        if LAST { self.0.back_mut() } else { self.0.front_mut() }
    }

    pub(super) fn close(&mut self) {
        let _closed = if LAST { self.0.pop_back() } else { self.0.pop_front() };
        if let Some(capacity) = shrunk_capacity(self.0.len(), self.0.capacity()) {
            self.0.shrink_to(capacity);
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenState> {
        self.0.iter_mut()
    }

    pub(super) fn save(&self, to: &mut Sink<'_>) {
        self.0.save(to);
    }

    pub(super) fn load(&mut self, from: &mut Source) -> Option<()> {
        self.0 = Snapshot::load(from)?;
        Some(())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<OpenState>()
    }
}
