//! Proofs that no reachable marking meets a goal, from weights that no firing increases and from traps
//! (`sanderling-proof`). They take at most half of the time: if smaller searches have found no answer, a
//! larger one seldom does.

use sanderling_net::Diagnostics;
use sanderling_proof::Budget;
use sanderling_report::{Decision, Technique as DecidedBy};

use super::{Kind, Part, Portfolio, Technique};
use crate::replay::finding::{Finding, argument};

pub(crate) struct Proof;

impl Technique for Proof {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        !portfolio.searches_are_over && portfolio.request.proofs
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let is_cancelled = || portfolio.budget.is_cancelled();
        let budget = Budget::new(portfolio.budget.time(), &is_cancelled);
        let net = part.net();
        // A net that cannot be compiled has been refused earlier.
        let (Ok(knowledge), Ok(prover)) = (net.knowledge(), net.prover()) else { return Ok(()) };
        let Some(target) = part.request.goals().into_iter().next() else { return Ok(()) };
        if let Some(proof) = prover.unreachable(&target, &budget) {
            let lines = proof.explain(knowledge.structure(), net.net);
            let by = Decision::by(DecidedBy::Proof(argument(proof.technique)));
            let finding = part.lift(Finding::Absent(Decision { proof: lines, ..by }));
            portfolio.findings.set(part.goals[0], finding);
            portfolio.record.note_net(part);
        }
        Ok(())
    }
}
