//! The common part of both agglomerations: the producers and the consumers of a place are replaced by their pairs.

use sanderling_net::PlaceId;

use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::row;
use crate::work::{Fused, Work};

/// The transition that is fired several times in a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    Producer,
    Consumer,
}

/// Whether a place is invisible and simple, and has no more pairs than producers and consumers.
pub(super) fn may_go(graph: &Graph, place: PlaceId) -> bool {
    let node = graph.place(place);
    let (producers, consumers) = (node.producers.len(), node.consumers.len());
    graph.is_hidden(place) && producers.saturating_mul(consumers) <= producers + consumers
}

/// Returns the pairs if each repeated transition moves `weight` tokens. The other one must move a multiple of them, or
/// equally many if several are repeated, and must not be kept.
pub(super) fn pairs(work: &Work<'_>, place: PlaceId, repeated: Repeated, weight: u64) -> Option<Vec<Fused>> {
    let (graph, node) = (&work.graph, work.graph.place(place));
    let (once, often) = match repeated {
        Repeated::Producer => (&node.consumers, &node.producers),
        Repeated::Consumer => (&node.producers, &node.consumers),
    };
    let mut pairs = Vec::new();
    for &one in once {
        let arcs = graph.arcs(one);
        let moved = row::weight(if repeated == Repeated::Producer { &arcs.pre } else { &arcs.post }, place);
        let times = moved / weight;
        if !moved.is_multiple_of(weight) || (often.len() > 1 && times != 1) || graph.is_kept(one) {
            return None;
        }
        for &other in often {
            let sum = |own: &[_], more: &[_]| {
                row::plus(&row::without(own, place), &row::times(&row::without(more, place), times)?)
            };
            let (pre, post) = (&graph.arcs(other).pre, &graph.arcs(other).post);
            let fused = Arcs { pre: sum(&arcs.pre, pre)?, post: sum(&arcs.post, post)?, ..arcs.clone() };
            let mut steps = vec![(one, 1), (other, times)];
            if repeated == Repeated::Producer {
                steps.reverse();
            }
            pairs.push((fused, steps));
        }
    }
    Some(pairs)
}

/// Replaces a place and all transitions with an arc to it by the pairs.
pub(super) fn replace(work: &mut Work<'_>, place: PlaceId, pairs: Vec<Fused>) {
    for transition in work.graph.around(place) {
        work.graph.remove_transition(transition);
    }
    work.graph.remove_place(place);
    for (arcs, steps) in pairs {
        work.compose(arcs, steps, false);
    }
}
