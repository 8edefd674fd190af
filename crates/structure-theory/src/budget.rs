//! Budgets for searches, and the results of searches that may be abandoned.

use std::fmt;
use std::time::Duration;

use crate::obstacle::Obstacle;

/// The budget of one search: a list, a property, or an elimination.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of elementary operations of about a nanosecond each. Their count does not depend on the machine.
    pub max_work: u64,
    /// Maximum number of siphons or traps to list.
    pub max_listed: usize,
    /// Maximum number of entries in the matrix of a linear program. Linear programs and the propositional solver do not
    /// count their work, and end early only if `is_stopped` returns true.
    pub max_entries: usize,
    /// Whether to stop, for example because of a time limit. It is called often, and should be fast.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// Creates a budget that suffices for most nets, and ends if `is_stopped` returns true.
    #[must_use]
    pub fn new(is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self { max_work: 1_000_000_000, max_listed: 1_000, max_entries: 400_000, is_stopped }
    }

    /// Returns the budget of a linear program.
    pub(crate) fn of_program(&self) -> sanderling_proof::Budget<'a> {
        let mut budget = sanderling_proof::Budget::new(Duration::MAX, self.is_stopped);
        budget.max_entries = self.max_entries;
        budget
    }

    pub(crate) fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("max_work", &self.max_work)
            .field("max_listed", &self.max_listed)
            .field("max_entries", &self.max_entries)
            .finish_non_exhaustive()
    }
}

/// The reason why something is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// The search was stopped.
    Stopped,
    /// The budget is too small, or numbers grew too large in an elimination.
    OverBudget,
    /// Numbers are too large for exact arithmetic.
    Overflow,
    /// A linear program proposed no solution, or one that did not pass the check in integers.
    Unconfirmed,
    /// The net has a feature that the theory does not cover.
    Beyond(Obstacle),
}

/// A yes or no with its proof, or the reason why the answer is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<Y, N> {
    /// The property holds, with a proof.
    Yes(Y),
    /// The property does not hold, with a proof.
    No(N),
    /// The answer is unknown.
    Unknown(Unknown),
}

impl<Y, N> Answer<Y, N> {
    /// Returns whether the property holds, or `None` if that is unknown.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Yes(_) => Some(true),
            Self::No(_) => Some(false),
            Self::Unknown(_) => None,
        }
    }
}
