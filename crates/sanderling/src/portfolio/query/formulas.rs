//! Properties of markings: whether they hold in every reachable marking, or in some.

use std::ops::ControlFlow;

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::{Property, Quantifier};

use super::{Answer, Answering};
use crate::portfolio::decide_and_announce;
use crate::prepare::AnalysedNet;
use crate::replay::finding::Finding;
use crate::request::Question;

impl Answering<'_> {
    /// Decides all properties together, and announces each one when it is decided.
    pub(super) fn formulas(&mut self, properties: &[Property]) -> Result<(), Diagnostics> {
        let request = self.request_for(Question::Check(properties.to_vec()));
        let (net, control, checkpoints) = (self.net, self.budget.control(), self.checkpoints);
        let mut listener = |goal: usize, finding: &Finding| {
            let is_always = properties[goal].quantifier == Quantifier::Always;
            let (is_found, by) = match finding {
                Finding::Found(_, by) => (true, by),
                Finding::Absent(by) => (false, by),
                Finding::Open | Finding::TooLong => return ControlFlow::Continue(()),
            };
            let run = run(net, finding);
            self.answer_with_run(goal, Answer::Truth(is_found != is_always), by.clone(), run);
            ControlFlow::Continue(())
        };
        let searched = decide_and_announce(net, &request, checkpoints, control, &mut listener)?;
        self.note(&searched);
        self.log.append(searched.statistics.plan);
        Ok(())
    }
}

/// Returns the firings of a finding.
pub(super) fn run(net: AnalysedNet<'_>, finding: &Finding) -> Option<Vec<TransitionId>> {
    let Finding::Found(run, _) = finding else { return None };
    let transitions = run.events.iter().map(|event| TransitionId::new(event.index()));
    net.is_place_transition().then(|| transitions.collect())
}
