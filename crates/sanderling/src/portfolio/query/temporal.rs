//! Temporal properties: whether all runs satisfy them, or the initial marking does.

use sanderling_analysis::AcceptedRun;
use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::TemporalProperty;
use sanderling_report::Means;
use sanderling_system::EventId;

use super::{Answer, Answered, Answering, Lasso};
use crate::portfolio::temporal::{Decided, decide};

impl Answering<'_> {
    /// Answers what it can of them, each as soon as it is decided.
    pub(super) fn temporal(&mut self, properties: &[TemporalProperty]) -> Result<(), Diagnostics> {
        let (net, request, budget) = (self.net, self.request, self.budget);
        let mut hear = |question, Decided { holds, by, run }: Decided| {
            let by = by.with(self.queried.is_unfolding.then_some(Means::Unfolding));
            let lasso = run.filter(|_| net.is_place_transition()).map(lasso);
            (self.hear)(Answered { question, answer: Answer::Truth(holds), by, run: None, lasso });
        };
        self.ended_by = decide(net, properties, (request, &budget), &mut hear)?;
        Ok(())
    }
}

/// The firings of a run.
fn lasso(run: AcceptedRun) -> Lasso {
    let firings =
        |events: Vec<EventId>| events.into_iter().map(|event| TransitionId::new(event.index())).collect();
    Lasso { prefix: firings(run.prefix), cycle: run.cycle.map(firings) }
}
