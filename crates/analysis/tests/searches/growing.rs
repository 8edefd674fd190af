//! Searches that forget states, of systems whose states outgrow their packing during the search. In every
//! combination of choices, every state is visited or the search reports why not.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::open::Order;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{
    Control, Driver, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, explore,
};
use sanderling_store::pairs::{CacheSize, PairOptions, WholeLevels};
use sanderling_system::EventId;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny::{Growing, random_edges};

use crate::forgetting::{CHAINS, ORDERS, RETENTIONS};

fn reachable(edges: &[Vec<(usize, usize)>]) -> BTreeSet<usize> {
    let (mut known, mut open) = (BTreeSet::from([0]), vec![0]);
    while let Some(node) = open.pop() {
        open.extend(edges[node].iter().map(|&(_, target)| target).filter(|&target| known.insert(target)));
    }
    known
}

/// Explores, and returns the visited nodes with the outcome. The last goal is a path to `wanted`.
fn visit(system: Growing, options: &Options, wanted: usize) -> (BTreeSet<usize>, Outcome<Growing>) {
    let visited = Mutex::new(BTreeSet::new());
    let visit: Goal<'_, Growing> = Box::new(|_, _, &node, _| {
        visited.lock().unwrap().insert(node);
        false
    });
    let find: Goal<'_, Growing> = Box::new(move |_, _, &node, _| node == wanted);
    let observation = Observation { goals: vec![visit, find], extremes: true, ..Observation::default() };
    let guidance = Guidance {
        heuristic: Some(Box::new(|_, _, &node| (node * 7 % 13) as i64)),
        progress: Some(Box::new(move |_, _, &node, progress| match wanted % 3 {
            0 => progress.extend([(node / 3 % 5) as i64, (node % 2) as i64]),
            1 => progress.push((node / 20) as i64),
            _ => progress.push(0),
        })),
        stubborn: None,
        event_types: vec![2, 0, 1],
        ..Guidance::default()
    };
    let outcome = explore(system, options, &observation, &guidance, &Control::default());
    drop(observation);
    (visited.into_inner().unwrap(), outcome)
}

fn end_of(edges: &[Vec<(usize, usize)>], events: &[EventId]) -> usize {
    events.iter().fold(0, |node, event| {
        edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
    })
}

fn check(
    edges: &[Vec<(usize, usize)>],
    expected: &BTreeSet<usize>,
    options: &Options,
    wanted: usize,
) -> bool {
    let (visited, outcome) = visit(Growing::new(edges.to_vec()), options, wanted);
    let about = format!("{options:?}");
    if let Some(path) = &outcome.hits[1] {
        assert_eq!(end_of(edges, &path.events), wanted, "{about}");
    }
    let kept = outcome.kept.unwrap_or_default();
    if let Some(stop) = outcome.stop {
        assert!(
            matches!(stop, StopReason::TreeTooLarge | StopReason::Revisits | StopReason::Memory),
            "{stop:?} {about}"
        );
        assert!(visited.is_subset(expected), "{about}");
        return false;
    }
    assert_eq!(visited, *expected, "{about}");
    assert_eq!(outcome.hits[1].is_some(), expected.contains(&wanted), "{about}");
    assert!(outcome.states.is_none_or(|states| states == expected.len() as u64), "{about}");
    assert_eq!(outcome.expanded, outcome.visits, "{about}");
    if outcome.states.is_some() {
        let dead = expected.iter().filter(|&&node| edges[node].is_empty()).count();
        assert_eq!(outcome.dead, dead as u64, "{about}");
    }
    if let Some(swept) = kept.swept {
        assert!(swept.largest_class <= kept.peak_stored, "{kept:?} {about}");
    }
    true
}

#[test]
fn every_state_is_visited_while_states_outgrow_their_packing() {
    let ended = Mutex::new((0, 0));
    for_seeds(300, |seed| {
        let edges = random_edges(seed);
        let expected = reachable(&edges);
        let share = [2, 5, 10, 20, 100][seed as usize % 5];
        let max_states = (expected.len() as u64 * share).div_ceil(20);
        let replacement = ["random", "lru,distance", "stratified:3", "in-degree"][seed as usize % 4];
        let replacement = replacement.parse().expect("a strategy");
        let mut number = seed;
        for retention in RETENTIONS {
            for order in ORDERS {
                for chains in CHAINS {
                    number += 1;
                    let max_states = Some(max_states);
                    let caching = Caching { max_states, replacement, ..Caching::default() };
                    let last_event_first = number % 3 == 0;
                    let options =
                        Options { order, retention, caching, chains, last_event_first, ..Options::default() };
                    let has_ended = check(&edges, &expected, &options, seed as usize % edges.len());
                    let mut ended = ended.lock().unwrap();
                    if has_ended { ended.0 += 1 } else { ended.1 += 1 }
                }
            }
        }
    });
    println!("{ended:?}");
}

