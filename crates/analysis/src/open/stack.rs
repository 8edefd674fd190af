//! Depth-first: the state that was discovered last comes first. What is on the stack below a state
//! is the path to it, and the states discovered along that path.

use super::OpenState;
use super::spare::shrunk_capacity;

/// Open states, last in, first out.
#[derive(Debug, Default)]
pub struct Stack(Vec<OpenState>);

impl Stack {
    pub(super) fn push(&mut self, state: OpenState) {
        self.0.push(state);
    }

    #[inline]
    pub(super) fn current(&mut self) -> Option<&mut OpenState> {
        self.0.last_mut()
    }

    pub(super) fn close(&mut self) {
        self.0.pop();
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
