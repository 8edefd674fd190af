//! How many markings, firings and tokens there are.

use sanderling_net::Diagnostics;
use sanderling_report::Verdict;

use super::{Answer, Examiner};
use crate::analyse::analyse;
use crate::request::{Question, Request};

impl Examiner<'_> {
    /// Answers all four questions, or none of them.
    pub(super) fn state_space(&mut self) -> Result<(), Diagnostics> {
        let request = Request { question: Question::Explore, ..self.request.clone() };
        let report = analyse(self.net, &request, self.control)?;
        let (Some(states), Some(firings)) = (report.states, report.firings) else { return Ok(()) };
        if report.verdict != Verdict::Computed {
            return Ok(());
        }
        let technique = if report.unbounded.is_some() { "pumping" } else { "search" };
        for (question, number) in [states, firings, report.max_tokens_in_place, report.max_tokens_in_marking]
            .into_iter()
            .enumerate()
        {
            self.tell(question, Answer::Number(number), technique);
        }
        Ok(())
    }
}
