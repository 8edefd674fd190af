//! Searches that store hashes instead of states, on random graphs. All findings are correct, no state is
//! counted twice, and the estimated omissions match the actual ones.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{
    Control, Driver, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, StoreChoice, explore,
};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny::systems::{GraphSystem, clock, one_way_chain};

use crate::forgetting::ORDERS;

const STORES: [StoreChoice; 4] = [
    StoreChoice::HashCompaction(64),
    StoreChoice::HashCompaction(32),
    StoreChoice::Bitstate(3),
    StoreChoice::Bitstate(1),
];

type Edges = Vec<Vec<(usize, usize)>>;

fn random_edges(seed: u64) -> Edges {
    let mut random = StdRng::seed_from_u64(seed);
    let nodes = random.random_range(1..80);
    let max_edges = random.random_range(1..4);
    let edges = (0..nodes).map(|_| {
        let count = random.random_range(0..=max_edges);
        (0..count).map(|event| (event, random.random_range(0..nodes))).collect()
    });
    edges.collect()
}

/// Returns a graph whose edges lead a little further on.
fn wide(nodes: usize) -> Edges {
    let mut random = StdRng::seed_from_u64(1);
    let edges = (0..nodes).map(|node: usize| {
        let near = |random: &mut StdRng| (node + random.random_range(1..300)).min(nodes - 1);
        (0..4).map(|event| (event, near(&mut random))).collect()
    });
    edges.collect()
}

fn reachable(edges: &Edges) -> BTreeSet<usize> {
    let (mut known, mut open) = (BTreeSet::from([0]), vec![0]);
    while let Some(node) = open.pop() {
        open.extend(edges[node].iter().map(|&(_, target)| target).filter(|&target| known.insert(target)));
    }
    known
}

/// Explores, and returns the visited nodes with the outcome. The last goal is a path to `wanted`.
fn visit(edges: &Edges, options: &Options, wanted: usize) -> (Vec<usize>, Outcome<GraphSystem>) {
    let visited = Mutex::new(Vec::new());
    let visit: Goal<'_, GraphSystem> = Box::new(|system, state, _, _| {
        visited.lock().unwrap().push(system.node(state).expect("a node"));
        false
    });
    let find: Goal<'_, GraphSystem> = Box::new(move |system, state, _, _| system.node(state) == Some(wanted));
    let observation = Observation { goals: vec![visit, find], ..Observation::default() };
    let guidance = Guidance {
        heuristic: Some(Box::new(|system: &GraphSystem, state, _| {
            (system.node(state).expect("a node") * 7 % 13) as i64
        })),
        ..Guidance::default()
    };
    let system = GraphSystem::new(1 + edges.len() % 3, edges.clone());
    let outcome = explore(system, options, &observation, &guidance, &Control::default());
    drop(observation);
    (visited.into_inner().unwrap(), outcome)
}

fn end_of(edges: &Edges, outcome: &Outcome<GraphSystem>) -> Option<usize> {
    let path = outcome.hits[1].as_ref()?;
    Some(path.events.iter().fold(0, |node, event| {
        edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
    }))
}

#[test]
fn nothing_is_found_that_is_not_there_and_small_spaces_are_found_whole() {
    for_seeds(150, |seed| {
        let edges = random_edges(seed);
        let (expected, wanted) = (reachable(&edges), seed as usize % edges.len());
        for store in STORES {
            for order in ORDERS {
                let last_event_first = seed % 2 == 0;
                let limits = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
                let options = Options { store, order, last_event_first, limits, ..Options::default() };
                let (visited, outcome) = visit(&edges, &options, wanted);
                let about = format!("{store} {order}");
                assert_eq!(outcome.stop, None, "{about}");
                assert_eq!(visited.len() as u64, outcome.visits, "no state twice: {about}");
                let distinct: BTreeSet<usize> = visited.into_iter().collect();
                // With this few states, the probability of an omission is less than 10⁻⁵, except with one
                // hash function.
                let is_whole = distinct == expected;
                assert!(distinct.is_subset(&expected), "{about}");
                assert!(is_whole || store == StoreChoice::Bitstate(1), "{about}");
                let found = end_of(&edges, &outcome);
                assert_eq!(found, distinct.contains(&wanted).then_some(wanted), "{about}");
                assert!(!outcome.is_exhaustive() && outcome.states.is_none(), "{about}");
                let firings = distinct.iter().map(|&node| edges[node].len()).sum::<usize>();
                assert_eq!((outcome.firings, outcome.expanded), (firings as u64, outcome.visits), "{about}");
            }
        }
    });
}

