//! How much may be spent on a coverability set, and what ends its construction.

use std::fmt;

use sanderling_machine::clock::Instant;
use sanderling_net::PlaceId;

/// What may be spent.
pub struct Budget<'a> {
    /// When the time is over, if it is limited.
    pub deadline: Option<Instant>,
    /// The most bytes that the construction may take.
    pub max_bytes: usize,
    /// The most words that are compared and transitions that are tried, a few nanoseconds each; a new node costs as much as some dozens of them. What
    /// comes of such a budget does not depend on the machine.
    pub max_work: u64,
    /// Whether nobody waits any more.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// Why a construction ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Somebody cancelled it, or the time or work that it was given is used up.
    OutOfTime,
    /// It took as much memory as it was given.
    OutOfMemory,
    /// This place, of which no bound is proved, holds more tokens than are counted.
    TooManyTokens(PlaceId),
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("deadline", &self.deadline)
            .field("max_bytes", &self.max_bytes)
            .field("max_work", &self.max_work)
            .finish_non_exhaustive()
    }
}

impl Budget<'_> {
    /// Everything that there is.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget { deadline: None, max_bytes: usize::MAX, max_work: u64::MAX, is_cancelled: &|| false }
    }

    /// What is used up, if something is, after so much work and with so much memory.
    pub(crate) fn is_used_up(&self, work: u64, bytes: usize) -> Option<Stopped> {
        if work > self.max_work {
            return Some(Stopped::OutOfTime);
        }
        (bytes > self.max_bytes).then_some(Stopped::OutOfMemory)
    }

    /// Whether the time is over, or nobody waits any more.
    pub(crate) fn is_over(&self) -> Option<Stopped> {
        let is_over = (self.is_cancelled)() || self.deadline.is_some_and(|end| Instant::now() >= end);
        is_over.then_some(Stopped::OutOfTime)
    }
}
