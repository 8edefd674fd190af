//! Post-agglomeration: what can always go on does so at once.
//!
//! A place p, its producers H and its consumers F. Preconditions: p is invisible and simple (no capacity; no
//! read, inhibitor or reset arc), H and F have no transition in common; each f needs w tokens of p and
//! nothing else, and puts tokens into invisible simple places only; each h puts k·w tokens into p, with k = 1
//! if F has several; nothing in H and F is kept; p has less than w tokens at the start, unless F is a single
//! transition. Then p goes, and instead of H and F there is h f^k for each pair. A single f is fired in
//! advance as often as p allows at the start; with no H, that is the rule of *tokens in a source place*.
//!
//! Preserves: all classes; the reason is given below. Inverse: substitution, and a prefix. Sources:
//! Berthelot, 1987; with weights, Bønneland et al., 2019, and Thierry-Mieg, 2020. Ours lets h have arcs of
//! any kind.

use sanderling_net::{PlaceId, TransitionId};

use super::agglomeration::{Repeated, may_go, pairs, replace};
use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "post_agglomeration",
    about: "lets a transition go on at once where nothing can hold it up",
    keeps: Keeps::Runs,
    reach: Reach::Place(run),
};

/// Fuses producers and consumers of a place.
///
/// A token in p leaves it only by F, which p alone enables; so in any run each f can be moved forward to the
/// h that made its tokens: it puts tokens earlier, into simple places, which disables nobody. At the end of
/// the run, f that is still enabled is added: visible places do not see it, and in a deadlock there is
/// none. What is then left in p is less than w, for ever, and can be left out. The other way, h f^k is a
/// sequence of the original net; where no h f^k is enabled, no h is, and no f since p has less than w.
///
/// *Runs.* Whether the run has an end or not, f is added behind each h whose tokens are never taken: f disables nobody. No f is seen, so that along
/// the run thus made the same is seen as before. It has no end if the other had none, since it has infinitely many firings besides F: in p there
/// are tokens for so many f only as H puts there. And if it ends, it does so in the same deadlock. The other way, h is followed by f^k, which is
/// not seen. Between h and f^k, and before what is fired in advance, there may be no deadlock where there is one behind.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let Some(weight) = common_weight(&work.graph, place) else { return false };
    let Some(pairs) = pairs(work, place, Repeated::Consumer, weight) else { return false };
    if !work.has_room_for(&pairs, place) || !fire_in_advance(work, place, weight) {
        return false;
    }
    replace(work, place, pairs);
    true
}

/// The weight with which all consumers take from the place, where the preconditions hold that do not concern
/// producers.
fn common_weight(graph: &Graph, place: PlaceId) -> Option<u64> {
    let node = graph.place(place);
    let &first = node.consumers.first()?;
    let weight = row::weight(&graph.arcs(first).pre, place);
    let fits = may_go(graph, place)
        && (node.consumers.len() == 1 || node.initial < weight)
        && node.consumers.iter().all(|&consumer| goes_on_at_once(graph, consumer, (place, weight)));
    fits.then_some(weight)
}

/// Whether a transition takes so much from the place and nothing else, and is free to fire whenever it can.
fn goes_on_at_once(graph: &Graph, transition: TransitionId, taken: (PlaceId, u64)) -> bool {
    let arcs = graph.arcs(transition);
    let is_free = |&(place, _): &(PlaceId, u64)| place != taken.0 && graph.is_hidden(place);
    arcs.pre == [taken]
        && [&arcs.inhibitor, &arcs.read, &arcs.reset].into_iter().all(Vec::is_empty)
        && arcs.post.iter().all(is_free)
        && !graph.is_kept(transition)
}

/// Fires the only consumer as often as the initial tokens allow; false, and nothing done, where that is too
/// much.
fn fire_in_advance(work: &mut Work<'_>, place: PlaceId, weight: u64) -> bool {
    let node = work.graph.place(place);
    let (Some(&consumer), times) = (node.consumers.first(), node.initial / weight) else { return false };
    if times == 0 {
        return true;
    }
    let Some(put) = row::times(&work.graph.arcs(consumer).post, times) else { return false };
    let sum = |&(place, more): &(PlaceId, u64)| work.graph.place(place).initial.checked_add(more);
    let Some(initial) = put.iter().map(sum).collect::<Option<Vec<_>>>() else { return false };
    if !work.inverse.push_prefix(consumer, times) {
        return false;
    }
    for (&(place, _), initial) in put.iter().zip(initial) {
        work.graph.set_initial(place, initial);
    }
    true
}
