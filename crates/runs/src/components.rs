//! Strongly connected components of an explored state space, and the events that can always happen again.
//!
//! From every state a run can reach a component that no event leaves. So an event can be enabled again from
//! every state if and only if it is enabled in some state of each of these *terminal* components. The
//! initial state is reachable from everywhere if there is one component only, and some state is if there is
//! one terminal component. The components are found in one [depth-first pass](pass). Successors are not
//! stored: events are fired again, and their successors looked up.

mod pass;

use sanderling_machine::clock::Instant;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, System};

use self::pass::Pass;
use sanderling_analysis::Control;
use sanderling_analysis::Goal;

/// A query about components, besides their number.
pub struct ComponentQuery<'a, S: System> {
    /// Returns the numbers of the groups of an event, each below [`groups`](Self::groups).
    pub groups_of_event: &'a dyn Fn(EventId) -> &'a [u32],
    /// The number of groups.
    pub groups: usize,
    /// A condition that should stay reachable forever.
    pub goal: Option<Goal<'a, S>>,
    /// If given, searches for an event that disables another one. The function returns whether an event may
    /// do so.
    pub may_disable: Option<&'a dyn Fn(EventId) -> bool>,
}

/// The components of a state space.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Components {
    /// The number of components.
    pub count: u64,
    /// The number of states of the largest component.
    pub largest: u64,
    /// The number of terminal components.
    pub terminal: u64,
    /// A state of each of the first two terminal components, with its number of states.
    pub ends: Vec<(StateId, u64)>,
    /// For each group of events, whether one of them is enabled in each terminal component, so that from
    /// every state one of them can be enabled again.
    pub recurrent: Vec<bool>,
    /// For each group that is not recurrent, a state of a terminal component in which none of its events is enabled.
    pub lacking: Vec<Option<StateId>>,
    /// For each group, whether one of its events leads from a state to one of the same component, so that it
    /// can occur forever.
    pub repeatable: Vec<bool>,
    /// A state of a terminal component from which no goal is reachable, if there is a goal and such a state.
    pub stuck: Option<StateId>,
    /// For each group, whether one of its events leads to a state from which a goal is reachable, if there
    /// is a goal.
    pub useful: Vec<bool>,
    /// If searched for, a state, an event enabled there, and another event that is enabled there but not
    /// after the first.
    pub disabling: Option<(StateId, EventId, EventId)>,
}

/// Computes the components of all states of a store, which must have every state reachable from its root.
/// Returns `None` if time runs out or the user cancels.
///
/// Takes time linear in the firings, twice if there is a goal, and four bytes for each state. To check
/// whether an event disables another one, the enabled events are computed again after each firing of an
/// event that may.
///
/// # Panics
/// If a successor is not in the store.
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
