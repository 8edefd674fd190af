//! The net under reduction: places and transitions with arcs in both directions.
//!
//! Ids of places are those of the original net, and so are those of its transitions. Transitions made by a rule get
//! later ids, and no id is used twice, so an id always represents the same sequence of original firings (see
//! `inverse`).
//!
//! INVARIANT: the index of a place (`producers`, `consumers`, `testers`) contains exactly the transitions that are
//! alive and have such an arc to it. Removed nodes have no arcs.

use std::collections::BTreeSet;

use sanderling_cutoff::ARCS_OF_NEIGHBOUR;
use sanderling_net::{PlaceId, TransitionId};

use crate::arcs::Arcs;
use crate::row;

#[derive(Debug, Clone, Default)]
pub(crate) struct PlaceNode {
    pub(crate) is_alive: bool,
    /// Whether its contents must be preserved, since the property may mention it.
    pub(crate) is_visible: bool,
    pub(crate) initial: u64,
    pub(crate) capacity: Option<u64>,
    /// The transitions that put tokens into it.
    pub(crate) producers: BTreeSet<TransitionId>,
    /// The transitions that take tokens from it.
    pub(crate) consumers: BTreeSet<TransitionId>,
    /// The transitions that read it, are inhibited by it, or empty it.
    pub(crate) testers: BTreeSet<TransitionId>,
    /// The time of its last change, by the clock of the graph.
    pub(crate) changed_at: u64,
    /// The time when the rule of implied places last examined it.
    pub(crate) looked_at: u64,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct TransitionNode {
    pub(crate) is_alive: bool,
    /// Whether the property depends on when it is enabled.
    pub(crate) is_kept: bool,
    pub(crate) arcs: Arcs,
}

/// The net under reduction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    pub(crate) places: Vec<PlaceNode>,
    pub(crate) transitions: Vec<TransitionNode>,
    pub(crate) place_count: usize,
    pub(crate) transition_count: usize,
    /// The number of changes.
    pub(crate) clock: u64,
    /// The places that have changed since the last query, and their neighbours.
    pub(crate) changed: Vec<PlaceId>,
}

impl Graph {
    pub(crate) fn place(&self, place: PlaceId) -> &PlaceNode {
        &self.places[place.index()]
    }

    pub(crate) fn arcs(&self, transition: TransitionId) -> &Arcs {
        &self.transitions[transition.index()].arcs
    }

    /// Whether the property depends on when a transition is enabled.
    pub(crate) fn is_kept(&self, transition: TransitionId) -> bool {
        self.transitions[transition.index()].is_kept
    }

    /// Whether a place has not been removed.
    pub(crate) fn has_place(&self, place: PlaceId) -> bool {
        self.place(place).is_alive
    }

    /// Whether a transition has not been removed.
    pub(crate) fn has_transition(&self, transition: TransitionId) -> bool {
        self.transitions[transition.index()].is_alive
    }

    /// Returns the remaining places.
    pub(crate) fn place_ids(&self) -> Vec<PlaceId> {
        (0..self.places.len()).map(PlaceId::new).filter(|&place| self.has_place(place)).collect()
    }

    /// Returns the remaining transitions.
    pub(crate) fn transition_ids(&self) -> Vec<TransitionId> {
        let all = (0..self.transitions.len()).map(TransitionId::new);
        all.filter(|&transition| self.has_transition(transition)).collect()
    }

    /// Returns the transitions with an arc to a place, sorted.
    pub(crate) fn around(&self, place: PlaceId) -> BTreeSet<TransitionId> {
        let node = self.place(place);
        node.producers.iter().chain(&node.consumers).chain(&node.testers).copied().collect()
    }

    /// Returns the approximate number of arcs of a place.
    pub(crate) fn degree(&self, place: PlaceId) -> usize {
        let node = self.place(place);
        node.producers.len() + node.consumers.len() + node.testers.len()
    }

    /// Whether a place has only ordinary arcs and no capacity.
    pub(crate) fn is_simple(&self, place: PlaceId) -> bool {
        let node = self.place(place);
        node.capacity.is_none() && node.testers.is_empty()
    }

    /// Whether a place is simple and invisible.
    pub(crate) fn is_hidden(&self, place: PlaceId) -> bool {
        self.is_simple(place) && !self.place(place).is_visible
    }

    /// Whether a transition puts tokens into a place with a capacity.
    pub(crate) fn puts_into_limited_place(&self, transition: TransitionId) -> bool {
        self.arcs(transition).post.iter().any(|&(place, _)| self.place(place).capacity.is_some())
    }

