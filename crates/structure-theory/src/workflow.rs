//! Workflow nets, by their shape.
//!
//! A workflow net has one place without inputs, the *source*, and one without outputs, the *sink*, and every node lies on a
//! path from the source to the sink. Its initial marking is one token in the source: a *case* that begins.
//!
//! Source: van der Aalst, *The Application of Petri Nets to Workflow Management*, Journal of Circuits, Systems and
//! Computers 8(1), 1998. Where we differ: the initial marking of the net may be another one, and is looked at apart from the
//! shape; paths follow the flow relation, in which a read arc is a self-loop, so that a source is not read;
//! inhibitor arcs, reset arcs and capacities do not matter for the shape.

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

/// Why a net has not the shape of a workflow net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeFlaw {
    /// The places without inputs are not exactly one, but these.
    Sources(Vec<PlaceId>),
    /// The places without outputs are not exactly one, but these.
    Sinks(Vec<PlaceId>),
    /// One place is both ends.
    SourceIsSink(PlaceId),
    /// The given source has an input.
    SourceHasInput(PlaceId, TransitionId),
    /// The given sink has an output.
    SinkHasOutput(PlaceId, TransitionId),
    /// These nodes are on no path from the source to the sink; at least one.
    OffPath(Vec<Node>),
}

impl Workflow {
    /// The source and the sink of a net that has the shape of a workflow net. Cost: linear in the arcs.
    ///
    /// # Errors
    /// All flaws that the shape has. Which nodes are on a path is only asked where there is one source and one sink.
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

    /// The same with these ends, which are places of the net. Another place without inputs or without outputs is off the
    /// path.
    ///
    /// # Errors
    /// All flaws that the shape has.
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

    /// Whether the net starts with one token, in the source.
    #[must_use]
    pub fn starts_with_one_case(self, flow: &Flow<'_>) -> bool {
        let tokens = |place: usize| u64::from(place == self.source.index());
        flow.structure().initial().iter().enumerate().all(|(place, &initial)| initial == tokens(place))
    }

    /// The *short-circuited* net: with one token, in the source, and one more transition, the last one, that takes a token
    /// from the sink and puts one into the source.
    ///
    /// # Panics
    /// Where the net is not the one of which the shape was found.
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

/// The nodes that are on no path from the source to the sink.
fn off_path(flow: &Flow<'_>, source: PlaceId, sink: PlaceId) -> Vec<Node> {
    let from_source = reached(flow, Node::Place(source), Direction::Forward);
    let to_sink = reached(flow, Node::Place(sink), Direction::Backward);
    let is_off = |node: &Node| !from_source[flow.index(*node)] || !to_sink[flow.index(*node)];
    flow.nodes().filter(is_off).collect()
}

impl ShapeFlaw {
    /// The nodes that it is about.
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

    /// The flaw as a user reads it, with the modeller's ids; of many nodes the first ones.
    ///
    /// # Panics
    /// Where it is not of this net.
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
