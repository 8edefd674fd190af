//! Places on which no transition depends.
//!
//! Preconditions: p is invisible; no transition takes tokens from it, reads it or is inhibited by it; and it has no
//! capacity, or no transition puts tokens into it. It may be emptied by resets.
//!
//! Preserves: everything, since the contents of p do not affect any firing. Inverse: none needed. (Bønneland et al.,
//! 2019; Thierry-Mieg, 2020.) If p exceeded 64 bits, that overflow disappears with it, so the reduced net may have
//! markings where the original net overflows.

use sanderling_net::PlaceId;

use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "sink_places",
    about: "removes places on which no firing depends",
    keeps: Keeps::Graph,
    reach: Reach::Place(run),
};

/// Removes a place if it is a sink.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let is_sink = is_sink(&work.graph, place);
    if is_sink {
        work.graph.remove_place(place);
    }
    is_sink
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
