//! The checkpoints of a search, and the description of one.

use serde::{Deserialize, Serialize};

use crate::{Count, SCHEMA, VERSION};

/// The checkpoints of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Checkpoint {
    /// The directory, as given by the user.
    pub directory: String,
    /// Why the newest checkpoint is not from the end of the search, if a file could not be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The description of a checkpoint: the answer of `resume --info`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckpointReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program that reads the checkpoint.
    pub version: String,
    /// Always `resume`.
    pub question: String,
    /// The directory of the checkpoints.
    pub directory: String,
    /// The number of this checkpoint.
    pub checkpoint: u64,
    /// The command line that began the search.
    pub command: Vec<String>,
    /// The directory to which relative paths on that command line refer.
    pub working_directory: String,
    /// The number of states discovered so far.
    pub states: Count,
    /// The number of firings from the expanded states.
    pub firings: Count,
    /// The breadth-first level that was being expanded.
    pub level: u64,
    /// The time that the search has taken, in seconds.
    pub elapsed_s: f64,
    /// The total size of the checkpoint's files, in bytes.
    pub bytes: u64,
    /// Whether the search is complete.
    pub finished: bool,
}

impl Default for CheckpointReport {
    fn default() -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.to_owned(),
            question: "resume".to_owned(),
            directory: String::new(),
            checkpoint: 0,
            command: Vec::new(),
            working_directory: String::new(),
            states: 0_u64.into(),
            firings: 0_u64.into(),
            level: 0,
            elapsed_s: 0.0,
            bytes: 0,
            finished: false,
        }
    }
}