/// A store without closed states cannot be packed again, so the search restarts.
#[test]
fn a_search_that_remembers_hashes_starts_again_when_states_outgrow_their_packing() {
    for_seeds(200, |seed| {
        let edges = random_edges(seed);
        let expected = reachable(&edges);
        let wanted = seed as usize % edges.len();
        for store in [StoreChoice::HashCompaction(64), StoreChoice::Bitstate(4)] {
            for order in ORDERS {
                let options = Options { store, order, ..Options::default() };
                let (visited, outcome) = visit(Growing::new(edges.clone()), &options, wanted);
                let about = format!("{store} {order}");
                assert_eq!((outcome.stop, &visited), (None, &expected), "{about}");
                assert_eq!(outcome.visits, expected.len() as u64, "counted once: {about}");
                assert_eq!(outcome.expanded, outcome.visits, "{about}");
                let firings: usize = expected.iter().map(|&node| edges[node].len()).sum();
                assert_eq!(outcome.firings, firings as u64, "{about}");
                let greatest = expected.last().map(|&node| node as u64);
                assert_eq!(outcome.maxima.map(|maxima| maxima.each[0]), greatest, "{about}");
                let found = outcome.hits[1].as_ref().map(|path| end_of(&edges, &path.events));
                assert_eq!(found, expected.contains(&wanted).then_some(wanted), "{about}");
            }
        }
        if let Some(&undefined) = expected.iter().nth(1 + expected.len() / 2) {
            let system = Growing::new(edges.clone()).with_undefined(Some(undefined));
            let options = Options { store: StoreChoice::HashCompaction(64), ..Options::default() };
            let outcome = visit(system, &options, wanted).1;
            assert_eq!(outcome.stop, Some(StopReason::Undefined));
            let path = outcome.undefined.expect("there is a path to it");
            assert_eq!(end_of(&edges, &path.events), undefined);
        }
    });
}

#[test]
fn pairs_lead_to_every_state_while_states_outgrow_their_packing() {
    for_seeds(200, |seed| {
        let edges = random_edges(seed);
        let expected = reachable(&edges);
        let strategies = ["fixed", "fifo", "lru", "random", "distance"];
        let strategy = strategies[seed as usize % strategies.len()].parse().expect("a strategy");
        for (number, order) in ORDERS.into_iter().enumerate() {
            for driver in [Driver::Auto, Driver::Sequential] {
                let number = seed as usize + number;
                let cache = CacheSize::States([0, 1, 4, 30, 1000][number % 5]);
                let whole = WholeLevels([0, 1, 2, 5][number % 4]);
                let store = StoreChoice::ComBack(PairOptions { cache, strategy, whole });
                let options = Options { order, driver, store, ..Options::default() };
                let wanted = seed as usize % edges.len();
                assert!(check(&edges, &expected, &options, wanted), "nothing is forgotten: {options:?}");
            }
        }
    });
}

#[test]
fn pairs_lead_to_every_state_while_others_are_forgotten() {
    let forgotten = Mutex::new(0);
    for_seeds(150, |seed| {
        let edges = random_edges(seed);
        let expected = reachable(&edges);
        for (number, order) in ORDERS.into_iter().enumerate() {
            let number = seed as usize + number;
            let cache = CacheSize::States([0, 1, 4, 30, 1000][number % 5]);
            let whole = WholeLevels([0, 1, 2, 5][number % 4]);
            let store = StoreChoice::ComBack(PairOptions { cache, whole, ..PairOptions::default() });
            let max_states = Some((expected.len() as u64 * [4, 8, 12, 16][number % 4]).div_ceil(20));
            let caching = Caching { max_states, ..Caching::default() };
            let options =
                Options { order, store, retention: Retention::Cache, caching, ..Options::default() };
            let has_ended = check(&edges, &expected, &options, seed as usize % edges.len());
            *forgotten.lock().unwrap() += usize::from(has_ended && edges.len() > 20);
        }
    });
    assert!(forgotten.into_inner().unwrap() > 100, "most searches come to their end");
}

/// Returns a wide graph whose many nodes outgrow their packing.
fn wide(nodes: usize) -> Vec<Vec<(usize, usize)>> {
    let mut random = StdRng::seed_from_u64(1);
    let edges = (0..nodes).map(|node: usize| {
        if node % 10 == 7 {
            return Vec::new();
        }
        let near = |random: &mut StdRng| (node + random.random_range(1..300)).min(nodes - 1);
        (0..3).map(|event| (event, near(&mut random))).collect()
    });
    edges.collect()
}

// The number of distinct states is estimated from hashes, and the search gives up based on the estimate.
#[test]
fn memory_that_is_used_up_at_a_relaxation_is_made_by_forgetting() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let edges = wide(70_000);
    let expected = reachable(&edges);
    for (order, driver) in [
        (Order::BreadthFirst, Driver::Batched),
        (Order::BreadthFirst, Driver::Sequential),
        (Order::DepthFirst, Driver::Sequential),
    ] {
        let keep_all = Options { retention: Retention::KeepAll, order, driver, ..Options::default() };
        let whole = visit(Growing::new(edges.clone()), &keep_all, 1).1.peak_bytes;
        let mut given_up = 0;
        for share in [30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 99] {
            let limits = Limits { memory_bytes: Some(whole * share / 100), ..Limits::default() };
            let options = Options { order, driver, limits, ..Options::default() };
            let (visited, outcome) = visit(Growing::new(edges.clone()), &options, 1);
            let about = format!("{order} {driver:?} {share} %");
            if let Some(stop) = outcome.stop {
                assert!(matches!(stop, StopReason::Memory | StopReason::TreeTooLarge), "{stop:?} {about}");
                given_up += 1;
                continue;
            }
            assert_eq!(visited, expected, "{about}");
            assert_eq!(outcome.expanded, outcome.visits, "{about}");
            // Memory is checked at intervals.
            let budget = whole * share / 100 + whole / 20;
            assert!(outcome.peak_bytes <= budget, "{about}: {}", outcome.peak_bytes);
        }
        assert!(given_up <= 1, "{order} {driver:?}: {given_up}");
    }
}
