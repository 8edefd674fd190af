//! How long somebody waits.

use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_clock::Instant;
use sanderling_report::Reason;

/// So long what was found is told, at least: who is out of time or patience wants to see it.
const TELLING: Duration = Duration::from_secs(1);

/// Until the time is over, or somebody cancels.
#[derive(Clone, Copy)]
pub(crate) struct Until<'a> {
    deadline: Option<Instant>,
    control: &'a Control<'a>,
}

impl<'a> Until<'a> {
    /// From now on, for as long as the limits say.
    pub(crate) fn of(limits: &Limits, control: &'a Control<'a>) -> Self {
        Self { deadline: limits.time.and_then(|time| Instant::now().checked_add(time)), control }
    }

    /// Whether it is over.
    pub(crate) fn is_over(&self) -> bool {
        self.control.is_cancelled() || self.is_out_of_time()
    }

    /// Why it is over.
    pub(crate) fn reason(&self) -> Reason {
        if self.control.is_cancelled() { Reason::Cancelled } else { Reason::TimeLimit }
    }

    /// The time that is left, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// When telling what was found has to end. Where somebody cancelled, they need not do so again.
    pub(crate) fn end_of_telling(&self) -> Option<Instant> {
        let soon = Instant::now() + TELLING;
        if self.control.is_cancelled() { Some(soon) } else { self.deadline.map(|end| end.max(soon)) }
    }

    fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_when_the_time_is_and_when_somebody_cancels() {
        let control = Control::default();
        let until = |time| Until::of(&Limits { time, ..Limits::default() }, &control);
        let (never, now, later) = (until(None), until(Some(Duration::ZERO)), until(Some(Duration::MAX)));
        assert_eq!([never, now, later].map(|one| one.is_over()), [false, true, false]);
        assert_eq!((now.reason(), never.left(), now.left()), (Reason::TimeLimit, None, Some(Duration::ZERO)));
        assert!(never.end_of_telling().is_none());
        assert!(now.end_of_telling().is_some_and(|end| end > Instant::now()), "what was found is told");
        control.cancel();
        assert!(never.is_over() && never.end_of_telling().is_some());
        assert_eq!(never.reason(), Reason::Cancelled);
    }
}
