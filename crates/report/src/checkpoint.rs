//! Where the checkpoints of a search are.

use serde::{Deserialize, Serialize};

/// The checkpoints of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The directory, as it was given.
    pub directory: String,
    /// Why the newest checkpoint is not that of the end of the search, where something could not be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}
