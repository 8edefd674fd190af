//! The open states and the order in which they are taken: an axis of the search.
//!
//! A state is *open* from when it is discovered until all its events have been fired; then it is
//! *closed*. States are taken one event at a time, so an open state may be partly expanded while
//! others come first. Every kind of set gives back the states that it was given, each once, and costs
//! constant time an event; only best-first and classes take a logarithm to add and to close a state.

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
    /// How many of its selected events have been fired.
    pub fired: u32,
    /// How many events lead to it on the path along which it was discovered.
    pub depth: u32,
    /// The event by which it was discovered, where that is known and matters.
    pub arrival: Option<EventId>,
    /// Where it has a single event, and is reached from the state that a chain of such states began at,
    /// that state.
    pub ancestor: Option<StateId>,
    /// The events that sleep there.
    pub sleep: SetId,
    /// The events that are to be fired.
    pub due: SetId,
    /// Whether it has been observed: that happens once, however often it is returned to.
    pub is_observed: bool,
    /// Whether its last event has been fired: then it is open no longer, and waits for being closed only
    /// because its position in the set matters to its last successor.
    pub is_done: bool,
}

impl OpenState {
    /// A state that has just been discovered by an event, from a state at the depth before this one.
    #[must_use]
    pub fn new(id: StateId, depth: u32, arrival: Option<EventId>) -> Self {
        let (sleep, due) = (SetId::EMPTY, SetId::ALL);
        Self { id, fired: 0, depth, arrival, ancestor: None, sleep, due, is_observed: false, is_done: false }
    }
}

snapshot_of_fields!(OpenState: id, fired, depth, arrival, ancestor, sleep, due, is_observed, is_done);

/// The open states. One kind for each [`Order`], and classes of them.
#[derive(Debug)]
pub enum OpenSet {
    /// Breadth-first.
    Queue(Queue),
    /// Depth-first.
    Stack(Stack),
    /// Breadth-first in a bounded width.
    BoundedWidth(BoundedWidth),
    /// Breadth-first and depth-first in turn.
    Alternating(Alternating),
    /// By priority.
    BestFirst(BestFirst),
    /// At random.
    Random(Random),
    /// By progress.
    Classes(Box<Classes>),
}

/// Evaluates one expression for whichever kind of open set there is.
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
    /// An empty set that is taken in this order.
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

    /// An empty set from which states of the least progress are taken first, and in this order among
    /// those of the same progress.
    #[must_use]
    pub fn with_classes(order: Order) -> Self {
        Self::Classes(Box::new(Classes::new(order)))
    }

    /// Adds a state that has just been discovered; its priority is 0.
    pub fn push(&mut self, state: OpenState) {
        self.push_with(state, 0);
    }

    /// Adds a state with a priority: the least comes first in a best-first search, and nothing else
    /// looks at it. A set of classes takes the state into the class that is current.
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

    /// Adds a state that has made this progress. A set without classes does not look at it.
    pub fn push_in(&mut self, progress: &[i64], state: OpenState, priority: i64) {
        match self {
            Self::Classes(classes) => classes.push(progress, state, priority),
            _ => self.push_with(state, priority),
        }
    }

    /// The progress of the current state, where the set has classes.
    #[must_use]
    pub fn progress(&self) -> Option<&[i64]> {
        match self {
            Self::Classes(classes) => classes.progress(),
            _ => None,
        }
    }

    /// The state whose event is to be fired next; `None` where no state is open.
    #[inline]
    pub fn current(&mut self) -> Option<&mut OpenState> {
        of_each_kind!(self, kind => kind.current())
    }

    /// Closes the current state.
    pub fn close(&mut self) {
        of_each_kind!(self, kind => kind.close());
    }

    /// The last event of the current state has been fired: it is closed before its successor is added.
    pub fn finish(&mut self) {
        match self {
            Self::Queue(_) | Self::Stack(_) | Self::BestFirst(_) | Self::Random(_) => self.close(),
            // Where the successor goes depends on where the current state is.
            Self::BoundedWidth(_) | Self::Alternating(_) | Self::Classes(_) => {
                if let Some(current) = self.current() {
                    current.is_done = true;
                }
            }
        }
    }

    /// The open states, in no particular order, to be given other ids.
    pub fn iter_mut(&mut self) -> Box<dyn Iterator<Item = &mut OpenState> + '_> {
        of_each_kind!(self, kind => Box::new(kind.iter_mut()))
    }

    /// What a checkpoint keeps.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        of_each_kind!(self, kind => kind.save(to));
    }

    /// Fills this set, in which nothing is, with what was kept of one of the same order; `None` where it was not that.
    pub(crate) fn load(&mut self, from: &mut Source) -> Option<()> {
        of_each_kind!(self, kind => kind.load(from))
    }

    /// The number of open states.
    #[must_use]
    pub fn len(&self) -> usize {
        of_each_kind!(self, kind => kind.len())
    }

    /// Whether no state is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that the set has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_each_kind!(self, kind => kind.bytes())
    }
}
