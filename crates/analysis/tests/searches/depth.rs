//! Depth-bounded searches against breadth-first levels, on random graphs and nets. For all depths,
//! increments and settings, they explore exactly the states within the depth.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{
    Control, DepthBound, DepthStatistics, Goal, Limits, Observation, Outcome, StopReason, explore_to_depth,
};
use sanderling_model::{CountModel, FieldModel, Knowledge, NetModel, RadixModel};
use sanderling_net::semantics::{self, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_system::{EventId, Fired, System};
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_testkit::tiny::systems::{
    GraphSystem, clock, deadlock, diamond, one_way_chain, ring, self_loop,
};

/// Returns all four settings: with and without thresholds and frontier trees.
fn bounds(depth: u32, increment: u32) -> impl Iterator<Item = DepthBound> {
    [(true, true), (true, false), (false, true), (false, false)]
        .into_iter()
        .map(move |(thresholds, frontier_tree)| DepthBound { depth, increment, thresholds, frontier_tree })
}

/// The edges of each node, and its distance from the first one.
type Graph = (Vec<Vec<(usize, usize)>>, BTreeMap<usize, u32>);

fn graph(edges: Vec<Vec<(usize, usize)>>) -> Graph {
    let mut distances = BTreeMap::from([(0, 0)]);
    let mut level = vec![0];
    for distance in 1.. {
        let targets = level.iter().flat_map(|&node: &usize| &edges[node]).map(|&(_, target)| target);
        level = targets.filter(|&target| *distances.entry(target).or_insert(distance) == distance).collect();
        level.sort_unstable();
        level.dedup();
        if level.is_empty() {
            break;
        }
    }
    (edges, distances)
}

/// Explores, and returns the number of observations of each node. The last goal is a path to `wanted`.
fn visit(
    system: GraphSystem,
    bound: &DepthBound,
    wanted: usize,
) -> (BTreeMap<usize, u32>, Outcome<GraphSystem>, DepthStatistics) {
    let visited = Mutex::new(BTreeMap::new());
    let visit: Goal<'_, GraphSystem> = Box::new(|_, _, &node, _| {
        *visited.lock().unwrap().entry(node).or_default() += 1;
        false
    });
    let find: Goal<'_, GraphSystem> = Box::new(move |_, _, &node, _| node == wanted);
    let observation = Observation { goals: vec![visit, find], extremes: true, ..Observation::default() };
    let (outcome, statistics) =
        explore_to_depth(system, bound, Limits::default(), &observation, &Control::default());
    drop(observation);
    (visited.into_inner().unwrap(), outcome, statistics)
}

fn check(words: usize, (edges, distances): &Graph, bound: &DepthBound, wanted: usize) -> DepthStatistics {
    let system = GraphSystem::new(words, edges.clone());
    let (visited, outcome, statistics) = visit(system, bound, wanted);
    let about = format!("{bound:?}");
    let within =
        |most: u32| distances.iter().filter(move |&(_, &distance)| distance <= most).map(|(&node, _)| node);
    let expected: Vec<usize> = within(bound.depth).collect();
    assert_eq!(visited.keys().copied().collect::<Vec<_>>(), expected, "{about}");
    assert!(visited.values().all(|&times| times == 1), "each state is observed once: {visited:?} {about}");
    assert_eq!(outcome.states, Some(expected.len() as u64), "{about}");
    assert_eq!(outcome.store.len(), expected.len(), "{about}");
    let is_all = distances.len() == expected.len();
    assert_eq!(outcome.stop, (!is_all).then_some(StopReason::Depth), "{about}");
    let firings =
        |nodes: &mut dyn Iterator<Item = usize>| nodes.map(|node| edges[node].len() as u64).sum::<u64>();
    let fired = match (is_all, bound.depth) {
        (true, _) => firings(&mut within(u32::MAX)),
        (false, 0) => 0,
        (false, depth) => firings(&mut within(depth - 1)),
    };
    assert_eq!(outcome.firings, fired, "{about}");
    let dead = expected.iter().filter(|&&node| edges[node].is_empty()).count();
    assert_eq!(outcome.dead, dead as u64, "{about}");
    assert_eq!(outcome.maxima.as_ref().unwrap().each[0], *expected.last().unwrap() as u64, "{about}");
    match &outcome.hits[1] {
        Some(path) => {
            assert_eq!(end_of(edges, &path.events), wanted, "{about}");
            assert!(path.events.len() <= bound.depth as usize, "{about}");
        }
        None => assert!(!expected.contains(&wanted), "{about}"),
    }
    assert_eq!(statistics.explored_depth, bound.depth, "{about}");
    assert!(statistics.rounds <= u64::from(bound.depth.div_ceil(bound.increment)), "{about}");
    if bound.increment == 1 {
        assert_eq!(statistics.revisits, 0, "a level at a time, nothing is met nearer later: {about}");
    }
    statistics
}

