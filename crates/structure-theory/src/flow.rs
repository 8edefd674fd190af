//! The flow relation: the sets of places from which a transition takes tokens and into which it puts some.
//!
//! Structure theory describes a net by the bipartite graph of its places and transitions. A read arc is a self-loop of
//! that graph: a transition that needs more tokens of a place than it takes away also puts some back. Inhibitor arcs,
//! reset arcs and capacities are not part of the graph. Each analysis states which of them it permits
//! ([`Obstacle`](crate::Obstacle)).
//!
//! Source: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE 77(4), 1989, section
//! II.
//!
//! INVARIANT: all sets are sorted, and the sets of places mirror those of transitions.

use sanderling_model::Structure;
use sanderling_net::{Net, PlaceId, TransitionId, sparse};

/// The flow relation of a place/transition net, in both directions.
#[derive(Debug)]
pub struct Flow<'a> {
    structure: &'a Structure,
    inputs: Vec<Vec<PlaceId>>,
    outputs: Vec<Vec<PlaceId>>,
    producers: Vec<Vec<TransitionId>>,
    consumers: Vec<Vec<TransitionId>>,
}

/// A node of the graph of a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A place.
    Place(PlaceId),
    /// A transition.
    Transition(TransitionId),
}

impl Node {
    /// Returns the modeller's id of the node.
    ///
    /// # Panics
    /// If the node is not in this net.
    #[must_use]
    pub fn name(self, net: &Net) -> &str {
        match self {
            Self::Place(place) => &net.place(place).id,
            Self::Transition(transition) => &net.transition(transition).id,
        }
    }
}

impl<'a> Flow<'a> {
    /// Computes the flow relation of the net with this structure. Cost: linear in its arcs.
    #[must_use]
    pub fn of(structure: &'a Structure) -> Self {
        let mut flow = Self {
            structure,
            inputs: Vec::with_capacity(structure.transition_count()),
            outputs: Vec::with_capacity(structure.transition_count()),
            producers: vec![Vec::new(); structure.place_count()],
            consumers: vec![Vec::new(); structure.place_count()],
        };
        for transition in structure.transition_ids() {
            flow.add(transition);
        }
        flow
    }

    fn add(&mut self, transition: TransitionId) {
        let structure = self.structure;
        let inputs: Vec<PlaceId> = structure.needs(transition).map(|(place, _)| place).collect();
        let outputs: Vec<PlaceId> = weights_out(structure, transition).map(|(place, _)| place).collect();
        inputs.iter().for_each(|place| self.consumers[place.index()].push(transition));
        outputs.iter().for_each(|place| self.producers[place.index()].push(transition));
        self.inputs.push(inputs);
        self.outputs.push(outputs);
    }

    /// Returns the underlying structure.
    #[must_use]
    pub fn structure(&self) -> &'a Structure {
        self.structure
    }

    /// Returns the input places of a transition: those that it takes tokens from or reads.
    #[must_use]
    pub fn inputs(&self, transition: TransitionId) -> &[PlaceId] {
        &self.inputs[transition.index()]
    }

    /// Returns the output places of a transition: those that it puts tokens into or reads.
    #[must_use]
    pub fn outputs(&self, transition: TransitionId) -> &[PlaceId] {
        &self.outputs[transition.index()]
    }

    /// Returns the input transitions of a place.
    #[must_use]
    pub fn producers(&self, place: PlaceId) -> &[TransitionId] {
        &self.producers[place.index()]
    }

    /// Returns the output transitions of a place.
    #[must_use]
    pub fn consumers(&self, place: PlaceId) -> &[TransitionId] {
        &self.consumers[place.index()]
    }

    /// Iterates over the nodes to which an arc leads from this one.
    pub fn successors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        match node {
            Node::Place(place) => nodes(&[], self.consumers(place)),
            Node::Transition(transition) => nodes(self.outputs(transition), &[]),
        }
    }

    /// Iterates over the nodes from which an arc leads to this one.
    pub fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        match node {
            Node::Place(place) => nodes(&[], self.producers(place)),
            Node::Transition(transition) => nodes(self.inputs(transition), &[]),
        }
    }

    /// Iterates over all nodes: the places, then the transitions.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        let (places, transitions) = (self.structure.place_ids(), self.structure.transition_ids());
        places.map(Node::Place).chain(transitions.map(Node::Transition))
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.producers.len() + self.inputs.len()
    }

    /// Returns the position of a node among [`Flow::nodes`].
    #[must_use]
    pub fn index(&self, node: Node) -> usize {
        match node {
            Node::Place(place) => place.index(),
            Node::Transition(transition) => self.producers.len() + transition.index(),
        }
    }

    /// Whether the place is initially marked.
    #[must_use]
    pub fn is_marked(&self, place: PlaceId) -> bool {
        self.structure.initial()[place.index()] > 0
    }
}

/// Returns the weights of the arcs that lead out of a transition, by place. Tokens that it only reads count as put
/// back.
pub(crate) fn weights_out(
    structure: &Structure,
    transition: TransitionId,
) -> impl Iterator<Item = (PlaceId, u128)> + '_ {
    let reads = sparse::merge(structure.pre(transition), structure.read(transition));
    let put_back: Vec<(PlaceId, u64)> = reads
        .map(|(place, pre, read)| (place, read.saturating_sub(pre)))
        .filter(|&(_, more)| more > 0)
        .collect();
    let mut weights: Vec<(PlaceId, u128)> = Vec::new();
    for (place, post, back) in sparse::merge(structure.post(transition), &put_back) {
        weights.push((place, u128::from(post) + u128::from(back)));
    }
    weights.into_iter()
}

fn nodes<'a>(places: &'a [PlaceId], transitions: &'a [TransitionId]) -> impl Iterator<Item = Node> + 'a {
    places.iter().copied().map(Node::Place).chain(transitions.iter().copied().map(Node::Transition))
}
