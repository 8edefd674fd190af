//! Which closed states are kept: an axis of the search.
//!
//! A search that forgets closed states to save memory may discover them again. Two ways of choosing
//! what to forget guarantee that it ends all the same, and they may be used together: the `cache`
//! forgets states that lie on no path to an open one, and the `sweep` those that are behind the line
//! of progress. Where memory suffices, neither forgets anything that another sees.

mod attributes;
pub(crate) mod cache;
mod estimate;
mod replacement;
pub(crate) mod sweep;
pub(crate) mod tree;

use crate::checkpoint::snapshot::snapshot_of_fields;

pub use attributes::{Attributes, Rank};
pub use estimate::DistinctEstimate;
pub use replacement::{Criterion, MAX_CRITERIA, Ranking, Replacement, ReplacementError};

/// Which closed states are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Retention {
    /// All closed states are kept, and where memory runs short the search ends.
    KeepAll,
    /// All closed states are kept as long as memory lasts; then the search goes on as a
    /// [`Cache`](Self::Cache).
    #[default]
    Auto,
    /// Kept are the states on the termination-detection tree, and of the others as many as there is memory
    /// for.
    Cache,
    /// Kept are the states of the class of progress that is explored, and persistent ones.
    Sweep,
    /// Of the class that is explored those on its termination-detection trees and as many others as
    /// there is memory for, and persistent ones.
    CacheAndSweep,
}

impl Retention {
    /// Whether states may be forgotten where memory runs short.
    #[must_use]
    pub fn caches(self) -> bool {
        matches!(self, Self::Auto | Self::Cache | Self::CacheAndSweep)
    }

    /// Whether states behind the line of progress are forgotten.
    #[must_use]
    pub fn sweeps(self) -> bool {
        matches!(self, Self::Sweep | Self::CacheAndSweep)
    }
}

/// How a search with a cache works, and how far it goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Caching {
    /// At most this number of states are stored at a time, besides the limit on memory.
    pub max_states: Option<u64>,
    /// Which states are forgotten first.
    pub replacement: Replacement,
    /// Of how many candidates, drawn at random, the first one is forgotten: the more, the closer to the
    /// strategy as it is meant, and the slower.
    pub drawn: usize,
    /// The search ends when it has discovered states this number of times as often as there are different
    /// ones, as far as that can be estimated.
    pub max_revisits: f64,
}

/// Revisiting every state so often takes longer than most users wait; searches that end at all mostly
/// stay below a twentieth of it.
const MAX_REVISITS: f64 = 100.0;

/// Enough that a candidate among the first twentieth in rank is mostly found. In depth-first order some
/// chance even helps.
const DRAWN: usize = 24;

/// The best strategy, or near it, in most of the published experiments that `cargo xtask reproduce` makes
/// again: states that were reached least often, and among them those with the fewest events.
const REPLACEMENT: &str = "in-degree,out-degree";

impl Default for Caching {
    fn default() -> Self {
        let replacement = REPLACEMENT.parse().expect("it is a strategy");
        Self { max_states: None, replacement, drawn: DRAWN, max_revisits: MAX_REVISITS }
    }
}

/// What has been kept and forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Kept {
    /// How many states were discovered, each as often as it was.
    pub visits: u64,
    /// How many states were forgotten, each as often as it was. Those that were passed count, too.
    pub forgotten: u64,
    /// How many states were passed through without being stored, each as often as it was.
    pub passed: u64,
    /// How many states had been discovered when the first one was forgotten.
    pub forgetting_since: Option<u64>,
    /// The most states that were stored at a time.
    pub peak_stored: u64,
    /// The most states that were on the termination-detection tree at a time.
    pub peak_tree: u64,
    /// In a store that finds states again along their paths, how many states could not be forgotten but for the
    /// paths to others, until these were forgotten.
    pub vetoed: Option<u64>,
    /// How many different states there were, about; `None` where that is known exactly.
    pub estimate: Option<f64>,
    /// The sweep-line's own statistics.
    pub swept: Option<Swept>,
}

/// What a sweep-line has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// How often the line was moved over the states.
    pub sweeps: u64,
    /// How many states are persistent.
    pub persistent: u64,
    /// The most states of one class that were stored at a time.
    pub largest_class: u64,
}

snapshot_of_fields!(Swept: sweeps, persistent, largest_class);

impl Kept {
    /// Whether no state has been discovered twice, as far as that is certain: nothing was forgotten, or
    /// only what is behind a line that no event leads back over.
    pub(crate) fn discovers_once(&self, retention: Retention) -> bool {
        let is_monotonic = self.swept.is_some_and(|swept| swept.persistent == 0 && swept.sweeps == 1);
        self.forgotten == 0 || (is_monotonic && self.passed == 0 && retention == Retention::Sweep)
    }
}
