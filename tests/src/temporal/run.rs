//! A check whether a trace is evidence for a formula of branching time. The subformulas that hold in each
//! marking are known by definition.
//!
//! Each claim along a run has to be true. If no claim is about all runs, and none is omitted, the runs alone
//! have to prove the formula. Otherwise they have to prove it from those claims.

use sanderling_net::semantics::{Firing, Interpreter, Marking};
use sanderling_property::{Formula, Logic, PathOperator, PathQuantifier, Statement, Temporal};
use sanderling_report::{ShownBy, Trace};

use super::Graph;

/// A run, with its claims.
struct Tree {
    /// The markings, by number.
    markings: Vec<usize>,
    /// The position that follows the last one, if the run has a cycle.
    repeated: Option<usize>,
    claims: Vec<Claim>,
    left_out_from: usize,
}

struct Claim {
    positions: std::ops::RangeInclusive<usize>,
    /// For each marking, whether it satisfies the formula of the claim.
    labels: Vec<bool>,
    holds: bool,
    shown_by: ShownBy,
    branch: Option<Tree>,
}

impl Graph<'_> {
    /// Whether a trace of a place/transition net proves that the initial marking satisfies a formula, or
    /// that it does not.
    ///
    /// # Panics
    /// If the trace has an invalid run, or makes a false claim.
    #[must_use]
    pub fn is_shown_by(&self, formula: &Temporal, holds: bool, trace: &Trace) -> bool {
        let tree = self.tree(trace, self.initial);
        let formula = formula.simplified();
        // Conditions with the same value in all markings may be known without the runs.
        let constant = |formula: &Formula| {
            let holds = self.condition(formula);
            holds.iter().all(|&one| one == holds[0]).then_some(holds[0])
        };
        let known = formula.with_known(&constant).simplified();
        [formula, known].iter().any(|formula| self.shows(formula, holds, &tree, 0))
    }

    fn tree(&self, trace: &Trace, from: usize) -> Tree {
        let mut marking: Marking = self.markings[from].clone();
        let mut markings = vec![from];
        for step in &trace.steps {
            let transition = self.net.transition_ids().find(|&one| self.net.transition(one).id == step.event);
            let transition = transition.expect("a transition of the net");
            let fired = Interpreter::new(self.net).fire(&mut marking, &Firing::plain(transition));
            assert!(fired.is_ok(), "{} is enabled", step.event);
            markings.push(self.number(&marking));
        }
        let last = markings[trace.steps.len()];
        let repeated = trace.repeated_from.filter(|&from| from < trace.steps.len());
        match (trace.repeated_from, repeated) {
            (Some(_), None) => assert!(self.successors[last].is_empty(), "a run ends only in a deadlock"),
            (_, Some(repeated)) => {
                assert_eq!(markings.pop(), Some(markings[repeated]), "a cycle ends where it begins");
            }
            _ => {}
        }
        let claims = trace.branches.iter().map(|branch| {
            let text = format!("ctl {}", branch.formula);
            let Ok(Statement::Runs(claimed)) = Statement::parse_plain(&text, self.net) else {
                panic!("{text} is no property");
            };
            assert_eq!(claimed.logic, Logic::Ctl);
            let (labels, holds) = (self.labels(&claimed.formula), branch.holds);
            let positions = branch.after..=branch.until.unwrap_or(branch.after);
            for position in positions.clone() {
                assert_eq!(labels[markings[position]], holds, "a claim that is false: {text}");
            }
            assert_eq!(branch.trace.is_some(), branch.shown_by == ShownBy::Branch, "{text}");
            let branch_off = |run: &Trace| self.tree(run, markings[branch.after]);
            let tree = branch.trace.as_ref().map(branch_off);
            Claim { positions, labels, holds, shown_by: branch.shown_by, branch: tree }
        });
        let claims: Vec<Claim> = claims.collect();
        Tree { repeated, claims, left_out_from: trace.left_out_from.unwrap_or(usize::MAX), markings }
    }

    fn shows(&self, formula: &Temporal, holds: bool, tree: &Tree, at: usize) -> bool {
        if self.labels(formula)[tree.markings[at]] != holds {
            return false;
        }
        let shows = |formula: &Temporal, at: usize| self.shows(formula, holds, tree, at);
        match formula {
            Temporal::State(_) => true,
            Temporal::Not(inner) => self.shows(inner, !holds, tree, at),
            Temporal::And(parts) if holds => parts.iter().all(|part| shows(part, at)),
            Temporal::Or(parts) if !holds => parts.iter().all(|part| shows(part, at)),
            Temporal::And(parts) | Temporal::Or(parts) => parts.iter().any(|part| shows(part, at)),
            Temporal::Path { quantifier, operator, operands } => {
                let operator = if holds { *operator } else { operator.dual() };
                let is_of_some = (*quantifier == Some(PathQuantifier::Some)) == holds;
                let path: Vec<usize> = match is_of_some {
                    true => tree.from(at).collect(),
                    // A property of all runs is proved by their common beginning.
                    false => vec![at],
                };
                let is_end = |at: usize| self.successors[tree.markings[at]].is_empty();
                let is_complete = is_of_some && tree.repeated.is_some() || path.iter().any(|&at| is_end(at));
                let (first, last) = (&operands[0], &operands[operands.len() - 1]);
                let both = |at: usize| shows(first, at) && shows(last, at);
                // Whether the path reaches a wanted position, or may continue forever.
                let goes = |on_the_way: &dyn Fn(usize) -> bool, wanted: &dyn Fn(usize) -> bool, may_last| {
                    let until = path.iter().position(|&at| wanted(at));
                    match until {
                        Some(until) => path[..until].iter().all(|&at| on_the_way(at)),
                        None => may_last && is_complete && path.iter().all(|&at| on_the_way(at)),
                    }
                };
                let (first_at, last_at) = (|at: usize| shows(first, at), |at: usize| shows(last, at));
                let is_along = match operator {
                    PathOperator::Next if is_of_some => path.get(1).is_some_and(|&next| shows(first, next)),
                    PathOperator::Next => is_end(at),
                    PathOperator::Finally => goes(&|_| true, &last_at, false),
                    PathOperator::Globally => goes(&last_at, &|_| false, true),
                    PathOperator::Until => goes(&first_at, &last_at, false),
                    PathOperator::WeakUntil => goes(&first_at, &last_at, true),
                    PathOperator::Release => goes(&last_at, &both, true),
                    PathOperator::StrongRelease => goes(&last_at, &both, false),
                };
                is_along || self.is_claimed(formula, holds, (tree, at), is_of_some)
            }
        }
    }

    /// Whether a claim with this value is proved by a branch, or needs no proof.
    fn is_claimed(
        &self,
        formula: &Temporal,
        holds: bool,
        (tree, at): (&Tree, usize),
        is_of_some: bool,
    ) -> bool {
        let labels = self.labels(formula);
        let is_shown = |claim: &Claim| match (claim.shown_by, &claim.branch) {
            (ShownBy::Nothing, _) => !is_of_some,
            (_, Some(branch)) => self.shows(formula, holds, branch, 0),
            _ => false,
        };
        let says_so =
            |claim: &&Claim| claim.holds == holds && claim.labels == labels && claim.positions.contains(&at);
        at >= tree.left_out_from || tree.claims.iter().filter(says_so).any(is_shown)
    }
}

impl Tree {
    /// Returns all positions reachable from one, each at least once.
    fn from(&self, at: usize) -> impl Iterator<Item = usize> {
        let again = self.repeated.map(|repeated| repeated..self.markings.len());
        (at..self.markings.len()).chain(again.into_iter().flatten())
    }
}
