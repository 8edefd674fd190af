//! Transitions without any effect.
//!
//! Preconditions: t changes nothing and is not kept. If deadlocks must be preserved, there must be another transition u
//! that is enabled whenever t is: its tests are at most those of t, and it puts nothing into places with a capacity.
//!
//! Preserves: the reachable markings and, with u, which of them are dead, since t is never the only enabled transition.
//! Without u, t must stay, since markings in which only t is enabled would become dead. Inverse: none needed.
//! (Bønneland et al., 2019, for reachability; the case with u is new.)

use sanderling_cutoff::TESTS_COMPARED;
use sanderling_net::TransitionId;

use super::dominated_transition::needs_no_more;
use super::{Keeps, Reach, Rule};
use crate::graph::Graph;
use crate::work::Work;

pub(super) const RULE: Rule = Rule {
    name: "superfluous_tests",
    about: "removes transitions without any effect",
    keeps: Keeps::Answers,
    reach: Reach::Net(run),
};

fn run(work: &mut Work<'_>) -> u64 {
    let mut applications = 0;
    for transition in work.graph.transition_ids() {
        if work.graph.is_kept(transition) || !work.graph.arcs(transition).is_without_effect() {
            continue;
        }
        if !work.deadlocks || is_covered(&work.graph, transition) {
            work.graph.remove_transition(transition);
            applications += 1;
        }
    }
    applications
}

/// Whether another transition is enabled whenever this one is.
fn is_covered(graph: &Graph, transition: TransitionId) -> bool {
    let arcs = graph.arcs(transition);
    let beside = |&(place, _): &(_, _)| graph.place(place).consumers.iter().take(TESTS_COMPARED.size());
    arcs.pre.iter().flat_map(beside).any(|&other| {
        other != transition && !graph.puts_into_limited_place(other) && needs_no_more(graph.arcs(other), arcs)
    })
}
