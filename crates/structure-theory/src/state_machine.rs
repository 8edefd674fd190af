//! State machines: liveness by components.
//!
//! A token of a state machine moves from place to place along the transitions, independently of the others. A state
//! machine is therefore live if and only if every transition is on a circuit and every strongly connected component
//! with a transition contains a token.
//!
//! Source: Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VII. The theorem there is for
//! connected nets, which then have to be strongly connected; here it is applied to each connected part.

use sanderling_net::TransitionId;

use crate::budget::{Answer, Unknown};
use crate::class::Class;
use crate::component::components;
use crate::flow::{Flow, Node};

/// The reason why a state machine is not live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateMachineFlaw {
    /// A token that this transition moves never comes back.
    OnNoCircuit(TransitionId),
    /// The component of this transition contains no token.
    Unmarked(TransitionId),
}

/// Decides whether a state machine is live; other nets are [beyond](Unknown::Beyond). Cost: linear in the arcs.
#[must_use]
pub fn state_machine_liveness(flow: &Flow<'_>) -> Answer<(), StateMachineFlaw> {
    if let Err(obstacle) = Class::StateMachine.require(flow) {
        return Answer::Unknown(Unknown::Beyond(obstacle));
    }
    let (components, structure) = (components(flow), flow.structure());
    let mut is_marked = vec![false; flow.node_count()];
    for place in structure.place_ids().filter(|&place| flow.is_marked(place)) {
        is_marked[components[flow.index(Node::Place(place))]] = true;
    }
    let component = |node| components[flow.index(node)];
    let flaw = |transition| {
        let own = component(Node::Transition(transition));
        let stays = flow.inputs(transition).iter().all(|&place| component(Node::Place(place)) == own);
        match (stays, is_marked[own]) {
            (false, _) => Some(StateMachineFlaw::OnNoCircuit(transition)),
            (true, false) => Some(StateMachineFlaw::Unmarked(transition)),
            (true, true) => None,
        }
    };
    structure.transition_ids().find_map(flaw).map_or(Answer::Yes(()), Answer::No)
}
