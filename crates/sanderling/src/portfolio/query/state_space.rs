//! State space: the numbers of markings, firings and tokens.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

use sanderling_analysis::Limits;
use sanderling_net::Diagnostics;
use sanderling_report::{Count, Decision, Means, Technique};

use crate::search::{SearchStatistics, Wanted, orbits, survey};

use super::{Answer, Answering};
use crate::portfolio::checkpoints_of;
use crate::portfolio::markings::counts;
use crate::portfolio::plan::{SYMMETRIC, Share, Step};
use crate::request::checkpoint::Opened;
use crate::request::{Question, Request};

type Attempt = fn(&mut Answering<'_>) -> Result<(), Diagnostics>;

pub(super) const PLAN: [Step<Attempt>; 6] = [
    Step::new("small search", Share::part(4), |answering| {
        let small = answering.request.effort.small_search(answering.net);
        let limits = answering.budget.limits_of(small);
        if small.0 > 0 { answering.explore_all(limits, None) } else { Ok(()) }
    }),
    Step::new("decision diagram, first", Share::part(8).at_most(60), |answering| {
        answering.count_with_diagram()
    }),
    Step::new(SYMMETRIC, Share::part(4).at_most(600), |answering| answering.count_representatives()),
    Step::new("search, first", Share::part(3), |answering| answering.explore_before_diagram()),
    Step::new("decision diagram", Share::part(2).at_most(1800), |answering| answering.count_with_diagram()),
    Step::new("all markings", Share::ALL, |answering| {
        answering.explore_all(answering.budget.limits_left(), answering.checkpoints)
    }),
];

impl Answering<'_> {
    /// Answers either all four questions or none.
    fn explore_all(&mut self, limits: Limits, checkpoints: Option<&Opened>) -> Result<(), Diagnostics> {
        let request =
            Request { question: Question::Explore, assertions: false, limits, ..self.request.clone() };
        let checkpoints = checkpoints_of(checkpoints, self.net, &[])?;
        let wanted = Wanted { checkpoints, ..Wanted::default() };
        let searched = survey(self.net, &request, wanted, self.budget.control())?;
        self.note(&searched);
        let is_answered = searched.statistics.exhaustive || searched.statistics.unbounded.is_some();
        if is_answered && searched.undefined.is_none() {
            self.announce_statistics(&searched.statistics, None);
        }
        Ok(())
    }

    /// Visits one marking of each class of symmetric ones.
    fn count_representatives(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() || self.net.self_covering().is_some() {
            return Ok(());
        }
        let limits = self.budget.limits_left();
        let request =
            Request { question: Question::Explore, assertions: false, limits, ..self.request.clone() };
        let counted = orbits::count(self.net, &request, self.budget.control())?;
        self.note(&counted);
        if counted.statistics.exhaustive {
            self.announce_statistics(&counted.statistics, Some(Means::Symmetries));
        }
        Ok(())
    }

    /// Explores for a share of the time, if a diagram may be tried again, and no checkpoint is to be written.
    fn explore_before_diagram(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() || self.checkpoints.is_some() || self.budget.time_left().is_none()
        {
            return Ok(());
        }
        self.explore_all(self.budget.limits_left(), None)
    }

    fn count_with_diagram(&mut self) -> Result<(), Diagnostics> {
        let Some((counts, by)) = counts(self.net, self.request, self.budget)? else { return Ok(()) };
        let numbers =
            [counts.markings, counts.firings, counts.max_in_place.into(), counts.max_in_marking.into()];
        for (question, number) in numbers.into_iter().enumerate() {
            let answer = match u128::try_from(&number) {
                Ok(number) => Answer::Number(Count::Finite(number)),
                Err(_) => Answer::Large(number),
            };
            self.announce(question, answer, by.clone());
        }
        Ok(())
    }

    /// Announces the statistics of a state space that is completely explored, or shown to be infinite.
    pub(super) fn announce_statistics(&mut self, statistics: &SearchStatistics, means: Option<Means>) {
        let most = statistics.max_tokens_in_place.zip(statistics.max_tokens_in_marking);
        let Some(((states, firings), (in_place, in_marking))) =
            statistics.states.zip(statistics.firings).zip(most)
        else {
            return;
        };
        let is_unbounded = statistics.unbounded.is_some();
        let technique = if is_unbounded { Technique::SelfCovering } else { Technique::Search };
        for (question, number) in [states, firings, in_place, in_marking].into_iter().enumerate() {
            self.announce(question, Answer::Number(number), Decision::by(technique).with(means));
        }
    }
}
