//! Structural proofs hold in every reachable marking: comparison with the naive explorer on random nets.

use std::collections::{HashSet, VecDeque};

use sanderling_model::{Bounds, Structure, TransitionSemiflows, UnitClaim};
use sanderling_net::semantics::{self, Marking};
use sanderling_net::{ArcKind, NestedUnits, Net};
use sanderling_testkit::naive::{Explored, explore, respects};
use sanderling_testkit::random::{self, Shape, for_seeds, for_seeds_as_usual};

const MARKINGS: usize = 500;

fn shapes() -> [Shape; 8] {
    [
        Shape::plain(),
        Shape { places: 4..=12, transitions: 3..=12, max_weight: 1, ..Shape::plain() },
        Shape::conservative(),
        Shape::special(),
        Shape { marked: 0.2, ..Shape::special() },
        Shape::conservative_special(),
        Shape::large_counts(),
        Shape::claimed_units(),
    ]
}

/// Calls `test` for random nets of every shape with at most [`MARKINGS`] reachable markings.
fn for_bounded_nets(test: impl Fn(&Net, &Structure, &Bounds, &Explored)) {
    for_seeds(60, |seed| {
        for shape in shapes() {
            let net = random::net(seed, &shape);
            if let Ok(explored) = explore(&net, MARKINGS) {
                let structure = Structure::build(&net).expect("the net has no colours");
                test(&net, &structure, &Bounds::prove(&structure), &explored);
            }
        }
    });
}

#[test]
fn no_reachable_marking_exceeds_a_bound() {
    for_bounded_nets(|net, structure, bounds, explored| {
        for place in structure.place_ids() {
            let (most, proved) = (explored.bounds[place.index()], bounds.upper(place));
            assert!(
                proved.is_none_or(|bound| most <= bound),
                "{} of {}: {proved:?} by {:?}, but there are {most}",
                net.place(place).id,
                net.id,
                bounds.proof(place),
            );
        }
    });
}

#[test]
fn invariants_hold_in_every_reachable_marking() {
    for_bounded_nets(|net, _, bounds, explored| {
        for invariant in &bounds.invariants().invariants {
            for marking in explored.markings.keys() {
                let weighted =
                    invariant.weights.iter().map(|&(p, w)| u128::from(w) * u128::from(marking.tokens(p)));
                let sum: u128 = weighted.sum();
                assert!(sum <= invariant.initial_sum, "{}: {invariant:?}", net.id);
                assert!(!invariant.exact || sum == invariant.initial_sum, "{}: {invariant:?}", net.id);
            }
        }
    });
}

#[test]
fn transitions_proved_dead_never_fire() {
    for_bounded_nets(|net, structure, bounds, explored| {
        for &transition in &explored.fired {
            assert!(bounds.over_approximation().may_be_enabled(transition), "{transition:?} of {}", net.id);
        }
        for place in structure.place_ids().filter(|p| explored.bounds[p.index()] > 0) {
            assert!(bounds.over_approximation().may_be_marked(place), "{place:?} of {}", net.id);
        }
    });
}

#[test]
fn every_place_of_a_conservative_net_is_bounded() {
    for_seeds_as_usual(300, |seed| {
        let net = random::net(seed, &Shape::conservative());
        let structure = Structure::build(&net).expect("the net has no colours");
        let bounds = Bounds::prove(&structure);
        assert!(bounds.invariants().complete, "{}", net.id);
        for place in structure.place_ids() {
            assert!(bounds.upper(place).is_some(), "{place:?} of {}", net.id);
        }
    });
}

#[test]
fn places_are_bounded_where_tokens_only_get_lost() {
    for_seeds_as_usual(200, |seed| {
        let mut net = random::net(seed, &Shape { reset: 0.3, ..Shape::conservative() });
        let mut number = seed;
        net.arcs.retain(|arc| {
            number += 1;
            arc.kind != ArcKind::Output || number % 3 > 0
        });
        let structure = Structure::build(&net).expect("the net has no colours");
        let bounds = Bounds::prove(&structure);
        for place in structure.place_ids() {
            assert!(bounds.upper(place).is_some(), "{place:?} of {}", net.id);
        }
    });
}

