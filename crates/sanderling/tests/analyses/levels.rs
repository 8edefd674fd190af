//! Level graphs, compared with the naive explorer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use sanderling::{Control, Limits, Question, Request, level_graph};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::semantics::Interpreter;
use sanderling_net::{Format, Net, Source};
use sanderling_report::{LevelGraph, Reason};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::nets;

/// The states of each level, and its edges by length.
type Levels = Vec<(u64, BTreeMap<i64, u64>)>;

fn found(graph: &LevelGraph) -> Levels {
    let lengths =
        |edges: &[sanderling_report::EdgeLength]| edges.iter().map(|e| (e.length, e.edges)).collect();
    graph.levels.iter().map(|level| (level.states, lengths(&level.edges))).collect()
}

/// Returns the levels by definition: each marking, each firing, and the distances of both ends.
fn expected(net: &Net, explored: &Explored) -> Levels {
    let mut levels: Levels = explored.levels.iter().map(|&states| (states as u64, BTreeMap::new())).collect();
    let interpreter = Interpreter::new(net);
    for (marking, &distance) in &explored.markings {
        for firing in interpreter.enabled(marking).unwrap() {
            let mut successor = marking.clone();
            interpreter.fire(&mut successor, &firing).unwrap();
            let length = distance as i64 - explored.markings[&successor] as i64;
            *levels[distance].1.entry(length).or_default() += 1;
        }
    }
    levels
}

fn dve(name: &str) -> Net {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets").join(name);
    let source = Source::new(name, fs::read(path).unwrap());
    Dve { semantics: Semantics::Ltsmin }.parse(&source).unwrap().nets.remove(0)
}

fn request() -> Request {
    Request { threads: 2, ..Request::new(Question::Explore) }
}

#[test]
fn level_graphs_of_random_nets_are_those_of_the_definition() {
    let shapes = [
        Shape::conservative_special(),
        Shape { max_tokens: 9, ..Shape::conservative() },
        // Fields that are too narrow at first, so that states are repacked.
        Shape { max_tokens: 40, places: 1..=3, ..Shape::conservative() },
    ];
    for shape in shapes {
        for_seeds(200, |seed| {
            let net = random::net(seed, &shape);
            let Ok(explored) = naive::explore(&net, 1500) else { return };
            let graph = level_graph(&net, &request(), &Control::default()).unwrap();
            assert!(graph.exhaustive && graph.reason.is_none(), "{}", net.id);
            assert_eq!(found(&graph), expected(&net, &explored), "{}", net.id);
            assert_eq!(
                (graph.states, graph.edges),
                (explored.states() as u64, explored.firings),
                "{}",
                net.id
            );
        });
    }
}

#[test]
fn level_graphs_of_value_nets_are_those_of_the_definition() {
    for name in ["jugs.dve", "token-ring-5.dve", "river-crossing.dve", "wrap-around.dve"] {
        let net = dve(name);
        let explored = naive::explore(&net, 30_000).unwrap();
        let graph = level_graph(&net, &request(), &Control::default()).unwrap();
        assert_eq!(found(&graph), expected(&net, &explored), "{name}");
    }
}

#[test]
fn a_partial_level_graph_is_right_as_far_as_it_goes() {
    let net = nets::philosophers(7);
    let whole = level_graph(&net, &request(), &Control::default()).unwrap();
    for states in (1..2187).step_by(97) {
        let limited = Request { limits: Limits { states: Some(states), ..Limits::default() }, ..request() };
        let part = level_graph(&net, &limited, &Control::default()).unwrap();
        assert_eq!((part.exhaustive, part.reason), (false, Some(Reason::StateLimit)));
        assert!(part.unexpanded() > 0 && part.states < whole.states);
        for (level, (part, whole)) in part.levels.iter().zip(&whole.levels).enumerate() {
            let is_whole = part.states == whole.states && part.unexpanded == 0;
            assert!(!is_whole || part.edges == whole.edges, "level {level}, {states} states");
            assert!(part.states <= whole.states && part.unexpanded <= part.states);
        }
    }
}

#[test]
fn memory_limits_a_level_graph() {
    let limits = Limits { memory_bytes: Some(2 << 20), ..Limits::default() };
    let request = Request { limits, ..request() };
    let graph = level_graph(&nets::philosophers(30), &request, &Control::default()).unwrap();
    assert_eq!((graph.exhaustive, graph.reason), (false, Some(Reason::MemoryLimit)));
    assert!(graph.states > 0);
}

#[test]
fn a_level_graph_is_cancelled_while_it_is_counted() {
    let net = nets::philosophers(9);
    // The search is complete when the first of the counted states are reported.
    let control = Arc::new_cyclic(|control: &Weak<Control<'static>>| {
        let (control, ended) = (control.clone(), AtomicBool::new(false));
        Control::with_listener(move |progress| {
            if ended.swap(progress.open == 0, Ordering::Relaxed) {
                control.upgrade().expect("it is in use").cancel();
            }
        })
    });
    let graph = level_graph(&net, &request(), &control).unwrap();
    assert_eq!((graph.exhaustive, graph.reason), (false, Some(Reason::Cancelled)));
    assert_eq!(graph.states, 3_u64.pow(9));
    assert!(0 < graph.unexpanded() && graph.unexpanded() < graph.states);
}
