//! Conditions on single markings around a formula of branching time: one that is sufficient for it, and one that is
//! necessary.
//!
//! `EF AG p` implies `EF p`, and is implied by `EF (deadlock and p)`. Both are questions for the portfolio, with its
//! walks, reductions and proofs, where the markings are too many to be labelled. So a formula holds if a sufficient
//! question has the answer yes, and fails if a necessary one has the answer no.
//!
//! The approximations are those of a may-must analysis: P. Godefroid, M. Huth and R. Jagadeesan, *Abstraction-Based
//! Model Checking Using Modal Transition Systems*, CONCUR 2001. Here the abstract system has a single state for all
//! markings, and the operators are taken apart at the initial marking.

use sanderling_net::{Diagnostics, semantics};
use sanderling_property::PathOperator::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
use sanderling_property::{
    Formula, Logic, PathOperator, PathQuantifier, Quantifier, ReferenceValuation, Temporal as Written,
};

use super::parts::{Parts, Shape};
use super::{Decided, Temporal};

/// The side from which a formula is approximated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The result implies the formula.
    Sufficient,
    /// The formula implies the result.
    Necessary,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::Sufficient => Self::Necessary,
            Self::Necessary => Self::Sufficient,
        }
    }
}

impl Temporal<'_> {
    /// Decides open properties of branching time by sufficient and necessary questions, as far as possible.
    pub(super) fn decide_around(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ctl);
        let Ok(initial) = semantics::initial(self.net.net) else { return Ok(()) };
        let is_over = || self.budget.is_over();
        let Ok(first) = ReferenceValuation::build_until(self.net.net, &initial, &is_over) else {
            return Ok(());
        };
        let holds = |formula: &Formula| formula.holds(&first);
        let mut parts = Parts::new(&holds);
        let mut shapes = Vec::new();
        for position in open {
            let formula = &self.simpler[position].property.formula;
            let mut of = |side| around(formula, side, &mut parts);
            shapes.push((position, of(Side::Sufficient), of(Side::Necessary)));
        }
        let known = parts.decided(self)?;
        for (position, sufficient, necessary) in shapes {
            let is_met = |shape: &Shape, value| shape.decided(&known).filter(|one| one.holds == value);
            let decided = is_met(&sufficient, true).or_else(|| is_met(&necessary, false));
            if let Some(decided) = decided {
                // The run that answers the question does not show the formula.
                self.settle(position, Decided { run: None, ..decided });
            }
        }
        Ok(())
    }
}

/// Returns an approximation of a formula in the initial marking. Adds its questions to `parts`.
fn around(formula: &Written, side: Side, parts: &mut Parts<'_>) -> Shape {
    match formula {
        Written::State(condition) => Shape::Known(parts.holds_at_first(condition)),
        Written::Not(inner) => Shape::Not(Box::new(around(inner, side.other(), parts))),
        Written::And(all) => Shape::And(all.iter().map(|part| around(part, side, parts)).collect()),
        Written::Or(all) => Shape::Or(all.iter().map(|part| around(part, side, parts)).collect()),
        Written::Path { quantifier, operator, operands } => {
            let here = Shape::Known(parts.holds_at_first(&condition(formula, side)));
            let is_some = *quantifier == Some(PathQuantifier::Some);
            let of = |operand: usize| condition(&operands[operand], side);
            match side {
                Side::Sufficient => Shape::Or(vec![here, sufficient(is_some, *operator, of, parts)]),
                Side::Necessary => Shape::And(vec![here, necessary(is_some, *operator, of, parts)]),
            }
        }
    }
}

/// Returns questions that are sufficient for a formula with this operator, for some path or for all. `of` returns the
/// sufficient condition of an operand.
fn sufficient(
    is_some: bool,
    operator: PathOperator,
    of: impl Fn(usize) -> Formula,
    parts: &mut Parts<'_>,
) -> Shape {
    let is_dead = parts.holds_at_first(&Formula::Deadlock);
    let mut always = |formula| parts.add(Quantifier::Always, formula);
    match operator {
        Next if is_some => Shape::And(vec![Shape::Known(!is_dead), always(of(0))]),
        Next | Globally => always(of(0)),
        WeakUntil => always(any(of(0), of(1))),
        Release => always(of(1)),
        Finally if is_some => parts.add(Quantifier::Reach, of(0)),
        // On the path to the first marking with the second operand, all markings satisfy the first operand.
        Until if is_some => {
            let stays = always(any(of(0), of(1)));
            Shape::And(vec![stays, parts.add(Quantifier::Reach, of(1))])
        }
        StrongRelease if is_some => {
            let stays = always(of(1));
            Shape::And(vec![stays, parts.add(Quantifier::Reach, all(of(0), of(1)))])
        }
        Finally | Until | StrongRelease => Shape::Other,
    }
}

