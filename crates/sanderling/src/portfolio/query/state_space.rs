//! State space: the numbers of markings, firings and tokens.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

use sanderling_net::Diagnostics;
use sanderling_report::{Decision, Technique};

use crate::search::{SearchStatistics, Wanted, survey};

use super::{Answer, Answering};
use crate::portfolio::checkpoints_of;
use crate::portfolio::plan::{Share, Step};
use crate::request::{Question, Request};

type Attempt = fn(&mut Answering<'_>) -> Result<(), Diagnostics>;

pub(super) const PLAN: [Step<Attempt>; 1] =
    [Step::new("all markings", Share::ALL, |answering| answering.explore_all())];

impl Answering<'_> {
    /// Answers either all four questions or none.
    fn explore_all(&mut self) -> Result<(), Diagnostics> {
        let request = Request {
            question: Question::Explore,
            assertions: false,
            limits: self.budget.limits_left(),
            ..self.request.clone()
        };
        let checkpoints = checkpoints_of(self.checkpoints, self.net, &[])?;
        let wanted = Wanted { checkpoints, ..Wanted::default() };
        let searched = survey(self.net, &request, wanted, self.budget.control())?;
        self.note(&searched);
        let is_answered = searched.statistics.exhaustive || searched.statistics.unbounded.is_some();
        if is_answered && searched.undefined.is_none() {
            self.announce_statistics(&searched.statistics);
        }
        Ok(())
    }

    /// Announces the statistics of a state space that is completely explored, or shown to be infinite.
    pub(super) fn announce_statistics(&mut self, statistics: &SearchStatistics) {
        let most = statistics.max_tokens_in_place.zip(statistics.max_tokens_in_marking);
        let Some(((states, firings), (in_place, in_marking))) =
            statistics.states.zip(statistics.firings).zip(most)
        else {
            return;
        };
        let is_unbounded = statistics.unbounded.is_some();
        let technique = if is_unbounded { Technique::SelfCovering } else { Technique::Search };
        for (question, number) in [states, firings, in_place, in_marking].into_iter().enumerate() {
            self.announce(question, Answer::Number(number), Decision::by(technique));
        }
    }
}
