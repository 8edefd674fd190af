//! The budget of an answer: the remaining time, and whether the caller has cancelled.

use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_machine::clock::Instant;

use super::plan::Share;
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

/// The limits of a request, counted from the start of the work on it.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    started: Instant,
    limits: Limits,
    control: &'a Control<'a>,
}

impl<'a> Budget<'a> {
    /// Starts the budget of a request.
    pub(crate) fn start(limits: Limits, control: &'a Control<'a>) -> Self {
        Self { started: Instant::now(), limits, control }
    }

    /// Returns the control, through which the caller may cancel.
    pub(crate) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Returns the remaining time, if time is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// Returns when the work has to stop.
    pub(crate) fn until(&self) -> Until<'a> {
        Until::of(&self.limits_left(), self.control)
    }

    /// Returns the deadline, if time is limited.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time_left().map(|left| Instant::now() + left)
    }

    /// Returns the budget of a step with this share of the remaining time, if `open` goals are open.
    pub(crate) fn within(&self, share: Share, open: usize) -> Self {
        let limits = Limits { time: share.of(self.time_left(), open), ..self.limits };
        Self { started: Instant::now(), limits, control: self.control }
    }

    /// Returns the remaining time of a step whose share is limited.
    pub(crate) fn time(&self) -> Duration {
        self.time_left().unwrap_or(Duration::MAX)
    }

    /// Returns the remaining time, but at most `most`.
    pub(crate) fn at_most(&self, most: Duration) -> Duration {
        self.time_left().map_or(most, |left| left.min(most))
    }

    /// Returns the remaining time divided by `parts`, but at most `most`.
    pub(crate) fn part(&self, parts: usize, most: Duration) -> Duration {
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        self.time_left().map_or(most, |left| (left / parts).min(most))
    }

    /// Returns the limits of a search with a maximum number of states and a maximum time.
    pub(crate) fn limits_of(&self, (states, time): (u64, Duration)) -> Limits {
        Limits {
            states: Some(self.limits.states.map_or(states, |most| most.min(states))),
            time: Some(self.at_most(time)),
            ..self.limits
        }
    }

    /// Returns the limits of a search that may use the whole remaining budget.
    pub(crate) fn limits_left(&self) -> Limits {
        Limits { time: self.time_left(), ..self.limits }
    }

    /// Returns whether half of the time is used up.
    pub(crate) fn is_half_over(&self) -> bool {
        self.is_over() || self.limits.time.is_some_and(|time| self.started.elapsed() >= time / 2)
    }

    /// Returns whether the budget is used up.
    pub(crate) fn is_over(&self) -> bool {
        self.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    /// Returns whether the caller has cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
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
        assert!(!budget.is_over() && !budget.is_half_over());
    }

    #[test]
    fn a_step_has_a_budget_of_its_own() {
        let control = Control::default();
        let budget = Budget::start(limits(Some(HOUR), Some(7)), &control);
        let step = budget.within(Share::part(4), 1);
        let left = step.time_left().expect("time is limited");
        assert!(left <= HOUR / 4 && left > HOUR / 5);
        assert_eq!(step.limits_left().states, Some(7));
        assert!(budget.within(Share::ALL.at_most(0), 1).is_over() && !budget.is_over());
    }

    #[test]
    fn a_search_gets_the_smaller_limit_of_states_and_all_others() {
        let control = Control::default();
        let given = Limits { memory_bytes: Some(7), ..limits(Some(HOUR), Some(50)) };
        let budget = Budget::start(given, &control);
        for (asked, expected) in [(10, 10), (50, 50), (100, 50)] {
            let limits = budget.limits_of((asked, HOUR));
            assert_eq!((limits.states, limits.memory_bytes), (Some(expected), Some(7)));
            assert!(limits.time.is_some_and(|time| time <= HOUR));
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
