//! Statistics of a depth-bounded search.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The statistics of a depth-bounded search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Depth {
    /// The requested depth.
    pub bound: u32,
    /// The growth of the bound from round to round.
    pub increment: u32,
    /// Whether every reachable state lies within the depth, so that the search was exhaustive.
    pub complete: bool,
    /// The number of firings within which all states were explored: the bound, unless the search was stopped.
    pub explored: u32,
    /// The number of rounds begun.
    pub rounds: Count,
    /// The number of times a state was explored again.
    pub revisits: Count,
    /// The number of events fired again to reach frontier states.
    pub replayed: Count,
    /// The time for these events, in seconds.
    pub replay_s: f64,
    /// The maximum number of frontier states at a time.
    pub peak_frontier: Count,
    /// The maximum memory of the frontier, in bytes.
    pub peak_frontier_bytes: u64,
}
