//! How far a search has come.

use serde::{Deserialize, Serialize};

use crate::Count;

/// A line of progress, as it is written while a search goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The states discovered, each as often as it was.
    pub states: Count,
    /// The states that are stored: fewer, once some have been forgotten.
    pub stored: Count,
    /// The firings.
    pub firings: Count,
    /// The states that are not yet expanded.
    pub open: Count,
    /// The memory that is counted now.
    pub memory_bytes: u64,
    /// Seconds since the search began.
    pub elapsed_s: f64,
    /// States discovered in a second since the line before.
    pub states_per_s: f64,
    /// Of several processes that search together, the states that each has stored; left out of a search by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Count>,
}

/// A line of progress, as it is written while a coloured net is unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UnfoldingProgress {
    /// What has been found.
    pub unfolding: UnfoldingFound,
    /// Seconds since the unfolding began.
    pub elapsed_s: f64,
}

/// What has been found of an unfolding.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UnfoldingFound {
    /// Places: colours that a coloured place can hold.
    pub places: Count,
    /// Bindings that can be enabled.
    pub bindings: Count,
    /// Bindings whose transitions have been made, which begins when all bindings are found.
    pub made: Count,
}
