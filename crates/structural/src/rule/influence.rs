//! Parts of the net that do not affect the property.
//!
//! A set K of places and transitions is *closed* if it contains the places that its transitions test, and all
//! transitions that may change its places. K is then independent: its runs are the runs of the whole net without the
//! other firings. Nodes outside the least closed set that contains the visible places are removed. (The cone of
//! influence; Bønneland et al., 2019.)
//!
//! If deadlocks must be preserved, K initially also contains every transition from which the flow of tokens leads to a
//! cycle, and every one that uses up no tokens. *Flow* leads from a place to the transitions that take more from it
//! than they put back, and from them to the places into which they put more than they take. Outside K, flow then has no
//! cycles, and each transition uses up tokens of a place outside K, since it changes no place in K.
//!
//! Preserves: reachable contents of visible places, and deadlocks; the proof is given below. Inverse: for deadlocks, a
//! suffix of all removed transitions. Cf. Thierry-Mieg, 2020; here loops and all kinds of arcs between the parts are
//! permitted.

use std::collections::VecDeque;

use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "influence",
    about: "removes parts that no query depends on",
    keeps: Keeps::Answers,
    reach: Reach::Net(run),
};

/// Removes the nodes outside the closed set.
///
/// Dead markings: a marking that is dead is dead in K. When K is dead, the rest can fire only finitely often: along the
/// flow, each place gets finitely many tokens, and each transition uses one up; K does not change.
fn run(work: &mut Work<'_>) -> u64 {
    let mut closed = Closed::new(&work.graph);
    let order = if work.deadlocks { closed.begin_with_circles() } else { Vec::new() };
    closed.begin_with_visible();
    closed.close();
    let Closed { places, transitions, .. } = closed;
    let graph = &mut work.graph;
    let is_removed = |&transition: &TransitionId| !transitions[transition.index()];
    if work.deadlocks {
        let suffix: Vec<_> = order.into_iter().filter(is_removed).collect();
        if !suffix.is_empty() {
            work.inverse.push_suffix(suffix);
        }
    }
    let mut applications = 0;
    for transition in graph.transition_ids() {
        if !transitions[transition.index()] && !graph.is_kept(transition) {
            graph.remove_transition(transition);
            applications = 1;
        }
    }
    for place in graph.place_ids() {
        if !places[place.index()] {
            graph.remove_place(place);
            applications = 1;
        }
    }
    applications
}

/// A set of places and transitions while it is being closed.
struct Closed<'a> {
    graph: &'a Graph,
    places: Vec<bool>,
    transitions: Vec<bool>,
    open_places: Vec<PlaceId>,
    open_transitions: Vec<TransitionId>,
}

impl<'a> Closed<'a> {
    fn new(graph: &'a Graph) -> Self {
        let (places, transitions) = (vec![false; graph.places.len()], vec![false; graph.transitions.len()]);
        Self { graph, places, transitions, open_places: Vec::new(), open_transitions: Vec::new() }
    }

    fn begin_with_visible(&mut self) {
        for place in self.graph.place_ids() {
            if self.graph.place(place).is_visible {
                self.add_place(place);
            }
        }
    }

    /// Adds the nodes on which deadlocks depend, and returns the other transitions, in the order of the flow.
    fn begin_with_circles(&mut self) -> Vec<TransitionId> {
        let order = Flow::of(self.graph).trim();
        let mut is_trimmed = vec![false; self.graph.transitions.len()];
        for transition in &order {
            is_trimmed[transition.index()] = true;
        }
        for transition in self.graph.transition_ids() {
            let uses_up = self.graph.arcs(transition).effects().any(|(_, effect)| effect < 0);
            if !is_trimmed[transition.index()] || !uses_up {
                self.add_transition(transition);
            }
        }
        order
    }

    fn close(&mut self) {
        loop {
            if let Some(place) = self.open_places.pop() {
                for transition in self.graph.around(place) {
                    if self.graph.arcs(transition).changed().any(|changed| changed == place) {
                        self.add_transition(transition);
                    }
                }
            } else if let Some(transition) = self.open_transitions.pop() {
                let arcs = self.graph.arcs(transition);
                let room = arcs.post.iter().filter(|&&(p, _)| self.graph.place(p).capacity.is_some());
                for &(place, _) in arcs.pre.iter().chain(&arcs.read).chain(&arcs.inhibitor).chain(room) {
                    self.add_place(place);
                }
            } else {
                return;
            }
        }
    }

    fn add_place(&mut self, place: PlaceId) {
        if !std::mem::replace(&mut self.places[place.index()], true) {
            self.open_places.push(place);
        }
    }

    fn add_transition(&mut self, transition: TransitionId) {
        if !std::mem::replace(&mut self.transitions[transition.index()], true) {
            self.open_transitions.push(transition);
        }
    }
}

/// The flow of tokens, with the number of remaining successors of each node.
struct Flow<'a> {
    graph: &'a Graph,
    from_place: Vec<usize>,
    from_transition: Vec<usize>,
    open_places: VecDeque<PlaceId>,
    open_transitions: VecDeque<TransitionId>,
}

impl<'a> Flow<'a> {
    fn of(graph: &'a Graph) -> Self {
        let mut flow = Self {
            graph,
            from_place: vec![0; graph.places.len()],
            from_transition: vec![0; graph.transitions.len()],
            open_places: VecDeque::new(),
            open_transitions: VecDeque::new(),
        };
        for transition in graph.transition_ids() {
            for (place, effect) in graph.arcs(transition).effects() {
                if effect < 0 {
                    flow.from_place[place.index()] += 1;
                } else {
                    flow.from_transition[transition.index()] += 1;
                }
            }
        }
        let ends = graph.place_ids().into_iter().filter(|place| flow.from_place[place.index()] == 0);
        flow.open_places = ends.collect();
        let ends = graph.transition_ids().into_iter().filter(|t| flow.from_transition[t.index()] == 0);
        flow.open_transitions = ends.collect();
        flow
    }

    /// Repeatedly removes nodes without successors, and returns the removed transitions in the order of the flow. From
    /// all others, the flow leads to a cycle.
    fn trim(mut self) -> Vec<TransitionId> {
        let mut trimmed = Vec::new();
        loop {
            if let Some(place) = self.open_places.pop_front() {
                for &producer in &self.graph.place(place).producers {
                    if self.graph.arcs(producer).effect(place) > 0 {
                        count_down(&mut self.from_transition, producer.index(), || {
                            self.open_transitions.push_back(producer);
                        });
                    }
                }
            } else if let Some(transition) = self.open_transitions.pop_front() {
                trimmed.push(transition);
                for (place, effect) in self.graph.arcs(transition).effects() {
                    if effect < 0 {
                        count_down(&mut self.from_place, place.index(), || self.open_places.push_back(place));
                    }
                }
            } else {
                trimmed.reverse();
                return trimmed;
            }
        }
    }
}

fn count_down(counts: &mut [usize], index: usize, at_zero: impl FnOnce()) {
    counts[index] -= 1;
    if counts[index] == 0 {
        at_zero();
    }
}
