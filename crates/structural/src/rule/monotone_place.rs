//! Places that never fall below, or never rise above, their initial marking.
//!
//! If no firing can leave less than the initial tokens m0 in a place p, every test for at most m0 tokens succeeds in
//! every reachable marking, and every inhibitor arc of weight at most m0 disables its transition for ever. If no firing
//! can leave more, inhibitor arcs above m0 and a capacity of at least m0 are always satisfied, and tests for more never
//! are. Tests that always succeed are removed, and so are transitions with a test that never does. A constant place is
//! both, and loses all its arcs.
//!
//! Preconditions: a firing of t leaves at least m0 if post ≥ pre or, if t resets p, post ≥ m0; and at most m0 if post ≤
//! pre, or post ≤ m0. By induction along a run, every marking then satisfies this. A loop is lowered as a whole, so
//! effects do not change; if p has a capacity, loops require room and stay.
//!
//! Preserves: everything, since exactly the same firings are enabled in reachable markings. Inverse: none needed.
//! Constant places are Murata's (1989) self-loop places, which Bønneland et al. (2019) also have; here all kinds of
//! arcs are considered.

use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "monotone_places",
    about: "removes tests of places that only gain or only lose tokens",
    keeps: Keeps::Graph,
    reach: Reach::Place(run),
};

/// Removes the decided tests of a place, and returns whether there were any.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let graph = &mut work.graph;
    let before = graph.clock;
    let (never_falls, never_rises) = tendency(graph, place);
    if never_falls {
        floor(graph, place);
    }
    if never_rises {
        ceiling(graph, place);
    }
    graph.clock != before
}

/// Returns whether a place never falls below, and whether it never rises above its initial marking.
fn tendency(graph: &Graph, place: PlaceId) -> (bool, bool) {
    let node = graph.place(place);
    let (mut never_falls, mut never_rises) = (true, true);
    for &transition in
        node.consumers.first().into_iter().chain(&node.producers).chain(&node.consumers).chain(&node.testers)
    {
        let arcs = graph.arcs(transition);
        let put = row::weight(&arcs.post, place);
        let from = if arcs.resets(place) { node.initial } else { row::weight(&arcs.pre, place) };
        never_falls &= put >= from;
        never_rises &= put <= from;
        if !never_falls && !never_rises {
            break;
        }
    }
    (never_falls, never_rises)
}

/// Applies the fact that the place always contains at least its initial tokens.
fn floor(graph: &mut Graph, place: PlaceId) {
    let (initial, has_capacity) = (graph.place(place).initial, graph.place(place).capacity.is_some());
    for transition in graph.around(place) {
        let arcs = graph.arcs(transition);
        let (pre, read) = (row::weight(&arcs.pre, place), row::weight(&arcs.read, place));
        let inhibitor = row::weight(&arcs.inhibitor, place);
        if inhibitor > 0 && inhibitor <= initial && !graph.is_kept(transition) {
            graph.remove_transition(transition);
            continue;
        }
        if read > 0 && read <= initial {
            graph.change(transition, place, |arcs| row::set(&mut arcs.read, place, 0));
        }
        if pre > 0 && pre <= initial && !has_capacity {
            lower_loop(graph, transition, place, pre);
        }
    }
}

/// Removes the test of a loop: `pre`, and as many of the tokens put back.
fn lower_loop(graph: &mut Graph, transition: TransitionId, place: PlaceId, pre: u64) {
    graph.change(transition, place, |arcs| {
        row::set(&mut arcs.pre, place, 0);
        if !arcs.resets(place) {
            let post = row::weight(&arcs.post, place);
            row::set(&mut arcs.post, place, post - pre);
        }
    });
}

/// Applies the fact that the place never contains more than its initial tokens.
fn ceiling(graph: &mut Graph, place: PlaceId) {
    let initial = graph.place(place).initial;
    if graph.place(place).capacity.is_some_and(|capacity| capacity >= initial) {
        graph.lift_capacity(place);
    }
    for transition in graph.around(place) {
        let arcs = graph.arcs(transition);
        let inhibitor = row::weight(&arcs.inhibitor, place);
        if arcs.need(place) > initial && !graph.is_kept(transition) {
            graph.remove_transition(transition);
        } else if inhibitor > initial {
            graph.change(transition, place, |arcs| row::set(&mut arcs.inhibitor, place, 0));
        }
    }
}
