//! Where the checkpoints of a search are, and what one says.

use serde::{Deserialize, Serialize};

use crate::{Count, SCHEMA, VERSION};

/// The checkpoints of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The directory, as it was given.
    pub directory: String,
    /// Why the newest checkpoint is not that of the end of the search, where something could not be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What a checkpoint says: the answer of `resume --info`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckpointReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program that reads it.
    pub version: String,
    /// Always `resume`.
    pub question: String,
    /// The directory of the checkpoints.
    pub directory: String,
    /// The number of this one.
    pub checkpoint: u64,
    /// The words of the command line that began the search.
    pub command: Vec<String>,
    /// Where relative paths in these begin.
    pub working_directory: String,
    /// The states discovered so far.
    pub states: Count,
    /// The firings from those that were expanded.
    pub firings: Count,
    /// The breadth-first level that was being expanded.
    pub level: u64,
    /// How long the search has taken, in seconds.
    pub elapsed_s: f64,
    /// The bytes of the files that count.
    pub bytes: u64,
    /// Whether nothing is left to do.
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
