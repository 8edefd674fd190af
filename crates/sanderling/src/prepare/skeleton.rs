//! The [`Skeleton`] of a coloured net, which ignores colours. It allows proofs about the net without
//! unfolding it.

use sanderling_model::Knowledge;
use sanderling_net::Net;
use sanderling_proof::{Prover, Skeleton};

/// The skeleton of a net, with its facts.
#[derive(Debug)]
pub(crate) struct SkeletonOfNet {
    pub(crate) skeleton: Skeleton,
    pub(crate) knowledge: Knowledge,
}

impl SkeletonOfNet {
    /// Returns the skeleton of a coloured net, if it has one that can be compiled.
    pub(super) fn of(net: &Net) -> Option<Self> {
        let skeleton = Skeleton::of(net)?;
        let knowledge = Knowledge::of(skeleton.net()).ok()?;
        Some(Self { skeleton, knowledge })
    }

    /// Returns a prover for the skeleton.
    pub(crate) fn prover(&self) -> Prover<'_> {
        Prover::with_invariants(self.knowledge.structure(), self.knowledge.bounds().invariants())
    }
}
