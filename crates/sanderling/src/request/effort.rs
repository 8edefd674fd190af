//! How much time cheap techniques may take.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much effort to spend on cheap techniques before the main search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Maximum number of states of a state space that counts as small and is explored on the original net. 0
    /// disables this search.
    pub small: u64,
    /// Time limit for exploring a small state space.
    pub small_time: Duration,
    /// Maximum number of states of a short search of a reduced net. 0 disables this search.
    pub short: u64,
    /// Time limit for a short search, since stubborn sets may be expensive.
    pub short_time: Duration,
    /// Time limit for random walks.
    pub walk_time: Duration,
    /// Time limit for shortening runs. If finding them took longer, that time is the limit, up to a maximum. 0
    /// disables shortening.
    pub shorten_time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            small: 100_000,
            small_time: Duration::from_secs(1),
            short: 20_000,
            short_time: Duration::from_millis(200),
            walk_time: Duration::from_secs(1),
            shorten_time: Duration::from_millis(300),
        }
    }
}
