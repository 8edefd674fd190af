//! What there is to spend on an answer: time, and whether anybody still waits for it.

use std::time::{Duration, Instant};

use sanderling_analysis::{Control, Limits};

/// How much is tried before all that there is goes into a race of two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// A state space with so many states is small: it is explored on the original net. With 0 that is not tried.
    pub small: u64,
    /// The maximum time of the exploration of a small state space.
    pub small_time: Duration,
    /// A short search of a reduced net ends after so many states (with 0 there is none),
    pub short: u64,
    /// or, since stubborn sets may be expensive, after so much time.
    pub short_time: Duration,
    /// Random walks take no longer.
    pub walk_time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            small: 100_000,
            small_time: Duration::from_secs(1),
            short: 20_000,
            short_time: Duration::from_millis(200),
            walk_time: Duration::from_secs(1),
        }
    }
}

/// Rules and proofs take no longer than this, for each goal;
pub(super) const MAX_TIME: Duration = Duration::from_secs(10);

/// nothing of this takes longer than such a share of the time that is left.
pub(super) const SHARE: u32 = 4;

/// The limits of a request, from when somebody began to work on it.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    started: Instant,
    limits: Limits,
    control: &'a Control<'a>,
}

impl<'a> Budget<'a> {
    /// What a request gives, from now on.
    pub(super) fn start(limits: Limits, control: &'a Control<'a>) -> Self {
        Self { started: Instant::now(), limits, control }
    }

    /// Who may cancel.
    pub(super) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// The time that is left, if time is limited.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// When the time is over, if it is limited.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.time_left().map(|left| Instant::now() + left)
    }

    /// One of so many parts of the time that is left, and no more than this.
    pub(super) fn part(&self, parts: u32, most: Duration) -> Duration {
        self.time_left().map_or(most, |left| (left / parts).min(most))
    }

    /// The time for something that may turn out to be in vain, where so many goals are to be tried.
    pub(super) fn share(&self, most: Duration, goals: usize) -> Duration {
        let goals = u32::try_from(goals.div_ceil(2)).unwrap_or(u32::MAX).max(1);
        self.part(SHARE.saturating_mul(goals), most)
    }

    /// The limits of a search that ends after so many states, or after such a share of the time.
    pub(super) fn limits_of(&self, (states, time): (u64, Duration)) -> Limits {
        Limits {
            states: Some(self.limits.states.map_or(states, |most| most.min(states))),
            time: Some(self.share(time, 1)),
            ..self.limits
        }
    }

    /// The limits of a search that may use all that is left.
    pub(super) fn limits_left(&self) -> Limits {
        Limits { time: self.time_left(), ..self.limits }
    }

    /// Whether half of the time is over.
    pub(super) fn is_half_over(&self) -> bool {
        self.is_over() || self.limits.time.is_some_and(|time| self.started.elapsed() >= time / 2)
    }

    /// Whether there is nothing left.
    pub(super) fn is_over(&self) -> bool {
        self.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    /// Whether nobody waits any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.control.is_cancelled()
    }
}
