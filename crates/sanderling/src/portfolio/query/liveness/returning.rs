//! A proof that the initial marking can be reached again from every reachable marking, without exploring them.
//!
//! Give each place a weight w ≥ 0: about the number of firings that bring one of its tokens home, 0 for the
//! places that are marked initially. Let D be the transitions t with w·C(t) < 0, for the incidence matrix C.
//! From any marking, firing transitions of D as long as one is enabled must end, since w·M falls each time.
//! If no reachable marking other than the initial one disables all of D, it can only end there. This last
//! condition is a formula about single markings, so the [prover](sanderling_proof::Prover) may refute its
//! negation. Inhibitor arcs and capacities take part in the formula. Transitions with reset arcs have no
//! fixed effect, and are not in D.
//!
//! A net whose initial marking can always be reached again is live if and only if it is quasi-live. The
//! weights are shortest derivations: D. E. Knuth, *A Generalization of Dijkstra's Algorithm*, Information
//! Processing Letters 6, 1977.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sanderling_model::Structure;
use sanderling_net::{Diagnostics, TransitionId};
use sanderling_proof::{Budget, Proof};
use sanderling_property::{Formula, Relation};

use crate::portfolio::query::compare;
use crate::prepare::AnalysedNet;

/// Returns a proof that the initial marking of a place/transition net can always be reached again, if one is
/// found.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn always_returns(
    net: AnalysedNet<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Proof>, Diagnostics> {
    let structure = net.knowledge()?.structure();
    let Some(weights) = weights(structure) else { return Ok(None) };
    let falling = structure.transition_ids().filter(|&one| is_falling(structure, &weights, one)).collect();
    let elsewhere = structure
        .place_ids()
        .map(|place| compare([(1, place)], Relation::Unequal, structure.initial()[place.index()].into()));
    let Some(elsewhere) = elsewhere.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let stuck = Formula::And(vec![Formula::Or(elsewhere), Formula::Enabled(falling).negate()]);
    Ok(net.prover()?.unreachable(&stuck, budget))
}

/// Returns a weight for each place: 0 if it is marked initially. Otherwise some transition takes a token from
/// it and lowers the weighted sum, if possible. Returns `None` if the numbers are too large.
fn weights(structure: &Structure) -> Option<Vec<i128>> {
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

/// Returns whether each firing of a transition lowers the weighted sum.
fn is_falling(structure: &Structure, weights: &[i128], transition: TransitionId) -> bool {
    let effect = structure.effect(transition).iter();
    let mut terms = effect.map(|&(place, effect)| weights[place.index()].checked_mul(effect));
    let change = terms.try_fold(0_i128, |sum, term| sum.checked_add(term?));
    structure.reset(transition).is_empty() && change.is_some_and(|change| change < 0)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use sanderling_net::Net;
    use sanderling_testkit::naive::Graph;
    use sanderling_testkit::random::{self, Shape, for_seeds, is_met};

    use super::*;
    use crate::prepare::Facts;

    fn is_proved(net: &Net) -> bool {
        let facts = Facts::default();
        let budget = Budget::of_time(Duration::from_secs(5));
        always_returns(AnalysedNet::new(net, &facts), &budget).expect("it is compiled").is_some()
    }

    #[test]
    fn a_proof_of_return_is_right() {
        let (proved, reversible) = (Cell::new(0), Cell::new(0));
        for_seeds(1_000, |seed| {
            let net = match seed % 6 {
                0 => random::classes::state_machine(seed),
                1 => random::classes::marked_graph(seed),
                2 => random::classes::free_choice(seed),
                3 => random::net(seed, &Shape::conservative()),
                4 => random::net(seed, &Shape::conservative_special()),
                _ => random::net(seed, &Shape::special()),
            };
            let Ok(graph) = Graph::explore(&net, 500) else { return };
            let returns = graph.is_reversible();
            reversible.set(reversible.get() + u64::from(returns));
            if is_proved(&net) {
                proved.set(proved.get() + 1);
                assert!(returns, "seed {seed}");
            }
        });
        let (proved, reversible) = (proved.get(), reversible.get());
        assert!(is_met(proved, 100), "{proved} of {reversible} reversible nets are proved");
    }
}
