//! Tests of shortened runs: they lead to the same goal, and are shortest if they claim to be.

use std::cell::Cell;
use std::collections::VecDeque;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Goal, Limits, Shortened, shorten};
use sanderling_system::EventId;

use sanderling_testkit::random::{for_seeds, is_met};
use sanderling_testkit::tiny::systems::GraphSystem;

/// Returns the edges of a random graph. An event leads from node to node.
fn edges(random: &mut StdRng) -> Vec<Vec<(usize, usize)>> {
    let nodes = random.random_range(2..300);
    let edges_of = |node: usize, random: &mut StdRng| {
        let near = |random: &mut StdRng| (node + random.random_range(0..4)).min(nodes - 1);
        (0..random.random_range(1..4))
            .map(|event| {
                (event, if random.random_bool(0.7) { near(random) } else { random.random_range(0..nodes) })
            })
            .collect()
    };
    (0..nodes).map(|node| edges_of(node, random)).collect()
}

fn follow(edges: &[Vec<(usize, usize)>], events: &[EventId]) -> usize {
    let next = |node: usize, event: &EventId| {
        edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
    };
    events.iter().fold(0, next)
}

/// Returns the distance from node 0 to a node.
fn distance(edges: &[Vec<(usize, usize)>], goal: usize) -> usize {
    let mut distances = vec![None; edges.len()];
    distances[0] = Some(0);
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for &(_, next) in &edges[node] {
            if distances[next].is_none() {
                distances[next] = distances[node].map(|distance: usize| distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances[goal].expect("the walk has been there")
}

/// Returns a random run of at most this length that reaches its last node only at its end.
fn run(edges: &[Vec<(usize, usize)>], random: &mut StdRng) -> Vec<EventId> {
    let mut node = 0;
    let events = (0..random.random_range(0..400)).map(|_| {
        let (event, next) = edges[node][random.random_range(0..edges[node].len())];
        node = next;
        EventId::new(event)
    });
    events.collect()
}

fn shortened(edges: &[Vec<(usize, usize)>], events: Vec<EventId>, time: Duration) -> Shortened {
    let target = follow(edges, &events);
    let goal: Goal<'_, GraphSystem> =
        Box::new(move |system: &GraphSystem, state, _, _| system.node(state) == Some(target));
    let system = GraphSystem::new(4, edges.to_vec());
    let limits = Limits { time: Some(time), ..Limits::default() };
    shorten(system, &goal, events, limits, &Control::default())
}

#[test]
fn a_shortened_run_leads_to_the_goal_and_is_shortest_where_that_is_said() {
    let (shorter, shortest) = (Cell::new(0), Cell::new(0));
    for_seeds(600, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let edges = edges(&mut random);
        let events = run(&edges, &mut random);
        let (before, goal) = (events.len(), follow(&edges, &events));
        let Shortened { events, is_shortest } = shortened(&edges, events, Duration::from_secs(60));
        assert_eq!(follow(&edges, &events), goal, "{seed}");
        assert!(events.len() <= before, "{seed}");
        let distance = distance(&edges, goal);
        assert!(events.len() >= distance, "{seed}");
        if is_shortest {
            assert_eq!(events.len(), distance, "{seed}");
        }
        shorter.set(shorter.get() + usize::from(events.len() < before));
        shortest.set(shortest.get() + usize::from(is_shortest));
    });
    let (shorter, shortest) = (shorter.get(), shortest.get());
    assert!(is_met(shorter, 100) && is_met(shortest, 20), "{shorter} {shortest}");
}

#[test]
fn without_time_or_memory_a_run_stays_as_it_was() {
    let edges: Vec<_> = (0..50).map(|node: usize| vec![(0, (node + 1).min(49)), (1, 0)]).collect();
    let events: Vec<_> = [0, 0, 1, 0, 0, 0].map(EventId::new).to_vec();
    let goal: Goal<'_, GraphSystem> =
        Box::new(|system: &GraphSystem, state, _, _| system.node(state) == Some(3));
    let whole = Limits::default();
    let cases = [
        (Limits { time: Some(Duration::ZERO), ..whole }, 6, false),
        (Limits { memory_bytes: Some(100), ..whole }, 6, false),
        (Limits { states: Some(1), ..whole }, 3, false),
        (whole, 3, true),
    ];
    for (limits, length, is_shortest) in cases {
        let system = GraphSystem::new(4, edges.clone());
        let shortened = shorten(system, &goal, events.clone(), limits, &Control::default());
        let of = Shortened { is_shortest, events: shortened.events.clone() };
        assert_eq!((shortened.events.len(), &shortened), (length, &of), "{limits:?}");
    }
}

#[test]
fn a_long_run_through_many_states_loses_its_cycles() {
    // 100 000 steps forward, every third of which is followed by a step back.
    let nodes = 40_000;
    let edges: Vec<_> = (0..nodes)
        .map(|node: usize| vec![(0, (node + 1).min(nodes - 1)), (1, node.saturating_sub(1))])
        .collect();
    let events: Vec<_> = (0..100_000).map(|step| EventId::new(usize::from(step % 3 == 2))).collect();
    let goal = follow(&edges, &events);
    assert_eq!(distance(&edges, goal), goal);
    // The clock stops the elimination, which would take quadratic time.
    let Shortened { events, .. } = shortened(&edges, events, Duration::from_secs(2));
    assert_eq!((follow(&edges, &events), events.len()), (goal, goal));
}
