//! The progress of a search or an unfolding.

use serde::{Deserialize, Serialize};

use crate::{Count, Natural};

/// A line of progress, written during a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Progress {
    /// The number of states discovered, including rediscoveries.
    pub states: Count,
    /// The number of states stored; it is lower once states have been forgotten.
    pub stored: Count,
    /// The number of firings.
    pub firings: Count,
    /// The number of states not yet expanded.
    pub open: Count,
    /// The memory currently counted, in bytes.
    pub memory_bytes: u64,
    /// Seconds since the search began.
    pub elapsed_s: f64,
    /// The number of states discovered per second since the previous line.
    pub states_per_s: f64,
    /// The number of states stored by each process of a search by several; omitted for one process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<Count>,
    /// The decision diagram under construction, if there is one. The counts of states are then 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<DiagramProgress>,
}

/// A decision diagram under construction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DiagramProgress {
    /// The number of nodes in memory.
    pub nodes: Count,
    /// A lower bound of the number of reachable markings; omitted if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_at_least: Option<Natural>,
}

/// A line of progress, written while a coloured net is unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnfoldingProgress {
    /// The elements found so far.
    pub unfolding: UnfoldingFound,
    /// Seconds since the unfolding began.
    pub elapsed_s: f64,
}

/// The elements of an unfolding found so far.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnfoldingFound {
    /// The number of places: colours that a coloured place can hold.
    pub places: Count,
    /// The number of bindings that can be enabled.
    pub bindings: Count,
    /// The number of bindings whose transitions have been built, which starts when all bindings are found.
    pub made: Count,
}
