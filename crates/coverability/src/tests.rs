//! Tests of the construction against a simple Karp-Miller tree, and against the naive explorer.

use std::cell::Cell;
use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling_model::{Bounds, Structure};
use sanderling_net::semantics::{Firing, Interpreter, Marking, initial};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Formula, Property, ReferenceValuation};
use sanderling_system::SelfCovering;
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_testkit::{naive, random_property};

use super::*;

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

/// Work limit that suffices for every net here that has a small tree.
const WORK: u64 = 200_000;

fn budget() -> Budget<'static> {
    Budget { max_work: WORK, ..Budget::unlimited() }
}

/// The tokens by place, where ω is the greatest number.
type Dense = Vec<Tokens>;

/// Returns a shape of nets that are often unbounded and have only input, output and some read arcs.
fn plain() -> Shape {
    Shape { places: 1..=5, transitions: 1..=6, inhibitor: 0.0, reset: 0.0, capacity: 0.0, ..Shape::special() }
}

/// Returns the maximal elements of the labels of a Karp-Miller tree, if it is small.
///
/// Source: Karp and Miller, *Parallel Program Schemata*, Journal of Computer and System Sciences, 1969.
fn karp_miller(structure: &Structure) -> Option<BTreeSet<Dense>> {
    let start: Dense = structure.initial().iter().map(|&tokens| Tokens::Finite(tokens)).collect();
    let (mut seen, mut branches) = (BTreeSet::new(), vec![vec![start]]);
    while let Some(branch) = branches.pop() {
        let label = branch.last().expect("a branch has labels").clone();
        seen.insert(label.clone());
        if branch[..branch.len() - 1].contains(&label) {
            continue;
        }
        if branch.len() > 30 || branches.len() + seen.len() > 400 {
            return None;
        }
        for transition in structure.transition_ids() {
            let Some(mut successor) = fired(structure, &label, transition) else { continue };
            for ancestor in &branch {
                if *ancestor != successor
                    && ancestor.iter().zip(&successor).all(|(before, after)| before <= after)
                {
                    let grown: Vec<usize> =
                        (0..successor.len()).filter(|&place| ancestor[place] < successor[place]).collect();
                    grown.into_iter().for_each(|place| successor[place] = Tokens::Omega);
                }
            }
            branches.push([&branch[..], &[successor]].concat());
        }
    }
    Some(maximal(&seen))
}

fn fired(structure: &Structure, label: &Dense, transition: TransitionId) -> Option<Dense> {
    let is_enabled =
        structure.needs(transition).all(|(place, needed)| label[place.index()] >= Tokens::Finite(needed));
    let mut successor = label.clone();
    for &(place, effect) in structure.effect(transition) {
        if let Tokens::Finite(tokens) = &mut successor[place.index()] {
            *tokens = tokens.wrapping_add(effect as u64);
        }
    }
    is_enabled.then_some(successor)
}

fn maximal(all: &BTreeSet<Dense>) -> BTreeSet<Dense> {
    let is_below =
        |one: &Dense, other: &Dense| one != other && one.iter().zip(other).all(|(one, other)| one <= other);
    all.iter().filter(|one| !all.iter().any(|other| is_below(one, other))).cloned().collect()
}

fn labels(set: &CoverabilitySet<'_>, structure: &Structure) -> Vec<Dense> {
    (0..set.len())
        .map(|marking| structure.place_ids().map(|place| set.tokens(marking, place)).collect())
        .collect()
}

/// Completes a construction in this order. Every `exact`th place that has a bound is exact in addition to others.
fn construct(structure: &Structure, order: Order, exact: usize) -> Option<CoverabilitySet<'_>> {
    let bounds = Bounds::prove(structure);
    let is_exact =
        |place: PlaceId| exact > 0 && place.index().is_multiple_of(exact) && bounds.upper(place).is_some();
    let construction = Construction::begin(structure, &bounds, is_exact, order).ok()?;
    construction.complete(&budget()).ok()
}

/// Returns a random condition.
fn random_condition(net: &Net, random: &mut StdRng) -> Property {
    Property::parse(&random_property(net, random), net).expect("it is well formed")
}

fn meets(net: &Net, target: &Formula, marking: &Marking) -> bool {
    ReferenceValuation::build(net, marking).is_ok_and(|valuation| target.holds(&valuation))
}

fn structure_of(net: &Net) -> Structure {
    Structure::build(net).expect("it is a place/transition net")
}

/// Returns the marking to which firings lead.
fn replayed(net: &Net, run: &[TransitionId]) -> Marking {
    let (interpreter, mut marking) = (Interpreter::new(net), initial(net).expect("it has one"));
    for &transition in run {
        interpreter.fire(&mut marking, &Firing::plain(transition)).expect("the run can be fired");
    }
    marking
}

