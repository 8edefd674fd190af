//! Iterative depth bounding: a depth-first exploration of all states within a number of steps.
//!
//! The bound grows by an increment from round to round. A round starts from the *frontier*, the states at
//! the bound of the previous round, and goes depth-first up to its own bound. The states it finds there form
//! the next frontier. A state that is met at a smaller depth than before may have to be explored again (see
//! `thresholds`). The frontier is stored as a tree of events instead of states, and the search goes from one
//! frontier state to the next by undoing and replaying (see `frontier_tree` and `path`). Source: Udupa,
//! Desai and Rajamani, *Depth Bounded Explicit-State Model Checking*, SPIN 2011, figures 2, 5, 6 and 8.
//!
//! Where we differ: the depth need not be a multiple of the increment, and there is no recursion. The states
//! at the last bound are examined once more to decide whether there are states beyond them.
//!
//! INVARIANT: after a round the stored states are exactly those within its bound, and the frontier is those
//! at no smaller depth.

mod bounded;
mod explore;
mod frontier_tree;
mod path;
mod relax;
mod thresholds;

use std::time::Duration;

use sanderling_system::{Adaptive, Extremes};

use crate::control::Control;
use crate::limits::Limits;
use crate::observe::Observation;
use crate::outcome::Outcome;

use bounded::Bounded;

/// The depth of an exploration, and its method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthBound {
    /// Maximum number of steps from the initial state, at most [`MAX_DEPTH`](Self::MAX_DEPTH).
    pub depth: u32,
    /// The amount that the bound grows by from round to round, at least one.
    pub increment: u32,
    /// Whether a state is explored again only if that can lead to new states. Otherwise it is explored again
    /// each time it is met at a smaller depth.
    pub thresholds: bool,
    /// Whether the search goes from one frontier state to the next through the last common state of their
    /// paths. Otherwise it replays each path from the initial state.
    pub frontier_tree: bool,
}

impl DepthBound {
    /// Maximum depth of a search.
    pub const MAX_DEPTH: u32 = u32::MAX >> 1;

    /// Creates a bound of this depth, with thresholds, a frontier tree and the usual increment.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self { depth, increment: Self::usual_increment(depth), thresholds: true, frontier_tree: true }
    }

    /// Returns the default increment. With a small increment, states are rarely met at a smaller depth. With
    /// many rounds, most of the time is spent on reaching the frontier.
    #[must_use]
    pub fn usual_increment(depth: u32) -> u32 {
        (depth / 100).clamp(10, 50)
    }
}

/// Additional statistics of a depth-bounded search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DepthStatistics {
    /// All states within this number of steps have been explored. This is the requested depth, unless the
    /// search was stopped.
    pub explored_depth: u32,
    /// The number of rounds that were begun.
    pub rounds: u64,
    /// The number of times that a state was explored again.
    pub revisits: u64,
    /// The number of events fired to reach frontier states.
    pub replayed: u64,
    /// The time spent on reaching frontier states.
    pub replay_time: Duration,
    /// Maximum number of frontier states at a time.
    pub peak_frontier: u64,
    /// Maximum memory of the frontier, in bytes.
    pub peak_frontier_bytes: usize,
}

/// Explores exactly the states within a depth. Each is counted and observed once, including those at the
/// depth itself. Firings are those of the states before the depth. If there are no states beyond, the
/// outcome is exhaustive. Otherwise it ends with [`StopReason::Depth`](crate::StopReason::Depth), unless
/// another reason stopped the search.
///
/// A system with infinitely many states does not stop the search. A path to a state that meets a goal is no
/// longer than the depth, but may not be a shortest one.
///
/// # Panics
/// If the depth is too large or the increment is 0.
pub fn explore_to_depth<S: Extremes + Adaptive>(
    system: S,
    bound: &DepthBound,
    limits: Limits,
    observation: &Observation<'_, S>,
    control: &Control<'_>,
) -> (Outcome<S>, DepthStatistics) {
    assert!(bound.depth <= DepthBound::MAX_DEPTH && bound.increment > 0, "{bound:?}");
    let mut search = Bounded::new(system, *bound, limits, observation, control);
    search.begin();
    while search.next_round() {
        search.explore_round();
    }
    search.end()
}
