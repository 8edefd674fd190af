//! When work has to stop: at a deadline, or when the user cancels.

use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_machine::clock::Instant;
use sanderling_net::semantics::SemanticsError;
use sanderling_report::Reason;

/// Time to replay and show what a search has found after it was stopped.
const GRACE: Duration = Duration::from_millis(300);

/// A deadline, and whether the user has cancelled.
#[derive(Clone, Copy)]
pub(crate) struct Until<'a> {
    deadline: Option<Instant>,
    control: &'a Control<'a>,
    /// Whether cancelling is ignored, since the user had cancelled before this work began.
    was_cancelled: bool,
}

/// Work that was stopped before it had a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted {
    /// Why it was stopped.
    pub(crate) reason: Reason,
}

impl From<SemanticsError> for Interrupted {
    /// The reference semantics cannot confirm a result: a transition has too many bindings.
    fn from(_: SemanticsError) -> Self {
        Self { reason: Reason::Unsupported }
    }
}

impl<'a> Until<'a> {
    /// Starts the time limit now.
    pub(crate) fn of(limits: &Limits, control: &'a Control<'a>) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, control, was_cancelled: false }
    }

    /// Returns whether the work has to stop.
    pub(crate) fn is_over(&self) -> bool {
        !self.was_cancelled && self.control.is_cancelled()
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns an error if the work has to stop.
    pub(crate) fn check(&self) -> Result<(), Interrupted> {
        if self.is_over() { Err(Interrupted { reason: self.reason() }) } else { Ok(()) }
    }

    /// Returns why the work has to stop, if it has.
    pub(crate) fn reason(&self) -> Reason {
        if self.control.is_cancelled() { Reason::Cancelled } else { Reason::TimeLimit }
    }

    /// Returns the control through which the user may cancel.
    pub(crate) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Returns the remaining time, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns when showing what was found has to stop: see [`Self::with_grace`].
    pub(crate) fn end_of_grace(&self) -> Option<Instant> {
        self.with_grace().deadline
    }

    /// Returns another deadline, for showing what was found. It ignores an earlier cancellation.
    pub(crate) fn showing_until(&self, deadline: Option<Instant>) -> Self {
        Self { deadline, was_cancelled: self.control.is_cancelled(), ..*self }
    }

    /// Returns the same deadline, with at least [`GRACE`] to show what was found if it has passed or the user
    /// has cancelled.
    pub(crate) fn with_grace(&self) -> Self {
        let soon = Instant::now() + GRACE;
        let is_cancelled = self.control.is_cancelled();
        self.showing_until(if is_cancelled { Some(soon) } else { self.deadline.map(|end| end.max(soon)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_stops_at_the_deadline_and_when_the_user_cancels() {
        let control = Control::default();
        let until = |time| Until::of(&Limits { time, ..Limits::default() }, &control);
        let (never, now, later) = (until(None), until(Some(Duration::ZERO)), until(Some(Duration::MAX)));
        assert_eq!([never, now, later].map(|one| one.is_over()), [false, true, false]);
        assert_eq!((now.reason(), never.left(), now.left()), (Reason::TimeLimit, None, Some(Duration::ZERO)));
        assert_eq!(never.with_grace().left(), None);
        assert!(!now.with_grace().is_over(), "what was found is shown");
        let waiting = never.with_grace();
        control.cancel();
        assert!(never.is_over() && waiting.is_over(), "cancelling stops what goes on");
        assert_eq!(never.check(), Err(Interrupted { reason: Reason::Cancelled }));
        let shown = never.with_grace();
        assert!(!shown.is_over() && shown.left().is_some(), "what was found before is shown");
    }
}
