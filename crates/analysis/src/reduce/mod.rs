//! Which of a state's enabled events are fired: an axis of the search.
//!
//! A reduction takes events away that lead to nothing new for the question that is asked. It
//! shortens the list of enabled events itself, so that firing all of them costs nothing.

mod all_events;
mod edge_lean;
mod independence;

use sanderling_system::{EventId, System};

pub use all_events::AllEvents;
pub use edge_lean::EdgeLean;
pub use independence::{Independence, MOST_EVENTS, TooManyEvents};

/// A choice among the enabled events of a state.
///
/// # Laws
/// 1. `select` only takes events away, and keeps the order of the others.
/// 2. Where events are enabled, at least one stays.
/// 3. A search that fires only the selected events answers the question that the reduction was made
///    for as one that fires all of them does.
pub trait Reduction<S: System> {
    /// Takes events away from `events`, the enabled ones of `state`.
    fn select(&mut self, system: &S, state: &[u64], scratch: &S::Scratch, events: &mut Vec<EventId>);
}
