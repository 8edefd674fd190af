//! What a search with stubborn sets looks for: conditions on states, as data.

use sanderling_system::{Condition, EventId, SlotId};

/// A condition on a state. In the [end](sanderling_system::Dependencies::is_end) it may hold or not:
/// events that may lead there are never left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A condition that holds everywhere, or nowhere.
    Constant(bool),
    /// No event is enabled.
    Deadlock,
    /// Something is enabled.
    Alive,
    /// An event is enabled.
    Enabled(EventId),
    /// An event is not enabled.
    Disabled(EventId),
    /// The sum of the values of some slots, each with a factor, passes the condition. No slot stands twice.
    Sum {
        /// The factors and the slots.
        terms: Vec<(i64, SlotId)>,
        /// What is asked of the sum.
        condition: Condition,
    },
    /// Something that is decided by the values of these slots, nobody knows how.
    Opaque(Vec<SlotId>),
    /// All of these conditions hold.
    All(Vec<Target>),
    /// At least one of these conditions holds.
    Any(Vec<Target>),
}
