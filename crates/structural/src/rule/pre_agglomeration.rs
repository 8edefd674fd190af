//! Pre-agglomeration: a transition whose output is used by one place only waits until it is used there.
//!
//! Let p be a place with producers H and consumers F. Preconditions: p is invisible and simple (no capacity; no read,
//! inhibitor or reset arc); H and F have no transition in common; each h has input arcs, one output arc, which puts v
//! tokens into p, and no other arc; the places from which h takes are invisible and simple, and h is their only
//! consumer; p initially has less than v tokens; each f takes k·v tokens from p, with k = 1 if H has several
//! transitions; nothing in H and F is kept. Then p is removed, and H and F are replaced by h^k f for each pair.
//!
//! Preserves: all classes; the proof is given below. Inverse: substitution; for deadlocks, H as a suffix, which ends
//! since h puts nothing into places from which H takes. Sources: Berthelot, 1987; Bønneland et al., 2019;
//! Thierry-Mieg, 2020. Here f may have arcs of any kind.

use sanderling_net::{PlaceId, TransitionId};

use super::agglomeration::{Repeated, may_go, pairs, replace};
use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "pre_agglomeration",
    about: "delays a transition until its tokens are used if no other transition needs its input",
    keeps: Keeps::Runs,
    reach: Reach::Place(run),
};

/// Fuses producers and consumers of a place.
///
/// In any run each h can be postponed until right before the f that takes its tokens: until then its own tokens wait in
/// places that no other transition takes from or tests. An h whose tokens are never taken is omitted, which changes no
/// visible place. If the run ends dead, the reduced one does as well: an f that would find its tokens in p is disabled
/// for other reasons; and if p has too few, no h can make more, neither in the one run nor, with the tokens of the
/// omitted ones, in the other. Conversely, h^k f is a sequence of the original net. After a deadlock of the reduced
/// net, let H fire as often as it can: no f is enabled then, or h^k f would have been before; and all others are as
/// before.
///
/// *Runs.* No h is visible. An infinite run has infinitely many firings besides H, since these put nothing into places
/// from which H takes; they remain when each h is postponed or omitted. A run that ends dead does so in the reduced
/// net, as above. Conversely, a run that ends is followed by H as often as it can fire, which is not visible; the
/// original net is not dead yet before that.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let Some(weight) = common_weight(&work.graph, place) else { return false };
    let Some(pairs) = pairs(work, place, Repeated::Producer, weight) else { return false };
    if !work.has_room_for(&pairs, place) {
        return false;
    }
    if work.deadlocks {
        work.inverse.push_suffix(work.graph.place(place).producers.iter().copied().collect());
    }
    replace(work, place, pairs);
    true
}

/// Returns the common weight with which all producers put into the place, if all preconditions hold that do not concern
/// consumers.
fn common_weight(graph: &Graph, place: PlaceId) -> Option<u64> {
    let node = graph.place(place);
    let &first = node.producers.first()?;
    let weight = row::weight(&graph.arcs(first).post, place);
    let fits = may_go(graph, place)
        && !node.consumers.is_empty()
        && node.initial < weight
        && node.producers.iter().all(|&producer| can_wait(graph, producer, (place, weight)));
    fits.then_some(weight)
}

/// Whether a transition puts exactly `put` and nothing else, and its time of firing is not visible.
fn can_wait(graph: &Graph, transition: TransitionId, put: (PlaceId, u64)) -> bool {
    let arcs = graph.arcs(transition);
    let is_own = |&(place, _): &(PlaceId, u64)| {
        place != put.0 && graph.place(place).consumers.len() == 1 && graph.is_hidden(place)
    };
    arcs.post == [put]
        && [&arcs.inhibitor, &arcs.read, &arcs.reset].into_iter().all(Vec::is_empty)
        && !arcs.pre.is_empty()
        && arcs.pre.iter().all(is_own)
        && !graph.is_kept(transition)
}
