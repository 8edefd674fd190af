//! A transition that every marking enables: then there is no dead marking, and nothing has to be kept for their sake.
//!
//! Preconditions: dead markings are asked for; and a transition needs no token, has no inhibitor arc and puts nothing into a place with a
//! capacity. The question is then decided. So that the reduced net says so, too, it gets a transition without arcs, and
//! other rules preserve the visible places and kept transitions only.
//!
//! Preserves: everything. Inverse: the transition without arcs stands for no firing at all.

use sanderling_net::TransitionId;

use super::Rule;
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "always_enabled",
    about: "decides that there is no dead marking, where a transition is enabled in all of them",
    run,
};

fn run(work: &mut Work<'_>) -> u64 {
    if !work.deadlocks || work.always_enabled.is_some() {
        return 0;
    }
    let all = work.graph.transition_ids();
    let Some(transition) = all.into_iter().find(|&transition| is_always_enabled(&work.graph, transition))
    else {
        return 0;
    };
    work.deadlocks = false;
    work.always_enabled = Some(transition);
    work.compose(Arcs::default(), Vec::new(), true);
    1
}

/// Whether every marking enables a transition.
pub(super) fn is_always_enabled(graph: &Graph, transition: TransitionId) -> bool {
    let arcs = graph.arcs(transition);
    let tests = [&arcs.pre, &arcs.read, &arcs.inhibitor];
    tests.into_iter().all(Vec::is_empty) && !graph.asks_for_room(transition)
}
