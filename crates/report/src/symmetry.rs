//! Searches of one marking for each class of symmetric ones.

use serde::{Deserialize, Serialize};

use crate::{Count, Natural};

/// A search that visited one marking of each class of symmetric ones, its representative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Symmetry {
    /// The number of symmetries of the net that were used.
    pub symmetries: Natural,
    /// Which values the symmetries permute, in words.
    pub classes: Vec<String>,
    /// The number of representatives that were visited.
    pub representatives: Count,
    /// The number of reachable markings, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Natural>,
    /// The number of firings from all reachable markings, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firings: Option<Natural>,
    /// The number of reachable markings without an enabled transition, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadlocks: Option<Natural>,
}
