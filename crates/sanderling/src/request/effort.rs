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
    /// The skipped steps of plans, as a set of hashes of their names, for tests. Usually 0: none.
    #[serde(skip)]
    pub skipped_steps: u128,
}

impl Effort {
    /// Returns this effort without some steps of plans, by their names.
    #[must_use]
    pub fn without(self, steps: &[&str]) -> Self {
        let skipped_steps =
            steps.iter().fold(self.skipped_steps, |skipped_steps, step| skipped_steps | 1 << bit_of(step));
        Self { skipped_steps, ..self }
    }

    /// Returns whether a step of a plan is skipped.
    pub(crate) fn skips(&self, step: &str) -> bool {
        self.skipped_steps >> bit_of(step) & 1 == 1
    }
}

/// Returns the bit of a step in [`Effort::skipped_steps`]: a hash of its name. Today's steps have different bits.
fn bit_of(step: &str) -> u64 {
    step.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(529).wrapping_add(byte.into())) % 127
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
            skipped_steps: 0,
        }
    }
}
