//! Searches that forget states, on random graphs. In every combination of choices, every state is visited or
//! the search reports why not.

use std::collections::BTreeSet;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::Chains;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{
    Control, Driver, Goal, Guidance, Limits, Observation, Options, Outcome, StopReason, explore,
};
use sanderling_system::{EventId, Fired, System};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::systems::{GraphSystem, clock, deadlock, diamond, one_way_chain, self_loop};

pub(crate) const ORDERS: [Order; 9] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(1),
    Order::BoundedWidth(4),
    Order::Alternating { breadth: 1, depth: 1 },
    Order::Alternating { breadth: 2, depth: 3 },
    Order::Alternating { breadth: 0, depth: 2 },
    Order::BestFirst,
    Order::Random(5),
];

pub(crate) const RETENTIONS: [Retention; 5] =
    [Retention::KeepAll, Retention::Auto, Retention::Cache, Retention::Sweep, Retention::CacheAndSweep];

pub(crate) const CHAINS: [Chains; 4] =
    [Chains::Kept, Chains::OffTree, Chains::Unstored { every: 3 }, Chains::Unstored { every: 20 }];

const REPLACEMENTS: [&str; 9] = [
    "random",
    "oldest",
    "-oldest",
    "lru",
    "in-degree",
    "out-degree,distance",
    "stratified:3,-distance",
    "frequency,lru",
    "event-type,random",
];

/// Returns every combination, with a cache of this number of states if it has a cache.
fn combinations(max_states: u64, replacement: &str) -> Vec<Options> {
    let replacement = replacement.parse().expect("a strategy");
    let mut all = Vec::new();
    for retention in RETENTIONS {
        let max_states = retention.caches().then_some(max_states);
        for order in ORDERS {
            for chains in CHAINS {
                let caching = Caching { max_states, replacement, ..Caching::default() };
                let last_event_first = all.len() % 3 == 0;
                all.push(Options {
                    order,
                    retention,
                    caching,
                    chains,
                    last_event_first,
                    ..Options::default()
                });
            }
        }
    }
    all.retain(|options| options.refusal().is_none());
    all
}

/// Returns the reachable nodes.
fn reachable(system: &GraphSystem) -> BTreeSet<usize> {
    let mut scratch = system.scratch();
    let mut initial = vec![0; system.words()];
    system.initial(&mut initial);
    let mut known = BTreeSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some(state) = open.pop() {
        let mut events = Vec::new();
        system.unpack::<0>(&state, &mut scratch);
        system.enabled::<0>(&state, &scratch, &mut events);
        for event in events {
            let mut successor = vec![0; system.words()];
            assert_eq!(system.fire::<0>(&state, &scratch, event, &mut successor), Fired::Successor);
            if known.insert(successor.clone()) {
                open.push(successor);
            }
        }
    }
    known.iter().map(|state| system.node(state).expect("a node")).collect()
}

/// Explores, and returns the visited nodes with the outcome. The last goal is a path to `wanted`.
fn visit(system: GraphSystem, options: &Options, wanted: usize) -> (BTreeSet<usize>, Outcome<GraphSystem>) {
    let visited = Mutex::new(BTreeSet::new());
    let visit: Goal<'_, GraphSystem> = Box::new(|system, state, _, _| {
        visited.lock().unwrap().insert(system.node(state).expect("a node"));
        false
    });
    let find: Goal<'_, GraphSystem> = Box::new(move |system, state, _, _| system.node(state) == Some(wanted));
    let observation = Observation { goals: vec![visit, find], extremes: true, ..Observation::default() };
    let guidance = Guidance {
        heuristic: Some(Box::new(|system, state, _| (number(system, state) * 7 % 13) as i64)),
        progress: Some(Box::new(|system, state, _, progress| {
            let number = number(system, state);
            progress.extend([(number / 3 % 5) as i64, (number % 2) as i64]);
        })),
        stubborn: None,
        event_types: vec![2, 0, 1],
        ..Guidance::default()
    };
    let outcome = explore(system, options, &observation, &guidance, &Control::default());
    drop(observation);
    (visited.into_inner().unwrap(), outcome)
}

fn number(system: &GraphSystem, state: &[u64]) -> usize {
    system.node(state).expect("a node")
}

fn end_of(system: &GraphSystem, events: &[EventId]) -> usize {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let mut scratch = system.scratch();
    system.initial(&mut state);
    for &event in events {
        let mut enabled = Vec::new();
        system.unpack::<0>(&state, &mut scratch);
        system.enabled::<0>(&state, &scratch, &mut enabled);
        assert!(enabled.contains(&event));
        assert_eq!(system.fire::<0>(&state, &scratch, event, &mut successor), Fired::Successor);
        std::mem::swap(&mut state, &mut successor);
    }
    system.node(&state).expect("a node")
}

