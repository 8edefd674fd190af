//! How a search remembered the states.
//!
//! An exact store says of each state for certain whether it has been visited. An inexact one may take
//! a new state for a visited one, and then leaves it out, with all that can only be reached through it. So
//! with an inexact store nothing is known not to be there, and every count is the least that there is.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The store of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Store {
    /// The store's name, as the option `store` takes it.
    pub name: String,
    /// Why it was this one, in words.
    pub why: String,
    /// The memory that it has taken, at the end.
    pub bytes: u64,
    /// The share of a state that it remembers; `None` where that is none.
    pub bytes_per_state: Option<f64>,
    /// What files take, where states are on disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<OnDisk>,
    /// What it may have left out, where it is inexact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inexact: Option<Inexact>,
}

/// What a store has on disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnDisk {
    /// The most that files took at a time.
    pub peak_bytes: u64,
    /// What was written.
    pub bytes_written: u64,
    /// What was read.
    pub bytes_read: u64,
}

/// The statistics of a search that may have left states out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Inexact {
    /// How many states were discovered: there are so many at least.
    pub states_at_least: Count,
    /// The firings from those that were expanded.
    pub firings_at_least: Count,
    /// The dead states among them.
    pub deadlocks_at_least: Count,
    /// About how many of the states that were met were taken for others.
    pub expected_omissions: f64,
    /// How likely it is, about and at most, that any was.
    pub omission_probability: f64,
}
