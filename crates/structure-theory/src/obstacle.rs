//! Obstacles that exclude a net from a class: the nodes that violate its definition.

use sanderling_net::{Net, PlaceId, TransitionId};

use crate::flow::{Flow, Node};

/// The reason why a net is not in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// An inhibitor arc.
    Inhibitor(PlaceId, TransitionId),
    /// A reset arc.
    Reset(PlaceId, TransitionId),
    /// A place with a capacity.
    Capacity(PlaceId),
    /// An arc from the first node to the second whose weight is not 1.
    Weight(Node, Node, u128),
    /// A place that is both input and output of a transition.
    SelfLoop(PlaceId, TransitionId),
    /// A node without exactly one input, and the number of its inputs.
    Inputs(Node, usize),
    /// A node without exactly one output, and the number of its outputs.
    Outputs(Node, usize),
    /// An arc from a place that has another output to a transition that has another input.
    Choice {
        /// The start of the arc.
        place: PlaceId,
        /// The end of the arc.
        transition: TransitionId,
        /// Another output of the place.
        other_transition: TransitionId,
        /// Another input of the transition.
        other_place: PlaceId,
    },
    /// Two places with this common output whose sets of outputs differ.
    UnequalOutputs(PlaceId, PlaceId, TransitionId),
    /// Two places with this common output. Each has an output that is not an output of the other.
    IncomparableOutputs(PlaceId, PlaceId, TransitionId),
    /// Two nodes that are not connected.
    Apart(Node, Node),
    /// Two nodes without a path from the first to the second.
    NoPath(Node, Node),
}

impl Obstacle {
    /// Returns a feature outside the classical definitions, if the net has one: an inhibitor arc, a reset arc, or a
    /// capacity. Read arcs are permitted, since they are self-loops.
    #[must_use]
    pub fn beyond_classical(flow: &Flow<'_>) -> Option<Self> {
        let structure = flow.structure();
        let of_transition = |transition| {
            let inhibitor = structure.inhibitor(transition).first();
            let reset = structure.reset(transition).first();
            inhibitor
                .map(|&(place, _)| Self::Inhibitor(place, transition))
                .or_else(|| reset.map(|&place| Self::Reset(place, transition)))
        };
        let is_limited = |place: &PlaceId| structure.capacity()[place.index()].is_some();
        structure
            .transition_ids()
            .find_map(of_transition)
            .or_else(|| structure.place_ids().find(is_limited).map(Self::Capacity))
    }

    /// Returns the first reset arc, if there is one.
    #[must_use]
    pub fn reset_arc(flow: &Flow<'_>) -> Option<Self> {
        let structure = flow.structure();
        structure
            .transition_ids()
            .find_map(|transition| Some(Self::Reset(*structure.reset(transition).first()?, transition)))
    }

    /// Returns the nodes of the obstacle.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        match *self {
            Self::Inhibitor(place, transition)
            | Self::Reset(place, transition)
            | Self::SelfLoop(place, transition) => vec![Node::Place(place), Node::Transition(transition)],
            Self::Capacity(place) => vec![Node::Place(place)],
            Self::Weight(one, other, _) | Self::Apart(one, other) | Self::NoPath(one, other) => {
                vec![one, other]
            }
            Self::Inputs(node, _) | Self::Outputs(node, _) => vec![node],
            Self::Choice { place, transition, other_transition, other_place } => vec![
                Node::Place(place),
                Node::Transition(transition),
                Node::Transition(other_transition),
                Node::Place(other_place),
            ],
            Self::UnequalOutputs(one, other, shared) | Self::IncomparableOutputs(one, other, shared) => {
                vec![Node::Place(one), Node::Place(other), Node::Transition(shared)]
            }
        }
    }

    /// Describes the obstacle for users, with the modeller's ids.
    ///
    /// # Panics
    /// If the obstacle is not in this net.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        let (p, t) =
            (|place| Node::Place(place).name(net), |transition| Node::Transition(transition).name(net));
        match *self {
            Self::Inhibitor(place, transition) => format!("{} inhibits {}", p(place), t(transition)),
            Self::Reset(place, transition) => format!("{} resets {}", t(transition), p(place)),
            Self::Capacity(place) => format!("{} has a capacity", p(place)),
            Self::Weight(from, to, weight) => {
                format!("the arc from {} to {} has the weight {weight}", from.name(net), to.name(net))
            }
            Self::SelfLoop(place, transition) => {
                format!("{} is both input and output of {}", p(place), t(transition))
            }
            Self::Inputs(node, count) => format!("{} has {}", node.name(net), counted(count, "input")),
            Self::Outputs(node, count) => format!("{} has {}", node.name(net), counted(count, "output")),
            Self::Choice { place, transition, other_transition, other_place } => format!(
                "{} leads to {} and {}, and {1} needs {} as well",
                p(place),
                t(transition),
                t(other_transition),
                p(other_place)
            ),
            Self::UnequalOutputs(one, other, shared) => {
                format!("{} and {} lead to {}, but not to the same transitions", p(one), p(other), t(shared))
            }
            Self::IncomparableOutputs(one, other, shared) => {
                format!("{} and {} lead to {}, and each to others alone", p(one), p(other), t(shared))
            }
            Self::Apart(one, other) => {
                format!("nothing connects {} and {}", one.name(net), other.name(net))
            }
            Self::NoPath(from, to) => format!("no path leads from {} to {}", from.name(net), to.name(net)),
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
