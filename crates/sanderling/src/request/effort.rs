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
    /// The steps of plans that are left out, as a set of hashes of their names, for tests. Usually 0: none.
    #[serde(skip)]
    pub left_out: u128,
}

impl Effort {
    /// Returns this effort without some steps of plans, by their names.
    #[must_use]
    pub fn without(self, steps: &[&str]) -> Self {
        let left_out = steps.iter().fold(self.left_out, |left_out, step| left_out | 1 << bit_of(step));
        Self { left_out, ..self }
    }

    /// Returns whether a step of a plan is left out.
    pub(crate) fn leaves_out(&self, step: &str) -> bool {
        self.left_out >> bit_of(step) & 1 == 1
    }
}

/// Returns the bit of a step in [`Effort::left_out`]: a hash of its name, which was chosen so that the steps differ.
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
            left_out: 0,
        }
    }
}
