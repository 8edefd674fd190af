//! Temporal properties: LTL formulas over all runs, and CTL formulas in the initial marking.

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::{Logic, TemporalProperty};
use sanderling_report::Means;
use sanderling_system::EventId;

use super::{Answer, Answered, Answering, Lasso};
use crate::portfolio::temporal::{Decided, Witness, decide_and_announce};
use crate::request::Question;

impl Answering<'_> {
    /// Decides properties within the limits, and announces each one when it is decided.
    pub(super) fn temporal(&mut self, properties: &[TemporalProperty]) -> Result<(), Diagnostics> {
        let (net, budget) = (self.net, self.budget);
        let request = self.request_for(Question::Check(Vec::new()));
        let mut on_answer = |question: usize, Decided { holds, by, run }: &Decided| {
            let by = by.clone().with(self.queried.is_unfolding.then_some(Means::Unfolding));
            let is_violated = properties[question].logic == Logic::Ltl && !holds;
            let lasso = run.as_ref().filter(|_| net.is_place_transition() && is_violated).map(lasso);
            self.open.remove(&question);
            (self.on_answer)(Answered {
                question,
                answer: Answer::Truth(*holds),
                by,
                run: None,
                lasso,
                group: None,
            });
        };
        let found = decide_and_announce(net, properties, (&request, budget), &mut on_answer)?;
        self.log.append(found.log.into_stages());
        self.ended_by = found.decided.iter().find_map(|decided| Some(decided.as_ref().err()?.in_words()));
        Ok(())
    }
}

/// Returns the firings of a run.
fn lasso(Witness { tree, .. }: &Witness) -> Lasso {
    let run = &tree.run;
    let firings =
        |events: &Vec<EventId>| events.iter().map(|event| TransitionId::new(event.index())).collect();
    Lasso { prefix: firings(&run.prefix), cycle: run.cycle.as_ref().map(firings) }
}