/// Checks that the outcome of a search is correct. Returns whether the search was exhaustive.
fn check(system: GraphSystem, expected: &BTreeSet<usize>, options: &Options, wanted: usize) -> bool {
    let (visited, outcome) = visit(system, options, wanted);
    let about = format!("{options:?}");
    if let Some(path) = &outcome.hits[1] {
        assert_eq!(end_of(&outcome.system, &path.events), wanted, "{about}");
    }
    let kept = outcome.kept.unwrap_or_default();
    if let Some(stop) = outcome.stop {
        assert!(matches!(stop, StopReason::TreeTooLarge | StopReason::Revisits), "{stop:?} {about}");
        assert!(options.caching.max_states.is_some(), "{about}");
        assert!(visited.is_subset(expected), "{about}");
        return false;
    }
    assert_eq!(visited, *expected, "{about}");
    assert_eq!(outcome.hits[1].is_some(), expected.contains(&wanted), "{about}");
    assert!(outcome.visits >= expected.len() as u64, "{about}");
    assert!(outcome.states.is_none_or(|states| states == expected.len() as u64), "{about}");
    assert_eq!(outcome.expanded, outcome.visits, "{about}");
    if let Some(most) = options.caching.max_states.filter(|_| options.retention != Retention::KeepAll) {
        assert!(kept.peak_stored <= most, "{kept:?} {about}");
    }
    if kept.forgotten == 0 {
        assert_eq!(outcome.states, Some(outcome.visits), "{about}");
    }
    true
}

/// Returns a graph with random edges, some of which lead back, and with chains of single edges.
fn random_graph(seed: u64) -> GraphSystem {
    let mut random = StdRng::seed_from_u64(seed);
    let nodes = random.random_range(1..60);
    let max_edges = random.random_range(1..4);
    let reach = random.random_range(1..=nodes);
    let edges = (0..nodes).map(|node| {
        let count = if random.random_bool(0.4) { 1 } else { random.random_range(0..=max_edges) };
        let target = |random: &mut StdRng| match random.random_bool(0.8) {
            true => (node + random.random_range(1..=reach)) % nodes,
            false => random.random_range(0..nodes),
        };
        (0..count).map(|event| (event, target(&mut random))).collect()
    });
    let edges = edges.collect();
    GraphSystem::new(1 + seed as usize % 3, edges)
}

#[test]
fn every_state_is_visited_or_the_search_says_why_not() {
    let (ended, given_up) = (Mutex::new(0_i64), Mutex::new(0_i64));
    for_seeds(400, |seed| {
        let expected = reachable(&random_graph(seed));
        let replacement = REPLACEMENTS[seed as usize % REPLACEMENTS.len()];
        let share = [2, 5, 10, 20, 100][seed as usize % 5];
        let max_states = (expected.len() as u64 * share).div_ceil(20);
        for options in combinations(max_states, replacement) {
            let wanted = seed as usize % random_graph(seed).nodes();
            let count =
                if check(random_graph(seed), &expected, &options, wanted) { &ended } else { &given_up };
            *count.lock().unwrap() += 1;
        }
    });
    let (ended, given_up) = (*ended.lock().unwrap(), *given_up.lock().unwrap());
    println!("{ended} searches came to an end, {given_up} gave up");
    assert!(is_met(given_up, 0) && is_met(ended - 2 * given_up, 0), "few give up");
}

#[test]
fn tiny_systems_and_tiny_caches() {
    let systems: [fn() -> GraphSystem; 6] = [
        || clock(50),
        || diamond(5),
        || one_way_chain(30),
        deadlock,
        self_loop,
        || GraphSystem::new(1, vec![vec![(0, 0), (1, 0)]]),
    ];
    for system in systems {
        let expected = reachable(&system());
        for max_states in [1, 2, 3, 10] {
            for options in combinations(max_states, "random") {
                let has_ended = check(system(), &expected, &options, expected.len() - 1);
                if expected.len() as u64 <= max_states {
                    assert!(has_ended, "{options:?}");
                }
            }
        }
    }
}

/// After the initial state there is only a cycle.
#[test]
fn chains_are_not_followed_round_and_round() {
    let lasso = || GraphSystem::new(1, vec![vec![(0, 1)], vec![(0, 2)], vec![(0, 1)]]);
    for retention in RETENTIONS {
        let options =
            Options { retention, chains: Chains::Unstored { every: u32::MAX }, ..Options::default() };
        let (visited, outcome) = visit(lasso(), &options, 2);
        assert_eq!(visited, reachable(&lasso()));
        assert!(outcome.visits < 10_000);
    }
}

