//! A transition that every marking enables: there is no deadlock, and nothing has to be kept because of deadlocks.
//!
//! Preconditions: deadlocks must be preserved; and a transition needs no token, has no inhibitor arc and puts nothing
//! into a place with a capacity. The question of deadlocks is then decided. The reduced net gets a transition without
//! arcs, so that it has the same answer, and other rules preserve only the visible places and kept transitions.
//!
//! Preserves: everything. Inverse: the transition without arcs represents no firing at all.

use sanderling_net::TransitionId;

use super::{Keeps, Reach, Rule};
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "always_enabled",
    about: "decides that there is no deadlock if a transition is always enabled",
    keeps: Keeps::Answers,
    reach: Reach::Net(run),
};

fn run(work: &mut Work<'_>) -> u64 {
    if !work.deadlocks || work.is_never_dead {
        return 0;
    }
    let all = work.graph.transition_ids();
    if !all.into_iter().any(|transition| is_always_enabled(&work.graph, transition)) {
        return 0;
    }
    work.deadlocks = false;
    work.is_never_dead = true;
    work.compose(Arcs::default(), Vec::new(), true);
    1
}

/// Whether every marking enables a transition.
pub(super) fn is_always_enabled(graph: &Graph, transition: TransitionId) -> bool {
    let arcs = graph.arcs(transition);
    let tests = [&arcs.pre, &arcs.read, &arcs.inhibitor];
    tests.into_iter().all(Vec::is_empty) && !graph.puts_into_limited_place(transition)
}