/// Returns questions that are necessary for a formula with this operator, for some path or for all. `of` returns the
/// necessary condition of an operand.
fn necessary(
    is_some: bool,
    operator: PathOperator,
    of: impl Fn(usize) -> Formula,
    parts: &mut Parts<'_>,
) -> Shape {
    let is_dead = parts.holds_at_first(&Formula::Deadlock);
    let mut reach = |formula| parts.add(Quantifier::Reach, formula);
    match operator {
        // In a deadlock, the condition on the initial marking is exact.
        Next if is_dead => Shape::Other,
        Next | Finally => reach(of(0)),
        Until => reach(of(1)),
        StrongRelease => reach(all(of(0), of(1))),
        Globally if !is_some => parts.add(Quantifier::Always, of(0)),
        Globally | WeakUntil | Release => Shape::Other,
    }
}

/// Returns a condition on a single marking that approximates a formula.
pub(super) fn condition(formula: &Written, side: Side) -> Formula {
    let of_all = |parts: &[Written]| parts.iter().map(|part| condition(part, side)).collect();
    match formula {
        Written::State(condition) => condition.clone(),
        Written::Not(inner) => Formula::Not(Box::new(condition(inner, side.other()))),
        Written::And(parts) => Formula::And(of_all(parts)),
        Written::Or(parts) => Formula::Or(of_all(parts)),
        Written::Path { operator, operands, .. } => {
            let of = |operand: usize| condition(&operands[operand], side);
            let (deadlock, at_end) = (Formula::Deadlock, in_deadlock(formula));
            match side {
                Side::Sufficient => {
                    let elsewhere = match operator {
                        Next | Globally => Formula::Constant(false),
                        Finally => of(0),
                        Until | WeakUntil => of(1),
                        Release | StrongRelease => all(of(0), of(1)),
                    };
                    any(elsewhere, all(deadlock, at_end))
                }
                Side::Necessary => {
                    let elsewhere = match operator {
                        Next | Finally => Formula::Constant(true),
                        Globally => of(0),
                        Until | WeakUntil => any(of(0), of(1)),
                        Release | StrongRelease => of(1),
                    };
                    all(elsewhere, any(deadlock.negate(), at_end))
                }
            }
        }
    }
}

/// Returns the condition that is equivalent to a formula in a marking that enables nothing.
fn in_deadlock(formula: &Written) -> Formula {
    let of_all = |parts: &[Written]| parts.iter().map(in_deadlock).collect();
    match formula {
        Written::State(condition) => condition.clone(),
        Written::Not(inner) => Formula::Not(Box::new(in_deadlock(inner))),
        Written::And(parts) => Formula::And(of_all(parts)),
        Written::Or(parts) => Formula::Or(of_all(parts)),
        Written::Path { quantifier, operator, operands } => {
            let of = |operand: usize| in_deadlock(&operands[operand]);
            match operator {
                Next => Formula::Constant(*quantifier != Some(PathQuantifier::Some)),
                Finally | Globally => of(0),
                Until | Release => of(1),
                WeakUntil => any(of(0), of(1)),
                StrongRelease => all(of(0), of(1)),
            }
        }
    }
}

fn any(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
        (Formula::Constant(false), one) | (one, Formula::Constant(false)) => one,
        (one, other) => Formula::Or(vec![one, other]),
    }
}

fn all(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (Formula::Constant(false), _) | (_, Formula::Constant(false)) => Formula::Constant(false),
        (Formula::Constant(true), one) | (one, Formula::Constant(true)) => one,
        (one, other) => Formula::And(vec![one, other]),
    }
}
