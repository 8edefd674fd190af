//! Transitions that produce tokens without any input, whenever they are needed.
//!
//! Preconditions: deadlocks need not be preserved; t has only output arcs and is not kept; the places into which it
//! puts tokens are invisible and simple (no capacity; no read, inhibitor or reset arc). Then t is removed, and so are
//! these places: consumers can always have their tokens.
//!
//! Preserves: the contents of visible places. Without its firings of t, and ignoring these places, a run of the
//! original net is one of the reduced net. Conversely, t is fired before each firing that needs its tokens, often
//! enough for all of them; tokens left over in simple places disable no transition. Inverse: substitution, t^k f for f.
//! (This rule is new; it is a case of pre-agglomeration that needs no count of tokens.)

use std::collections::BTreeSet;

use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::row;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "source_transitions",
    about: "removes places that a transition can fill at any time",
    keeps: Keeps::Answers,
    reach: Reach::Place(run),
};

/// Merges a transition that fills this place into the consumers of its tokens.
fn run(work: &mut Work<'_>, place: PlaceId) -> bool {
    let node = work.graph.place(place);
    if work.deadlocks || !work.graph.is_hidden(place) {
        return false;
    }
    let source = node.producers.iter().copied().find(|&producer| is_source(work, producer));
    source.is_some_and(|source| absorb(work, source))
}

fn is_source(work: &Work<'_>, transition: TransitionId) -> bool {
    let (graph, arcs) = (&work.graph, work.graph.arcs(transition));
    let only_puts = [&arcs.pre, &arcs.read, &arcs.inhibitor, &arcs.reset].into_iter().all(Vec::is_empty);
    let is_free = |&(place, _): &(_, _)| graph.is_hidden(place);
    only_puts && !graph.is_kept(transition) && arcs.post.iter().all(is_free)
}

/// Merges a source into the consumers of its tokens. Returns false if traces would become too long.
fn absorb(work: &mut Work<'_>, source: TransitionId) -> bool {
    let made = work.graph.arcs(source).post.clone();
    let takers = made.iter().flat_map(|&(place, _)| &work.graph.place(place).consumers);
    let takers: BTreeSet<_> = takers.copied().collect();
    let steps = |&taker: &TransitionId| {
        let pre = &work.graph.arcs(taker).pre;
        let times = made.iter().map(|&(place, put)| row::weight(pre, place).div_ceil(put)).max();
        vec![(source, times.unwrap_or(0)), (taker, 1)]
    };
    let recipes: Vec<_> = takers.iter().map(steps).collect();
    if !recipes.iter().all(|steps| work.inverse.has_room_for(steps)) {
        return false;
    }
    for &(place, _) in &made {
        work.graph.remove_place(place);
    }
    work.graph.remove_transition(source);
    for (taker, steps) in takers.into_iter().zip(recipes) {
        let arcs = work.graph.arcs(taker).clone();
        work.graph.remove_transition(taker);
        work.compose(arcs, steps, false);
    }
    true
}
