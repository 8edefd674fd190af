//! Liveness by structure theory, without any marking but the first.
//!
//! The theorems are those of `sanderling-structure-theory` about marked graphs, state machines and free-choice
//! nets. A vector y over places that the incidence matrix C never lets rise, y·C ≤ 0, shows that a transition
//! t with y·C(t) < 0 fires only finitely often, if y·M cannot fall for ever: since y ≥ 0, or since all places
//! of y are bounded. Then the net is not live. Source: Murata, *Petri Nets: Properties, Analysis and
//! Applications*, Proceedings of the IEEE, 1989, section VI.C.
//!
//! Inhibitor arcs and capacities only remove runs, so the vectors count for nets with them. Nets with reset
//! arcs have no incidence matrix.

use sanderling_model::Knowledge;
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_report::{Argument, Decision, Technique};
use sanderling_structure_theory::{Answer, Budget, Claim, Flow, Theorem, TransitionWeightings, conclusions};

use crate::portfolio::query::Answering;

/// Work limit for each theorem: about a second.
const MAX_WORK: u64 = 400_000_000;

impl Answering<'_> {
    /// Returns whether the net is live, if its structure decides that, and what shows it.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn liveness_by_structure(&self) -> Result<Option<(bool, Decision)>, Diagnostics> {
        if self.queried.transitions.iter().any(Vec::is_empty) {
            return Ok(Some((false, Decision::by(Technique::Proof(Argument::Structure)))));
        }
        if !self.net.is_place_transition() || self.queried.transitions.is_empty() {
            return Ok(None);
        }
        let knowledge = self.net.knowledge()?;
        let is_over = || self.budget.is_over();
        let mut budget = Budget::new(&is_over);
        budget.max_work = MAX_WORK;
        let flow = Flow::of(knowledge.structure());
        Ok(self.by_theorem(&flow, &budget).or_else(|| self.by_vector(&flow, knowledge, &budget)))
    }

    /// In an unfolding, a transition that is not live may belong to a group that is.
    fn by_theorem(&self, flow: &Flow<'_>, budget: &Budget<'_>) -> Option<(bool, Decision)> {
        let found = conclusions(self.net.net, flow, budget).into_iter();
        let mut decided = found.filter_map(|one| match one.claim() {
            Claim::Live | Claim::LiveAndBounded => Some((true, one.theorem())),
            Claim::NotLive if !self.queried.is_unfolding => Some((false, one.theorem())),
            _ => None,
        });
        let (is_live, theorem) = decided.next()?;
        let argument = if theorem == Theorem::Commoner { Argument::SiphonTrap } else { Argument::Structure };
        Some((is_live, Decision::by(Technique::Proof(argument))))
    }

    fn by_vector(
        &self,
        flow: &Flow<'_>,
        knowledge: &Knowledge,
        budget: &Budget<'_>,
    ) -> Option<(bool, Decision)> {
        let found = TransitionWeightings::decide(flow, budget);
        let is_bounded = |&(place, _): &(PlaceId, i128)| knowledge.bounds().upper(place).is_some();
        let vectors = [found.repetitive, found.consistent].into_iter().filter_map(|answer| match answer {
            Answer::No(vector) => Some(vector),
            Answer::Yes(_) | Answer::Unknown(_) => None,
        });
        let mut usable = vectors
            .filter(|vector| vector.iter().all(|&(_, weight)| weight >= 0) || vector.iter().all(is_bounded));
        usable
            .any(|vector| self.stops_a_group(flow, &vector))
            .then(|| (false, Decision::by(Technique::Proof(Argument::StateEquation))))
    }

    /// Returns whether each firing of some group lowers the sum, which no firing raises.
    fn stops_a_group(&self, flow: &Flow<'_>, vector: &[(PlaceId, i128)]) -> bool {
        let weight_of = |place: PlaceId| {
            vector.binary_search_by_key(&place, |&(place, _)| place).map_or(0, |at| vector[at].1)
        };
        let change = |transition: TransitionId| {
            let effect = flow.structure().effect(transition).iter();
            effect
                .map(|&(place, effect)| weight_of(place).checked_mul(effect))
                .try_fold(0_i128, |sum, term| sum.checked_add(term?))
        };
        let transitions = || flow.structure().transition_ids();
        let never_rises = transitions().all(|one| change(one).is_some_and(|change| change <= 0));
        never_rises
            && self
                .queried
                .transitions
                .iter()
                .any(|group| group.iter().all(|&one| change(one).is_some_and(|change| change < 0)))
    }
}
