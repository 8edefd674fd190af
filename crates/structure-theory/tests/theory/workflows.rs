//! The shape of workflow nets against its definition.

use std::cell::Cell;

use sanderling_model::Structure;
use sanderling_net::{ArcKind, Net, PlaceId};
use sanderling_structure_theory::{Flow, Node, ShapeFlaw, Workflow};
use sanderling_testkit::random::{for_seeds, workflow};
use sanderling_testkit::tiny;

use crate::plain::{Plain, any_net};

/// The nodes on no path from `source` to `sink`.
fn off_path(plain: &Plain, source: usize, sink: usize) -> Vec<usize> {
    let paths = plain.paths();
    (0..plain.places + plain.transitions).filter(|&node| !paths[source][node] || !paths[node][sink]).collect()
}

fn numbers(plain: &Plain, nodes: &[Node]) -> Vec<usize> {
    let number = |node: &Node| match node {
        Node::Place(place) => place.index(),
        Node::Transition(transition) => plain.places + transition.index(),
    };
    nodes.iter().map(number).collect()
}

/// Holds what was found against the definition; whether the net has the shape.
fn check(net: &Net) -> bool {
    let (structure, plain) = (Structure::build(net).unwrap(), Plain::of(net));
    let places = 0..plain.places;
    let sources: Vec<usize> = places.clone().filter(|&p| plain.inputs_of_place(p).is_empty()).collect();
    let sinks: Vec<usize> = places.filter(|&p| plain.outputs_of_place(p).is_empty()).collect();
    let indices = |places: &[PlaceId]| places.iter().map(|place| place.index()).collect::<Vec<_>>();
    let found = Workflow::of(&Flow::of(&structure));
    let has_shape = match (&sources[..], &sinks[..]) {
        (&[source], &[sink]) => source != sink && off_path(&plain, source, sink).is_empty(),
        _ => false,
    };
    assert_eq!(found.is_ok(), has_shape, "{found:?}");
    match found {
        Ok(workflow) => assert_eq!([workflow.source.index(), workflow.sink.index()], [sources[0], sinks[0]]),
        Err(flaws) => {
            assert!(!flaws.is_empty());
            for flaw in flaws {
                assert!(!flaw.explain(net).is_empty());
                match flaw {
                    ShapeFlaw::Sources(found) => assert_eq!(indices(&found), sources),
                    ShapeFlaw::Sinks(found) => assert_eq!(indices(&found), sinks),
                    ShapeFlaw::OffPath(nodes) => {
                        assert_eq!(numbers(&plain, &nodes), off_path(&plain, sources[0], sinks[0]));
                    }
                    ShapeFlaw::SourceIsSink(place) => assert_eq!(sources, [place.index()]),
                    other => panic!("{other:?} of places that were found"),
                }
            }
        }
    }
    has_shape
}

#[test]
fn a_net_has_the_shape_exactly_if_it_meets_the_definition() {
    let [shaped, others] = [Cell::new(0), Cell::new(0)];
    for_seeds(4000, |seed| {
        let net = if seed % 2 == 0 { any_net(seed / 2) } else { workflow::net(seed, 0..=8, 0..=2) };
        let count = if check(&net) { &shaped } else { &others };
        count.set(count.get() + 1);
    });
    println!("{shaped:?} workflow nets, {others:?} others");
    assert!(shaped.get() > 400 && others.get() > 400, "{shaped:?} workflow nets, {others:?} others");
}

#[test]
fn given_ends_are_checked_like_those_that_are_found() {
    use ArcKind::{Input, Output};
    // p0 → t0 → p1 → t1 → p2, and p3 beside them.
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (1, 1, Input, 1), (2, 1, Output, 1)];
    let net = tiny::nets::net("n", &[1, 0, 0, 0], 2, &arcs);
    let structure = Structure::build(&net).unwrap();
    let flow = Flow::of(&structure);
    let explained = |result: Result<Workflow, Vec<ShapeFlaw>>| {
        result.unwrap_err().iter().map(|flaw| flaw.explain(&net)).collect::<Vec<_>>()
    };
    let between = |source, sink| Workflow::between(&flow, PlaceId::new(source), PlaceId::new(sink));
    assert_eq!(
        explained(Workflow::of(&flow)),
        ["several places have no input: p0, p3", "several places have no output: p2, p3"]
    );
    assert_eq!(explained(between(0, 2)), ["on no path from the source to the sink: p3"]);
    assert_eq!(
        explained(between(1, 1))[..3],
        [
            "p1 is both the source and the sink",
            "the source p1 has the input t0",
            "the sink p1 has the output t1"
        ]
    );
}

#[test]
fn a_short_circuited_net_leads_from_the_sink_to_the_source() {
    for_seeds(200, |seed| {
        let mut net = workflow::net(seed, 0..=8, 0..=0);
        net.transitions[0].id = "short_circuit".to_owned();
        net.places[0].initial = sanderling_net::Inscription::Tokens(seed % 3);
        let structure = Structure::build(&net).unwrap();
        let flow = Flow::of(&structure);
        let workflow = Workflow::of(&flow).unwrap();
        assert_eq!(workflow.starts_with_one_case(&flow), seed % 3 == 1);
        let closed = workflow.short_circuited(&net);
        assert!(closed.validate().is_empty(), "{}", closed.validate());
        let structure = Structure::build(&closed).unwrap();
        let flow = Flow::of(&structure);
        assert_eq!(sanderling_structure_theory::Class::StronglyConnected.obstacle(&flow), None);
        assert!(workflow.starts_with_one_case(&flow));
    });
}
