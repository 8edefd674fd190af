//! The open states and the order in which they are taken: an axis of the search.
//!
//! A state is *open* from when it is discovered until all its events have been fired; then it is
//! *closed*. States are taken one event at a time, so an open state may be partly expanded.

mod queue;
mod stack;

use sanderling_store::StateId;
use sanderling_system::EventId;

pub use queue::Queue;
pub use stack::Stack;

/// A state that is not closed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenState {
    /// The state.
    pub id: StateId,
    /// How many of its selected events have been fired.
    pub fired: u32,
    /// How many events lead to it on the way along which it was discovered.
    pub depth: u32,
    /// The event by which it was discovered, where that is known and matters.
    pub arrival: Option<EventId>,
    /// Whether it has been observed: that happens once, however often it is returned to.
    pub is_observed: bool,
}

impl OpenState {
    /// A state that has just been discovered by an event, from a state at the depth before this one.
    #[must_use]
    pub fn new(id: StateId, depth: u32, arrival: Option<EventId>) -> Self {
        Self { id, fired: 0, depth, arrival, is_observed: false }
    }
}

/// The order in which states are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The state that was discovered first comes first: shortest ways to every state.
    #[default]
    BreadthFirst,
    /// The state that was discovered last comes first.
    DepthFirst,
}

/// The open states. One kind for each [`Order`].
#[derive(Debug)]
pub enum OpenSet {
    /// Breadth-first.
    Queue(Queue),
    /// Depth-first.
    Stack(Stack),
}

impl OpenSet {
    /// An empty set that is taken in this order.
    #[must_use]
    pub fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Self::Queue(Queue::default()),
            Order::DepthFirst => Self::Stack(Stack::default()),
        }
    }

    /// Adds a state that has just been discovered.
    pub fn push(&mut self, state: OpenState) {
        match self {
            Self::Queue(queue) => queue.push(state),
            Self::Stack(stack) => stack.push(state),
        }
    }

    /// The state whose event is to be fired next; `None` where no state is open.
    #[inline]
    pub fn current(&mut self) -> Option<&mut OpenState> {
        match self {
            Self::Queue(queue) => queue.current(),
            Self::Stack(stack) => stack.current(),
        }
    }

    /// Closes the current state.
    pub fn close(&mut self) {
        match self {
            Self::Queue(queue) => queue.close(),
            Self::Stack(stack) => stack.close(),
        }
    }

    /// The open states, in no particular order, to be given other ids.
    pub fn iter_mut(&mut self) -> Box<dyn Iterator<Item = &mut OpenState> + '_> {
        match self {
            Self::Queue(queue) => Box::new(queue.iter_mut()),
            Self::Stack(stack) => Box::new(stack.iter_mut()),
        }
    }

    /// The number of open states.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.len(),
            Self::Stack(stack) => stack.len(),
        }
    }

    /// Whether no state is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that the set has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.bytes(),
            Self::Stack(stack) => stack.bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(order: Order) -> Vec<usize> {
        let mut open = OpenSet::new(order);
        (0..3).for_each(|i| open.push(OpenState::new(StateId::new(0, i), 0, None)));
        let mut taken = Vec::new();
        while let Some(state) = open.current() {
            taken.push(state.id.position());
            open.close();
            if taken.len() == 2 {
                open.push(OpenState::new(StateId::new(0, 9), 1, None));
            }
        }
        taken
    }

    #[test]
    fn breadth_first_takes_the_oldest_and_depth_first_the_newest() {
        assert_eq!(order_of(Order::BreadthFirst), [0, 1, 2, 9]);
        assert_eq!(order_of(Order::DepthFirst), [2, 1, 9, 0]);
    }
}
