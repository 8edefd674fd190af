//! Proofs on the skeleton of a coloured net never contradict the naive explorer.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::Knowledge;
use sanderling_net::{Net, PlaceId};
use sanderling_proof::{Budget, Prover, Skeleton};
use sanderling_property::{Comparison, Formula, Property, ReferenceValuation, Relation};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{coloured, for_seeds, is_met, symmetric};
use sanderling_tests::random_property;

/// Larger state spaces are skipped.
const LIMIT: usize = 200;

/// The numbers of proved formulas, and of proved bounds that are reached.
#[derive(Default)]
struct Proofs {
    formulas: Cell<u32>,
    met: Cell<u32>,
}

fn count(counter: &Cell<u32>) {
    counter.set(counter.get() + 1);
}

/// Returns random formulas, and some that are likely to hold in no reachable marking, since they require too
/// many tokens.
fn targets(net: &Net, explored: &Explored, random: &mut StdRng) -> Vec<Formula> {
    let property = |random: &mut StdRng| {
        let text = random_property(net, random);
        Property::parse(&text, net).unwrap_or_else(|found| panic!("{text}: {found}")).target()
    };
    let mut targets: Vec<Formula> = (0..12).map(|_| property(random)).collect();
    for (place, &most) in net.place_ids().zip(&explored.bounds) {
        let more = Comparison::build([(1, place)], Relation::Greater, i128::from(most)).unwrap();
        targets.push(Formula::And(vec![Formula::Compare(more), property(random)]));
    }
    targets
}

fn check(net: &Net, seed: u64, proofs: &Proofs) {
    let Ok(explored) = naive::explore(net, LIMIT) else { return };
    let Some(skeleton) = Skeleton::of(net) else { return };
    let Ok(knowledge) = Knowledge::of(skeleton.net()) else { return };
    let prover = Prover::with_invariants(knowledge.structure(), knowledge.bounds().invariants());
    let budget = || Budget::of_time(Duration::from_secs(5));
    let mut random = StdRng::seed_from_u64(seed);
    for target in targets(net, &explored, &mut random) {
        let covering = skeleton.covering(&target);
        for marking in explored.markings.keys() {
            let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
            let is_met = target.holds(&valuation);
            let tokens_alone = !covering.asks_for_enabling();
            assert!(
                !is_met || !tokens_alone || covering.holds(&valuation),
                "{}: {}",
                net.id,
                target.display(net)
            );
        }
        let Some(proof) = prover.unreachable(&covering, &budget()) else { continue };
        count(&proofs.formulas);
        assert!(proof.check(knowledge.structure()), "{}: {}", net.id, target.display(net));
        for marking in explored.markings.keys() {
            let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
            assert!(!target.holds(&valuation), "{}: {} is reachable", net.id, target.display(net));
        }
    }
    for _ in 0..4 {
        let sum: Vec<(i64, PlaceId)> = (0..random.random_range(1..=2))
            .map(|_| (random.random_range(1..=2), PlaceId::new(random.random_range(0..net.places.len()))))
            .collect();
        if !sum.iter().all(|&(_, place)| skeleton.counts(place)) {
            continue;
        }
        let Some(bound) = prover.bound(&sum, &budget()) else { continue };
        let value = |factor: i64, tokens: u64| i128::from(factor) * i128::from(tokens);
        let values = explored.markings.keys().map(|marking| {
            sum.iter().map(|&(factor, place)| value(factor, marking.tokens(place))).sum::<i128>()
        });
        let greatest = values.max().expect("there is a marking");
        assert!(
            bound.most >= greatest,
            "{}: {sum:?} is {greatest}, and proved to be at most {}",
            net.id,
            bound.most
        );
        if bound.most == greatest {
            count(&proofs.met);
        }
    }
}

#[test]
fn proofs_about_skeletons_hold_for_coloured_nets() {
    let proofs = Proofs::default();
    for_seeds(300, |seed| check(&symmetric::net(seed), seed, &proofs));
    for_seeds(150, |seed| check(&coloured::net(seed), seed, &proofs));
    assert!(is_met(proofs.formulas.get(), 50), "{} formulas", proofs.formulas.get());
    assert!(is_met(proofs.met.get(), 50), "{} bounds", proofs.met.get());
}
