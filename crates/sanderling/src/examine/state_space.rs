//! How many markings, firings and tokens there are.

use sanderling_net::Diagnostics;
use sanderling_report::{Decision, Report, Technique, Verdict};

use super::{Answer, Examiner};
use crate::analyse::analyse;
use crate::request::{Question, Request};

impl Examiner<'_> {
    /// Answers all four questions, or none of them.
    pub(super) fn state_space(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() {
            return self.state_space_as_it_is();
        }
        let request = Request { question: Question::Explore, ..self.request.clone() };
        let report = analyse(self.net, &request, self.control)?;
        self.note_end(&report);
        if report.verdict == Verdict::Computed {
            self.tell_figures(&report);
        }
        Ok(())
    }

    /// Tells the figures of a state space that was explored whole, or shown to have no end.
    pub(super) fn tell_figures(&mut self, report: &Report) {
        let (Some(states), Some(firings)) = (report.states, report.firings) else { return };
        let is_unbounded = report.unbounded.is_some();
        let technique = if is_unbounded { Technique::SelfCovering } else { Technique::Search };
        for (question, number) in [states, firings, report.max_tokens_in_place, report.max_tokens_in_marking]
            .into_iter()
            .enumerate()
        {
            self.tell(question, Answer::Number(number), Decision::by(technique));
        }
    }
}
