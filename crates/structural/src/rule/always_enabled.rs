//! A transition that every marking enables: then there is no deadlock, and nothing has to be kept for
//! their sake.
//!
//! Preconditions: deadlocks are asked for; and a transition needs no token, has no inhibitor arc and puts
//! nothing into a place with a capacity. The question is then decided. So that the reduced net says so, too,
//! it gets a transition without arcs, and other rules preserve the visible places and kept transitions only.
//!
//! Preserves: everything. Inverse: the transition without arcs stands for no firing at all.

use sanderling_net::TransitionId;

use super::{Keeps, Reach, Rule};
use crate::arcs::Arcs;
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "always_enabled",
    about: "decides that there is no deadlock, where a transition is always enabled",
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
    tests.into_iter().all(Vec::is_empty) && !graph.asks_for_room(transition)
}
