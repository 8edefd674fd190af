//! Classes defined by single nodes or arcs.

use sanderling_net::{PlaceId, TransitionId};

use crate::flow::{Flow, Node, weights_out};
use crate::obstacle::Obstacle;

/// Returns the first arc whose weight is not 1, or a feature outside the classical definitions.
pub(super) fn not_ordinary(flow: &Flow<'_>) -> Option<Obstacle> {
    let structure = flow.structure();
    let heavy = |transition: TransitionId| {
        let node = Node::Transition(transition);
        let into = structure.needs(transition).map(|(place, weight)| (place, u128::from(weight)));
        let heavy_in = into.into_iter().find(|&(_, weight)| weight != 1);
        let heavy_out = || weights_out(structure, transition).find(|&(_, weight)| weight != 1);
        heavy_in
            .map(|(place, weight)| Obstacle::Weight(Node::Place(place), node, weight))
            .or_else(|| heavy_out().map(|(place, weight)| Obstacle::Weight(node, Node::Place(place), weight)))
    };
    Obstacle::beyond_classical(flow).or_else(|| structure.transition_ids().find_map(heavy))
}

/// Returns a place that is both input and output of a transition.
pub(super) fn self_loop(flow: &Flow<'_>) -> Option<Obstacle> {
    let of_transition = |transition| {
        let is_output = |place: &&PlaceId| flow.outputs(transition).binary_search(place).is_ok();
        let place = flow.inputs(transition).iter().find(is_output)?;
        Some(Obstacle::SelfLoop(*place, transition))
    };
    flow.structure().transition_ids().find_map(of_transition)
}

/// Returns a transition without exactly one input and one output.
pub(super) fn branching_transition(flow: &Flow<'_>) -> Option<Obstacle> {
    let degrees = |t| degrees(Node::Transition(t), flow.inputs(t).len(), flow.outputs(t).len());
    flow.structure().transition_ids().find_map(degrees)
}

/// Returns a place without exactly one input and one output.
pub(super) fn branching_place(flow: &Flow<'_>) -> Option<Obstacle> {
    let degrees = |p| degrees(Node::Place(p), flow.producers(p).len(), flow.consumers(p).len());
    flow.structure().place_ids().find_map(degrees)
}

fn degrees(node: Node, inputs: usize, outputs: usize) -> Option<Obstacle> {
    if inputs != 1 {
        return Some(Obstacle::Inputs(node, inputs));
    }
    (outputs != 1).then_some(Obstacle::Outputs(node, outputs))
}