/// Returns all vectors of this length with entries from 0 to 2, except the zero vector.
fn small_vectors(length: usize) -> impl Iterator<Item = Vec<i128>> {
    let count = 3_u32.pow(u32::try_from(length).expect("it is short"));
    (1..count).map(move |code| (0..length).map(|i| i128::from(code / 3_u32.pow(i as u32) % 3)).collect())
}

/// Every small semiflow contains the support of one that was found, if it is claimed that all were.
fn assert_nothing_is_missed(
    id: &str,
    length: usize,
    is_semiflow: impl Fn(&[i128]) -> bool,
    found: &[Vec<usize>],
) {
    for vector in small_vectors(length).filter(|vector| is_semiflow(vector)) {
        let is_inside = |support: &Vec<usize>| support.iter().all(|&i| vector[i] > 0);
        assert!(found.iter().any(is_inside), "{id}: {vector:?} is missed by {found:?}");
    }
}

#[test]
fn small_semiflows_are_not_missed() {
    for_seeds_as_usual(100, |seed| {
        let net = random::net(seed, &Shape { places: 1..=6, transitions: 1..=6, ..Shape::plain() });
        let structure = Structure::build(&net).expect("the net has no colours");
        let bounds = Bounds::prove(&structure);
        let possible: Vec<_> =
            structure.transition_ids().filter(|&t| bounds.over_approximation().may_be_enabled(t)).collect();
        let invariants = bounds.invariants();
        let unchanged = |y: &[i128]| {
            let change = |&t: &_| structure.effect(t).iter().map(|&(p, c)| y[p.index()] * c).sum::<i128>();
            possible.iter().all(|t| change(t) == 0)
        };
        let mut supports: Vec<Vec<usize>> = Vec::new();
        for invariant in invariants.invariants.iter().filter(|invariant| invariant.exact) {
            supports.push(invariant.weights.iter().map(|(place, _)| place.index()).collect());
        }
        let changes = |&p: &_| possible.iter().any(|&t| structure.effect(t).iter().any(|&(q, _)| q == p));
        supports.extend(structure.place_ids().filter(|p| !changes(p)).map(|p| vec![p.index()]));
        assert!(invariants.complete, "{}", net.id);
        assert_nothing_is_missed(&net.id, structure.place_count(), unchanged, &supports);

        let semiflows = TransitionSemiflows::find(&structure, bounds.over_approximation());
        let returns = |x: &[i128]| {
            let mut total = vec![0; structure.place_count()];
            for &t in &possible {
                for &(p, c) in structure.effect(t) {
                    total[p.index()] += x[t.index()] * c;
                }
            }
            total.iter().all(|&change| change == 0)
        };
        let mut supports: Vec<Vec<usize>> = Vec::new();
        for semiflow in &semiflows.semiflows {
            let mut counts = vec![0; structure.transition_count()];
            semiflow.iter().for_each(|&(t, count)| counts[t.index()] = i128::from(count));
            assert!(returns(&counts), "{}: {semiflow:?}", net.id);
            supports.push(semiflow.iter().map(|(t, _)| t.index()).collect());
        }
        let idle = |t: &_| structure.effect(*t).is_empty() || !possible.contains(t);
        supports.extend(structure.transition_ids().filter(idle).map(|t| vec![t.index()]));
        assert_nothing_is_missed(&net.id, structure.transition_count(), returns, &supports);
    });
}

