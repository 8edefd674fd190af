//! Plans: for each kind of question, the steps that may decide it, in order, with their shares of the time.
//!
//! A plan is a constant list of [`Step`]s, and [`carry_out`] runs it. A step may use its share of the remaining time.
//! Unused time goes to later steps. No step discards what an earlier one has found.
//!
//! Shares affect time, never an answer. Random tests skip steps
//! ([`Effort::skipped_steps`](crate::Effort::skipped_steps)), so that each of the others has to decide questions. The
//! [`Engine`] of the request skips steps, too.

use std::time::Duration;

use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;

use super::budget::Budget;
use crate::replay::StageLog;
use crate::request::{Engine, Request};

/// A step of a plan. `F` is the function or technique that carries it out.
pub(crate) struct Step<F> {
    /// The name in reports and for [`Effort::skipped_steps`](crate::Effort::skipped_steps). A step on decision diagrams
    /// begins with [`ON_DIAGRAMS`].
    pub(crate) name: &'static str,
    /// Whether it visits no markings, or only through other plans.
    is_without_search: bool,
    /// How much of the remaining time it may use.
    pub(crate) share: Share,
    pub(crate) work: F,
}

/// The first words of the names of steps that find all markings with a decision diagram.
const ON_DIAGRAMS: &str = "decision diagram";

/// The name of the step that visits one marking of each class of symmetric ones.
pub(crate) const SYMMETRIC: &str = "symmetric search";

/// A fraction of the remaining time, with an upper limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// The fraction is `numerator` parts in `parts`.
    numerator: u32,
    parts: u32,
    /// Maximum number of open goals among which half of the time is divided; 0 if the share is not for one goal.
    goals: usize,
    most: Option<Duration>,
}

impl Share {
    /// All of the remaining time.
    pub(crate) const ALL: Self = Self::part(1);

    /// Returns one part in `parts` of the remaining time.
    pub(crate) const fn part(parts: u32) -> Self {
        Self { numerator: 1, parts, goals: 0, most: None }
    }

    /// Returns all of the remaining time except one part in `parts`.
    pub(crate) const fn all_but(parts: u32) -> Self {
        Self { numerator: parts - 1, ..Self::part(parts) }
    }

    /// Returns this share with an upper limit in seconds.
    pub(crate) const fn at_most(self, seconds: u64) -> Self {
        Self { most: Some(Duration::from_secs(seconds)), ..self }
    }

    /// Returns this share for one of several goals. At most `goals` of them are counted.
    pub(crate) const fn for_each_goal(self, goals: usize) -> Self {
        Self { goals, ..self }
    }

    /// Returns the time of this share if `left` remains and `open` goals are open. `None` is unlimited.
    pub(crate) fn of(self, left: Option<Duration>, open: usize) -> Option<Duration> {
        let among = u32::try_from(open.min(self.goals).saturating_mul(2)).unwrap_or(u32::MAX);
        let part = left.map(|left| left / self.parts.max(among) * self.numerator);
        part.into_iter().chain(self.most).min()
    }
}

/// The state on which the steps of a plan work.
pub(crate) trait Deciding<'a> {
    /// Returns the budget of the current step.
    fn budget(&mut self) -> &mut Budget<'a>;

    /// Returns the record of the steps.
    fn log(&mut self) -> &mut StageLog;

    /// Returns the number of open questions.
    fn open(&self) -> usize;

    /// Returns the number of states that all searches have visited so far.
    fn visits(&self) -> u64;

    fn request(&self) -> &Request;

    /// Works within a share of the remaining time.
    fn within<T>(&mut self, share: Share, work: impl FnOnce(&mut Self) -> T) -> T {
        let (whole, open) = (*self.budget(), self.open());
        *self.budget() = whole.within(share, open);
        let done = work(self);
        *self.budget() = whole;
        done
    }
}

impl<F> Step<F> {
    pub(crate) const fn new(name: &'static str, share: Share, work: F) -> Self {
        Self { name, is_without_search: false, share, work }
    }

