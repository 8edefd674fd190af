//! Proofs, which must never contradict the naive explorer.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use sanderling_model::Knowledge;
use sanderling_net::{Net, PlaceId};
use sanderling_proof::{Budget, Prover};
use sanderling_property::{Comparison, Formula, ReferenceValuation, Relation};
use sanderling_testkit::naive::{self, Explored};

use super::LIMIT;
use super::plain::{any_net, properties};

/// Checks that no marking proved unreachable is reached, and no proved bound is exceeded.
pub(super) fn proved(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Ok(explored) = naive::explore(&net, LIMIT) else { return false };
    let Ok(knowledge) = Knowledge::of(&net) else { return false };
    let prover = Prover::with_invariants(knowledge.structure(), knowledge.bounds().invariants());
    let budget = || Budget::of_time(Duration::from_secs(2));
    for target in targets(&net, &explored, random) {
        let Some(proof) = prover.unreachable(&target, &budget()) else { continue };
        let about = format!("{}: {}", net.id, target.display(&net));
        assert!(proof.check(knowledge.structure()), "{about}");
        for marking in explored.markings.keys() {
            let valuation = ReferenceValuation::build(&net, marking).expect("enabledness is defined");
            assert!(!target.holds(&valuation), "{about} is reachable");
        }
    }
    let terms: Vec<(i64, PlaceId)> =
        net.place_ids().map(|place| (random.random_range(-1..=2), place)).collect();
    if let Some(bound) = prover.bound(&terms, &budget()) {
        for marking in explored.markings.keys() {
            let value =
                |&(factor, place): &(i64, PlaceId)| i128::from(factor) * i128::from(marking.tokens(place));
            assert!(terms.iter().map(value).sum::<i128>() <= bound.most, "{}: {terms:?}", net.id);
        }
    }
    true
}

/// Returns random formulas, deadlocks, and formulas that require too many tokens.
fn targets(net: &Net, explored: &Explored, random: &mut StdRng) -> Vec<Formula> {
    let mut targets: Vec<_> =
        properties(net, random, 2).iter().map(sanderling_property::Property::target).collect();
    targets.push(Formula::Deadlock);
    for (place, &most) in net.place_ids().zip(&explored.bounds).take(4) {
        let more = Comparison::build([(1, place)], Relation::Greater, i128::from(most)).expect("it is one");
        targets.push(Formula::Compare(more));
    }
    targets
}
