//! Checks whether runs show a claim about a formula of branching time, by the definition of its operators.
//!
//! For each subformula, and for each truth value, the judge computes the positions of a run at which the run
//! shows that value. A state formula is checked in the marking. A claim about some run is shown by this run
//! from the position on, or by a run that branches off. Claims about all runs, and parts that the tree omits,
//! are accepted without a check; everything else is checked.

use std::collections::HashMap;

use sanderling_property::{Formula, PathOperator, PathQuantifier, Temporal as Written};
use sanderling_runs::{Evidence, RunTree};

use crate::portfolio::temporal::FormulaClaim;

/// What the replay of a run and of its branches recorded.
pub(super) struct Played {
    /// The conditions that hold at each position, by their numbers.
    pub(super) held: Vec<Vec<bool>>,
    /// Whether the last marking is dead.
    pub(super) is_dead: bool,
    /// The replayed branches, in the order of the tree; `None` for a claim without a run.
    pub(super) branches: Vec<Option<Played>>,
}

/// A tree of runs, with what its replay recorded.
pub(super) struct Judge<'j> {
    pub(super) tree: &'j RunTree<FormulaClaim>,
    pub(super) played: &'j Played,
    /// The number of each condition.
    pub(super) conditions: &'j HashMap<Formula, usize>,
}

/// For each position, whether the run shows the claim there.
type Shown = Vec<bool>;

impl Judge<'_> {
    /// Returns whether the run shows that its first marking satisfies the formula (`holds`) or violates it.
    /// Claims about all runs and omitted parts are accepted.
    pub(super) fn shows(&self, formula: &Written, holds: bool) -> bool {
        self.shown(formula, holds)[0]
    }

    fn positions(&self) -> usize {
        self.played.held.len()
    }

    fn shown(&self, formula: &Written, holds: bool) -> Shown {
        match formula {
            Written::State(Formula::Constant(constant)) => vec![*constant == holds; self.positions()],
            Written::State(formula) => {
                let number = self.conditions[formula];
                self.played.held.iter().map(|held| held[number] == holds).collect()
            }
            Written::Not(inner) => self.shown(inner, !holds),
            Written::And(parts) => self.joined(parts, holds, holds),
            Written::Or(parts) => self.joined(parts, holds, !holds),
            Written::Path { quantifier, operator, operands } => {
                let (is_some, operator) = match quantifier {
                    Some(PathQuantifier::Some) => (holds, if holds { *operator } else { operator.dual() }),
                    _ => (!holds, if holds { *operator } else { operator.dual() }),
                };
                let sides: Vec<Shown> = operands.iter().map(|operand| self.shown(operand, holds)).collect();
                let (first, last) = (&sides[0], &sides[sides.len() - 1]);
                let along = self.along(operator, (first, last), is_some);
                let claimed = self.claimed(formula, holds, is_some);
                along.into_iter().zip(claimed).map(|(along, claimed)| along || claimed).collect()
            }
        }
    }

    fn joined(&self, parts: &[Written], holds: bool, all: bool) -> Shown {
        let parts = parts.iter().map(|part| self.shown(part, holds));
        parts.fold(vec![all; self.positions()], |joined, part| {
            let both = joined.into_iter().zip(part);
            both.map(|(one, other)| if all { one && other } else { one || other }).collect()
        })
    }

    /// Returns the positions with a claim that the formula holds (or fails) and with evidence for it, and the
    /// omitted positions.
    fn claimed(&self, formula: &Written, holds: bool, is_some: bool) -> Shown {
        let left_out = self.tree.left_out_from.unwrap_or(usize::MAX);
        let mut claimed: Shown = (0..self.positions()).map(|position| position >= left_out).collect();
        for (branch, played) in self.tree.branches.iter().zip(&self.played.branches) {
            let is_it = branch.claim.holds == holds && branch.claim.formula == *formula;
            let is_shown = match (&branch.evidence, played) {
                _ if !is_it => false,
                (Evidence::Branch(tree), Some(played)) => {
                    is_some && Judge { tree, played, conditions: self.conditions }.shows(formula, holds)
                }
                (Evidence::AllRuns, _) => !is_some,
                _ => false,
            };
            if is_shown {
                claimed[branch.first..=branch.last].fill(true);
            }
        }
        claimed
    }

    /// Returns the positions at which the run shows an operator, given those at which it shows the operands.
    /// An operator with one operand passes it twice. For a claim about all runs, only the marking itself
    /// counts, or the end of a run that ends there.
    fn along(&self, operator: PathOperator, (first, last): (&Shown, &Shown), is_some: bool) -> Shown {
        let count = self.positions();
        let both = |at: usize| first[at] && last[at];
        // Two passes over a cycle suffice: the first determines the value at its last position.
        let is_greatest =
            matches!(operator, PathOperator::Globally | PathOperator::WeakUntil | PathOperator::Release);
        let mut shown = vec![is_greatest && is_some && self.repeated().is_some(); count];
        for _ in 0..2 {
            for at in (0..count).rev() {
                let is_end = self.played.is_dead && at + 1 == count;
                let next = if at + 1 < count { Some(at + 1) } else { self.repeated() }.filter(|_| is_some);
                let holds_next = next.map_or(is_end && is_greatest, |next| shown[next]);
                shown[at] = match operator {
                    PathOperator::Next if is_some => next.is_some_and(|next| last[next]),
                    // There is no next marking.
                    PathOperator::Next => is_end,
                    PathOperator::Finally => last[at] || holds_next,
                    PathOperator::Globally => last[at] && holds_next,
                    PathOperator::Until | PathOperator::WeakUntil => last[at] || first[at] && holds_next,
                    PathOperator::Release | PathOperator::StrongRelease => both(at) || last[at] && holds_next,
                };
            }
        }
        shown
    }

    /// Returns the position that follows the last one, if the run has a cycle.
    fn repeated(&self) -> Option<usize> {
        let run = &self.tree.run;
        run.cycle.as_ref().filter(|cycle| !cycle.is_empty()).map(|_| run.prefix.len())
    }
}
