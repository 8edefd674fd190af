//! The open states and the order of their expansion: an axis of the search.
//!
//! A state is *open* from its discovery until all its events have been fired. Then it is *closed*. The
//! search fires one event at a time, so an open state may be partly expanded while others come first. Every
//! kind of open set returns each state exactly once and takes constant time per event. Only best-first
//! search and classes take logarithmic time to add and close a state.

mod alternating;
mod best_first;
mod bounded_width;
mod classes;
mod line;
mod order;
mod random;
mod spare;
mod stacked_queues;
#[cfg(test)]
mod tests;

use sanderling_store::StateId;
use sanderling_system::EventId;

use crate::checkpoint::snapshot::{Sink, Source, snapshot_of_fields};
use crate::reduce::SetId;

pub use alternating::Alternating;
pub use best_first::BestFirst;
pub use bounded_width::BoundedWidth;
pub use classes::Classes;
pub use line::{Line, Queue, Stack};
pub use order::{Order, UnknownOrder};
pub use random::Random;

/// A state that is not closed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenState {
    /// The state.
    pub id: StateId,
    /// The number of its selected events that have been fired.
    pub fired: u32,
    /// The number of events on the path of its discovery.
    pub depth: u32,
    /// The event that discovered it, if that is known and matters.
    pub arrival: Option<EventId>,
    /// If the state belongs to a chain of states with a single event each, the state that the chain began
    /// at.
    pub ancestor: Option<StateId>,
    /// The events that sleep in the state.
    pub sleep: SetId,
    /// The events to fire.
    pub due: SetId,
    /// Whether it has been observed. That happens once, even if the state is opened again.
    pub is_observed: bool,
    /// Whether its last event has been fired. Then it is no longer open. It remains in the set only because
    /// its position determines that of its last successor.
    pub is_done: bool,
}

impl OpenState {
    /// Creates a state discovered by `arrival`, at this depth.
    #[must_use]
    pub fn new(id: StateId, depth: u32, arrival: Option<EventId>) -> Self {
        let (sleep, due) = (SetId::EMPTY, SetId::ALL);
        Self { id, fired: 0, depth, arrival, ancestor: None, sleep, due, is_observed: false, is_done: false }
    }
}

snapshot_of_fields!(OpenState: id, fired, depth, arrival, ancestor, sleep, due, is_observed, is_done);

/// The open states. There is one kind for each [`Order`], and one for classes.
#[derive(Debug)]
pub enum OpenSet {
    /// Breadth-first.
    Queue(Queue),
    /// Depth-first.
    Stack(Stack),
    /// Breadth-first in a bounded width.
    BoundedWidth(BoundedWidth),
    /// Alternately breadth-first and depth-first.
    Alternating(Alternating),
    /// By priority.
    BestFirst(BestFirst),
    /// At random.
    Random(Random),
    /// By progress.
    Classes(Box<Classes>),
}

/// Evaluates one expression for every kind of open set.
macro_rules! of_each_kind {
    ($set:expr, $kind:ident => $expression:expr) => {
        match $set {
            OpenSet::Queue($kind) => $expression,
            OpenSet::Stack($kind) => $expression,
            OpenSet::BoundedWidth($kind) => $expression,
            OpenSet::Alternating($kind) => $expression,
            OpenSet::BestFirst($kind) => $expression,
            OpenSet::Random($kind) => $expression,
            OpenSet::Classes($kind) => $expression,
        }
    };
}

impl OpenSet {
    /// Creates an empty set with this order.
    #[must_use]
    pub fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Self::Queue(Queue::default()),
            Order::DepthFirst => Self::Stack(Stack::default()),
            Order::BoundedWidth(width) => Self::BoundedWidth(BoundedWidth::new(width)),
            Order::Alternating { breadth, depth } => Self::Alternating(Alternating::new(breadth, depth)),
            Order::BestFirst => Self::BestFirst(BestFirst::default()),
            Order::Random(seed) => Self::Random(Random::new(seed)),
        }
    }

    /// Creates an empty set that returns states of the least progress first, and states of equal progress in
    /// this order.
    #[must_use]
    pub fn with_classes(order: Order) -> Self {
        Self::Classes(Box::new(Classes::new(order)))
    }

    /// Adds a newly discovered state with priority 0.
    pub fn push(&mut self, state: OpenState) {
        self.push_with(state, 0);
    }

    /// Adds a state with a priority. Best-first search takes the lowest priority first; other orders ignore
    /// it. A set with classes adds the state to the current class.
    pub fn push_with(&mut self, state: OpenState, priority: i64) {
        match self {
            Self::Queue(queue) => queue.push(state),
            Self::Stack(stack) => stack.push(state),
            Self::BoundedWidth(levels) => levels.push(state),
            Self::Alternating(stack) => stack.push(state),
            Self::BestFirst(heap) => heap.push(state, priority),
            Self::Random(states) => states.push(state),
            Self::Classes(classes) => classes.push_to_least(state, priority),
        }
    }

    /// Adds a state with this progress. A set without classes ignores the progress.
    pub fn push_in(&mut self, progress: &[i64], state: OpenState, priority: i64) {
        match self {
            Self::Classes(classes) => classes.push(progress, state, priority),
            _ => self.push_with(state, priority),
        }
    }

    /// Returns the progress of the current state, if the set has classes.
    #[must_use]
    pub fn progress(&self) -> Option<&[i64]> {
        match self {
            Self::Classes(classes) => classes.progress(),
            _ => None,
        }
    }

    /// Returns the state whose event is to be fired next, or `None` if no state is open.
    #[inline]
    pub fn current(&mut self) -> Option<&mut OpenState> {
        of_each_kind!(self, kind => kind.current())
    }

    /// Closes the current state.
    pub fn close(&mut self) {
        of_each_kind!(self, kind => kind.close());
    }

    /// Closes the current state after its last event was fired, before its successor is added.
    pub fn finish(&mut self) {
        match self {
            Self::Queue(_) | Self::Stack(_) | Self::BestFirst(_) | Self::Random(_) => self.close(),
            // The position of the successor depends on that of the current state.
            Self::BoundedWidth(_) | Self::Alternating(_) | Self::Classes(_) => {
                if let Some(current) = self.current() {
                    current.is_done = true;
                }
            }
        }
    }

    /// Returns the open states in no particular order, so that their ids can be replaced.
    pub fn iter_mut(&mut self) -> Box<dyn Iterator<Item = &mut OpenState> + '_> {
        of_each_kind!(self, kind => Box::new(kind.iter_mut()))
    }

    /// Writes the set to a checkpoint.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        of_each_kind!(self, kind => kind.save(to));
    }

    /// Reads the states of a checkpoint into this empty set. Returns `None` if they belong to another order.
    pub(crate) fn load(&mut self, from: &mut Source) -> Option<()> {
        of_each_kind!(self, kind => kind.load(from))
    }

    /// Returns the number of open states.
    #[must_use]
    pub fn len(&self) -> usize {
        of_each_kind!(self, kind => kind.len())
    }

    /// Whether no state is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_each_kind!(self, kind => kind.bytes())
    }
}