fn end_of(edges: &[Vec<(usize, usize)>], events: &[EventId]) -> usize {
    events.iter().fold(0, |node, event| {
        edges[node].iter().find(|edge| edge.0 == event.index()).expect("it is enabled").1
    })
}

/// Returns a graph with random edges. Most lead a little forward, so that paths of different lengths meet.
/// Some lead back.
fn random_graph(seed: u64) -> Graph {
    let mut random = StdRng::seed_from_u64(seed);
    let nodes = random.random_range(1..60);
    let (max_edges, reach) = (random.random_range(1..5), random.random_range(1..=nodes.min(9)));
    let edges = (0..nodes).map(|node| {
        let count = if random.random_bool(0.3) { 1 } else { random.random_range(0..=max_edges) };
        let target = |random: &mut StdRng| match random.random_bool(0.85) {
            true => (node + random.random_range(1..=reach)) % nodes,
            false => random.random_range(0..nodes),
        };
        (0..count).map(|event| (event, target(&mut random))).collect()
    });
    graph(edges.collect())
}

#[test]
fn exactly_the_states_within_the_depth_are_explored_once() {
    let revisits = Mutex::new([0_u64; 2]);
    for_seeds(2_000, |seed| {
        let graph = random_graph(seed);
        let farthest = *graph.1.values().max().unwrap();
        let wanted = seed as usize % graph.0.len();
        for depth in 0..=farthest + 2 {
            for increment in [1, 2, 3, 5, depth.max(1), 100] {
                for bound in bounds(depth, increment) {
                    let statistics = check(1 + seed as usize % 3, &graph, &bound, wanted);
                    revisits.lock().unwrap()[usize::from(bound.thresholds)] += statistics.revisits;
                }
            }
        }
    });
    let [without, with] = *revisits.lock().unwrap();
    println!("{without} revisits without thresholds, {with} with them");
    assert!(with < without);
}

/// Returns the graph of a tiny system.
fn graph_of(system: &GraphSystem) -> Graph {
    let mut state = vec![0; system.words()];
    let edges = (0..system.nodes()).map(|node| {
        let mut events = Vec::new();
        system.enabled::<0>(&[], &node, &mut events);
        let edge = |&event: &EventId| {
            assert_eq!(system.fire::<0>(&[], &node, event, &mut state), Fired::Successor);
            (event.index(), system.node(&state).expect("a node"))
        };
        events.iter().map(edge).collect()
    });
    graph(edges.collect())
}

#[test]
fn tiny_systems_are_explored_to_any_depth() {
    for system in [clock(9), ring(9), diamond(5), one_way_chain(7), deadlock(), self_loop()] {
        let graph = graph_of(&system);
        for depth in 0..12 {
            for increment in [1, 2, 3, 4, 50] {
                for bound in bounds(depth, increment) {
                    check(2, &graph, &bound, 3);
                }
            }
        }
    }
}

/// The example of figure 4 of the paper: a search that never explores a state again loses states.
#[test]
fn a_state_that_is_met_again_nearer_is_explored_again() {
    let edges = vec![vec![(0, 1), (1, 2)], vec![(0, 2)], vec![(0, 3)], vec![(0, 4)], vec![]];
    let graph = graph(edges);
    for bound in bounds(3, 3) {
        assert_eq!(check(1, &graph, &bound, 4).revisits, 1, "{bound:?}");
    }
}

