//! Fair runs by definition. Each marking is combined with the last fired transition. For strong fairness,
//! each set of agents is tried as the set of those that act infinitely often.

use sanderling::Fairness;
use sanderling_net::TransitionId;
use sanderling_net::semantics::Interpreter;
use sanderling_property::TemporalProperty;

use super::linear::Tail;
use super::{Graph, negated};

/// Maximum number of agents, since all sets of agents are tried.
const MAX_AGENTS: usize = 6;
/// Maximum number of transitions, since each marking is combined with each transition.
const MAX_TRANSITIONS: usize = 12;

impl Graph<'_> {
    /// Whether all fair runs satisfy a property of linear time. Returns `None` if the formula or the net is
    /// too large.
    #[must_use]
    pub fn satisfies_on_fair_runs(&self, property: &TemporalProperty, fairness: Fairness) -> Option<bool> {
        let itself: Vec<Vec<usize>> = (0..self.net.transitions.len()).map(|one| vec![one]).collect();
        self.satisfies_on_runs_fair_to(&itself, property, fairness)
    }

    /// Whether all runs that are fair to agents satisfy the property. For each transition, the numbers of
    /// its agents are given.
    #[must_use]
    pub fn satisfies_on_runs_fair_to(
        &self,
        agents_of: &[Vec<usize>],
        property: &TemporalProperty,
        fairness: Fairness,
    ) -> Option<bool> {
        let count = agents_of.iter().flatten().max().map_or(0, |last| last + 1);
        if count > MAX_AGENTS || agents_of.len() > MAX_TRANSITIONS {
            return None;
        }
        let (split, fired) = self.by_last_firing();
        let interpreter = Interpreter::new(self.net);
        let enabled: Vec<Vec<usize>> = split
            .markings
            .iter()
            .map(|marking| {
                let firings = interpreter.enabled(marking).expect("enabledness is defined");
                firings.iter().flat_map(|firing| agents_of[firing.transition.index()].clone()).collect()
            })
            .collect();
        let all = |holds: &dyn Fn(usize) -> bool| -> Vec<bool> { (0..enabled.len()).map(holds).collect() };
        let moves = |at: usize, agent: usize| {
            fired[at].is_some_and(|one: TransitionId| agents_of[one.index()].contains(&agent))
        };
        let tails: Vec<Tail> = match fairness {
            Fairness::Weak => {
                let again = (0..count).map(|one| all(&|at| moves(at, one) || !enabled[at].contains(&one)));
                vec![Tail { within: all(&|_| true), again: again.collect() }]
            }
            Fairness::Strong => (0..1_usize << count)
                .map(|set| {
                    let is_in = |one: &usize| set >> one & 1 == 1;
                    let chosen = (0..count).filter(is_in);
                    let again = chosen.map(|one| all(&|at| moves(at, one))).collect();
                    Tail { within: all(&|at| enabled[at].iter().all(is_in)), again }
                })
                .collect(),
        };
        split.has_run_with(&negated(property), &tails).map(|violates| !violates)
    }

    /// Returns the graph of markings combined with the last fired transition, and that transition for each
    /// node.
    fn by_last_firing(&self) -> (Self, Vec<Option<TransitionId>>) {
        let interpreter = Interpreter::new(self.net);
        let mut nodes = vec![(self.initial, None)];
        let mut successors = Vec::new();
        while let Some(&(marking, _)) = nodes.get(successors.len()) {
            let firings = interpreter.enabled(self.markings[marking]).expect("enabledness is defined");
            let next = firings.iter().zip(&self.successors[marking]).map(|(firing, &target)| {
                let node = (target, Some(firing.transition));
                nodes.iter().position(|other| *other == node).unwrap_or_else(|| {
                    nodes.push(node);
                    nodes.len() - 1
                })
            });
            let next: Vec<usize> = next.collect();
            successors.push(next);
        }
        let (markings, fired): (Vec<_>, Vec<_>) =
            nodes.into_iter().map(|(marking, fired)| (self.markings[marking], fired)).unzip();
        (Graph { net: self.net, markings, successors, initial: 0 }, fired)
    }
}
