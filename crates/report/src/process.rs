//! What each of several processes has done of a search.

use serde::{Deserialize, Serialize};

use crate::Count;

/// What one process has done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its address.
    pub host: String,
    /// The states that it remembers.
    pub states: Count,
    /// The firings from those that it has expanded.
    pub firings: Count,
    /// The most memory that it took at a time, in bytes.
    pub peak_memory_bytes: u64,
    /// What it has sent to the others, in bytes.
    pub sent_bytes: u64,
    /// What it has received from them, in bytes.
    pub received_bytes: u64,
    /// How long it has waited for them, in seconds.
    pub waited_s: f64,
}
