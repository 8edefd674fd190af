//! State spaces as columns, against the naive explorer.

use std::collections::BTreeSet;

use sanderling::{Column, Control, Edges, Limits, Question, Request, StateSpace, Width, state_space};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_report::Reason;
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds};

fn request() -> Request {
    Request { threads: 2, ..Request::new(Question::Explore) }
}

fn found(net: &Net, request: &Request) -> StateSpace {
    state_space(net, request, &Control::default()).unwrap()
}

/// The markings, by number, taken in two parts.
fn markings(space: &StateSpace) -> Vec<Vec<u64>> {
    let half = space.len() / 2;
    let parts = [space.columns(0..half), space.columns(half..space.len())];
    let tokens = |column: &Column| -> Vec<u64> {
        match column {
            Column::Int32(tokens) => tokens.iter().map(|&one| u64::try_from(one).unwrap()).collect(),
            Column::Int64(tokens) => tokens.iter().map(|&one| u64::try_from(one).unwrap()).collect(),
            Column::UInt64(tokens) => tokens.clone(),
        }
    };
    let mut markings = Vec::new();
    for columns in parts {
        let columns: Vec<Vec<u64>> = columns.iter().map(tokens).collect();
        let states = columns.first().map_or(0, Vec::len);
        markings.extend((0..states).map(|at| columns.iter().map(|column| column[at]).collect::<Vec<u64>>()));
    }
    markings
}

fn edges(space: &StateSpace) -> BTreeSet<(usize, usize, usize)> {
    let Edges { sources, targets, transitions } = space.edges(0..space.len());
    assert!(sources.is_sorted(), "edges come in the order of the states");
    let ends = sources.iter().zip(&targets).zip(&transitions);
    ends.map(|((&source, &target), event)| (source as usize, event.index(), target as usize)).collect()
}

fn tokens(net: &Net, marking: &Marking) -> Vec<u64> {
    net.place_ids().map(|place| marking.place(place).total()).collect()
}

#[test]
fn columns_and_edges_are_those_of_the_definition() {
    for shape in [Shape::conservative_special(), Shape { max_tokens: 9, ..Shape::conservative() }] {
        for_seeds(25, |seed| {
            let net = random::net(seed, &shape);
            let Ok(explored) = naive::explore(&net, 3000) else { return };
            let space = found(&net, &request());
            let found = markings(&space);
            assert!(space.exhaustive && space.reason.is_none());
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), explored.states());
            assert_eq!(found[0], tokens(&net, &sanderling_net::semantics::initial(&net).unwrap()));
            let number = |marking: &Marking| {
                let tokens = tokens(&net, marking);
                found.iter().position(|one| *one == tokens).expect("every marking has a row")
            };
            let interpreter = Interpreter::new(&net);
            let mut expected = BTreeSet::new();
            for marking in explored.markings.keys() {
                for firing in interpreter.enabled(marking).unwrap() {
                    let mut successor = marking.clone();
                    interpreter.fire(&mut successor, &firing).unwrap();
                    expected.insert((number(marking), firing.transition.index(), number(&successor)));
                }
            }
            assert_eq!(edges(&space), expected);
        });
    }
}

/// A place that a transition fills without end.
fn counter(tokens: u64) -> Net {
    let mut net = Net::new("counter");
    let place = net.add_place(Place::with_tokens("p", tokens));
    let transition = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(place, transition, ArcKind::Output, 1));
    net
}

#[test]
fn a_limit_leaves_states_out_and_says_so() {
    let limits = Limits { states: Some(50), ..Limits::default() };
    let space = found(&counter(0), &Request { limits, ..request() });
    assert!(!space.exhaustive && space.reason.is_some() && space.len() >= 50);
    let unbounded = found(&counter(0), &request());
    assert_eq!(unbounded.reason, Some(Reason::Unbounded));
}

#[test]
fn a_column_is_as_wide_as_its_tokens_need() {
    let mut net = Net::new("wide");
    for (id, tokens) in
        [("a", 1), ("b", (1 << 31) - 1), ("c", 1 << 31), ("d", (1 << 63) - 1), ("e", u64::MAX)]
    {
        net.add_place(Place::with_tokens(id, tokens));
    }
    let space = found(&net, &request());
    use Width::{Int32, Int64, UInt64};
    assert_eq!(space.widths(), [Int32, Int32, Int64, Int64, UInt64]);
    assert_eq!(markings(&space), [[1, (1 << 31) - 1, 1 << 31, (1 << 63) - 1, u64::MAX]]);
}

#[test]
fn values_are_refused_with_what_to_do() {
    let coloured = random::coloured::net(0);
    assert!(!coloured.is_place_transition());
    let found = state_space(&coloured, &request(), &Control::default()).unwrap_err();
    assert!(found.to_string().contains("expected a place/transition net"), "{found}");
}
