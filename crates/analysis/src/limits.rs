//! How far a search may go, and why it went no further.

use std::time::Duration;

use sanderling_machine::clock::Instant;
use serde::{Deserialize, Serialize};

use crate::control::Control;

/// What a search may use. `None` is as much as there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Bytes of memory for the store, the open states and what is between them; from 128 MiB on together with what the process has besides, where a
    /// [control](Control::in_process) tells that.
    pub memory_bytes: Option<usize>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// States discovered, each as often as it is.
    pub states: Option<u64>,
}

/// Why a search ended before every state was explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// Everything that was asked is decided.
    Decided,
    /// The caller asked it to stop.
    Cancelled,
    /// [`Limits::memory_bytes`].
    Memory,
    /// [`Limits::time`].
    Time,
    /// [`Limits::states`].
    States,
    /// The store has no ids left.
    StoreFull,
    /// The states that may not be forgotten are more than may be stored.
    TreeTooLarge,
    /// States were discovered again and again, [too often](crate::retention::Caching::max_revisits).
    Revisits,
    /// The paths to states could not be written down, so that there would be no witness.
    TraceLost,
    /// A temporary file could not be made, written or read.
    DiskFailed,
    /// There is no room left on the disk for a temporary file.
    DiskFull,
    /// [`Disk::max_bytes`](crate::Disk::max_bytes).
    DiskLimit,
    /// There are states beyond the [depth](crate::DepthBound) that was asked for.
    Depth,
    /// There are infinitely many states: [`Outcome::self_covering`](crate::Outcome::self_covering) proves it.
    Unbounded,
    /// A quantity of a state does not fit the largest slot.
    Unrepresentable,
    /// An event is undefined in a state: [`Outcome::undefined`](crate::Outcome::undefined) says which.
    Undefined,
    /// A condition that is asked has no meaning in a state: [`Product::told`](crate::Product::told) says when.
    Untold,
    /// The system does not do what the reference does: [`Outcome::discrepancy`](crate::Outcome::discrepancy) says where.
    Discrepancy,
    /// One of the processes that search together is lost: [`Together::lost`](crate::Together::lost) says which.
    PeerLost,
}

/// Less memory is that of a search alone; of as much, which is that of the process, at least half is.
pub const MIN_BYTES_OF_PROCESS: usize = 128 << 20;

/// The share of the memory of a process that is left to its allocator, which has to hold more than it gives.
const SHARE_OF_ALLOCATOR: usize = 32;

/// What a process has is counted in steps of so many bytes: it is hardly ever the same twice, and a search that forgets states is to do the same each time.
const STEP_BYTES: usize = 8 << 20;

/// What of so much memory is left to a search that begins now.
fn bytes_of_search(bytes: usize, control: &Control<'_>) -> usize {
    match control.taken_bytes() {
        Some(taken) if bytes >= MIN_BYTES_OF_PROCESS => {
            let others = taken.div_ceil(STEP_BYTES) * STEP_BYTES + bytes / SHARE_OF_ALLOCATOR;
            bytes - others.min(bytes / 2)
        }
        _ => bytes,
    }
}

/// The limits of a search that is under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    started: Instant,
    /// What the search may use, beside what the process has.
    limits: Limits,
    /// The memory that all together may take.
    memory_bytes: Option<usize>,
    /// How long it took before it was interrupted.
    before: Duration,
}

impl Clock {
    pub(crate) fn start(limits: Limits, control: &Control<'_>) -> Self {
        let memory_bytes = limits.memory_bytes;
        Self { started: Instant::now(), limits, memory_bytes, before: Duration::ZERO }.beside(control)
    }

    /// Of a search that begins again, beside what the process has now.
    pub(crate) fn beside(mut self, control: &Control<'_>) -> Self {
        self.limits.memory_bytes = self.memory_bytes.map(|bytes| bytes_of_search(bytes, control));
        self
    }

    /// The time that the search has taken, also before it was interrupted.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// The part of that before it was interrupted.
    pub(crate) fn elapsed_before(&self) -> Duration {
        self.before
    }

    /// Of a search that has taken so much time before it was interrupted. Limits are those of what comes now.
    pub(crate) fn with_time_before(mut self, time: Duration) -> Self {
        self.before = time;
        self
    }

    /// With no more memory than this.
    pub(crate) fn with_memory(mut self, bytes: usize) -> Self {
        self.limits.memory_bytes = Some(self.limits.memory_bytes.map_or(bytes, |limit| limit.min(bytes)));
        self
    }

    /// With no more states than these.
    pub(crate) fn with_states(mut self, states: u64) -> Self {
        self.limits.states = Some(self.limits.states.map_or(states, |limit| limit.min(states)));
        self
    }

    /// How many more states there may be.
    pub(crate) fn states_left(&self, states: u64) -> u64 {
        self.limits.states.map_or(u64::MAX, |limit| limit.saturating_sub(states))
    }

    /// How much more memory there may be taken.
    pub(crate) fn bytes_left(&self, bytes: usize) -> usize {
        self.limits.memory_bytes.map_or(usize::MAX, |limit| limit.saturating_sub(bytes))
    }

    /// Whether so much memory is too much.
    pub(crate) fn forbids(&self, bytes: usize) -> bool {
        self.limits.memory_bytes.is_some_and(|limit| bytes >= limit)
    }

    /// Whether more than half of the time is over, where it is limited.
    pub(crate) fn is_half_over(&self) -> bool {
        self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit / 2)
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// The limit that has been reached, if any.
    pub(crate) fn exceeded(&self, states: u64, bytes: usize) -> Option<StopReason> {
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
