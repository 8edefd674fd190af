//! What can be proved of a coloured net without unfolding it: what holds of its [`Skeleton`], which forgets colours.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_model::Knowledge;
use sanderling_net::{Net, PlaceId};
use sanderling_proof::{Budget, Prover, Skeleton};
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique};

use crate::finding::argument;

/// The skeleton of a net, with what is known of it.
pub(crate) struct ForgottenColours {
    skeleton: Skeleton,
    knowledge: Knowledge,
}

impl ForgottenColours {
    /// The skeleton of a coloured net, if it has one that can be compiled.
    pub(crate) fn of(net: &Net) -> Option<Self> {
        let skeleton = Skeleton::of(net)?;
        let knowledge = Knowledge::of(skeleton.net()).ok()?;
        Some(Self { skeleton, knowledge })
    }

    /// What proves that no reachable marking of the coloured net satisfies a formula, if something is found.
    pub(crate) fn unreachable(
        &self,
        target: &Formula,
        time: Duration,
        control: &Control<'_>,
    ) -> Option<Decision> {
        let target = self.skeleton.covering(target);
        if target == Formula::Constant(true) {
            return None;
        }
        let is_cancelled = || control.is_cancelled();
        let proof = self.prover().unreachable(&target, &Budget::new(time, &is_cancelled))?;
        let lines = proof.explain(self.knowledge.structure(), self.skeleton.net());
        let technique = Technique::Skeleton(argument(proof.technique));
        Some(Decision { proof: lines, ..Decision::by(technique) })
    }

    /// What the weighted sum of some places' tokens never goes beyond in the coloured net, and the technique that shows it.
    pub(crate) fn bound(
        &self,
        sum: &[(i64, PlaceId)],
        time: Duration,
        control: &Control<'_>,
    ) -> Option<(i128, Technique)> {
        if !sum.iter().all(|&(_, place)| self.skeleton.counts(place)) {
            return None;
        }
        let is_cancelled = || control.is_cancelled();
        let bound = self.prover().bound(sum, &Budget::new(time, &is_cancelled))?;
        Some((bound.most, Technique::Skeleton(argument(bound.proof.technique))))
    }

    fn prover(&self) -> Prover<'_> {
        Prover::with_invariants(self.knowledge.structure(), self.knowledge.bounds().invariants())
    }
}
