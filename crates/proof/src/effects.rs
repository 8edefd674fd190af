//! The changes of weighted sums of tokens by firings.
//!
//! The effect of a transition on a place is post − pre. A place that it resets loses *any* number of tokens beyond
//! those that the transition needs there to be enabled. Its effect is therefore at most post − needed, and a sum in
//! which such a place counts negatively may rise without bound. Inhibitor and read arcs and capacities only forbid
//! firings: properties that hold without them hold with them. Transitions that are dead for lack of tokens are omitted.
//!
//! INVARIANT: [`Effects::never_raise`] is computed in checked integers, and returns false on overflow.

use std::collections::BTreeSet;

use sanderling_model::{OverApproximation, Structure};
use sanderling_net::{PlaceId, TransitionId};

/// A place with an integer weight.
pub(crate) type Weighted = (PlaceId, i128);

/// The effects of the transitions that may fire.
#[derive(Debug)]
pub(crate) struct Effects {
    distinct: Vec<Vec<Weighted>>,
    by_place: Vec<Vec<(TransitionId, i128)>>,
    is_emptied: Vec<bool>,
}

impl Effects {
    pub(crate) fn of(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        let mut is_emptied = vec![false; structure.place_count()];
        let mut by_place = vec![Vec::new(); structure.place_count()];
        let mut distinct = BTreeSet::new();
        for transition in structure.transition_ids() {
            let mut row = Vec::new();
            if over_approximation.may_be_enabled(transition) {
                row = at_most(structure, transition);
                structure.reset(transition).iter().for_each(|place| is_emptied[place.index()] = true);
            }
            for &(place, effect) in &row {
                by_place[place.index()].push((transition, effect));
            }
            distinct.insert(row);
        }
        distinct.remove(&Vec::new());
        Self { distinct: distinct.into_iter().collect(), by_place, is_emptied }
    }

    /// Returns the distinct rows of the transitions, without empty ones. A row contains the non-zero maximum changes of
    /// the places.
    pub(crate) fn distinct(&self) -> &[Vec<Weighted>] {
        &self.distinct
    }

    /// Whether a transition that may fire empties the place.
    pub(crate) fn is_emptied(&self, place: PlaceId) -> bool {
        self.is_emptied[place.index()]
    }

    /// Iterates over the places that firings change together with this one. Some occur more than once.
    pub(crate) fn neighbours<'s>(
        &'s self,
        structure: &'s Structure,
        place: PlaceId,
    ) -> impl Iterator<Item = PlaceId> + 's {
        let transitions = self.by_place[place.index()].iter();
        transitions.flat_map(|&(transition, _)| structure.effect(transition)).map(|&(place, _)| place)
    }

    /// Whether no firing raises the weighted sum, as far as it can be computed. Each place must occur in `weights` at
    /// most once.
    pub(crate) fn never_raise(&self, weights: &[Weighted]) -> bool {
        self.each_change(weights, |change| change <= 0)
            && weights.iter().all(|&(place, weight)| weight >= 0 || !self.is_emptied(place))
    }

    /// Whether no firing changes the weighted sum at all.
    pub(crate) fn never_change(&self, weights: &[Weighted]) -> bool {
        self.each_change(weights, |change| change == 0)
            && weights.iter().all(|&(place, _)| !self.is_emptied(place))
    }

    /// Whether the change of the weighted sum by each firing satisfies `is_right` and can be computed.
    fn each_change(&self, weights: &[Weighted], is_right: impl Fn(i128) -> bool) -> bool {
        let by_place = |&(place, weight): &Weighted| {
            self.by_place[place.index()].iter().map(move |&(transition, effect)| (transition, weight, effect))
        };
        let mut changes: Vec<_> = weights.iter().flat_map(by_place).collect();
        changes.sort_unstable_by_key(|&(transition, ..)| transition);
        let add =
            |sum: i128, &(_, weight, effect): &(_, i128, i128)| sum.checked_add(weight.checked_mul(effect)?);
        changes
            .chunk_by(|one, other| one.0 == other.0)
            .all(|of_transition| of_transition.iter().try_fold(0, add).is_some_and(&is_right))
    }
}

/// Returns the effect of a transition, with its maximum on places that it resets.
fn at_most(structure: &Structure, transition: TransitionId) -> Vec<Weighted> {
    let mut row = structure.effect(transition).to_vec();
    for &place in structure.reset(transition) {
        let needed = structure.needs(transition).find(|&(p, _)| p == place).map_or(0, |(_, tokens)| tokens);
        let put =
            structure.post(transition).iter().find(|&&(p, _)| p == place).map_or(0, |&(_, tokens)| tokens);
        row.push((place, i128::from(put) - i128::from(needed)));
    }
    row.retain(|&(_, effect)| effect != 0);
    row
}
