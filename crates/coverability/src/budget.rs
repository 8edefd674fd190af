//! The budget of a coverability set, and the reasons that end its construction.

use std::fmt;

use sanderling_machine::clock::Instant;
use sanderling_net::PlaceId;

/// The budget of a construction.
pub struct Budget<'a> {
    /// The deadline, if time is limited.
    pub deadline: Option<Instant>,
    /// Maximum memory of the construction, in bytes.
    pub max_bytes: usize,
    /// Maximum number of words compared and transitions tried, which take a few nanoseconds each. A new node costs as
    /// much as some dozens of them. The result of such a budget does not depend on the machine.
    pub max_work: u64,
    /// Whether the construction is cancelled.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// The reason why a construction ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// It was cancelled, or the permitted time or work is used up.
    OutOfTime,
    /// The permitted memory is used up.
    OutOfMemory,
    /// This place, which has no proved bound, contains more tokens than can be counted.
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
    /// Returns a budget without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget { deadline: None, max_bytes: usize::MAX, max_work: u64::MAX, is_cancelled: &|| false }
    }

    /// Returns the exceeded limit, if any, after `work` units of work and with `bytes` bytes of memory.
    pub(crate) fn is_used_up(&self, work: u64, bytes: usize) -> Option<Stopped> {
        if work > self.max_work {
            return Some(Stopped::OutOfTime);
        }
        (bytes > self.max_bytes).then_some(Stopped::OutOfMemory)
    }

    /// Returns the reason to stop if the deadline has passed or the construction is cancelled.
    pub(crate) fn is_over(&self) -> Option<Stopped> {
        let is_over = (self.is_cancelled)() || self.deadline.is_some_and(|end| Instant::now() >= end);
        is_over.then_some(Stopped::OutOfTime)
    }
}
