//! Formulas on nets reduced by rules that preserve runs, or the reachability graph, compared with the
//! definition on both nets.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::ArcKind::{Inhibitor, Input, Output, Read};
use sanderling_net::Net;
use sanderling_property::{Formula, Logic, PathOperator, Temporal, TemporalProperty};
use sanderling_structural::{Budget, Keeps, Preserved, reduce_keeping};
use sanderling_testkit::naive;
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::nets;
use sanderling_tests::temporal::{Graph, random_temporal};

/// Maximum number of states of a compared net.
const LIMIT: usize = 80;

/// Creates a net in which some transitions are chains, with places between their steps.
fn with_chains(random: &mut StdRng) -> Net {
    let places = random.random_range(2..=5);
    let mut values: Vec<u64> = (0..places).map(|_| random.random_range(0..=1)).collect();
    let (mut arcs, mut transitions) = (Vec::new(), 0);
    for _ in 0..random.random_range(1..=4) {
        let first = transitions;
        transitions += random.random_range(1..=3);
        let last = transitions - 1;
        for step in first..last {
            let weight = if random.random_bool(0.2) { 2 } else { 1 };
            arcs.extend([(values.len(), step, Output, weight), (values.len(), step + 1, Input, weight)]);
            values.push(u64::from(random.random_bool(0.1)));
        }
        let place = |random: &mut StdRng| random.random_range(0..places);
        for _ in 0..random.random_range(1..=2) {
            arcs.push((place(random), first, Input, 1));
        }
        for _ in 0..random.random_range(0..=2) {
            arcs.push((place(random), last, Output, 1));
        }
        let any = |random: &mut StdRng| random.random_range(first..=last);
        if random.random_bool(0.2) {
            let kind = if random.random_bool(0.5) { Inhibitor } else { Read };
            arcs.push((place(random), any(random), kind, 1));
        }
        if random.random_bool(0.2) {
            arcs.push((place(random), any(random), Input, 1));
        }
        // Another continuation between the steps.
        if last > first && random.random_bool(0.3) {
            let between = values.len() - 1;
            arcs.extend([(between, transitions, Input, 1), (place(random), transitions, Output, 1)]);
            transitions += 1;
        }
    }
    arcs.sort_unstable_by_key(|&(place, transition, kind, _)| (place, transition, kind as u8));
    arcs.dedup_by_key(|&mut (place, transition, kind, _)| (place, transition, kind as u8));
    nets::net("chains", &values, transitions, &arcs)
}

/// Returns a property, preferably one of runs that can be decided on a smaller net.
fn any_property(net: &Net, random: &mut StdRng) -> TemporalProperty {
    let logic = if random.random_bool(0.85) { Logic::Ltl } else { Logic::Ctl };
    let mut property = random_temporal(net, logic, random.random_range(1..=3), random);
    for _ in 0..8 {
        if logic == Logic::Ctl || !sees_all(&property) || random.random_bool(0.1) {
            break;
        }
        property = random_temporal(net, logic, random.random_range(1..=3), random);
    }
    property
}

fn sees_all(property: &TemporalProperty) -> bool {
    property.logic == Logic::Ctl
        || has_next(&property.formula)
        || conditions(property).iter().any(Formula::mentions_deadlock)
}

fn has_next(formula: &Temporal) -> bool {
    match formula {
        Temporal::State(_) => false,
        Temporal::Not(inner) => has_next(inner),
        Temporal::And(parts) | Temporal::Or(parts) => parts.iter().any(has_next),
        Temporal::Path { operator, operands, .. } => {
            *operator == PathOperator::Next || operands.iter().any(has_next)
        }
    }
}

fn conditions(property: &TemporalProperty) -> Vec<Formula> {
    let mut conditions = Vec::new();
    property.formula.for_each_state(&mut |formula| conditions.push(formula.clone()));
    conditions
}

#[test]
fn rules_that_keep_runs_preserve_linear_time_and_rules_that_keep_the_graph_preserve_all() {
    let (runs, graphs, smaller) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_seeds(20_000, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = with_chains(&mut random);
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let property = any_property(&net, &mut random);
        let (atoms, sees_all) = (conditions(&property), sees_all(&property));
        let keeps = if sees_all { Keeps::Graph } else { Keeps::Runs };
        let preserved = Preserved {
            deadlocks: true,
            places: atoms.iter().flat_map(Formula::places).collect(),
            transitions: atoms.iter().flat_map(Formula::transitions).collect(),
        };
        let budget = Budget::of(Duration::from_secs(60));
        let reduction = reduce_keeping(keeps, |_| false, &net, &preserved, &budget).unwrap();
        let reduction = reduction.expect("it is not cancelled");
        let renamed = property.formula.try_map(&mut |formula: &Formula| {
            formula.renamed(&|place| reduction.place(place), &|one| reduction.transition(one)).ok_or(())
        });
        let formula = renamed.expect("what is named is kept");
        let small = TemporalProperty { formula, ..property.clone() };
        let Ok(explored_small) = naive::explore(reduction.net(), 4 * LIMIT) else {
            panic!("{}: the smaller net has more markings", property.text)
        };
        let known = Graph::of(&net, &explored).satisfies(&property);
        let Some((known, found)) = known.zip(Graph::of(reduction.net(), &explored_small).satisfies(&small))
        else {
            return;
        };
        assert_eq!(found, known, "{keeps:?} {} {:?}", property.text, reduction.removed());
        let kind = if sees_all { &graphs } else { &runs };
        kind.set(kind.get() + 1);
        smaller.set(smaller.get() + usize::from(explored_small.states() < explored.states()));
    });
    println!("{} of runs, {} of the graph, {} with fewer markings", runs.get(), graphs.get(), smaller.get());
    assert!(is_met(runs.get(), 2000) && is_met(graphs.get(), 2000) && is_met(smaller.get(), 400));
}
