//! What a search kept and what it forgot.
//!
//! A search that forgets states may discover them again, and cannot tell that from a first time.
//! So it counts *visits*, each state as often as it was discovered, and estimates how many different states
//! there were. Nothing here is the number of states, unless the report says it in [`Report::states`](crate::Report::states), too.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The statistics of a search that may forget states.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Retention {
    /// How many states were discovered, each as often as it was.
    pub visits: Count,
    /// How many of these were discovered before, about where the number of states is an estimate, and `None`
    /// where there is none.
    pub revisits: Option<Count>,
    /// How many different states were discovered, about; where that is not known exactly and can be
    /// estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_estimate: Option<Count>,
    /// The relative standard error of this estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// The firings from expanded states, each as often as its state was visited.
    pub visited_firings: Count,
    /// The dead states, each as often as it was visited.
    pub visited_deadlocks: Count,
    /// How many states were forgotten, each as often as it was.
    pub forgotten: Count,
    /// How many states had been discovered when the first one was forgotten.
    pub forgetting_since: Option<Count>,
    /// The most states that were stored at a time.
    pub peak_stored: Count,
    /// The most states that were on the termination-detection tree at a time.
    pub peak_tree: Count,
    /// How many states were kept only because others are reconstructed from them, until these were forgotten;
    /// with a store that reconstructs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vetoes: Option<Count>,
    /// What the sweep-line did, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// The statistics of a sweep-line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// How often the line was moved over the states.
    pub sweeps: Count,
    /// How many states are persistent.
    pub persistent: Count,
    /// The most states of one class of progress that were stored at a time.
    pub largest_class: Count,
}
