//! A proof about the skeleton of a coloured net, which ignores colours. If no marking of the skeleton meets a
//! goal, no marking of the net does. It takes at most a share of the time, and is not tried if a search has
//! stopped at an undefined event.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_proof::Budget;
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique as DecidedBy};

use super::{Kind, Part, Portfolio, Technique};
use crate::prepare::SkeletonOfNet;
use crate::replay::finding::{Finding, argument};

pub(crate) struct SkeletonProof;

impl Technique for SkeletonProof {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Coloured]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        portfolio.request.proofs && portfolio.undefined.is_none()
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let Some(skeleton) = portfolio.net.skeleton() else { return Ok(()) };
        let time = portfolio.budget.time();
        for (&goal, target) in part.goals.iter().zip(part.request.goals()) {
            if let Some(decision) = unreachable(skeleton, &target, time, portfolio.budget.control()) {
                portfolio.findings.set(goal, Finding::Absent(decision));
            }
        }
        Ok(())
    }
}

/// Returns what proves that no reachable marking of the coloured net satisfies a formula, if a proof is
/// found.
fn unreachable(
    of: &SkeletonOfNet,
    target: &Formula,
    time: Duration,
    control: &Control<'_>,
) -> Option<Decision> {
    let target = of.skeleton.covering(target);
    if target == Formula::Constant(true) {
        return None;
    }
    let is_cancelled = || control.is_cancelled();
    let proof = of.prover().unreachable(&target, &Budget::new(time, &is_cancelled))?;
    let lines = proof.explain(of.knowledge.structure(), of.skeleton.net());
    let technique = DecidedBy::Skeleton(argument(proof.technique));
    Some(Decision { proof: lines, ..Decision::by(technique) })
}

/// Returns an upper bound of a weighted sum of tokens in the coloured net, and the technique that proves it.
pub(crate) fn bound(
    of: &SkeletonOfNet,
    sum: &[(i64, PlaceId)],
    time: Duration,
    control: &Control<'_>,
) -> Option<(i128, DecidedBy)> {
    if !sum.iter().all(|&(_, place)| of.skeleton.counts(place)) {
        return None;
    }
    let is_cancelled = || control.is_cancelled();
    let bound = of.prover().bound(sum, &Budget::new(time, &is_cancelled))?;
    Some((bound.most, DecidedBy::Skeleton(argument(bound.proof.technique))))
}
