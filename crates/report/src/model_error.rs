//! A model error: a marking that the model reaches and in which it has no meaning.
//!
//! A division by zero or an index beyond the end of an array says neither that a transition is
//! enabled nor that it is not. The search ends there, and this says where.

use serde::{Deserialize, Serialize};

use crate::{Move, Trace};

/// What has no meaning, and the run to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelError {
    /// What is undefined: `a division by zero`.
    pub message: String,
    /// The id of the transition that is neither enabled nor not.
    pub event: String,
    /// The processes that would move, with the lines of their transitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The run; its last step is the one that is undefined.
    pub trace: Trace,
}