#[test]
fn the_set_is_that_of_the_karp_miller_tree() {
    let unbounded = Cell::new(0);
    for_seeds(300, |seed| {
        let net = net(seed, &plain());
        let structure = structure_of(&net);
        let Some(expected) = karp_miller(&structure) else { return };
        let is_unbounded = expected.iter().flatten().any(|&tokens| tokens == Tokens::Omega);
        unbounded.set(unbounded.get() + usize::from(is_unbounded));
        for order in ORDERS {
            for exact in 0..3 {
                let set = construct(&structure, order, exact).expect("the tree is small");
                let found = labels(&set, &structure);
                assert_eq!(maximal(&found.iter().cloned().collect()), expected, "{order:?}, exact {exact}");
                assert!(
                    exact > 0 || found.len() == expected.len(),
                    "an antichain without exact places besides invariants"
                );
            }
        }
    });
    assert!(is_met(unbounded.get(), 60), "{} of the nets are unbounded", unbounded.get());
}

/// A construction may stop in the middle of a node, and continues from there.
#[test]
fn stepwise_construction_gives_the_same_set() {
    let stops = Cell::new(0);
    for_seeds(200, |seed| {
        let structure = structure_of(&net(seed, &plain()));
        let bounds = Bounds::prove(&structure);
        for order in ORDERS {
            let Some(at_once) = construct(&structure, order, 0) else { return };
            let Ok(mut construction) = Construction::begin(&structure, &bounds, |_| false, order) else {
                return;
            };
            // The work limit must exceed the cost of a node, since otherwise the node would be started for ever.
            let mut work = 100;
            while construction.proceed(&Budget { max_work: work, ..Budget::unlimited() }).is_err()
                && work < 4 * WORK
            {
                stops.set(stops.get() + 1);
                work += work / 4;
            }
            let set = construction.complete(&Budget::unlimited()).expect("it is complete");
            let sorted =
                |set: &CoverabilitySet<'_>| labels(set, &structure).into_iter().collect::<BTreeSet<_>>();
            assert_eq!(sorted(&set), sorted(&at_once), "{order:?}");
        }
    });
    assert!(is_met(stops.get(), 300), "{} stops", stops.get());
}

/// For nets with few markings and all kinds of arcs, the results agree with an exploration.
#[test]
fn bounds_and_conditions_of_bounded_nets_are_those_of_their_markings() {
    let (mut met, mut unmet) = (0, 0);
    let mut random = StdRng::seed_from_u64(23);
    for seed in 0..400 {
        let net = net(seed, &Shape::special());
        let Ok(explored) = naive::explore(&net, 3000) else { continue };
        let structure = structure_of(&net);
        let exact = seed as usize % 3;
        let Some(set) = construct(&structure, ORDERS[seed as usize % 2], exact) else { continue };
        for place in net.place_ids() {
            assert_eq!(set.bound(place), Tokens::Finite(explored.bounds[place.index()]), "seed {seed}");
        }
        for _ in 0..6 {
            let property = random_condition(&net, &mut random);
            let target = property.target();
            let meets = |marking: &Marking| meets(&net, &target, marking);
            let is_met = explored.markings.keys().any(meets);
            match set.decide(&target) {
                Decided::Reachable(run) => {
                    met += 1;
                    assert!(meets(&replayed(&net, &run)), "seed {seed}: {}", property.text);
                }
                Decided::ReachableFarAway => panic!("seed {seed}: there is nothing far away"),
                Decided::Unreachable => {
                    unmet += 1;
                    assert!(!is_met, "seed {seed}: {}", property.text);
                }
                Decided::Open => assert!(
                    exact != 1
                        || structure
                            .place_ids()
                            .any(|place| Bounds::prove(&structure).upper(place).is_none())
                ),
            }
        }
    }
    assert!(met > 300 && unmet > 150, "{met} and {unmet}");
}

