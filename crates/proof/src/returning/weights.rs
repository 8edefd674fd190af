//! Weights of places: about the number of firings that bring a token home.
//!
//! They are shortest derivations. Source: D. E. Knuth, *A Generalization of Dijkstra's Algorithm*, Information
//! Processing Letters 6, 1977.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sanderling_model::Structure;
use sanderling_net::TransitionId;

/// Returns a weight for each place: 0 if it is marked initially. Otherwise some transition takes a token from
/// it and lowers the weighted sum, if possible. Returns `None` if the numbers are too large.
pub(super) fn weights(structure: &Structure) -> Option<Vec<i128>> {
    let places = structure.place_count();
    let mut weights: Vec<Option<i128>> = vec![None; places];
    // For each transition: the number of places that it adds tokens to and whose weight is not known.
    let adds = |one: TransitionId| structure.effect(one).iter().filter(|(_, effect)| *effect > 0);
    let mut unknown: Vec<usize> = structure.transition_ids().map(|one| adds(one).count()).collect();
    let mut added_by: Vec<Vec<TransitionId>> = vec![Vec::new(); places];
    for transition in structure.transition_ids() {
        adds(transition).for_each(|&(place, _)| added_by[place.index()].push(transition));
    }
    let mut open = BinaryHeap::new();
    let marked = structure.place_ids().filter(|place| structure.initial()[place.index()] > 0);
    open.extend(marked.map(|place| Reverse((0_i128, place.index()))));
    let mut ready: Vec<TransitionId> =
        structure.transition_ids().filter(|one| unknown[one.index()] == 0).collect();
    loop {
        for transition in ready.drain(..).filter(|&one| structure.reset(one).is_empty()) {
            let mut terms =
                adds(transition).map(|&(place, effect)| weights[place.index()]?.checked_mul(effect));
            let sum = terms.try_fold(1_i128, |sum, term| sum.checked_add(term?))?;
            for &(place, effect) in structure.effect(transition).iter().filter(|(_, effect)| *effect < 0) {
                // Rounded up, so that the transition lowers the sum.
                let weight = sum.checked_add(-effect - 1)? / -effect;
                open.push(Reverse((weight, place.index())));
            }
        }
        let Some(Reverse((weight, place))) = open.pop() else { break };
        if weights[place].is_some() {
            continue;
        }
        weights[place] = Some(weight);
        for &transition in &added_by[place] {
            unknown[transition.index()] -= 1;
            if unknown[transition.index()] == 0 {
                ready.push(transition);
            }
        }
    }
    // No transition brings the tokens of the other places home.
    let most = weights.iter().flatten().max().copied().unwrap_or(0).checked_add(1)?;
    Some(weights.into_iter().map(|weight| weight.unwrap_or(most)).collect())
}
