//! What a search is told about the system besides how it moves.

use sanderling_store::runs::Scope;
use sanderling_system::{EventId, SelfCovering, System};

use crate::reduce::{Independence, SelectEvents};

/// Gives a state a number: the least comes first.
pub type Heuristic<'a, S> = Box<dyn Fn(&S, &[u64], &<S as System>::Scratch) -> i64 + Send + Sync + 'a>;

/// Writes the progress of a state, to be compared lexicographically.
pub type ProgressMeasure<'a, S> =
    Box<dyn Fn(&S, &[u64], &<S as System>::Scratch, &mut Vec<i64>) + Send + Sync + 'a>;

/// What guides a search. Nothing of it can make its answers wrong but a false independence, a false scope, and stubborn sets for
/// other questions than are asked.
pub struct Guidance<'a, S: System> {
    /// What best-first search goes by.
    pub heuristic: Option<Heuristic<'a, S>>,
    /// What the sweep-line goes by.
    pub progress: Option<ProgressMeasure<'a, S>>,
    /// Which events are independent: what reductions go by.
    pub independence: Option<Independence>,
    /// What stubborn sets go by.
    pub stubborn: Option<Box<dyn SelectEvents<S> + 'a>>,
    /// The type of each event, for replacement strategies; all are of type 0 where this is empty.
    pub event_types: Vec<u8>,
    /// Why there are infinitely many states, where that is known. A search without goals has nothing to do then.
    pub self_covering: Option<SelfCovering>,
    /// In which breadth-first levels successors can be known: with these the disk store compares them. It is that of all events that are fired.
    pub scope: Scope,
}

impl<S: System> Guidance<'_, S> {
    /// The type of an event.
    #[inline]
    pub(crate) fn event_type(&self, event: EventId) -> u8 {
        self.event_types.get(event.index()).copied().unwrap_or(0)
    }
}

impl<S: System> Default for Guidance<'_, S> {
    fn default() -> Self {
        Self {
            heuristic: None,
            progress: None,
            independence: None,
            stubborn: None,
            event_types: Vec::new(),
            self_covering: None,
            scope: Scope::default(),
        }
    }
}

impl<S: System> std::fmt::Debug for Guidance<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guidance")
            .field("heuristic", &self.heuristic.is_some())
            .field("progress", &self.progress.is_some())
            .field("independence", &self.independence.is_some())
            .field("stubborn", &self.stubborn.is_some())
            .finish_non_exhaustive()
    }
}