/// Fires everything in every marking that is unit-safe and reachable through such, compares what
/// the claim says of each firing with the definition, and returns whether the claim was refuted.
fn is_refuted(net: &Net, units: &NestedUnits, claim: &UnitClaim) -> bool {
    let start = semantics::initial(net).expect("the net has no terms");
    assert_eq!(claim.refuted_initially().is_some(), !respects(units, &start), "{}", net.id);
    if claim.refuted_initially().is_some() {
        return true;
    }
    let mut refuted = false;
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start]);
    while let Some(marking) = open.pop_front() {
        for firing in semantics::enabled(net, &marking).expect("the net has no terms") {
            let successor = semantics::fire(net, &marking, &firing).expect("it is enabled");
            let marked = |&p: &_| Marking::tokens(&marking, p) > 0;
            let transition = firing.transition;
            let refutes = claim.is_refuted_by(transition) || claim.check(transition).iter().any(marked);
            assert_eq!(
                refutes,
                !respects(units, &successor),
                "{}: {} leads from {} to {}",
                net.id,
                net.transition(transition).id,
                marking.describe(net),
                successor.describe(net),
            );
            refuted |= refutes;
            if !refutes && seen.insert(successor.clone()) {
                open.push_back(successor);
            }
        }
    }
    refuted
}

fn with_units(seed: u64) -> Vec<Net> {
    let claimed = Shape::claimed_units();
    let plain = Shape { conservative: false, arcs: 0..=3, ..claimed.clone() };
    let special =
        Shape { inhibitor: 0.4, read: 0.4, reset: 0.3, capacity: 0.1, max_weight: 2, ..plain.clone() };
    let sparse =
        Shape { marked: 0.15, places: 5..=9, inhibitor: 0.3, read: 0.3, reset: 0.2, ..claimed.clone() };
    let shapes = [claimed, plain, special, sparse];
    let mut nets: Vec<_> = shapes.iter().map(|shape| random::net(seed, shape)).collect();
    nets.push(random::unit_safe_net(seed));
    nets
}

#[test]
fn a_claim_is_refuted_exactly_where_it_is_false() {
    for_seeds_as_usual(150, |seed| {
        for net in with_units(seed) {
            let units = net.units.as_ref().expect("the shape has units");
            let structure = Structure::build(&net).expect("the net has no colours");
            let claim = UnitClaim::build(&structure, units).expect("the units are a tree");
            let refuted = is_refuted(&net, units, &claim);
            let bounds = Bounds::prove(&structure);
            let remaining = claim.without_proved(&structure, &bounds);
            assert_eq!(is_refuted(&net, units, &remaining), refuted, "{}", net.id);
            assert!(!(refuted && remaining.is_proved()), "{}", net.id);
            if let Ok(explored) = explore(&net, MARKINGS) {
                assert_eq!(explored.is_unit_safe, !refuted, "{}", net.id);
            }
        }
    });
}

#[test]
fn claims_are_proved_refuted_and_left_to_exploration() {
    let (mut proved, mut refuted, mut open) = (0, 0, 0);
    for net in (0..200).flat_map(with_units) {
        let units = net.units.as_ref().expect("the shape has units");
        let structure = Structure::build(&net).expect("the net has no colours");
        let claim = UnitClaim::build(&structure, units).expect("the units are a tree");
        let remaining = claim.without_proved(&structure, &Bounds::prove(&structure));
        match (remaining.is_proved(), is_refuted(&net, units, &remaining)) {
            (true, _) => proved += 1,
            (_, true) => refuted += 1,
            _ => open += 1,
        }
    }
    assert!(proved > 10 && refuted > 10 && open > 0, "{proved} proved, {refuted} refuted, {open} open");
}

#[test]
fn a_proved_claim_bounds_every_place() {
    for_seeds_as_usual(100, |seed| {
        let net = random::unit_safe_net(seed);
        let structure = Structure::build(&net).expect("the net has no colours");
        let bounds = Bounds::prove(&structure);
        let units = net.units.as_ref().expect("the net has units");
        let claim = UnitClaim::build(&structure, units).expect("the units are a tree");
        let claim = claim.without_proved(&structure, &bounds);
        let bounds = bounds.with_claim(&claim);
        for place in structure.place_ids().filter(|_| claim.is_proved()) {
            assert!(bounds.upper(place).is_some_and(|bound| bound <= 1), "{place:?} of {}", net.id);
        }
    });
}
