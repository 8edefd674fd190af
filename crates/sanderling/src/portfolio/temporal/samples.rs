//! Searches samples of the net for runs. Many runs are close, even if the net is far too large to be
//! searched.

use sanderling_analysis::Limits;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;
use sanderling_property::Logic;
use sanderling_report::{Decision, Means, Technique};
use sanderling_runs::Sample;

use super::linear::{Part, Question, Searched};
use super::{Decided, Temporal};

/// Maximum number of samples for a property.
const SAMPLES: u64 = 64;
/// Maximum number of nodes of a sample.
const MAX_NODES: u64 = 1 << 17;

impl Temporal<'_> {
    /// Looks in samples for runs that violate the open properties of linear time, within the time for random
    /// walks.
    pub(super) fn look_in_samples(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ltl);
        for &position in &open {
            let Ok(question) = Question::of(&self.simpler[position].property.formula) else { continue };
            if let Some(searched) = self.look_in_samples_for(&question, open.len())? {
                let by = Decision::by(Technique::Search).with(searched.with);
                let run = self.shortened(&question, searched.run)?;
                self.settle(position, Decided { holds: false, by, run });
            }
        }
        Ok(())
    }

    /// Looks in samples for a run that violates one of `questions` properties.
    pub(super) fn look_in_samples_for(
        &mut self,
        question: &Question,
        questions: usize,
    ) -> Result<Option<Searched>, Diagnostics> {
        let deadline = Instant::now() + self.budget.part(questions, self.request.effort.walk_time);
        for number in 0..SAMPLES {
            let time = deadline.saturating_duration_since(Instant::now());
            if time.is_zero() || self.budget.is_over() {
                break;
            }
            let all = self.budget.limits_left();
            let states = all.states.map_or(MAX_NODES, |states| states.min(MAX_NODES));
            let limits = Limits { states: Some(states), time: Some(time), ..all };
            let sample = Part::Sample(Sample::number(number));
            let mut searched = self.search_part((self.net, &question.atoms), question, sample, limits)?;
            if searched.holds == Ok(false) {
                searched.with.push(Means::RandomWalk);
                return Ok(Some(searched));
            }
        }
        Ok(None)
    }
}
