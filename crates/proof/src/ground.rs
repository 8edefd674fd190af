//! What all questions about a net have in common.

use sanderling_model::{Potential, Structure};

use crate::effects::Effects;
use crate::lemma::Fact;
use crate::trap::Traps;

/// What proofs stand on: the net's structure, and what follows from it in linear time.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) potential: Potential,
    pub(crate) effects: Effects,
    pub(crate) traps: Traps,
}

impl<'a> Ground<'a> {
    pub(crate) fn of(structure: &'a Structure) -> Self {
        let potential = Potential::of(structure);
        let effects = Effects::of(structure, &potential);
        let traps = Traps::of(structure, &potential);
        Self { structure, potential, effects, traps }
    }

    /// The capacities, as facts.
    pub(crate) fn capacities(&self) -> Vec<Fact> {
        let limited = self.structure.place_ids().filter(|p| self.structure.capacity()[p.index()].is_some());
        limited.map(Fact::Capacity).collect()
    }
}
