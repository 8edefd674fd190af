//! Additional knowledge about the system that guides a search.

use sanderling_store::runs::Scope;
use sanderling_system::{EventId, SelfCovering, System};

use crate::reduce::{Independence, SelectEvents};

/// Returns a priority for a state. The lowest comes first.
pub type Heuristic<'a, S> = Box<dyn Fn(&S, &[u64], &<S as System>::Scratch) -> i64 + Send + Sync + 'a>;

/// Writes the progress of a state. Progress vectors are compared lexicographically.
pub type ProgressMeasure<'a, S> =
    Box<dyn Fn(&S, &[u64], &<S as System>::Scratch, &mut Vec<i64>) + Send + Sync + 'a>;

/// Guidance for a search. Wrong answers are possible only with a false independence, a false scope, or
/// stubborn sets for other properties than those of the search.
pub struct Guidance<'a, S: System> {
    /// The heuristic of best-first search.
    pub heuristic: Option<Heuristic<'a, S>>,
    /// The progress measure of the sweep-line.
    pub progress: Option<ProgressMeasure<'a, S>>,
    /// The independence relation for reductions.
    pub independence: Option<Independence>,
    /// The stubborn sets.
    pub stubborn: Option<Box<dyn SelectEvents<S> + 'a>>,
    /// The type of each event, for replacement strategies. If it is empty, all events have type 0.
    pub event_types: Vec<u8>,
    /// The proof that there are infinitely many states, if known. A search without goals then ends at once.
    pub self_covering: Option<SelfCovering>,
    /// The breadth-first levels in which successors can be known. The disk store compares successors with
    /// these levels. The scope must cover all fired events.
    pub scope: Scope,
}

impl<S: System> Guidance<'_, S> {
    /// Returns the type of an event.
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
