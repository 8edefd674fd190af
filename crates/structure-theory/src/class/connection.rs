//! Classes defined by paths.

use sanderling_net::PlaceId;

use crate::flow::{Flow, Node};
use crate::obstacle::Obstacle;
use crate::path::{Direction, reached, search};

/// Returns two nodes that no chain of arcs of any kind and direction connects.
pub(super) fn apart(flow: &Flow<'_>) -> Option<Obstacle> {
    let first = flow.nodes().next()?;
    let is_reached = search(flow, first, |node, visit| {
        flow.successors(node).chain(flow.predecessors(node)).for_each(&mut *visit);
        across_tests(flow, node, visit);
    });
    let other = flow.nodes().find(|&node| !is_reached[flow.index(node)])?;
    Some(Obstacle::Apart(first, other))
}

/// Calls `visit` for the nodes that inhibitor and reset arcs connect with this one.
fn across_tests(flow: &Flow<'_>, node: Node, visit: &mut dyn FnMut(Node)) {
    let structure = flow.structure();
    match node {
        Node::Place(place) => {
            let transitions = structure.tested_by(place).iter().chain(structure.reset_by(place));
            transitions.copied().map(Node::Transition).for_each(visit);
        }
        Node::Transition(transition) => {
            let inhibitors = structure.inhibitor(transition).iter().map(|&(place, _)| place);
            let places: Vec<PlaceId> =
                inhibitors.chain(structure.reset(transition).iter().copied()).collect();
            places.into_iter().map(Node::Place).for_each(visit);
        }
    }
}

/// Returns two nodes without a path from one to the other.
pub(super) fn no_path(flow: &Flow<'_>) -> Option<Obstacle> {
    let first = flow.nodes().next()?;
    let missed = |direction| {
        let is_reached = reached(flow, first, direction);
        flow.nodes().find(|&node| !is_reached[flow.index(node)])
    };
    let unreached = missed(Direction::Forward).map(|node| Obstacle::NoPath(first, node));
    unreached.or_else(|| missed(Direction::Backward).map(|node| Obstacle::NoPath(node, first)))
}
