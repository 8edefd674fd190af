//! How much may be spent on a proof.
//!
//! Everything here may be given up at any moment: the answer is then *no proof*, which says nothing
//! about the net. Whoever loops asks the budget; linear programs run in slices of time, between which
//! it is asked, too.

use std::time::Duration;

use sanderling_cutoff::{PROOF_CASES, PROOF_CONDITIONS, PROOF_ENTRIES};
use sanderling_machine::clock::Instant;

/// What may be spent on one question.
pub struct Budget<'a> {
    deadline: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
    /// The most entries that a linear program may have in its matrix.
    pub max_entries: usize,
    /// The most cases that are looked at one by one, each a linear program or two.
    pub max_cases: usize,
    /// The most conditions that the lemmas of a proof may have together, about 100 bytes each.
    pub max_conditions: usize,
}

impl<'a> Budget<'a> {
    /// A budget of time that ends early where `is_cancelled` says so. It is asked often, from the
    /// calling thread, and should be quick.
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

    /// A budget of time alone.
    #[must_use]
    pub fn of_time(time: Duration) -> Self {
        Self::new(time, &|| false)
    }

    /// A part of what is left, for something that may well lead nowhere.
    pub(crate) fn part(&self, denominator: u32) -> Self {
        Self { deadline: Instant::now() + self.time_left() / denominator, ..*self }
    }

    /// Half of the time and less of the memory, for a first try.
    pub(crate) fn first_try(&self) -> Self {
        Self { max_conditions: self.max_conditions / 6, ..self.part(2) }
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        Instant::now() >= self.deadline || (self.is_cancelled)()
    }

    /// The time that is left.
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
