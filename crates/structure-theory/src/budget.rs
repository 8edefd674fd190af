//! How much may be spent, and what comes of a search that may be given up.

use std::fmt;
use std::time::Duration;

use crate::obstacle::Obstacle;

/// What may be spent on one search: a list, a property, an elimination.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most elementary operations, of about a nanosecond each. What comes of it does not depend on the machine.
    pub max_work: u64,
    /// The most siphons or traps that are listed.
    pub max_listed: usize,
    /// The most entries that the matrix of a linear program may have. Linear programs and the propositional solver do not count
    /// their work, so that they end early only where `is_stopped` says so.
    pub max_entries: usize,
    /// Whether nobody waits any more, or the time is over. It is asked often, and should be quick.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// What is enough for most nets, for as long as `is_stopped` does not say so.
    #[must_use]
    pub fn new(is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self { max_work: 1_000_000_000, max_listed: 1_000, max_entries: 400_000, is_stopped }
    }

    /// The budget of a linear program.
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

/// Why something was not found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// Somebody waits no more.
    Stopped,
    /// It takes more than the budget allows, in an elimination perhaps because numbers grew too large.
    OverBudget,
    /// Numbers are too large to be counted exactly.
    Overflow,
    /// What a linear program proposed did not pass the check in integers, or it proposed nothing.
    Unconfirmed,
    /// The net has something that the theory does not speak of.
    Beyond(Obstacle),
}

/// Yes or no, each with what shows it, or why that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<Y, N> {
    /// It holds, and this shows it.
    Yes(Y),
    /// It does not hold, and this shows it.
    No(N),
    /// It was not found out.
    Unknown(Unknown),
}

impl<Y, N> Answer<Y, N> {
    /// Whether it holds; `None` where that is unknown.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Yes(_) => Some(true),
            Self::No(_) => Some(false),
            Self::Unknown(_) => None,
        }
    }
}