/// Each state has several paths to it, so hardly any is lost because another one is omitted.
#[test]
fn as_many_states_are_left_out_as_is_said() {
    let edges = wide(60_000);
    let states = reachable(&edges).len() as f64;
    for (hashes, kibibytes) in [(1, 512), (1, 768), (2, 512), (3, 400)] {
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let limits = Limits { memory_bytes: Some(kibibytes << 10), ..Limits::default() };
            let store = StoreChoice::Bitstate(hashes);
            let options = Options { store, order, limits, ..Options::default() };
            let outcome = visit(&edges, &options, 1).1;
            let omissions = outcome.omissions.expect("the store is inexact");
            let omitted = states - outcome.visits as f64;
            let about = format!("{store} {order} {kibibytes} KiB: {omitted} for {omissions:?}");
            if outcome.stop == Some(StopReason::Memory) {
                assert_eq!(order, Order::DepthFirst, "many states are open: {about}");
                continue;
            }
            let deviation = omissions.expected.sqrt() + 0.03 * omissions.expected + 1.0;
            assert!((omitted - omissions.expected).abs() < 5.0 * deviation, "{about}");
        }
    }
}

#[test]
fn states_are_not_kept_when_they_are_closed() {
    let edges = wide(60_000);
    let whole = visit(&edges, &Options::default(), 59_999).1;
    let options = Options { store: StoreChoice::HashCompaction(64), ..Options::default() };
    let outcome = visit(&edges, &options, 59_999).1;
    assert_eq!((Some(outcome.visits), outcome.firings), (whole.states, whole.firings));
    assert!(outcome.omissions.is_some_and(|omissions| omissions.probability() < 1e-6));
    assert_eq!(end_of(&edges, &outcome), Some(59_999), "the path is known to the last");
    let bytes = |outcome: &Outcome<GraphSystem>| outcome.store.bytes() / 60_000;
    assert!(bytes(&outcome) < 13 && bytes(&whole) > 18, "{} {}", bytes(&outcome), bytes(&whole));
}

#[test]
fn limits_hold() {
    let chain = one_way_chain(50_000);
    let limits = Limits { states: Some(10_000), ..Limits::default() };
    let options = Options { store: StoreChoice::Bitstate(3), limits, ..Options::default() };
    let observation = Observation::default();
    let outcome = explore(chain, &options, &observation, &Guidance::default(), &Control::default());
    assert_eq!(outcome.stop, Some(StopReason::States));
    let limits = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
    let options = Options { store: StoreChoice::HashCompaction(64), limits, ..Options::default() };
    let outcome = explore(clock(400_000), &options, &observation, &Guidance::default(), &Control::default());
    assert_eq!(outcome.stop, Some(StopReason::Memory));
    assert!(outcome.peak_bytes < 3 << 19);
}

#[test]
fn what_needs_closed_states_is_refused_with_the_reason() {
    for store in STORES {
        let plain = Options { store, ..Options::default() };
        assert_eq!((plain.refusal(), plain.chosen_driver()), (None, Driver::Sequential));
        assert_eq!(Options { retention: Retention::KeepAll, ..plain.clone() }.refusal(), None);
        assert_eq!(Options { events: Events::EDGE_LEAN, ..plain.clone() }.refusal(), None);
        let refused = |options: Options, reason: &str| {
            let refusal = options.refusal().expect("it is refused");
            assert!(refusal.contains(reason), "{refusal}");
        };
        for retention in [Retention::Cache, Retention::Sweep, Retention::CacheAndSweep] {
            refused(Options { retention, ..plain.clone() }, "cannot forget any");
        }
        let caching = Caching { max_states: Some(10), ..Caching::default() };
        refused(Options { caching, ..plain.clone() }, "cannot forget any");
        refused(Options { events: Events::SLEEP, ..plain.clone() }, "sleep sets");
        for chains in [Chains::OffTree, Chains::Unstored { every: 3 }] {
            refused(Options { chains, ..plain.clone() }, "chain reduction");
        }
        refused(Options { threads: 2, ..plain.clone() }, "one thread");
        refused(Options { driver: Driver::Batched, ..plain.clone() }, "batched");
    }
}
