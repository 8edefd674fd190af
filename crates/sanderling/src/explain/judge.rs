//! Whether runs show what a formula of branching time says, by the definition of its operators.
//!
//! Of each part of a formula that is to hold, or to fail, there are the positions of a run at which that is shown: what is asked of a single marking,
//! by the marking; what is asked of some run, by this one as it goes on, or by one that branches off. What is said to be about all runs, and
//! what is said to be left out, is believed; nothing else is.

use std::collections::HashMap;

use sanderling_analysis::{Evidence, RunTree};
use sanderling_property::{Formula, PathOperator, PathQuantifier, Temporal as Written};

use crate::portfolio::temporal::Said;

/// What has been seen of a run when it was replayed, and of those that branch off.
pub(super) struct Played {
    /// The conditions that hold at each position, by their numbers.
    pub(super) held: Vec<Vec<bool>>,
    /// Whether nothing is enabled in the last marking.
    pub(super) is_dead: bool,
    /// The runs that branch off, in the order of the branches; `None` for other claims.
    pub(super) branches: Vec<Option<Played>>,
}

/// A tree of runs with what has been seen of it.
pub(super) struct Judge<'j> {
    pub(super) tree: &'j RunTree<Said>,
    pub(super) played: &'j Played,
    /// The numbers of conditions.
    pub(super) conditions: &'j HashMap<Formula, usize>,
}

/// The positions at which something is shown.
type Shown = Vec<bool>;

impl Judge<'_> {
    /// Whether the first marking of the run is shown to satisfy a formula, or not to, as far as something is claimed of all runs or left out.
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

    /// Where it is claimed that an operator holds, or fails, with evidence; or claims are left out.
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

    /// Where the run shows an operator, given where it shows its operands, of which one alone is both. What is asked of all runs it shows only by
    /// what it does not look beyond the marking for, or where nothing comes after that.
    fn along(&self, operator: PathOperator, (first, last): (&Shown, &Shown), is_some: bool) -> Shown {
        let count = self.positions();
        let both = |at: usize| first[at] && last[at];
        // Twice round a cycle is enough: the first time decides the last position of it.
        let is_greatest =
            matches!(operator, PathOperator::Globally | PathOperator::WeakUntil | PathOperator::Release);
        let mut shown = vec![is_greatest && is_some && self.repeated().is_some(); count];
        for _ in 0..2 {
            for at in (0..count).rev() {
                let is_end = self.played.is_dead && at + 1 == count;
                let next = if at + 1 < count { Some(at + 1) } else { self.repeated() }.filter(|_| is_some);
                let goes_on = next.map_or(is_end && is_greatest, |next| shown[next]);
                shown[at] = match operator {
                    PathOperator::Next if is_some => next.is_some_and(|next| last[next]),
                    // There is none.
                    PathOperator::Next => is_end,
                    PathOperator::Finally => last[at] || goes_on,
                    PathOperator::Globally => last[at] && goes_on,
                    PathOperator::Until | PathOperator::WeakUntil => last[at] || first[at] && goes_on,
                    PathOperator::Release | PathOperator::StrongRelease => both(at) || last[at] && goes_on,
                };
            }
        }
        shown
    }

    /// The position that comes after the last one, if one does.
    fn repeated(&self) -> Option<usize> {
        let run = &self.tree.run;
        run.cycle.as_ref().filter(|cycle| !cycle.is_empty()).map(|_| run.prefix.len())
    }
}
