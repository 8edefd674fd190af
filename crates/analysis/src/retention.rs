//! Retention of closed states: an axis of the search.
//!
//! A search that forgets closed states to save memory may discover them again. Two methods of forgetting
//! guarantee termination, and they can be combined. The `cache` forgets states that are on no path to an
//! open state. The `sweep` forgets states behind the sweep-line. If memory suffices, the cache forgets
//! nothing.

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
    /// All closed states are kept. If memory runs out, the search ends.
    KeepAll,
    /// All closed states are kept while memory lasts. Then the search continues as a [`Cache`](Self::Cache).
    #[default]
    Auto,
    /// Keeps the states on the termination-detection tree, and as many others as memory allows.
    Cache,
    /// Keeps the states of the current class of progress, and persistent states.
    Sweep,
    /// Keeps persistent states and, of the current class, those on its termination-detection trees and as
    /// many others as memory allows.
    CacheAndSweep,
}

impl Retention {
    /// Whether states may be forgotten when memory runs out.
    #[must_use]
    pub fn caches(self) -> bool {
        matches!(self, Self::Auto | Self::Cache | Self::CacheAndSweep)
    }

    /// Whether states behind the sweep-line are forgotten.
    #[must_use]
    pub fn sweeps(self) -> bool {
        matches!(self, Self::Sweep | Self::CacheAndSweep)
    }
}

/// Settings and limits of a search with a cache.
#[derive(Debug, Clone, PartialEq)]
pub struct Caching {
    /// Maximum number of states stored at a time, besides the limit on memory.
    pub max_states: Option<u64>,
    /// Which states are forgotten first.
    pub replacement: Replacement,
    /// Number of candidates that are drawn at random. The first in rank is forgotten. More
    /// candidates follow the strategy more closely and take more time.
    pub drawn: usize,
    /// Maximum average number of discoveries per distinct state, as far as that can be estimated. The search
    /// ends when it exceeds this number.
    pub max_revisits: f64,
}

/// Default of `max_revisits`. More revisits take longer than most users wait. Searches that terminate mostly
/// stay below a twentieth of it.
const MAX_REVISITS: f64 = 100.0;

/// Default of `drawn`. With this number a candidate among the first twentieth in rank is mostly found. In
/// depth-first order some randomness even helps.
const DRAWN: usize = 24;

/// The best strategy, or close to it, in most of the published experiments that `cargo xtask reproduce`
/// repeats: it first forgets the states that were reached least often, and among them those with the fewest
/// events.
const REPLACEMENT: &str = "in-degree,out-degree";

impl Default for Caching {
    fn default() -> Self {
        let replacement = REPLACEMENT.parse().expect("it is a strategy");
        Self { max_states: None, replacement, drawn: DRAWN, max_revisits: MAX_REVISITS }
    }
}

/// Statistics of kept and forgotten states.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Kept {
    /// The number of discoveries. A rediscovered state counts again.
    pub visits: u64,
    /// The number of times that a state was forgotten, including passed states.
    pub forgotten: u64,
    /// The number of times that a state was passed without being stored.
    pub passed: u64,
    /// The number of discoveries before the first state was forgotten.
    pub forgetting_since: Option<u64>,
    /// Maximum number of states stored at a time.
    pub peak_stored: u64,
    /// Maximum number of states on the termination-detection tree at a time.
    pub peak_tree: u64,
    /// In a store that reconstructs states along their paths, the number of states that were kept only
    /// because other states needed their paths.
    pub vetoed: Option<u64>,
    /// The estimated number of distinct states. `None` if the number is known exactly.
    pub estimate: Option<f64>,
    /// The statistics of the sweep-line.
    pub swept: Option<Swept>,
}

/// Statistics of a sweep-line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// The number of sweeps over the states.
    pub sweeps: u64,
    /// The number of persistent states.
    pub persistent: u64,
    /// Maximum number of states of one class that were stored.
    pub largest_class: u64,
}

snapshot_of_fields!(Swept: sweeps, persistent, largest_class);

impl Kept {
    /// Whether it is certain that no state has been discovered twice: no state was forgotten, or only states
    /// behind a sweep-line that no event crosses backwards.
    pub(crate) fn discovers_once(&self, retention: Retention) -> bool {
        let is_monotonic = self.swept.is_some_and(|swept| swept.persistent == 0 && swept.sweeps == 1);
        self.forgotten == 0 || (is_monotonic && self.passed == 0 && retention == Retention::Sweep)
    }
}
