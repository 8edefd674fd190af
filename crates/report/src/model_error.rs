//! A model error: a reachable marking in which the model is undefined.
//!
//! A division by zero, or an index beyond the end of an array, leaves it undefined whether a transition is enabled. The
//! search ends there, and the report describes the position.

use serde::{Deserialize, Serialize};

use crate::{Move, Trace};

/// An undefined event, and the run to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ModelError {
    /// The undefined operation: `a division by zero`.
    pub message: String,
    /// The id of the transition that is undefined.
    pub event: String,
    /// The processes that would move, with the lines of their transitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The run; its last step is the undefined one.
    pub trace: Trace,
}