    /// Creates a step that visits no markings, or only through other plans. So every engine includes it.
    pub(crate) const fn without_search(name: &'static str, share: Share, work: F) -> Self {
        Self { name, is_without_search: true, share, work }
    }

    fn is_on_diagrams(&self) -> bool {
        self.name.starts_with(ON_DIAGRAMS)
    }

    fn is_symmetric(&self) -> bool {
        self.name == SYMMETRIC
    }

    /// Returns whether a request excludes the step.
    fn is_skipped(&self, request: &Request) -> bool {
        request.effort.skips(self.name)
            || match request.engine {
                Engine::Auto => false,
                Engine::Explicit => self.is_on_diagrams() || self.is_symmetric(),
                Engine::Diagram => !self.is_on_diagrams() && !self.is_without_search,
                Engine::Symmetric => !self.is_symmetric() && !self.is_without_search,
            }
    }

    /// Returns the share of the time of the step before other ones. If it comes last, since other engines are
    /// excluded, it has all of the time.
    pub(crate) fn share_before<'s>(
        &self,
        mut later: impl Iterator<Item = &'s Self>,
        request: &Request,
    ) -> Share
    where
        F: 's,
    {
        let is_last = request.engine.is_special()
            && !self.is_without_search
            && later.all(|step| step.is_skipped(request));
        if is_last { Share::ALL } else { self.share }
    }

    /// Carries out the step within a share of the time, unless it is skipped, and records what it decided of the
    /// `open` questions.
    ///
    /// # Errors
    /// Those of the work.
    pub(crate) fn carry_out<'a, C: Deciding<'a>>(
        &self,
        share: Share,
        context: &mut C,
        open: &dyn Fn(&C) -> usize,
        work: impl FnOnce(&mut C, &F) -> Result<(), Diagnostics>,
    ) -> Result<(), Diagnostics> {
        if self.is_skipped(context.request()) {
            return Ok(());
        }
        let (started, tried, visits) = (Instant::now(), open(context), context.visits());
        context.within(share, |context| work(context, &self.work))?;
        let decided = tried.saturating_sub(open(context));
        let visited = context.visits() - visits;
        context.log().note(self.name, started, (tried, decided), visited);
        Ok(())
    }
}

/// Carries out the steps of a plan until no question is open or the time is over.
///
/// # Errors
/// Those of the steps.
pub(crate) fn carry_out<'a, C, F>(plan: &[Step<F>], context: &mut C) -> Result<(), Diagnostics>
where
    C: Deciding<'a>,
    F: Fn(&mut C) -> Result<(), Diagnostics>,
{
    for (position, step) in plan.iter().enumerate() {
        if context.open() == 0 || context.budget().is_over() {
            break;
        }
        let share = step.share_before(plan[position + 1..].iter(), context.request());
        step.carry_out(share, context, &C::open, |context, work| work(context))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn shares_of_many_goals_are_at_most_half_of_the_time() {
        for goals in [1, 2, 3, 10, 1000] {
            let share =
                Share::part(2).for_each_goal(usize::MAX).of(Some(HOUR), goals).expect("time is limited");
            assert!(share * u32::try_from(goals).expect("a small number") <= HOUR / 2, "{goals}");
        }
        let few = Share::part(4).for_each_goal(3);
        assert_eq!(
            [1, 2, 3, 9].map(|open| few.of(Some(HOUR), open)),
            [4, 4, 6, 6].map(|parts| Some(HOUR / parts))
        );
    }

    #[test]
    fn a_share_is_limited_by_time_left_and_by_its_maximum() {
        let share = Share::part(3).at_most(60);
        assert_eq!(share.of(None, 5), Some(Duration::from_secs(60)));
        assert_eq!(share.of(Some(HOUR), 5), Some(Duration::from_secs(60)));
        assert_eq!(share.of(Some(Duration::from_secs(9)), 5), Some(Duration::from_secs(3)));
        assert_eq!(Share::ALL.of(None, 1), None);
    }
}
