//! Branching time: each operator is the least or greatest solution of its fixpoint equation.

use sanderling_property::{PathOperator, PathQuantifier, Temporal};

use super::Graph;

impl Graph<'_> {
    /// Returns whether each marking satisfies a formula.
    pub(super) fn labels(&self, formula: &Temporal) -> Vec<bool> {
        let count = self.markings.len();
        match formula {
            Temporal::State(formula) => self.condition(formula),
            Temporal::Not(inner) => self.labels(inner).into_iter().map(|holds| !holds).collect(),
            Temporal::And(parts) => self.joined(parts, true),
            Temporal::Or(parts) => self.joined(parts, false),
            Temporal::Path { quantifier, operator, operands } => {
                let is_some = *quantifier == Some(PathQuantifier::Some);
                let sides: Vec<Vec<bool>> = operands.iter().map(|operand| self.labels(operand)).collect();
                let (first, last) = (&sides[0], &sides[sides.len() - 1]);
                let all = vec![true; count];
                let both: Vec<bool> = first.iter().zip(last).map(|(first, last)| *first && *last).collect();
                match operator {
                    PathOperator::Next => (0..count).map(|at| self.next(at, is_some, true, last)).collect(),
                    PathOperator::Finally => self.solved(is_some, false, &all, last),
                    PathOperator::Globally => self.solved(is_some, true, last, &vec![false; count]),
                    PathOperator::Until => self.solved(is_some, false, first, last),
                    PathOperator::WeakUntil => self.solved(is_some, true, first, last),
                    PathOperator::Release => self.solved(is_some, true, last, &both),
                    PathOperator::StrongRelease => self.solved(is_some, false, last, &both),
                }
            }
        }
    }

    fn joined(&self, parts: &[Temporal], is_and: bool) -> Vec<bool> {
        let start = vec![is_and; self.markings.len()];
        parts.iter().map(|part| self.labels(part)).fold(start, |all, part| {
            all.into_iter().zip(part).map(|(a, b)| if is_and { a && b } else { a || b }).collect()
        })
    }

    /// Whether some successor, or each, is in a set. `is_strong` says that there has to be a successor.
    fn next(&self, at: usize, is_some: bool, is_strong: bool, wanted: &[bool]) -> bool {
        let next = &self.successors[at];
        match next[..] {
            [] => !is_strong || !is_some,
            _ if is_some => next.iter().any(|&next| wanted[next]),
            _ => next.iter().all(|&next| wanted[next]),
        }
    }

    /// Returns the least or the greatest solution of `z = wanted or (on_the_way and next z)`. In the
    /// greatest solution, a run may end before a wanted marking. In the least, it may not.
    fn solved(&self, is_some: bool, is_greatest: bool, on_the_way: &[bool], wanted: &[bool]) -> Vec<bool> {
        let mut solution = vec![is_greatest; wanted.len()];
        loop {
            let holds_next = |at: usize| match self.successors[at][..] {
                [] => is_greatest,
                _ => self.next(at, is_some, true, &solution),
            };
            let next: Vec<bool> =
                (0..wanted.len()).map(|at| wanted[at] || on_the_way[at] && holds_next(at)).collect();
            if next == solution {
                return solution;
            }
            solution = next;
        }
    }
}
