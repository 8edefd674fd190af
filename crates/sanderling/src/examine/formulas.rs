//! Formulas: whether they hold in every reachable marking, or in some.

use std::ops::ControlFlow;

use sanderling_net::{Diagnostics, Net, TransitionId};
use sanderling_property::{Formula, Property, Quantifier};

use super::confirm::confirm;
use super::{Answer, Examiner};
use crate::decide::decide_and_tell;
use crate::finding::Finding;
use crate::request::Question;

impl Examiner<'_> {
    /// Answers all of them at the same time, each as soon as it is decided.
    pub(super) fn formulas(&mut self, properties: &[Property]) -> Result<(), Diagnostics> {
        let request = self.asking(Question::Check(properties.to_vec()), 1);
        let targets: Vec<Formula> = properties.iter().map(Property::target).collect();
        let (net, control) = (self.net, self.control);
        let mut listener = |goal: usize, finding: &Finding| {
            let is_always = properties[goal].quantifier == Quantifier::Always;
            let (is_found, by) = match finding {
                Finding::Found(events, by) => {
                    confirm(net, events, &targets[goal]);
                    (true, by)
                }
                Finding::Absent(by) => (false, by),
                Finding::Open | Finding::TooLong => return ControlFlow::Continue(()),
            };
            let run = run(net, finding);
            self.answer_with_run(goal, Answer::Truth(is_found != is_always), by.clone(), run);
            ControlFlow::Continue(())
        };
        let searched = decide_and_tell(net, &request, control, &mut listener)?;
        self.note_end(&searched.report);
        Ok(())
    }
}

/// The firings of what was found.
fn run(net: &Net, finding: &Finding) -> Option<Vec<TransitionId>> {
    let Finding::Found(events, _) = finding else { return None };
    let transitions = events.iter().map(|event| TransitionId::new(event.index()));
    net.is_place_transition().then(|| transitions.collect())
}
