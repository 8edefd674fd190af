//! Communication with a running search from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sanderling_machine::clock::Instant;

/// The progress of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The number of discoveries. A rediscovered state counts again.
    pub states: u64,
    /// The number of stored states.
    pub stored: u64,
    /// The number of stored states that are still open.
    pub open: u64,
    /// The number of fired events.
    pub firings: u64,
    /// The breadth-first level that is being expanded; 0 in other orders.
    pub level: u64,
    /// Memory of the store, the open states and the working memory, in bytes.
    pub bytes: usize,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// The number of states stored by each of several processes that search together. Otherwise empty.
    pub shares: Vec<u64>,
    /// The decision diagram under construction, if there is one. The counts of states are then 0.
    pub diagram: Option<DiagramProgress>,
}

/// The progress of a decision diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramProgress {
    /// The number of nodes in memory.
    pub nodes: u64,
    /// A lower bound of the number of reachable states, in decimal digits.
    pub states_at_least: String,
}

type Listener<'a> = Box<dyn Fn(&Progress) + Send + Sync + 'a>;

/// The connection of a search to its caller.
#[derive(Default)]
pub struct Control<'a> {
    cancelled: AtomicBool,
    listener: Option<Listener<'a>>,
    /// Returns whether the enclosing search was cancelled, if there is one.
    is_cancelled_above: Option<Box<dyn Fn() -> bool + Send + Sync + 'a>>,
    /// The number of states compared with a reference.
    compared: AtomicU64,
    /// Reports this number to the enclosing search, if any.
    counts_above: Option<Box<dyn Fn(u64) + Send + Sync + 'a>>,
    /// Returns the memory of the process.
    taken_bytes: Option<fn() -> usize>,
}

impl<'a> Control<'a> {
    /// Creates a control that reports progress to `listener` many times a second. It is called on the
    /// search's own thread, so it should be fast.
    pub fn with_listener(listener: impl Fn(&Progress) + Send + Sync + 'a) -> Self {
        Self { listener: Some(Box::new(listener)), ..Self::default() }
    }

    /// Adds a condition to end the search. `is_over` is called many times a second, on the search's own
    /// threads.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        let above = self.is_cancelled_above;
        let is_over = move || is_over() || above.as_ref().is_some_and(|above| above());
        Self { is_cancelled_above: Some(Box::new(is_over)), ..self }
    }

    /// Adds a function that returns the memory of the process. The memory in use when a search begins then
    /// counts towards the limit.
    #[must_use]
    pub fn in_process(self, taken_bytes: fn() -> usize) -> Self {
        Self { taken_bytes: Some(taken_bytes), ..self }
    }

    /// Returns the memory in use besides that of a search that begins now, if it is known.
    pub(crate) fn taken_bytes(&self) -> Option<usize> {
        self.taken_bytes.map(|taken_bytes| taken_bytes())
    }

    /// Creates a control for a part of a search. The part can be cancelled separately, and is cancelled with
    /// the whole.
    #[must_use]
    pub fn of_part(whole: &'a Control<'_>) -> Self {
        Self {
            listener: Some(Box::new(|progress| whole.report(|| progress.clone()))),
            ..Self::quiet_part(whole)
        }
    }

    /// Creates a control for a part of a search that is cancelled at the deadline.
    #[must_use]
    pub fn of_part_until(whole: &'a Control<'_>, deadline: Option<Instant>) -> Self {
        let is_over = move || deadline.is_some_and(|end| Instant::now() >= end) || whole.is_cancelled();
        Self { is_cancelled_above: Some(Box::new(is_over)), ..Self::of_part(whole) }
    }

    /// Creates a control for a part of a search whose progress is not reported.
    #[must_use]
    pub fn quiet_part(whole: &'a Control<'_>) -> Self {
        Self {
            is_cancelled_above: Some(Box::new(|| whole.is_cancelled())),
            counts_above: Some(Box::new(|states| whole.count_compared(states))),
            taken_bytes: whole.taken_bytes,
            ..Self::default()
        }
    }

    /// Asks the search to end with the results so far.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.is_cancelled_above.as_ref().is_some_and(|above| above())
    }

    /// Returns the number of states that searches with this control, and their parts, have compared with a
    /// [reference](crate::Reference).
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared.load(Ordering::Relaxed)
    }

    /// Adds states that a search has compared with a [reference](crate::Reference).
    pub fn count_compared(&self, states: u64) {
        self.compared.fetch_add(states, Ordering::Relaxed);
        if let Some(above) = &self.counts_above {
            above(states);
        }
    }

    /// Reports the progress of a search, if a listener is given.
    pub fn report(&self, progress: impl FnOnce() -> Progress) {
        if let Some(listener) = &self.listener {
            listener(&progress());
        }
    }
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("is_cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
