//! The stages of the plan that answered a query.

use serde::{Deserialize, Serialize};

use crate::Count;

/// A stage of a plan: one technique, for all goals that it was tried on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stage {
    /// The technique, such as `small search`.
    pub name: String,
    /// The number of open goals or properties that it was tried on.
    pub tried: u64,
    /// The number of these that it decided.
    pub decided: u64,
    /// The number of states that it visited, with repetitions; 0 if it visits none, or if they are not counted.
    pub states: Count,
    /// The time that it took, in seconds.
    pub time_s: f64,
}
