//! A decision diagram of all reachable markings decides every goal. If a marking meets a goal, a shortest run to it is
//! found backwards from the goal; if that takes too long, the goal stays open.

use sanderling_net::Diagnostics;
use sanderling_report::{Decision, Technique as DecidedBy};
use sanderling_system::EventId;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::markings::{Ended, described, find_markings, reason};
use crate::replay::finding::{Finding, Path};
use crate::request::Engine;

pub(crate) struct Diagram;

impl Technique for Diagram {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        let request = portfolio.request;
        !portfolio.searches_are_over && (request.proofs || request.engine == Engine::Diagram)
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let mut reached = match find_markings(part.net(), &part.request, portfolio.budget)? {
            Ok(reached) => reached,
            Err(Ended { reason, so_far }) => {
                portfolio.note_end(reason);
                if let Some((diagram, bytes)) = so_far.filter(|_| portfolio.request.engine == Engine::Diagram)
                {
                    portfolio.record.statistics.diagram = Some(diagram);
                    portfolio.record.peak_bytes = portfolio.record.peak_bytes.max(bytes);
                }
                return Ok(());
            }
        };
        let by = || Decision::by(DecidedBy::Diagram);
        let mut met = Vec::new();
        for (&goal, target) in part.goals.iter().zip(part.request.goals()) {
            if !portfolio.findings.is_open(goal) {
                continue;
            }
            match reached.satisfying(&target) {
                Ok(Some(set)) if reached.is_empty(&set) => {
                    portfolio.findings.set(goal, part.lift(Finding::Absent(by())));
                }
                Ok(Some(set)) => met.push((goal, set)),
                Ok(None) => {}
                Err(stop) => portfolio.note_end(reason(stop, portfolio.budget)),
            }
        }
        // Runs take longer, so they come last.
        for (goal, set) in met {
            match reached.run_to(&set) {
                Ok(Some(run)) => {
                    let events = run.into_iter().map(|transition| EventId::new(transition.index()));
                    let found = Finding::Found(Path::of(events.collect()), by());
                    portfolio.findings.set(goal, part.lift(found));
                }
                Ok(None) => {}
                Err(stop) => portfolio.note_end(reason(stop, portfolio.budget)),
            }
        }
        portfolio.record.statistics.diagram = described(&mut reached);
        portfolio.record.peak_bytes = portfolio.record.peak_bytes.max(reached.peak_bytes());
        portfolio.record.note_net(part);
        Ok(())
    }
}
