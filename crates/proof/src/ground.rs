//! The common basis of all questions about a net.
//!
//! It follows from the structure in linear time, so checking a proof can start from the structure alone. INVARIANT:
//! `known_weights` are weights that no firing raises by [`Effects::never_raise`], independently of their source.

use sanderling_model::{Invariants, OverApproximation, Structure};

use crate::effects::{Effects, Weighted};
use crate::lemma::Fact;
use crate::trap::Traps;

/// The basis of proofs: the net's structure, and properties that follow from it in linear time.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) over_approximation: OverApproximation,
    pub(crate) effects: Effects,
    pub(crate) traps: Traps,
    /// Weights that no firing raises, to be tried before others are computed.
    pub(crate) known_weights: Vec<Vec<Weighted>>,
}

impl<'a> Ground<'a> {
    pub(crate) fn of(structure: &'a Structure) -> Self {
        let over_approximation = OverApproximation::of(structure);
        let effects = Effects::of(structure, &over_approximation);
        let traps = Traps::of(structure, &over_approximation);
        Self { structure, over_approximation, effects, traps, known_weights: Vec::new() }
    }

    /// Adds the weights of these invariants that no firing raises, and, negated, those that no firing lowers.
    pub(crate) fn with_invariants(mut self, invariants: &Invariants) -> Self {
        for invariant in &invariants.invariants {
            let weights = invariant.weights.iter();
            let weights: Vec<Weighted> = weights.map(|&(place, weight)| (place, weight.into())).collect();
            let negated = weights.iter().map(|&(place, weight)| (place, -weight)).collect();
            for weights in [weights, negated] {
                if self.effects.never_raise(&weights) {
                    self.known_weights.push(weights);
                }
            }
        }
        self
    }

    /// Returns the capacities, as facts.
    pub(crate) fn capacities(&self) -> Vec<Fact> {
        let limited = self.structure.place_ids().filter(|p| self.structure.capacity()[p.index()].is_some());
        limited.map(Fact::Capacity).collect()
    }
}