/// The example of figure 7: a path to a state that is known at a smaller depth leads to no new states.
#[test]
fn thresholds_save_revisits_that_can_find_nothing() {
    // Nodes 1 to 30 are a chain. Node 31 is reachable from node 1 by paths of every length, and leads to
    // node 2 by a long chain.
    let mut edges: Vec<Vec<(usize, usize)>> = (0..60).map(|node| vec![(0, (node + 1).min(59))]).collect();
    edges[0] = vec![(0, 1), (1, 2)];
    for (event, node) in (2..30).enumerate() {
        edges[node].push((1 + event, 31));
    }
    edges[30] = vec![];
    edges[59] = vec![(0, 2)];
    let graph = graph(edges);
    let revisits: Vec<u64> = bounds(200, 200).map(|bound| check(1, &graph, &bound, 5).revisits).collect();
    assert!(revisits[0] * 4 < revisits[2], "{revisits:?}");
    assert_eq!((revisits[0], revisits[2]), (revisits[1], revisits[3]), "replaying changes nothing");
}

/// Returns the markings within this number of firings with their distances, or `None` if there are more than
/// `limit`.
fn markings(net: &Net, depth: u32, limit: usize) -> Option<HashMap<Marking, u32>> {
    let (start, interpreter) = (semantics::initial(net).ok()?, Interpreter::new(net));
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut level = vec![start];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for marking in &level {
            for firing in interpreter.enabled(marking).ok()? {
                let mut successor = marking.clone();
                interpreter.fire(&mut successor, &firing).ok()?;
                if !known.contains_key(&successor) {
                    known.insert(successor.clone(), distance);
                    next.push(successor);
                }
            }
        }
        level = next;
        if known.len() > limit {
            return None;
        }
    }
    Some(known)
}

/// Returns the marking that events lead to.
fn marking_after(net: &Net, events: &[EventId]) -> Marking {
    let mut marking = semantics::initial(net).unwrap();
    for event in events {
        let firing = semantics::Firing::plain(TransitionId::new(event.index()));
        Interpreter::new(net).fire(&mut marking, &firing).expect("it is enabled");
    }
    marking
}

fn check_net<M: NetModel>(
    net: &Net,
    model: M,
    bound: &DepthBound,
    known: &HashMap<Marking, u32>,
    wanted: &Marking,
) -> u32 {
    let tokens: Vec<u64> = net.place_ids().map(|place| wanted.tokens(place)).collect();
    let places: Vec<_> = net.place_ids().collect();
    let find: Goal<'_, M> = Box::new(move |model, state, scratch, _| {
        places.iter().zip(&tokens).all(|(&place, &tokens)| model.tokens(state, scratch, place) == tokens)
    });
    let observation = Observation { goals: vec![find], extremes: true, ..Observation::default() };
    let (outcome, _) = explore_to_depth(model, bound, Limits::default(), &observation, &Control::default());
    let about = format!("{} {bound:?}", net.id);
    let within: Vec<&Marking> =
        known.iter().filter(|&(_, &distance)| distance <= bound.depth).map(|(marking, _)| marking).collect();
    assert_eq!(outcome.states, Some(within.len() as u64), "{about}");
    let mut most: Vec<u64> = vec![0; net.places.len()];
    for marking in &within {
        net.place_ids()
            .for_each(|place| most[place.index()] = most[place.index()].max(marking.tokens(place)));
    }
    assert_eq!(outcome.maxima.as_ref().unwrap().each, most, "{about}");
    assert!(matches!(outcome.stop, None | Some(StopReason::Depth)), "{:?} {about}", outcome.stop);
    let events = &outcome.hits[0].as_ref().unwrap_or_else(|| panic!("{about}")).events;
    assert_eq!(marking_after(net, events), *wanted, "{about}");
    assert!(events.len() <= bound.depth as usize, "{about}");
    outcome.relaxations
}

