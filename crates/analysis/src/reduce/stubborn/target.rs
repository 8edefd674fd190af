//! Targets of a search with stubborn sets: conditions on states, as data.

use sanderling_system::{Condition, EventId, SlotId};

/// A condition on a state. Its value in the [end](sanderling_system::Dependencies::is_end) is irrelevant,
/// since events that may lead there are never left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A constant condition.
    Constant(bool),
    /// No event is enabled.
    Deadlock,
    /// Some event is enabled.
    Alive,
    /// An event is enabled.
    Enabled(EventId),
    /// An event is not enabled.
    Disabled(EventId),
    /// The weighted sum of the values of some slots satisfies the condition. No slot occurs twice.
    Sum {
        /// The factors and the slots.
        terms: Vec<(i64, SlotId)>,
        /// The condition on the sum.
        condition: Condition,
    },
    /// A condition that depends on the values of these slots in an unknown manner.
    Opaque(Vec<SlotId>),
    /// All of these conditions hold.
    All(Vec<Target>),
    /// At least one of these conditions holds.
    Any(Vec<Target>),
}
