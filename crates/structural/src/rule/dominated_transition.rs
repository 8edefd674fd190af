//! Transitions that another one makes superfluous, since it has the same effect and needs no more.
//!
//! Preconditions: t is not kept; u ≠ t has the same effect and resets the same places to the same contents; pre and
//! read of u are at most those of t, and for each inhibitor arc of u, t has one with at most the same weight. If u puts
//! tokens, t then does as well, and ends with as many, so capacities permit for u what they permit for t. Parallel
//! transitions dominate each other; one of them stays.
//!
//! Preserves: everything. If t is enabled, u is as well and leads to the same marking: the same markings are reachable
//! and dead. Inverse: none needed. (Murata, 1989, parallel transitions; Thierry-Mieg, 2020, with equal arcs; here
//! effects are compared.)

use std::collections::HashMap;

use sanderling_cutoff::EFFECTS_COMPARED;
use sanderling_net::{PlaceId, TransitionId};

use super::{Keeps, Reach, Rule};
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::row::{self, Row};
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "dominated_transitions",
    about: "removes a transition if another one has the same effect and requires no more",
    keeps: Keeps::Graph,
    reach: Reach::Net(run),
};

fn run(work: &mut Work<'_>) -> u64 {
    let mut groups: HashMap<_, Vec<TransitionId>> = HashMap::new();
    for transition in work.graph.transition_ids() {
        groups.entry(signature(work.graph.arcs(transition))).or_default().push(transition);
    }
    let mut groups: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    let mut applications = 0;
    for group in groups {
        if work.is_over() {
            break;
        }
        applications += thin_out(&mut work.graph, group);
    }
    applications
}

/// Returns the effect of a firing in a canonical form.
fn signature(arcs: &Arcs) -> (Vec<(PlaceId, i128)>, Row) {
    let effects = arcs.effects().filter(|&(place, _)| !arcs.resets(place)).collect();
    let resets = arcs.reset.iter().map(|&(place, _)| (place, row::weight(&arcs.post, place))).collect();
    (effects, resets)
}

/// Removes the dominated transitions from a group with the same effect.
fn thin_out(graph: &mut Graph, mut group: Vec<TransitionId>) -> u64 {
    group.sort_by_key(|&transition| {
        let arcs = graph.arcs(transition);
        let needed: u128 = arcs.needs().map(|(_, need)| u128::from(need)).sum();
        (needed, arcs.inhibitor.len(), !graph.is_kept(transition), transition)
    });
    let (mut left, mut applications) = (Vec::new(), 0);
    for transition in group {
        let is_dominated = |&other: &TransitionId| {
            let (mild, strict) = (graph.arcs(other), graph.arcs(transition));
            row::is_at_most(&mild.pre, &strict.pre) && needs_no_more(mild, strict)
        };
        if !graph.is_kept(transition) && left.iter().take(EFFECTS_COMPARED.size()).any(is_dominated) {
            graph.remove_transition(transition);
            applications += 1;
        } else {
            left.push(transition);
        }
    }
    applications
}

/// Whether every marking that enables `strict` satisfies the tests of `mild`, ignoring capacities.
pub(super) fn needs_no_more(mild: &Arcs, strict: &Arcs) -> bool {
    let allows = |&(place, weight): &(PlaceId, u64)| {
        let other = row::weight(&strict.inhibitor, place);
        other > 0 && other <= weight
    };
    mild.needs().all(|(place, need)| need <= strict.need(place)) && mild.inhibitor.iter().all(allows)
}
