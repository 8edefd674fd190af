//! Random walks: their findings are correct.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use sanderling_analysis::{Control, EventSet, Goal, Guidance, Observation, random_walks, walk_for_events};
use sanderling_system::{EventId, System};
use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::systems::{GraphSystem, diamond, one_way_chain};
use sanderling_testkit::tiny::{Growing, random_edges};

/// Returns an observation with one goal.
fn observing(goal: Goal<'_, GraphSystem>) -> Observation<'_, GraphSystem> {
    Observation { goals: vec![goal], ..Observation::default() }
}

/// Returns the node at the end of a walk that searches for the goal, if it found one.
fn end(edges: &[Vec<(usize, usize)>], goal: usize, seed: u64, is_guided: bool) -> Option<usize> {
    let system = GraphSystem::new(2, edges.to_vec());
    let observation =
        observing(Box::new(move |system: &GraphSystem, state, _, _| system.node(state) == Some(goal)));
    let mut guidance = Guidance::default();
    if is_guided {
        guidance.heuristic = Some(Box::new(move |system: &GraphSystem, state, _| {
            system.node(state).expect("a node").abs_diff(goal) as i64
        }));
    }
    let deadline = Some(Instant::now() + Duration::from_millis(300));
    let walked = random_walks(system, &observation, &guidance, (seed, deadline), &Control::default());
    let path = walked.hits.into_iter().next()??;
    Some(path.events.iter().fold(0, |node, event| {
        edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
    }))
}

#[test]
fn a_walk_finds_what_can_be_reached_and_nothing_else() {
    // Two events at each node: forward, or back. Node 40 is unreachable.
    let edges: Vec<_> = (0..41)
        .map(
            |node: usize| {
                if node == 39 { vec![] } else { vec![(0, (node + 1).min(39)), (1, node.saturating_sub(1))] }
            },
        )
        .collect();
    for seed in 0..5 {
        assert_eq!(end(&edges, 9, seed, false), Some(9));
        assert_eq!(end(&edges, 39, seed, true), Some(39), "the heuristic leads there");
    }
    assert_eq!(end(&edges, 40, 1, true), None);
    assert_eq!(end(&edges, 0, 1, false), Some(0), "the initial state is looked at");
}

#[test]
fn the_same_seed_gives_the_same_walks_and_a_line_can_end_them() {
    let path = |seed| {
        let observation = observing(Box::new(|_, _, _, events| events.is_empty()));
        random_walks(diamond(6), &observation, &Guidance::default(), (seed, None), &Control::default())
    };
    assert_eq!(path(3), path(3));
    let whole = Control::default();
    let part = Control::of_part(&whole);
    whole.cancel();
    let observation = observing(Box::new(|_, _, _, _| false));
    let walked = random_walks(one_way_chain(5), &observation, &Guidance::default(), (1, None), &part);
    assert_eq!(walked.hits, [None]);
}

/// Returns the events that some reachable node enables.
fn enabled_somewhere(edges: &[Vec<(usize, usize)>]) -> BTreeSet<usize> {
    let (mut seen, mut open, mut enabled) = (BTreeSet::from([0]), vec![0], BTreeSet::new());
    while let Some(node) = open.pop() {
        enabled.extend(edges[node].iter().map(|&(event, _)| event));
        open.extend(edges[node].iter().map(|&(_, target)| target).filter(|&target| seen.insert(target)));
    }
    enabled
}

#[test]
fn walks_for_events_meet_all_events_and_no_others() {
    let found = Cell::new(0);
    for_seeds(200, |seed| {
        let edges = random_edges(seed);
        let expected = enabled_somewhere(&edges);
        let system = Growing::new(edges);
        let events = system.events();
        let met = |set: &EventSet| (0..events).filter(|&event| set.contains(EventId::new(event))).collect();
        let is_enough = |set: &EventSet| {
            let met: BTreeSet<usize> = met(set);
            met == expected
        };
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        let walked = walk_for_events(system, &is_enough, None, (seed, deadline), &Control::default());
        let met: BTreeSet<usize> = met(&walked.enabled);
        assert_eq!(met, expected, "seed {seed}");
        found.set(found.get() + u64::from(met.len() > 1));
    });
    assert!(is_met(found.get(), 100));
}

#[test]
fn walks_for_events_end_in_a_system_without_events() {
    let walked = walk_for_events(
        GraphSystem::new(1, vec![Vec::new()]),
        &|_| false,
        None,
        (0, None),
        &Control::default(),
    );
    assert!(walked.discrepancy.is_none());
}

#[test]
fn walks_for_events_return_to_where_new_ones_were_enabled() {
    // A chain of 200 nodes in which each step but one leads back to the start.
    let chain = (0..200)
        .map(|node| (0..8).map(move |event| (8 * node + event, if event == 3 { node + 1 } else { 0 })));
    let edges: Vec<Vec<(usize, usize)>> = chain.map(Iterator::collect).chain([Vec::new()]).collect();
    let last = EventId::new(8 * 199);
    let is_enough = |set: &EventSet| set.contains(last);
    let deadline = Some(Instant::now() + Duration::from_secs(30));
    let system = GraphSystem::new(1, edges);
    let walked = walk_for_events(system, &is_enough, None, (1, deadline), &Control::default());
    assert!(walked.enabled.contains(last), "a walk from the start gets there once in 8^200 times");
}
