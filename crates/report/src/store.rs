//! The store of a search.
//!
//! An exact store decides for certain whether a state has been visited. An inexact store may mistake a new state for a
//! visited one, and then omits it with all states that are only reachable through it. So an inexact store never proves
//! that a state is absent, and every count is a lower bound.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The store of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Store {
    /// The name of the store, as a value of the option `store`.
    pub name: String,
    /// Why this store was used, in words.
    pub why: String,
    /// The memory at the end, in bytes.
    pub bytes: u64,
    /// The average memory of a stored state, in bytes; null if no state is stored.
    pub bytes_per_state: Option<f64>,
    /// The size of files, if states are on disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<OnDisk>,
    /// Statistics of omitted states, if the store is inexact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inexact: Option<Inexact>,
}

/// The disk use of a store, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OnDisk {
    /// The maximum size of the files at a time.
    pub peak_bytes: u64,
    /// The number of bytes written.
    pub bytes_written: u64,
    /// The number of bytes read.
    pub bytes_read: u64,
}

/// The statistics of a search that may have omitted states.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Inexact {
    /// The number of states discovered, a lower bound of the number of states.
    pub states_at_least: Count,
    /// The number of firings from the expanded states.
    pub firings_at_least: Count,
    /// The number of dead states discovered.
    pub deadlocks_at_least: Count,
    /// The expected number of states that were mistaken for others.
    pub expected_omissions: f64,
    /// An approximate upper bound of the probability that any state was.
    pub omission_probability: f64,
}
