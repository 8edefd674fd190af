//! What a search to a depth did.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The statistics of a depth-bounded search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// The depth that was asked for.
    pub bound: u32,
    /// By how much the bound grew from round to round.
    pub increment: u32,
    /// Whether every reachable state lies within the depth: then the search was exhaustive.
    pub complete: bool,
    /// All states within this number of firings were explored: the bound, unless the search was stopped.
    pub explored: u32,
    /// How many rounds were begun.
    pub rounds: Count,
    /// How often a state was explored that had been explored before.
    pub revisits: Count,
    /// How many events were fired again to get to frontier states.
    pub replayed: Count,
    /// How long that took.
    pub replay_s: f64,
    /// The most frontier states at a time.
    pub peak_frontier: Count,
    /// The most memory that the frontier took at a time.
    pub peak_frontier_bytes: u64,
}
