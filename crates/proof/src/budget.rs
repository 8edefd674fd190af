//! The budget of a proof.
//!
//! Every search for a proof may be abandoned at any moment. The answer is then *no proof*, which implies nothing about
//! the net. Every loop checks the budget. Linear programs run in slices of time, and check it between slices.

use std::time::Duration;

use sanderling_cutoff::{PROOF_CASES, PROOF_CONDITIONS, PROOF_ENTRIES};
use sanderling_machine::clock::Instant;

/// The budget of one question.
pub struct Budget<'a> {
    deadline: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
    /// Maximum number of entries in the matrix of a linear program.
    pub max_entries: usize,
    /// Maximum number of cases to examine, each with a linear program or two.
    pub max_cases: usize,
    /// Maximum number of conditions in the lemmas of a proof together, about 100 bytes each.
    pub max_conditions: usize,
}

impl<'a> Budget<'a> {
    /// Creates a budget of time that ends early if `is_cancelled` returns true. The function is called often, from the
    /// calling thread, and should be fast.
    #[must_use]
    pub fn new(time: Duration, is_cancelled: &'a dyn Fn() -> bool) -> Self {
        let now = Instant::now();
        let deadline = now.checked_add(time).unwrap_or(now + Duration::from_secs(1 << 30));
        Self {
            deadline,
            is_cancelled,
            max_entries: PROOF_ENTRIES.size(),
            max_cases: PROOF_CASES.size(),
            max_conditions: PROOF_CONDITIONS.size(),
        }
    }

    /// Creates a budget of time alone.
    #[must_use]
    pub fn of_time(time: Duration) -> Self {
        Self::new(time, &|| false)
    }

    /// Returns a part of the remaining time, for an attempt that may well fail.
    pub(crate) fn part(&self, denominator: u32) -> Self {
        Self { deadline: Instant::now() + self.time_left() / denominator, ..*self }
    }

    /// Returns half of the time and less of the memory, for a first attempt.
    pub(crate) fn first_try(&self) -> Self {
        Self { max_conditions: self.max_conditions / 6, ..self.part(2) }
    }

    /// Whether the budget is used up.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        Instant::now() >= self.deadline || (self.is_cancelled)()
    }

    /// Returns the remaining time.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("time_left", &self.time_left()).finish_non_exhaustive()
    }
}