/// For conditions on nets with infinitely many markings, runs are replayed, and no near marking contradicts the
/// decision.
#[test]
fn conditions_of_unbounded_nets_are_decided_as_their_nearest_markings_say() {
    let (mut far, mut decided) = (0, 0);
    let mut random = StdRng::seed_from_u64(7);
    for seed in 0..400 {
        let net =
            net(seed, &Shape { max_tokens: 2, ..if seed % 2 == 0 { plain() } else { Shape::special() } });
        let structure = structure_of(&net);
        let Some(set) = construct(&structure, ORDERS[seed as usize % 2], seed as usize % 3) else { continue };
        if net.place_ids().all(|place| set.bound(place) != Tokens::Omega) {
            continue;
        }
        let near = naive::nearest(&net, 400);
        for marking in &near {
            let is_below = |label: &Dense| {
                net.place_ids().all(|place| Tokens::Finite(marking.tokens(place)) <= label[place.index()])
            };
            assert!(labels(&set, &structure).iter().any(is_below), "seed {seed}: everything is covered");
        }
        for _ in 0..6 {
            let property = random_condition(&net, &mut random);
            let target = property.target();
            let meets = |marking: &Marking| meets(&net, &target, marking);
            match set.decide(&target) {
                Decided::Reachable(run) => {
                    decided += 1;
                    far += usize::from(run.len() > 10);
                    assert!(meets(&replayed(&net, &run)), "seed {seed}: {}", property.text);
                }
                Decided::ReachableFarAway | Decided::Open => {}
                Decided::Unreachable => {
                    decided += 1;
                    assert!(!near.iter().any(meets), "seed {seed}: {}", property.text);
                }
            }
        }
    }
    assert!(decided > 250 && far > 20, "{decided} are decided, {far} runs are long");
}

/// A self-covering run leads from a marking to a greater one. If there is none, the net is bounded.
#[test]
fn a_net_is_unbounded_where_a_run_covers_itself() {
    let (shown, none) = (Cell::new(0), Cell::new(0));
    for_seeds(300, |seed| {
        let net = net(seed, &Shape::special());
        let structure = structure_of(&net);
        let bounds = Bounds::prove(&structure);
        for order in ORDERS {
            let Ok(mut construction) = Construction::begin(&structure, &bounds, |_| false, order) else {
                return;
            };
            match construction.self_covering(&budget()) {
                Ok(Some(found)) => {
                    shown.set(shown.get() + 1);
                    let shorter = shortened(&structure, found.clone());
                    assert!(
                        shorter.prefix.len() <= found.prefix.len()
                            && shorter.cycle.len() <= found.cycle.len()
                    );
                    let SelfCovering { prefix, cycle } = &shorter;
                    let transitions = |events: &[sanderling_system::EventId]| {
                        events.iter().map(|event| TransitionId::new(event.index())).collect::<Vec<_>>()
                    };
                    let before = replayed(&net, &transitions(prefix));
                    let after = replayed(&net, &transitions(&[&prefix[..], cycle].concat()));
                    let tokens = (|place| before.tokens(place), |place| after.tokens(place));
                    let growing =
                        sanderling_model::self_covering::growing(&structure, tokens.0, cycle, tokens.1);
                    assert!(!growing.is_empty(), "{order:?}: {cycle:?} can be repeated");
                }
                Ok(None) => {
                    none.set(none.get() + 1);
                    let set = construction.complete(&budget()).expect("it is complete");
                    assert!(net.place_ids().all(|place| set.bound(place) != Tokens::Omega));
                    if let Err(stopped) = naive::explore(&net, 3000) {
                        assert_eq!(stopped, naive::Stopped::LimitReached, "it is bounded");
                    }
                }
                Err(_) => {}
            }
        }
    });
    let (shown, none) = (shown.get(), none.get());
    assert!(is_met(shown, 60) && is_met(none, 60), "{shown} are unbounded, {none} are not");
}

/// Every arc of the coverability graph leads from a marking to one that covers its successor.
#[test]
fn the_coverability_graph_has_an_arc_for_each_enabled_transition() {
    for_seeds(300, |seed| {
        let net = net(seed, &plain());
        let structure = structure_of(&net);
        let Some(mut set) = construct(&structure, Order::DepthFirst, 0) else { return };
        let (labels, arcs) = (labels(&set, &structure), set.arcs_until(&|| false).0);
        for (marking, label) in labels.iter().enumerate() {
            for transition in structure.transition_ids() {
                let to =
                    arcs.iter().find(|arc| (arc.0, arc.1) == (marking, transition)).map(|arc| &labels[arc.2]);
                match (fired(&structure, label, transition), to) {
                    (Some(successor), Some(to)) => {
                        assert!(successor.iter().zip(to).all(|(one, other)| one <= other));
                    }
                    (None, None) => {}
                    (one, other) => panic!("{one:?} is covered by {other:?}"),
                }
            }
        }
        let half = labels.len() / 2;
        let checks = Cell::new(0);
        let (first, whole) = set.arcs_until(&|| checks.replace(checks.get() + 1) == half);
        assert_eq!(whole, half);
        assert!(first.iter().all(|arc| arc.0 < half) && arcs.starts_with(&first));
        let start = &labels[set.initial()];
        assert!(structure.initial().iter().zip(start).all(|(&tokens, &most)| Tokens::Finite(tokens) <= most));
    });
}
