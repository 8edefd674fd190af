//! Strongly connected components of a state space that has been explored, and what can always happen again.
//!
//! From every state a search ends, sooner or later, in a component that nothing leads out of. So an event can be
//! enabled again from every state exactly where it is enabled in some state of each of these *terminal* components, the
//! initial state can be reached from everywhere where there is one component alone, and some state can where there is
//! one terminal component. They are found in one [depth-first pass](pass). Successors are not stored: events are fired once more, and
//! their successors looked up.

mod pass;

use sanderling_machine::clock::Instant;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, System};

use self::pass::Pass;
use crate::control::Control;
use crate::observe::Goal;

/// What is asked of the components besides how many there are.
pub struct ComponentQuery<'a, S: System> {
    /// For each event, the number of its group, below [`groups`](Self::groups).
    pub group_of_event: &'a [u32],
    /// The number of groups.
    pub groups: usize,
    /// What should be possible for ever.
    pub goal: Option<Goal<'a, S>>,
    /// Whether it is asked if an event disables another one: which events may do so.
    pub may_disable: Option<&'a dyn Fn(EventId) -> bool>,
}

/// What the components of a state space are like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Components {
    /// The number of components.
    pub count: u64,
    /// The states of the largest.
    pub largest: u64,
    /// How many of them nothing leads out of.
    pub terminal: u64,
    /// A state of each of the first two of these, with the number of its states.
    pub ends: Vec<(StateId, u64)>,
    /// For each group of events, whether one of them is enabled in each terminal component: whether from every state
    /// one of them can be enabled again.
    pub recurrent: Vec<bool>,
    /// For each group that is not recurrent, a state of a terminal component in which none of its events is enabled.
    pub lacking: Vec<Option<StateId>>,
    /// For each group, whether one of its events leads from a state to one of the same component: whether it can occur for ever.
    pub repeatable: Vec<bool>,
    /// A state of a terminal component from which no goal can be reached, where there is a goal and such a state.
    pub stuck: Option<StateId>,
    /// For each group, whether one of its events leads to a state from which a goal can be reached, where there is a goal.
    pub useful: Vec<bool>,
    /// A state, an event enabled there, and another one that is enabled there and not behind the first, where that is asked for.
    pub disabling: Option<(StateId, EventId, EventId)>,
}

/// Finds the components of all states of a store, which has to hold every state that is reachable from its root.
/// `None` where the time is over or somebody cancels.
///
/// Takes time linear in the firings, twice where there is a goal, and four bytes a state. Whether an event disables another one takes
/// the events of a state once more for each firing of those that may.
///
/// # Panics
/// Where a successor is not in the store.
#[must_use]
pub fn components<S: System>(
    system: &S,
    (store, root): (&PackedStore, StateId),
    query: &ComponentQuery<'_, S>,
    deadline: Option<Instant>,
    control: &Control<'_>,
) -> Option<Components> {
    let is_over = || control.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut pass = Pass::new(system, store, query);
    pass.run(root, &is_over)?;
    pass.finish(&is_over)
}
