//! Places that nobody looks at.
//!
//! Preconditions: p is invisible; no transition takes tokens from it, reads it or is inhibited by it; and it has no capacity, or nobody puts
//! tokens into it. It may be emptied by resets.
//!
//! Preserves: everything, since what p holds decides about no firing. Inverse: none needed. (Bønneland et al., 2019; Thierry-Mieg,
//! 2020.) A place beyond 64 bits is gone with it, so that the reduced net may have markings where the original net overflows.

use sanderling_net::PlaceId;

use super::Rule;
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule =
    Rule { name: "sink_places", about: "removes places on which no firing depends", run };

fn run(work: &mut Work<'_>) -> u64 {
    let mut applications = 0;
    for place in work.graph.place_ids() {
        if is_sink(&work.graph, place) {
            work.graph.remove_place(place);
            applications += 1;
        }
    }
    applications
}

fn is_sink(graph: &Graph, place: PlaceId) -> bool {
    let node = graph.place(place);
    let only_empties = |transition| {
        let arcs = graph.arcs(transition);
        [&arcs.inhibitor, &arcs.read].into_iter().all(|row| crate::row::weight(row, place) == 0)
    };
    !node.is_visible
        && node.consumers.is_empty()
        && (node.capacity.is_none() || node.producers.is_empty())
        && node.testers.iter().copied().all(only_empties)
}