    /// Adds a place while the graph is built.
    pub(crate) fn add_place(&mut self, initial: u64, capacity: Option<u64>, is_visible: bool) {
        self.place_count += 1;
        self.places.push(PlaceNode { is_alive: true, is_visible, initial, capacity, ..PlaceNode::default() });
    }

    /// Adds a transition.
    pub(crate) fn add_transition(&mut self, arcs: Arcs, is_kept: bool) -> TransitionId {
        let transition = TransitionId::new(self.transitions.len());
        self.transitions.push(TransitionNode { is_alive: true, is_kept, arcs: Arcs::default() });
        self.transition_count += 1;
        self.link(transition, arcs);
        transition
    }

    /// Removes a place with all arcs to it.
    pub(crate) fn remove_place(&mut self, place: PlaceId) {
        for transition in self.around(place) {
            self.detach(transition, place);
        }
        self.places[place.index()].is_alive = false;
        self.place_count -= 1;
        self.clock += 1;
    }

    /// Removes a transition with all its arcs.
    pub(crate) fn remove_transition(&mut self, transition: TransitionId) {
        self.unlink(transition);
        self.transitions[transition.index()].is_alive = false;
        self.transition_count -= 1;
    }

    /// Removes the arcs between a transition and a place.
    pub(crate) fn detach(&mut self, transition: TransitionId, place: PlaceId) {
        self.transitions[transition.index()].arcs.detach(place);
        let node = &mut self.places[place.index()];
        for index in [&mut node.producers, &mut node.consumers, &mut node.testers] {
            index.remove(&transition);
        }
        self.touch(transition, place);
    }

    /// Changes the arcs between a transition and a place.
    pub(crate) fn change(&mut self, transition: TransitionId, place: PlaceId, change: impl Fn(&mut Arcs)) {
        let arcs = &mut self.transitions[transition.index()].arcs;
        change(arcs);
        let [pre, post, inhibitor, read, reset] = arcs.rows().map(|row| row::weight(row, place) > 0);
        let node = &mut self.places[place.index()];
        enter(&mut node.consumers, transition, pre);
        enter(&mut node.producers, transition, post);
        enter(&mut node.testers, transition, inhibitor || read || reset);
        self.touch(transition, place);
    }

    /// Changes the initial tokens of a place.
    pub(crate) fn set_initial(&mut self, place: PlaceId, tokens: u64) {
        self.clock += 1;
        self.places[place.index()].initial = tokens;
        self.note(place);
    }

    /// Removes the capacity of a place.
    pub(crate) fn lift_capacity(&mut self, place: PlaceId) {
        self.clock += 1;
        self.places[place.index()].capacity = None;
        self.note(place);
    }

    pub(crate) fn arc_count(&self) -> usize {
        self.transitions.iter().map(|transition| transition.arcs.count()).sum()
    }

    /// Marks a place as changed, and its neighbours as worth examining.
    fn touch(&mut self, transition: TransitionId, place: PlaceId) {
        self.clock += 1;
        self.note(place);
        let arcs = &self.transitions[transition.index()].arcs;
        if ARCS_OF_NEIGHBOUR.admits(arcs.count()) {
            self.changed.extend(arcs.places());
        }
    }

    /// Marks a place as changed.
    fn note(&mut self, place: PlaceId) {
        self.places[place.index()].changed_at = self.clock;
        self.changed.push(place);
    }

    fn link(&mut self, transition: TransitionId, arcs: Arcs) {
        self.clock += 1;
        let [pre, post, inhibitor, read, reset] = arcs.rows();
        for &(place, _) in pre {
            self.places[place.index()].consumers.insert(transition);
        }
        for &(place, _) in post {
            self.places[place.index()].producers.insert(transition);
        }
        for &(place, _) in inhibitor.iter().chain(read).chain(reset) {
            self.places[place.index()].testers.insert(transition);
        }
        for place in arcs.places() {
            self.note(place);
        }
        self.transitions[transition.index()].arcs = arcs;
    }

    fn unlink(&mut self, transition: TransitionId) {
        self.clock += 1;
        let arcs = std::mem::take(&mut self.transitions[transition.index()].arcs);
        for place in arcs.places() {
            let node = &mut self.places[place.index()];
            node.producers.remove(&transition);
            node.consumers.remove(&transition);
            node.testers.remove(&transition);
            self.note(place);
        }
    }
}

fn enter(index: &mut BTreeSet<TransitionId>, transition: TransitionId, is_in: bool) {
    if is_in {
        index.insert(transition);
    } else {
        index.remove(&transition);
    }
}
