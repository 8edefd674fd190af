//! Pre-agglomeration: what is wanted by one place only waits until it is used there.
//!
//! A place p, its producers H and its consumers F. Preconditions: p is invisible and simple (no capacity; no
//! read, inhibitor or reset arc), H and F have no transition in common; each h has input arcs, one output
//! arc, which puts v tokens into p, and no other arc; the places from which h takes are invisible and simple,
//! and h is their only consumer; p has less than v tokens at the start; each f takes k·v tokens from p, with
//! k = 1 if H has several; nothing in H and F is kept. Then p goes, and instead of H and F there is h^k f for
//! each pair.
//!
//! Preserves: all classes; the reason is given below. Inverse: substitution; for deadlocks, H as a
//! suffix, which ends since h puts nothing where H takes. Sources: Berthelot, 1987; Bønneland et al., 2019;
//! Thierry-Mieg, 2020. Ours lets f have arcs of any kind.

use sanderling_net::{PlaceId, TransitionId};

use super::agglomeration::{Repeated, may_go, pairs, replace};
use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "pre_agglomeration",
    about: "lets a transition wait until its tokens are used where nothing else wants its input",
    keeps: Keeps::Runs,
    reach: Reach::Place(run),
};

/// Fuses producers and consumers of a place.
///
/// In any run each h can be put off until right before the f that takes its tokens: until then its own tokens
/// wait in places that nobody else touches or looks at. An h whose tokens are never taken is left out:
/// visible places do not see it. If the run ends dead, the reduced one does, too: f that would find its
/// tokens in p is disabled for other reasons; and where p has too few, no h can make more, neither in the one
/// nor, with the tokens of those that were left out, in the other. The other way, h^k f is a sequence of the
/// original net. After a deadlock of the reduced net, let H fire as often as it can: no f is enabled
/// then, or h^k f would have been before; and all others are as before.
///
/// *Runs.* No h is seen. A run without an end has infinitely many firings besides H, since these put nothing where H takes; they are left when each h
/// is put off or left out. One that ends dead does so in the reduced net, as above. The other way, a run that ends is followed by H as often as
/// it can fire, which is not seen; there the original net is not dead yet.
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

/// The weight with which all producers put into the place, where the preconditions hold that do not concern
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

/// Whether a transition puts so much into the place and nothing else, and nobody sees when it does.
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
