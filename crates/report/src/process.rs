//! Statistics of each process of a distributed search.

use serde::{Deserialize, Serialize};

use crate::Count;

/// Statistics of one process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Process {
    /// The address of the process.
    pub host: String,
    /// The number of states that the process stores.
    pub states: Count,
    /// The number of firings from the states that the process expanded.
    pub firings: Count,
    /// The maximum memory of the process, in bytes.
    pub peak_memory_bytes: u64,
    /// The number of bytes sent to the other processes.
    pub sent_bytes: u64,
    /// The number of bytes received from the other processes.
    pub received_bytes: u64,
    /// The time spent waiting for the other processes, in seconds.
    pub waited_s: f64,
}