#[test]
fn markings_outgrow_their_packing_and_none_is_lost() {
    let relaxations = Mutex::new(0);
    let shapes = [
        Shape { max_tokens: 40, places: 1..=4, ..Shape::conservative() },
        Shape::conservative_special(),
        Shape { max_tokens: 9, ..Shape::special() },
    ];
    for_seeds(600, |seed| {
        let net = random::net(seed, &shapes[seed as usize % 3]);
        let Ok(knowledge) = Knowledge::of(&net) else { return };
        let depth = 2 + (seed % 9) as u32;
        let Some(known) = markings(&net, depth, 3_000) else { return };
        let farthest = known.iter().max_by_key(|&(marking, distance)| (distance, format!("{marking:?}")));
        let wanted = farthest.expect("the initial one").0;
        for increment in [1, 2, 3, 100] {
            for bound in bounds(depth, increment) {
                let fields = FieldModel::compile(knowledge.clone());
                let radix = RadixModel::compile(knowledge.clone());
                *relaxations.lock().unwrap() += check_net(&net, fields, &bound, &known, wanted);
                *relaxations.lock().unwrap() += check_net(&net, radix, &bound, &known, wanted);
            }
        }
    });
    let relaxations = *relaxations.lock().unwrap();
    println!("{relaxations} relaxations");
    assert!(is_met(relaxations, 1_000));
}

#[test]
fn limits_end_a_search_with_the_depth_it_reached() {
    let (control, none) = (Control::default(), Observation::default());
    let bound = DepthBound { increment: 5, ..DepthBound::new(5_000) };
    let limited = |limits| explore_to_depth(one_way_chain(60_000), &bound, limits, &none, &control);
    let (outcome, statistics) = limited(Limits { states: Some(1_000), ..Limits::default() });
    assert_eq!(outcome.stop, Some(StopReason::States));
    let states = outcome.states.unwrap();
    assert!((1_000..20_000).contains(&states), "{states}");
    let explored = u64::from(statistics.explored_depth);
    assert!(explored.is_multiple_of(5) && (states - 10..states).contains(&explored), "{explored} {states}");
    let (outcome, _) = limited(Limits { memory_bytes: Some(40_000), ..Limits::default() });
    assert_eq!(outcome.stop, Some(StopReason::Memory));
    let cancelled = Control::default();
    cancelled.cancel();
    let (outcome, statistics) = explore_to_depth(diamond(12), &bound, Limits::default(), &none, &cancelled);
    assert_eq!((outcome.stop, statistics.explored_depth), (Some(StopReason::Cancelled), 0));
}

#[test]
fn a_search_ends_as_soon_as_everything_is_decided() {
    let goal: Goal<'_, GraphSystem> = Box::new(|_, _, &node, _| node == 7);
    let observation = Observation { goals: vec![goal], stop_when_decided: true, ..Observation::default() };
    let bound = DepthBound::new(50_000);
    let (outcome, _) =
        explore_to_depth(one_way_chain(60_000), &bound, Limits::default(), &observation, &Control::default());
    assert_eq!((outcome.stop, outcome.states), (Some(StopReason::Decided), Some(8)));
    assert_eq!(outcome.hits[0].as_ref().unwrap().events.len(), 7);
}

/// Parts of the tree that lead to no frontier state are released: a long path with a narrow frontier does
/// not accumulate memory.
#[test]
fn the_memory_of_the_frontier_tree_is_that_of_the_ways_to_the_frontier() {
    let chain = one_way_chain(20_000);
    let statistics = |increment| {
        let bound = DepthBound { increment, ..DepthBound::new(20_000) };
        let none = Observation::default();
        explore_to_depth(chain.clone(), &bound, Limits::default(), &none, &Control::default()).1
    };
    for increment in [1, 7, 1000] {
        let statistics = statistics(increment);
        assert_eq!(statistics.peak_frontier, 1);
        assert!(statistics.replayed <= 20_000, "no event is fired more than twice: {statistics:?}");
        assert!(statistics.peak_frontier_bytes < 20_000 * 16, "{statistics:?}");
    }
}
