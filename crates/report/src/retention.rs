//! Statistics of kept and forgotten states.
//!
//! A search that forgets states may discover them again, and cannot distinguish that from the first time. So it counts
//! *visits*, including every rediscovery, and estimates the number of distinct states. None of these statistics
//! is the number of states unless [`Report::states`](crate::Report::states) repeats it.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The statistics of a search that may forget states.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Retention {
    /// The number of visits: states discovered, including rediscoveries.
    pub visits: Count,
    /// The number of rediscoveries. It is approximate if the number of states is an estimate, and null if there is no
    /// estimate.
    pub revisits: Option<Count>,
    /// The approximate number of distinct states, if the exact one is unknown and can be estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_estimate: Option<Count>,
    /// The relative standard error of this estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// The number of firings from expanded states, counted for every visit.
    pub visited_firings: Count,
    /// The number of dead states, counted for every visit.
    pub visited_deadlocks: Count,
    /// The number of times a state was forgotten.
    pub forgotten: Count,
    /// The number of states discovered before the first one was forgotten.
    pub forgetting_since: Option<Count>,
    /// The maximum number of states stored at a time.
    pub peak_stored: Count,
    /// The maximum number of states on the termination-detection tree at a time.
    pub peak_tree: Count,
    /// The number of states kept only because others were reconstructed from them, until those were forgotten. Present
    /// if the store reconstructs states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vetoes: Option<Count>,
    /// Statistics of the sweep-line, if it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// The statistics of a sweep-line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sweep {
    /// The number of sweeps over the states.
    pub sweeps: Count,
    /// The number of persistent states.
    pub persistent: Count,
    /// The maximum number of stored states with the same progress.
    pub largest_class: Count,
}
