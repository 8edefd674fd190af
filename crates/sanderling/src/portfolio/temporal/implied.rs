//! Runs that decide a formula of branching time to which no formula of linear time is equivalent.
//!
//! On a run with `G F p`, each marking satisfies `EF p`, so that such a run shows `EG EF p`. In general, a run that
//! satisfies a formula without its quantifiers "some run" shows the formula: the rest of the run is the run that each
//! quantifier requires. A quantifier "all runs" is replaced by a [condition](super::around::condition) on the marking
//! that is sufficient for it. So `EF AG p` is shown by a run to a deadlock with `p`.
//!
//! The formula of linear time implies that of branching time, as formulas of ACTL imply theirs without quantifiers
//! (E. M. Clarke and I. A. Draghicescu, *Expressibility Results for Linear-Time and Branching-Time Logics*, REX 1988).
//! The converse is not true, so that the search for a run decides nothing if it finds none.

use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, PathQuantifier, Temporal as Written};
use sanderling_report::{Decision, Technique};

use super::around::{Side, condition};
use super::linear::Question;
use super::{Decided, Temporal};

/// Formulas of linear time. If each of them is violated by a run, a formula of branching time has a value.
struct Implying {
    position: usize,
    violated: Vec<Written>,
    value: bool,
}

impl Temporal<'_> {
    /// Decides open properties of branching time by runs that imply their values, as far as possible.
    pub(super) fn look_for_implying_runs(&mut self) -> Result<(), Diagnostics> {
        // In linear time, runs that are not fair do not count.
        if self.request.fairness.is_some() {
            return Ok(());
        }
        let mut all = Vec::new();
        for position in self.open_of(Logic::Ctl) {
            let formula = &self.simpler[position].property.formula;
            if formula.to_linear().is_none() {
                for value in [true, false] {
                    all.extend(implying(formula, value).map(|violated| Implying {
                        position,
                        violated,
                        value,
                    }));
                }
            }
        }
        for (left, Implying { position, violated, value }) in (1..=all.len()).rev().zip(all) {
            if self.budget.is_over() {
                break;
            }
            if self.found.decided[position].is_err()
                && let Some(by) = self.violated(&violated, left)?
            {
                self.settle(position, Decided { holds: value, by, run: None });
            }
        }
        Ok(())
    }

    /// Looks for a run that violates each of these formulas, in one of `parts` parts of the remaining time. Returns what
    /// found them, or `None` if one is missing.
    fn violated(&mut self, formulas: &[Written], parts: usize) -> Result<Option<Decision>, Diagnostics> {
        let mut by = Decision::by(Technique::Search);
        for (left, formula) in (1..=formulas.len()).rev().zip(formulas) {
            let Ok(question) = Question::of(formula) else { return Ok(None) };
            let searched = self.look_for_run(&question, parts * left)?;
            if searched.holds != Ok(false) {
                return Ok(None);
            }
            by = by.with(searched.with);
        }
        Ok(Some(by))
    }
}

/// Returns formulas of linear time that imply that a formula has this value if each is violated by a run; `None` if no
/// run violates one of them, or if they are conditions on the initial marking.
fn implying(formula: &Written, value: bool) -> Option<Vec<Written>> {
    let mut violated = Vec::new();
    add_violated(formula, value, &mut violated);
    let is_impossible = |one: &Written| matches!(one, Written::State(Formula::Constant(true)));
    let is_about_runs = |one: &Written| !matches!(one, Written::State(_));
    (!violated.iter().any(is_impossible) && violated.iter().any(is_about_runs)).then_some(violated)
}

/// Adds the formulas for the parts of a conjunction, which different runs may violate.
fn add_violated(formula: &Written, value: bool, violated: &mut Vec<Written>) {
    match formula {
        Written::Not(inner) => add_violated(inner, !value, violated),
        Written::And(parts) if value => parts.iter().for_each(|part| add_violated(part, value, violated)),
        Written::Or(parts) if !value => parts.iter().for_each(|part| add_violated(part, value, violated)),
        _ if value => violated.push(not(along_run(formula, Side::Sufficient)).simplified()),
        _ => violated.push(along_run(formula, Side::Necessary).simplified()),
    }
}

/// Returns a formula of linear time that approximates a formula in the first marking of a run. Each run that satisfies a
/// sufficient one begins in a marking that satisfies the formula. From such a marking, each run satisfies a necessary
/// one.
fn along_run(formula: &Written, side: Side) -> Written {
    let of_all = |parts: &[Written]| parts.iter().map(|part| along_run(part, side)).collect();
    match formula {
        Written::State(_) => formula.clone(),
        Written::Not(inner) => not(along_run(inner, side.other())),
        Written::And(parts) => Written::And(of_all(parts)),
        Written::Or(parts) => Written::Or(of_all(parts)),
        Written::Path { quantifier, operator, operands } => {
            let is_some = *quantifier == Some(PathQuantifier::Some);
            if is_some != (side == Side::Sufficient) {
                return Written::State(condition(formula, side));
            }
            let path = Written::path(None, *operator, of_all(operands));
            // At the end of a run, `X` repeats the last marking, while `EX` fails and `AX` holds.
            let deadlock = Written::State(Formula::Deadlock);
            match (operator, side) {
                (PathOperator::Next, Side::Sufficient) => Written::And(vec![not(deadlock), path]),
                (PathOperator::Next, Side::Necessary) => Written::Or(vec![deadlock, path]),
                _ => path,
            }
        }
    }
}

fn not(formula: Written) -> Written {
    Written::Not(Box::new(formula))
}
