//! The budget of an answer: the remaining time, and whether the caller has cancelled.

use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_machine::clock::Instant;

use crate::prepare::AnalysedNet;
use crate::replay::Until;
use crate::request::Effort;

impl Effort {
    /// Returns the limits of a small search of a net. If compiling the net takes long, the time limit is a
    /// multiple of the compile time.
    pub(crate) fn small_search(&self, net: AnalysedNet<'_>) -> (u64, Duration) {
        (self.small, self.small_time.max(SEARCHED_FOR_COMPILED * net.compiled_in()))
    }
}

/// Time limit of a small search, as a multiple of the compile time.
const SEARCHED_FOR_COMPILED: u32 = 4;

/// Time limit for structural rules and proofs, for each goal.
pub(super) const MAX_TIME: Duration = Duration::from_secs(10);

/// Fraction of the remaining time that a single technique may use: one part in `SHARE`.
pub(super) const SHARE: u32 = 4;

/// The limits of a request, counted from the start of the work on it.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    started: Instant,
    limits: Limits,
    control: &'a Control<'a>,
}

impl<'a> Budget<'a> {
    /// Starts the budget of a request.
    pub(super) fn start(limits: Limits, control: &'a Control<'a>) -> Self {
        Self { started: Instant::now(), limits, control }
    }

    /// Returns the control, through which the caller may cancel.
    pub(super) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Returns the remaining time, if time is limited.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// Returns when the work has to stop.
    pub(super) fn until(&self) -> Until<'a> {
        Until::of(&self.limits_left(), self.control)
    }

    /// Returns the deadline, if time is limited.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.time_left().map(|left| Instant::now() + left)
    }

    /// Returns the remaining time divided by `parts`, but at most `most`.
    pub(super) fn part(&self, parts: u32, most: Duration) -> Duration {
        self.time_left().map_or(most, |left| (left / parts).min(most))
    }

    /// Returns the time for an attempt that may fail, if `goals` goals are to be tried.
    pub(super) fn share(&self, most: Duration, goals: usize) -> Duration {
        let goals = u32::try_from(goals.div_ceil(2)).unwrap_or(u32::MAX).max(1);
        self.part(SHARE.saturating_mul(goals), most)
    }

    /// Returns the limits of a search with a maximum number of states and a maximum share of the time.
    pub(super) fn limits_of(&self, (states, time): (u64, Duration)) -> Limits {
        Limits {
            states: Some(self.limits.states.map_or(states, |most| most.min(states))),
            time: Some(self.share(time, 1)),
            ..self.limits
        }
    }

    /// Returns the limits of a search that may use the whole remaining budget.
    pub(super) fn limits_left(&self) -> Limits {
        Limits { time: self.time_left(), ..self.limits }
    }

    /// Returns whether half of the time is used up.
    pub(super) fn is_half_over(&self) -> bool {
        self.is_over() || self.limits.time.is_some_and(|time| self.started.elapsed() >= time / 2)
    }

    /// Returns whether the budget is used up.
    pub(super) fn is_over(&self) -> bool {
        self.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    /// Returns whether the caller has cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.control.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn limits(time: Option<Duration>, states: Option<u64>) -> Limits {
        Limits { time, states, ..Limits::default() }
    }

    #[test]
    fn without_a_limit_everything_may_take_what_it_takes_at_most() {
        let control = Control::default();
        let budget = Budget::start(limits(None, None), &control);
        assert_eq!((budget.time_left(), budget.deadline()), (None, None));
        assert_eq!(budget.part(3, HOUR), HOUR);
        assert_eq!(budget.share(HOUR, 1000), HOUR);
        assert!(!budget.is_over() && !budget.is_half_over());
    }

    #[test]
    fn shares_of_many_goals_are_no_more_than_the_whole() {
        let control = Control::default();
        let budget = Budget::start(limits(Some(HOUR), None), &control);
        for goals in [1, 2, 3, 10, 1000, usize::MAX] {
            let share = budget.share(HOUR, goals);
            assert!(share <= HOUR / SHARE, "{goals}");
            assert!(share.saturating_mul(u32::try_from(goals).unwrap_or(u32::MAX)) <= HOUR, "{goals}");
        }
        assert_eq!(budget.share(Duration::from_millis(1), 1), Duration::from_millis(1));
    }

    #[test]
    fn a_search_gets_the_smaller_limit_of_states_and_all_others() {
        let control = Control::default();
        let given = Limits { memory_bytes: Some(7), ..limits(Some(HOUR), Some(50)) };
        let budget = Budget::start(given, &control);
        for (asked, expected) in [(10, 10), (50, 50), (100, 50)] {
            let limits = budget.limits_of((asked, HOUR));
            assert_eq!((limits.states, limits.memory_bytes), (Some(expected), Some(7)));
            assert!(limits.time.is_some_and(|time| time <= HOUR / SHARE));
        }
        assert_eq!(budget.limits_left().states, Some(50));
    }

    #[test]
    fn what_is_cancelled_or_out_of_time_is_over() {
        let control = Control::default();
        assert!(Budget::start(limits(Some(Duration::ZERO), None), &control).is_over());
        let budget = Budget::start(limits(Some(HOUR), None), &control);
        assert!(!budget.is_over());
        control.cancel();
        assert!(budget.is_over() && budget.is_half_over() && budget.is_cancelled());
    }
}