/// Every state is behind the line, so each sweep is one event long.
#[test]
fn limits_hold_where_sweeps_are_short() {
    let system = one_way_chain(3_000);
    let limits = Limits { states: Some(1_000), ..Limits::default() };
    let options = Options { retention: Retention::Sweep, limits, ..Options::default() };
    let guidance = Guidance {
        progress: Some(Box::new(|system: &GraphSystem, state, _, progress| {
            progress.push(-(number(system, state) as i64));
        })),
        ..Guidance::default()
    };
    let outcome = explore(system, &options, &Observation::default(), &guidance, &Control::default());
    assert_eq!(outcome.stop, Some(StopReason::States));
    assert!(outcome.visits < 1_100);
}

/// The memory of a finished class is available to later ones.
#[test]
fn a_sweep_line_with_a_cache_forgets_states_when_memory_runs_out() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let nodes = 600_000;
    let grid = || {
        let mut random = StdRng::seed_from_u64(1);
        let edges = (0..nodes).map(|node: usize| {
            let near = |random: &mut StdRng| (node + random.random_range(1..300)).min(nodes - 1);
            (0..3).map(|event| (event, near(&mut random))).collect()
        });
        GraphSystem::new(2, edges.collect())
    };
    let sweep = |memory_bytes| {
        let limits = Limits { memory_bytes, ..Limits::default() };
        let options = Options { retention: Retention::CacheAndSweep, limits, ..Options::default() };
        let guidance = Guidance {
            progress: Some(Box::new(|system: &GraphSystem, state, _, progress| {
                progress.push((number(system, state) / 200_000) as i64);
            })),
            ..Guidance::default()
        };
        explore(grid(), &options, &Observation::default(), &guidance, &Control::default())
    };
    let whole = sweep(None);
    for percent in [50, 56, 74, 98] {
        let limit = whole.peak_bytes * percent / 100;
        let outcome = sweep(Some(limit));
        assert_eq!(outcome.stop, None, "{percent} %");
        assert!(outcome.peak_bytes < limit, "{percent} %");
    }
}

/// A search continues by forgetting when memory runs out, even if it begins with batches.
#[test]
fn searches_go_on_by_forgetting_when_memory_is_used_up() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let wide = || {
        let mut random = StdRng::seed_from_u64(1);
        let nodes = 60_000;
        let edges = (0..nodes).map(|node: usize| {
            let near = |random: &mut StdRng| (node + random.random_range(1..300)).min(nodes - 1);
            (0..3).map(|event| (event, near(&mut random))).collect()
        });
        GraphSystem::new(2, edges.collect())
    };
    let expected = reachable(&wide());
    let whole = |order| {
        let keep_all = Options { retention: Retention::KeepAll, order, ..Options::default() };
        visit(wide(), &keep_all, 1).1.peak_bytes
    };
    let mut ended_by_memory = 0;
    for (order, driver) in [
        (Order::BreadthFirst, Driver::Batched),
        (Order::BreadthFirst, Driver::Sequential),
        (Order::DepthFirst, Driver::Sequential),
        (Order::Alternating { breadth: 4, depth: 4 }, Driver::Sequential),
    ] {
        let (whole, mut forgotten) = (whole(order), 0);
        for share in [20, 40, 60, 80, 95] {
            let limits = Limits { memory_bytes: Some(whole * share / 100), ..Limits::default() };
            let options = Options { order, driver, limits, ..Options::default() };
            let about = format!("{order} {driver:?} {share} %");
            // Memory is checked at intervals.
            let max_bytes = whole * share / 100 + whole / 20;
            let keep_all = Options { retention: Retention::KeepAll, ..options.clone() };
            let kept = visit(wide(), &keep_all, 59_999).1;
            // A store that does not grow as a whole takes less memory, and may fit.
            assert!(matches!(kept.stop, None | Some(StopReason::Memory)), "{:?} {about}", kept.stop);
            assert!(kept.peak_bytes <= max_bytes, "{about}: {}", kept.peak_bytes);
            ended_by_memory += usize::from(kept.stop.is_some());
            let (visited, outcome) = visit(wide(), &options, 59_999);
            if let Some(stop) = outcome.stop {
                let may_give_up =
                    matches!(stop, StopReason::TreeTooLarge | StopReason::Memory | StopReason::Revisits);
                assert!(may_give_up && share < 60, "{stop:?} {about}");
                continue;
            }
            assert_eq!(visited, expected, "{about}");
            let path = outcome.hits[1].as_ref().expect("the last node is reached");
            assert_eq!(end_of(&outcome.system, &path.events), 59_999, "{about}");
            forgotten += usize::from(outcome.kept.is_some_and(|kept| kept.forgotten > 0));
            assert!(outcome.peak_bytes <= max_bytes, "{about}: {}", outcome.peak_bytes);
        }
        assert!(forgotten > 0, "{order} {driver:?}");
    }
    assert!(ended_by_memory > 4, "keeping all takes more memory than there is");
}
