//! Exploring all states within this number of steps, depth-first: iterative depth bounding.
//!
//! The bound grows by an increment from round to round. A round goes on from the *frontier*, the states at
//! the bound of the one before, depth-first as far as its own bound; what it finds there is the next
//! frontier. A state that is met nearer than before may have to be explored again: see `thresholds`.
//! The frontier is kept as a tree of events and not of states, and the search goes from one frontier state
//! to the next by undoing and replaying: see `frontier_tree` and `path`. Source: Udupa, Desai and Rajamani,
//! *Depth Bounded Explicit-State Model Checking*, SPIN 2011, figures 2, 5, 6 and 8.
//!
//! Where we differ: the depth need not be a multiple of the increment; there is no recursion; the states at
//! the last bound are looked at once more, to tell whether anything lies beyond them. INVARIANT: after a
//! round exactly the states within its bound are stored, and the frontier is those that are no nearer.

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

/// How far to explore, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthBound {
    /// All states within this number of steps from the initial state are explored; at most
    /// [`MAX_DEPTH`](Self::MAX_DEPTH).
    pub depth: u32,
    /// By how much the bound grows from round to round, at least one.
    pub increment: u32,
    /// Whether a state is explored again only where something new can come of it. Otherwise it is explored
    /// again whenever it is met nearer than before.
    pub thresholds: bool,
    /// Whether the search goes from one frontier state to the next over the last state that their paths have
    /// in common. Otherwise it replays each path from the initial state.
    pub frontier_tree: bool,
}

impl DepthBound {
    /// No search goes deeper.
    pub const MAX_DEPTH: u32 = u32::MAX >> 1;

    /// A bound of this depth, with thresholds, a frontier tree and the usual increment.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self { depth, increment: Self::usual_increment(depth), thresholds: true, frontier_tree: true }
    }

    /// The increment unless another one is asked for: where it is small, states are seldom met nearer than
    /// before; where there are many rounds, getting to the frontier takes most of the time.
    #[must_use]
    pub fn usual_increment(depth: u32) -> u32 {
        (depth / 100).clamp(10, 50)
    }
}

/// What a depth-bounded search has done besides what every search does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DepthStatistics {
    /// All states within this number of steps have been explored: the depth that was asked for, unless the
    /// search was stopped.
    pub explored_depth: u32,
    /// How many rounds were begun.
    pub rounds: u64,
    /// How often a state was explored that had been explored before.
    pub revisits: u64,
    /// How many events were fired to get to frontier states.
    pub replayed: u64,
    /// How long it took to get to frontier states.
    pub replay_time: Duration,
    /// The most frontier states at a time.
    pub peak_frontier: u64,
    /// The most memory that the frontier took at a time.
    pub peak_frontier_bytes: usize,
}

/// Explores all states within a depth, and no others. All are counted and observed once, those at the depth
/// itself, too; firings are those of the states before it. Where nothing lies beyond, the outcome is
/// exhaustive, and otherwise it ends with [`StopReason::Depth`](crate::StopReason::Depth), if with nothing
/// else.
///
/// A system with infinitely many states is no reason to end. A path to a state that meets a goal is no longer
/// than the depth, but need not be the shortest.
///
/// # Panics
/// Where the depth is too large or the increment 0.
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
