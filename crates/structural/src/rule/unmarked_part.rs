//! Transitions that no reachable marking enables, since tokens or room are missing.
//!
//! A fixpoint over-approximates the possible firings: a transition may fire once every place that it needs initially
//! has enough tokens, or may gain some by a transition that may fire. The places that remain without tokens are the
//! largest initially unmarked siphon: once empty, a siphon stays empty (Murata, 1989). Here tokens are counted, not
//! only emptiness, so places that can never gain anything are siphons for every weight above their initial marking. A
//! transition is also dead if an inhibitor arc excludes what it needs, if it puts more than a capacity, and if the
//! caller knows that it is dead.
//!
//! Preserves: everything, since the removed transitions never fire. Those that the property names stay, so that it can
//! refer to them. Inverse: none needed.

use std::collections::VecDeque;

use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "unmarked_parts",
    about: "removes transitions that nothing reachable enables",
    keeps: Keeps::Graph,
    reach: Reach::Net(run),
};

fn run(work: &mut Work<'_>) -> u64 {
    let may_fire = Fixpoint::of(&work.graph).may_fire;
    let mut applications = 0;
    for transition in work.graph.transition_ids() {
        let is_known = work.dead.get(transition.index()).is_some_and(|&is_dead| is_dead);
        if (is_known || !may_fire[transition.index()]) && !work.graph.is_kept(transition) {
            work.graph.remove_transition(transition);
            applications += 1;
        }
    }
    applications
}

/// An over-approximation of the possible firings.
struct Fixpoint<'a> {
    graph: &'a Graph,
    /// Whether a place may contain more than initially.
    may_gain: Vec<bool>,
    may_fire: Vec<bool>,
    /// The number of places in which a transition lacks tokens.
    lacks: Vec<usize>,
    open: VecDeque<TransitionId>,
}

impl<'a> Fixpoint<'a> {
    fn of(graph: &'a Graph) -> Self {
        let (places, transitions) = (graph.places.len(), graph.transitions.len());
        let mut fixpoint = Self {
            graph,
            may_gain: vec![false; places],
            may_fire: vec![false; transitions],
            lacks: vec![0; transitions],
            open: VecDeque::new(),
        };
        for transition in graph.transition_ids() {
            let lacking = graph.arcs(transition).needs();
            let lacks = lacking.filter(|&(place, need)| need > graph.place(place).initial).count();
            fixpoint.lacks[transition.index()] = lacks;
            if lacks == 0 {
                fixpoint.open.push_back(transition);
            }
        }
        while let Some(transition) = fixpoint.open.pop_front() {
            fixpoint.fire(transition);
        }
        fixpoint
    }

    fn fire(&mut self, transition: TransitionId) {
        if contradicts_itself(self.graph, transition) {
            return;
        }
        self.may_fire[transition.index()] = true;
        for &(place, put) in &self.graph.arcs(transition).post {
            if put > row::weight(&self.graph.arcs(transition).pre, place) {
                self.gain(place);
            }
        }
    }

    fn gain(&mut self, place: PlaceId) {
        if std::mem::replace(&mut self.may_gain[place.index()], true) {
            return;
        }
        for waiting in self.graph.around(place) {
            if self.graph.arcs(waiting).need(place) > self.graph.place(place).initial {
                self.lacks[waiting.index()] -= 1;
                if self.lacks[waiting.index()] == 0 {
                    self.open.push_back(waiting);
                }
            }
        }
    }
}

/// Whether no marking at all enables a transition.
fn contradicts_itself(graph: &Graph, transition: TransitionId) -> bool {
    let arcs = graph.arcs(transition);
    let is_forbidden = |&(place, weight): &(PlaceId, u64)| weight <= arcs.need(place);
    let has_no_room =
        |&(place, put): &(PlaceId, u64)| graph.place(place).capacity.is_some_and(|capacity| put > capacity);
    arcs.inhibitor.iter().any(is_forbidden) || arcs.post.iter().any(has_no_room)
}
