//! Post-agglomeration: a transition that can always continue does so at once.
//!
//! Let p be a place with producers H and consumers F. Preconditions: p is invisible and simple (no capacity; no read,
//! inhibitor or reset arc); H and F have no transition in common; each f needs w tokens of p and nothing else, and puts
//! tokens only into invisible simple places; each h puts k·w tokens into p, with k = 1 if F has several transitions;
//! nothing in H and F is kept; p initially has less than w tokens, unless F is a single transition. Then p is removed,
//! and H and F are replaced by h f^k for each pair. A single f is fired in advance as often as the initial tokens of p
//! permit; if H is empty, this is the rule of *tokens in a source place*.
//!
//! Preserves: all classes; the proof is given below. Inverse: substitution, and a prefix. Sources: Berthelot, 1987;
//! with weights, Bønneland et al., 2019, and Thierry-Mieg, 2020. Here h may have arcs of any kind.

use sanderling_net::{PlaceId, TransitionId};

use super::agglomeration::{Repeated, may_go, pairs, replace};
use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "post_agglomeration",
    about: "fires a transition directly after its producer if it needs no other tokens",
    keeps: Keeps::Runs,
    reach: Reach::Place(run),
};

/// Fuses producers and consumers of a place.
///
/// A token leaves p only by F, which p alone enables. In any run each f can therefore be moved forward to the h that
/// made its tokens: it puts tokens earlier, into simple places, which disables no transition. At the end of the run,
/// any f that is still enabled is added: it changes no visible place, and in a deadlock there is none. The tokens that
/// then remain in p are always less than w, and can be omitted. Conversely, h f^k is a sequence of the original net; if
/// no h f^k is enabled, no h is, and no f since p has less than w.
///
/// *Runs.* Whether the run is finite or not, f is added after each h whose tokens are never taken: f disables no
/// transition. Since no f is visible, the new run has the same visible parts as before. It is infinite if the other
/// was, since that has infinitely many firings besides F: p has tokens for only as many f as H provides. And if it
/// ends, it does so in the same deadlock. Conversely, h is followed by f^k, which is not visible. Between h and f^k,
/// and before the firings in advance, the marking need not be dead even if the one after them is.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let Some(weight) = common_weight(&work.graph, place) else { return false };
    let Some(pairs) = pairs(work, place, Repeated::Consumer, weight) else { return false };
    if !work.has_room_for(&pairs, place) || !fire_in_advance(work, place, weight) {
        return false;
    }
    replace(work, place, pairs);
    true
}

/// Returns the common weight with which all consumers take from the place, if all preconditions hold that do not
/// concern producers.
fn common_weight(graph: &Graph, place: PlaceId) -> Option<u64> {
    let node = graph.place(place);
    let &first = node.consumers.first()?;
    let weight = row::weight(&graph.arcs(first).pre, place);
    let fits = may_go(graph, place)
        && (node.consumers.len() == 1 || node.initial < weight)
        && node.consumers.iter().all(|&consumer| needs_only(graph, consumer, (place, weight)));
    fits.then_some(weight)
}

/// Whether a transition takes exactly `taken` and nothing else, and nothing can prevent it from firing.
fn needs_only(graph: &Graph, transition: TransitionId, taken: (PlaceId, u64)) -> bool {
    let arcs = graph.arcs(transition);
    let is_free = |&(place, _): &(PlaceId, u64)| place != taken.0 && graph.is_hidden(place);
    arcs.pre == [taken]
        && [&arcs.inhibitor, &arcs.read, &arcs.reset].into_iter().all(Vec::is_empty)
        && arcs.post.iter().all(is_free)
        && !graph.is_kept(transition)
}

/// Fires the only consumer as often as the initial tokens permit. Returns false and does nothing if that would be too
/// often.
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
