//! Workflow nets, by their shape.
//!
//! A workflow net has one place without inputs, the *source*, and one without outputs, the *sink*, and every node is on
//! a path from the source to the sink. Its initial marking is one token in the source: a *case* that begins.
//!
//! Source: van der Aalst, *The Application of Petri Nets to Workflow Management*, Journal of Circuits, Systems and
//! Computers 8(1), 1998. Here the initial marking may be another one, and is checked separately from the shape. Paths
//! follow the flow relation, in which a read arc is a self-loop, so a source cannot be read. Inhibitor arcs, reset arcs
//! and capacities do not affect the shape.

use std::collections::HashSet;

use sanderling_net::{Arc, ArcKind, Inscription, Net, PlaceId, Transition, TransitionId};

use crate::flow::{Flow, Node};
use crate::names::listed;
use crate::path::{Direction, reached};

/// The two ends of a workflow net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workflow {
    /// The place without inputs.
    pub source: PlaceId,
    /// The place without outputs.
    pub sink: PlaceId,
}

/// The reason why a net does not have the shape of a workflow net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeFlaw {
    /// There is not exactly one place without inputs; these are all.
    Sources(Vec<PlaceId>),
    /// There is not exactly one place without outputs; these are all.
    Sinks(Vec<PlaceId>),
    /// The source and the sink are the same place.
    SourceIsSink(PlaceId),
    /// The given source has an input.
    SourceHasInput(PlaceId, TransitionId),
    /// The given sink has an output.
    SinkHasOutput(PlaceId, TransitionId),
    /// At least one node is on no path from the source to the sink; these are all.
    OffPath(Vec<Node>),
}

impl Workflow {
    /// Returns the source and the sink of a net that has the shape of a workflow net. Cost: linear in the arcs.
    ///
    /// # Errors
    /// All flaws of the shape. Paths are only checked if there is one source and one sink.
    pub fn of(flow: &Flow<'_>) -> Result<Self, Vec<ShapeFlaw>> {
        let mut flaws = Vec::new();
        let sources: Vec<_> =
            flow.structure().place_ids().filter(|&p| flow.producers(p).is_empty()).collect();
        let sinks: Vec<_> = flow.structure().place_ids().filter(|&p| flow.consumers(p).is_empty()).collect();
        if let ([source], [sink]) = (&sources[..], &sinks[..]) {
            return Self::between(flow, *source, *sink);
        }
        if sources.len() != 1 {
            flaws.push(ShapeFlaw::Sources(sources));
        }
        if sinks.len() != 1 {
            flaws.push(ShapeFlaw::Sinks(sinks));
        }
        Err(flaws)
    }

    /// Checks the shape with these ends, which must be places of the net. Another place without inputs or without
    /// outputs is off the path.
    ///
    /// # Errors
    /// All flaws of the shape.
    pub fn between(flow: &Flow<'_>, source: PlaceId, sink: PlaceId) -> Result<Self, Vec<ShapeFlaw>> {
        let mut flaws = Vec::new();
        if source == sink {
            flaws.push(ShapeFlaw::SourceIsSink(source));
        }
        flaws.extend(flow.producers(source).first().map(|&t| ShapeFlaw::SourceHasInput(source, t)));
        flaws.extend(flow.consumers(sink).first().map(|&t| ShapeFlaw::SinkHasOutput(sink, t)));
        let off_path = off_path(flow, source, sink);
        if !off_path.is_empty() {
            flaws.push(ShapeFlaw::OffPath(off_path));
        }
        if flaws.is_empty() { Ok(Self { source, sink }) } else { Err(flaws) }
    }

    /// Whether the initial marking is one token in the source.
    #[must_use]
    pub fn starts_with_one_case(self, flow: &Flow<'_>) -> bool {
        let tokens = |place: usize| u64::from(place == self.source.index());
        flow.structure().initial().iter().enumerate().all(|(place, &initial)| initial == tokens(place))
    }

    /// Returns the *short-circuited* net. Its initial marking is one token in the source, and an additional last
    /// transition takes a token from the sink and puts one into the source.
    ///
    /// # Panics
    /// If the shape was not computed for this net.
    #[must_use]
    pub fn short_circuited(self, net: &Net) -> Net {
        let mut closed = net.clone();
        for (index, place) in closed.places.iter_mut().enumerate() {
            place.initial = Inscription::Tokens(u64::from(index == self.source.index()));
        }
        let taken: HashSet<&str> = net
            .places
            .iter()
            .map(|p| &p.id)
            .chain(net.transitions.iter().map(|t| &t.id))
            .map(String::as_str)
            .collect();
        let mut id = String::from("short_circuit");
        while taken.contains(id.as_str()) {
            id.push('_');
        }
        let transition = closed.add_transition(Transition::plain(id));
        closed.add_arc(Arc::weighted(self.sink, transition, ArcKind::Input, 1));
        closed.add_arc(Arc::weighted(self.source, transition, ArcKind::Output, 1));
        closed
    }
}

/// Returns the nodes that are on no path from the source to the sink.
fn off_path(flow: &Flow<'_>, source: PlaceId, sink: PlaceId) -> Vec<Node> {
    let from_source = reached(flow, Node::Place(source), Direction::Forward);
    let to_sink = reached(flow, Node::Place(sink), Direction::Backward);
    let is_off = |node: &Node| !from_source[flow.index(*node)] || !to_sink[flow.index(*node)];
    flow.nodes().filter(is_off).collect()
}

impl ShapeFlaw {
    /// Returns the nodes of the flaw.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        match self {
            Self::Sources(places) | Self::Sinks(places) => places.iter().copied().map(Node::Place).collect(),
            Self::SourceIsSink(place) => vec![Node::Place(*place)],
            Self::SourceHasInput(place, transition) | Self::SinkHasOutput(place, transition) => {
                vec![Node::Place(*place), Node::Transition(*transition)]
            }
            Self::OffPath(nodes) => nodes.clone(),
        }
    }

    /// Describes the flaw for users, with the modeller's ids. Long lists of nodes are shortened.
    ///
    /// # Panics
    /// If the flaw is not in this net.
    #[must_use]
    pub fn explain(&self, net: &Net) -> String {
        let places = |places: &[PlaceId]| listed(net, places.iter().copied().map(Node::Place));
        let (p, t) =
            (|place| Node::Place(place).name(net), |transition| Node::Transition(transition).name(net));
        match self {
            Self::Sources(sources) if sources.is_empty() => "every place has an input".to_owned(),
            Self::Sources(sources) => format!("several places have no input: {}", places(sources)),
            Self::Sinks(sinks) if sinks.is_empty() => "every place has an output".to_owned(),
            Self::Sinks(sinks) => format!("several places have no output: {}", places(sinks)),
            Self::SourceIsSink(place) => format!("{} is both the source and the sink", p(*place)),
            Self::SourceHasInput(place, transition) => {
                format!("the source {} has the input {}", p(*place), t(*transition))
            }
            Self::SinkHasOutput(place, transition) => {
                format!("the sink {} has the output {}", p(*place), t(*transition))
            }
            Self::OffPath(nodes) => {
                format!("on no path from the source to the sink: {}", listed(net, nodes.iter().copied()))
            }
        }
    }
}
