//! Talking with a search that is under way, from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sanderling_machine::clock::Instant;

/// How far a search has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// States discovered, each as often as it was.
    pub states: u64,
    /// States that are stored.
    pub stored: u64,
    /// Stored states that are still open.
    pub open: u64,
    /// Events fired.
    pub firings: u64,
    /// The breadth-first level that is being expanded; 0 in other orders.
    pub level: u64,
    /// Memory of the store, the open states and what is between them.
    pub bytes: usize,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Of several processes that search together, the states that each has stored; otherwise empty.
    pub shares: Vec<u64>,
}

type Listener<'a> = Box<dyn Fn(&Progress) + Send + Sync + 'a>;

/// A search's line to its caller.
#[derive(Default)]
pub struct Control<'a> {
    cancelled: AtomicBool,
    listener: Option<Listener<'a>>,
    /// Whether a search of which this one is a part was asked to end.
    is_cancelled_above: Option<Box<dyn Fn() -> bool + Send + Sync + 'a>>,
    /// How many states were compared with a reference.
    compared: AtomicU64,
    /// Where a search of which this one is a part counts them.
    counts_above: Option<Box<dyn Fn(u64) + Send + Sync + 'a>>,
    /// Tells the memory that the process has.
    taken_bytes: Option<fn() -> usize>,
}

impl<'a> Control<'a> {
    /// A line on which `listener` hears of the progress, many times a second. It is called on the
    /// search's own thread: it should be quick.
    pub fn with_listener(listener: impl Fn(&Progress) + Send + Sync + 'a) -> Self {
        Self { listener: Some(Box::new(listener)), ..Self::default() }
    }

    /// This line, on which the search is asked to end as soon as `is_over` says so, too. It is called many times a second, on the search's
    /// own threads.
    #[must_use]
    pub fn until(self, is_over: impl Fn() -> bool + Send + Sync + 'a) -> Self {
        let above = self.is_cancelled_above;
        let is_over = move || is_over() || above.as_ref().is_some_and(|above| above());
        Self { is_cancelled_above: Some(Box::new(is_over)), ..self }
    }

    /// This line, on which it is told how much memory the process has: what it has when a search begins counts, too, where memory is limited.
    #[must_use]
    pub fn in_process(self, taken_bytes: fn() -> usize) -> Self {
        Self { taken_bytes: Some(taken_bytes), ..self }
    }

    /// The memory that counts besides that of a search which begins now, if that is told.
    pub(crate) fn taken_bytes(&self) -> Option<usize> {
        self.taken_bytes.map(|taken_bytes| taken_bytes())
    }

    /// The line to a part of a search: it can be cancelled by itself, and is when the whole is.
    #[must_use]
    pub fn of_part(whole: &'a Control<'_>) -> Self {
        Self {
            listener: Some(Box::new(|progress| whole.report(|| progress.clone()))),
            ..Self::quiet_part(whole)
        }
    }

    /// The line to a part of a search that ends when it is time, as if it were cancelled then.
    #[must_use]
    pub fn of_part_until(whole: &'a Control<'_>, deadline: Option<Instant>) -> Self {
        let is_over = move || deadline.is_some_and(|end| Instant::now() >= end) || whole.is_cancelled();
        Self { is_cancelled_above: Some(Box::new(is_over)), ..Self::of_part(whole) }
    }

    /// A control for a part of a search, whose progress is not reported.
    #[must_use]
    pub fn quiet_part(whole: &'a Control<'_>) -> Self {
        Self {
            is_cancelled_above: Some(Box::new(|| whole.is_cancelled())),
            counts_above: Some(Box::new(|states| whole.count_compared(states))),
            taken_bytes: whole.taken_bytes,
            ..Self::default()
        }
    }

    /// Asks the search to end with what it has.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.is_cancelled_above.as_ref().is_some_and(|above| above())
    }

    /// How many states the searches on this line, and their parts, have compared with a [reference](crate::Reference).
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared.load(Ordering::Relaxed)
    }

    pub(crate) fn count_compared(&self, states: u64) {
        self.compared.fetch_add(states, Ordering::Relaxed);
        if let Some(above) = &self.counts_above {
            above(states);
        }
    }

    pub(crate) fn report(&self, progress: impl FnOnce() -> Progress) {
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
