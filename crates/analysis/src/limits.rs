//! The limits of a search, and the reasons why it ended early.

use std::time::Duration;

use sanderling_machine::clock::Instant;
use serde::{Deserialize, Serialize};

use crate::control::Control;

/// Limits on the resources of a search. `None` means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Memory for the store, the open states and the working memory, in bytes. From 128 MiB on, it includes
    /// the other memory of the process, if the [control](Control::in_process) reports that.
    pub memory_bytes: Option<usize>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Number of discoveries. A rediscovered state counts again.
    pub states: Option<u64>,
}

/// The reason why a search ended before every state was explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// All goals are decided.
    Decided,
    /// The caller asked the search to stop.
    Cancelled,
    /// The limit [`Limits::memory_bytes`] was reached.
    Memory,
    /// The limit [`Limits::time`] was reached.
    Time,
    /// The limit [`Limits::states`] was reached.
    States,
    /// The store has no ids left.
    StoreFull,
    /// More states must be kept than may be stored.
    TreeTooLarge,
    /// States were rediscovered [too often](crate::retention::Caching::max_revisits).
    Revisits,
    /// The paths to states could not be written, so there would be no witness.
    TraceLost,
    /// A temporary file could not be created, written or read.
    DiskFailed,
    /// The disk has no room left for a temporary file.
    DiskFull,
    /// The limit [`Disk::max_bytes`](crate::Disk::max_bytes) was reached.
    DiskLimit,
    /// There are states beyond the requested [depth](crate::DepthBound).
    Depth,
    /// There are infinitely many states. [`Outcome::self_covering`](crate::Outcome::self_covering) is the
    /// proof.
    Unbounded,
    /// A quantity of a state does not fit the largest slot.
    Unrepresentable,
    /// An event is undefined in a state, given by [`Outcome::undefined`](crate::Outcome::undefined).
    Undefined,
    /// A condition of the property is undefined in a state (see `Product::defined` of `sanderling-runs`).
    UndefinedAtom,
    /// The system differs from the reference. [`Outcome::discrepancy`](crate::Outcome::discrepancy) shows
    /// the difference.
    Discrepancy,
    /// A process of a common search is lost, given by [`Together::lost`](crate::Together::lost).
    PeerLost,
}

/// Minimum memory limit that applies to the whole process, in bytes. A lower limit applies to the search
/// alone. At least half of a process limit is available to the search.
pub const MIN_BYTES_OF_PROCESS: usize = 128 << 20;

/// The allocator of a process gets one part in this number of the memory, since it holds more than it hands
/// out.
const SHARE_OF_ALLOCATOR: usize = 32;

/// Memory of the process is rounded up to a multiple of this number of bytes. It varies between runs, and a
/// search that forgets states must behave the same each time.
const STEP_BYTES: usize = 8 << 20;

/// Returns the part of a memory limit that is left to a search that begins now.
fn bytes_of_search(bytes: usize, control: &Control<'_>) -> usize {
    match control.taken_bytes() {
        Some(taken) if bytes >= MIN_BYTES_OF_PROCESS => {
            let others = taken.div_ceil(STEP_BYTES) * STEP_BYTES + bytes / SHARE_OF_ALLOCATOR;
            bytes - others.min(bytes / 2)
        }
        _ => bytes,
    }
}

/// The limits of a running search.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    /// The limits of the search, without the other memory of the process.
    limits: Limits,
    /// The memory limit for everything together.
    memory_bytes: Option<usize>,
    /// The duration before the interruption.
    before: Duration,
}

impl Clock {
    /// Starts a search now, with the memory that the process leaves to it.
    #[must_use]
    pub fn start(limits: Limits, control: &Control<'_>) -> Self {
        let memory_bytes = limits.memory_bytes;
        Self { started: Instant::now(), limits, memory_bytes, before: Duration::ZERO }.beside(control)
    }

    /// Recomputes the memory limit for a search that restarts, given the memory that the process has now.
    pub(crate) fn beside(mut self, control: &Control<'_>) -> Self {
        self.limits.memory_bytes = self.memory_bytes.map(|bytes| bytes_of_search(bytes, control));
        self
    }

    /// Returns the duration of the search, including the time before an interruption.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// Returns the duration before the interruption.
    pub(crate) fn elapsed_before(&self) -> Duration {
        self.before
    }

    /// Sets the duration before the interruption. Limits apply to the time after it.
    pub(crate) fn with_time_before(mut self, time: Duration) -> Self {
        self.before = time;
        self
    }

    /// Lowers the memory limit to this number of bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.limits.memory_bytes = Some(self.limits.memory_bytes.map_or(bytes, |limit| limit.min(bytes)));
        self
    }

    /// Lowers the limit of states to this number.
    #[must_use]
    pub fn with_states(mut self, states: u64) -> Self {
        self.limits.states = Some(self.limits.states.map_or(states, |limit| limit.min(states)));
        self
    }

    /// Returns the number of states left.
    #[must_use]
    pub fn states_left(&self, states: u64) -> u64 {
        self.limits.states.map_or(u64::MAX, |limit| limit.saturating_sub(states))
    }

    /// Returns the number of bytes left.
    #[must_use]
    pub fn bytes_left(&self, bytes: usize) -> usize {
        self.limits.memory_bytes.map_or(usize::MAX, |limit| limit.saturating_sub(bytes))
    }

    /// Whether this amount of memory reaches the limit.
    pub(crate) fn forbids(&self, bytes: usize) -> bool {
        self.limits.memory_bytes.is_some_and(|limit| bytes >= limit)
    }

    /// Whether half of the time has passed, if it is limited.
    pub(crate) fn is_half_over(&self) -> bool {
        self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit / 2)
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// Returns the limit that has been reached, if any, given the number of states and the memory in bytes.
    #[must_use]
    pub fn exceeded(&self, states: u64, bytes: usize) -> Option<StopReason> {
        if self.limits.states.is_some_and(|limit| states >= limit) {
            Some(StopReason::States)
        } else if self.forbids(bytes) {
            Some(StopReason::Memory)
        } else if self.is_over() {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_process_has_counts_where_memory_is_that_of_the_process() {
        let bytes_left = |limit, taken_bytes: fn() -> usize| {
            let control = Control::default().in_process(taken_bytes);
            let part = Control::of_part(&control);
            let limits = Limits { memory_bytes: Some(limit), ..Limits::default() };
            Clock::start(limits, &part).bytes_left(0)
        };
        let left = MIN_BYTES_OF_PROCESS - MIN_BYTES_OF_PROCESS / SHARE_OF_ALLOCATOR;
        assert_eq!(bytes_left(MIN_BYTES_OF_PROCESS, || 1), left - STEP_BYTES);
        assert_eq!(bytes_left(MIN_BYTES_OF_PROCESS, || STEP_BYTES), left - STEP_BYTES);
        assert_eq!(bytes_left(MIN_BYTES_OF_PROCESS, || STEP_BYTES + 1), left - 2 * STEP_BYTES);
        assert_eq!(bytes_left(MIN_BYTES_OF_PROCESS, || usize::MAX / 2), MIN_BYTES_OF_PROCESS / 2);
        assert_eq!(bytes_left(MIN_BYTES_OF_PROCESS - 1, || 1 << 20), MIN_BYTES_OF_PROCESS - 1);
    }
}
