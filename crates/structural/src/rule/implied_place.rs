//! Places that never disable a transition, because another place does so first.
//!
//! Preconditions: p is invisible and simple (no capacity; no read, inhibitor or reset arc); there are a place q and
//! weights a, b ≥ 1 such that no firing lowers b·p − a·q: for all t, b·(post − pre)(t, p) ≥ a·(post − pre)(t, q); and
//! with c = b·m0(p) − a·m0(q), each consumer t of p has b·pre(t, p) ≤ a·pre(t, q) + c. Then p is removed.
//!
//! Preserves: everything. A transition that empties q changes q by post − pre at most. By induction b·m(p) − a·m(q) ≥ c
//! in every reachable marking m. If q and all other places permit t to fire, m(q) ≥ pre(t, q). Then b·m(p) ≥ a·pre(t,
//! q) + c ≥ b·pre(t, p), so p permits it as well. Inverse: none needed. Places with the same arcs are the case
//! a = b = 1. (Berthelot's redundant places, 1987, with one place q of support; Bønneland et al., 2019, and Thierry-Mieg, 2020,
//! have equalities.) Candidates for q, a and b come from one consumer of p.

use sanderling_cutoff::IMPLYING_PLACES;
use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "implied_places",
    about: "removes places that another place makes superfluous",
    keeps: Keeps::Graph,
    reach: Reach::Place(run),
};

/// Removes a place if another one implies it.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let is_implied = is_implied(&work.graph, place);
    work.graph.places[place.index()].looked_at = work.graph.clock;
    if is_implied {
        work.graph.remove_place(place);
    }
    is_implied
}

fn is_implied(graph: &Graph, place: PlaceId) -> bool {
    let node = graph.place(place);
    if !graph.is_hidden(place) {
        return false;
    }
    let some = node.consumers.iter().take(IMPLYING_PLACES.size());
    let Some(&consumer) = some.min_by_key(|&&consumer| graph.arcs(consumer).pre.len()) else {
        return false;
    };
    let arcs = graph.arcs(consumer);
    let taken = row::weight(&arcs.pre, place);
    let is_new = |other: PlaceId| graph.place(other).changed_at.max(node.changed_at) >= node.looked_at;
    let others = arcs.pre.iter().filter(|&&(other, _)| other != place).take(IMPLYING_PLACES.size());
    let mut others = others.filter(|&&(other, _)| is_new(other));
    others.any(|&(support, weight)| Pair { graph, place, support, a: taken, b: weight }.is_implied())
}

/// A place, the one that may imply it, and their weights.
struct Pair<'a> {
    graph: &'a Graph,
    place: PlaceId,
    support: PlaceId,
    a: u64,
    b: u64,
}

impl Pair<'_> {
    fn is_implied(&self) -> bool {
        let (place, support) = (self.graph.place(self.place), self.graph.place(self.support));
        let Some(slack) = self.difference(place.initial.into(), support.initial.into()) else { return false };
        let mut around = place.consumers.iter().chain(&place.producers).chain(&support.producers);
        place.consumers.iter().all(|&consumer| self.waits_for_support(consumer, slack))
            && around.all(|&transition| self.never_lowers(transition))
    }

    /// Whether a firing never lowers b·p − a·q. Transitions that only take from q satisfy this in any case.
    fn never_lowers(&self, transition: TransitionId) -> bool {
        let arcs = self.graph.arcs(transition);
        let change = self.difference(arcs.effect(self.place), arcs.effect(self.support));
        change.is_some_and(|change| change >= 0)
    }

    /// Whether the tokens of q that a consumer of p needs imply that there are enough in p.
    fn waits_for_support(&self, consumer: TransitionId, slack: i128) -> bool {
        let pre = &self.graph.arcs(consumer).pre;
        let (own, of_support) = (row::weight(pre, self.place), row::weight(pre, self.support));
        let lack = self.difference(own.into(), of_support.into());
        lack.is_some_and(|lack| lack <= slack)
    }

    /// Returns b times the first minus a times the second, if that fits.
    fn difference(&self, first: i128, second: i128) -> Option<i128> {
        let (a, b) = (i128::from(self.a), i128::from(self.b));
        b.checked_mul(first)?.checked_sub(a.checked_mul(second)?)
    }
}
