//! Operators that have the same value in all reachable markings, since the initial marking can always be reached again.
//!
//! In such a net, each reachable marking reaches the same markings. So `EF f` and `AG f` have one value everywhere, for any
//! `f`. It is decided for the initial marking, and the operator is replaced by a constant: the innermost operators
//! first. `AG EF f` is then no harder than `EF f`.

use std::collections::{BTreeMap, BTreeSet};

use sanderling_net::Diagnostics;
use sanderling_proof::Budget;
use sanderling_property::{
    Formula, Logic, PathOperator, PathQuantifier, Temporal as Written, TemporalProperty,
};
use sanderling_report::{Decision, Technique};

use super::super::plan::{Deciding, Share};
use super::{Decided, Temporal, decide_all};
use crate::replay::finding::argument;
use crate::request::Request;

/// The name of the step.
pub(super) const PROOF_OF_RETURN: &str = "proof of return";

/// Operators with their values in all reachable markings, where these are known.
type Known = BTreeMap<Written, Option<(bool, Decision)>>;

impl Temporal<'_> {
    /// Replaces operators by constants if the initial marking can always be reached again. Returns the open properties that
    /// changed.
    pub(super) fn use_return(&mut self) -> Result<Vec<usize>, Diagnostics> {
        let is_nested = |&position: &usize| is_nested(&self.simpler[position].property.formula);
        let open: Vec<usize> = self.open_of(Logic::Ctl).into_iter().filter(is_nested).collect();
        if open.is_empty() || !self.net.is_place_transition() {
            return Ok(Vec::new());
        }
        let Some(returns) = self.within(Share::part(4), |temporal| temporal.proof_of_return())? else {
            return Ok(Vec::new());
        };
        let request =
            Request { effort: self.request.effort.without(&[PROOF_OF_RETURN]), ..self.request.clone() };
        let (mut known, mut changed) = (Known::new(), BTreeSet::new());
        while !self.budget.is_over() {
            let mut sought = BTreeSet::new();
            for &position in &open {
                innermost(&self.simpler[position].property.formula, &mut sought);
            }
            sought.retain(|operator| !known.contains_key(operator));
            if sought.is_empty() {
                break;
            }
            let property = |formula: &Written| {
                let (logic, formula) = (Logic::Ctl, formula.clone());
                TemporalProperty { name: None, logic, formula, text: String::new() }
            };
            let properties: Vec<TemporalProperty> = sought.iter().map(property).collect();
            let budget = self.budget.within(Share::part(2), 1);
            let found = decide_all((self.net, false), &properties, (&request, budget), &mut |_, _| ())?;
            self.count(found.visits, found.firings, found.peak_bytes);
            let values = found.decided.into_iter().map(|decided| {
                let Decided { holds, by, .. } = decided.ok()?;
                Some((holds, by))
            });
            known.extend(sought.into_iter().zip(values));
            for &position in &open {
                let simpler = &mut self.simpler[position];
                let mut by = Vec::new();
                let formula = with_known(&simpler.property.formula, &known, &mut by);
                if !by.is_empty() {
                    simpler.by.push(returns.clone());
                    simpler.by.append(&mut by);
                    simpler.property.formula = formula.simplified();
                    changed.insert(position);
                }
            }
        }
        Ok(changed.into_iter().collect())
    }

    /// Returns what shows that the initial marking can always be reached again, if a proof is found.
    fn proof_of_return(&self) -> Result<Option<Decision>, Diagnostics> {
        let is_cancelled = || self.budget.is_cancelled();
        let found = self.net.prover()?.always_returns(&Budget::new(self.budget.time(), &is_cancelled));
        Ok(found.map(|found| Decision::by(Technique::Proof(argument(found.proof.technique)))))
    }
}

/// Whether a formula has the same value in all markings of a net that returns.
fn is_same_everywhere(formula: &Written) -> bool {
    use PathOperator::{Finally, Globally};
    use PathQuantifier::{All, Some as Any};
    let Written::Path { quantifier, operator, .. } = formula else { return false };
    matches!((quantifier, operator), (Some(Any), Finally) | (Some(All), Globally))
}

/// Whether a formula has an operator within another that has the same value everywhere.
fn is_nested(formula: &Written) -> bool {
    match formula {
        Written::State(_) => false,
        Written::Not(inner) => is_nested(inner),
        Written::And(parts) | Written::Or(parts) => parts.iter().any(is_nested),
        Written::Path { operands, .. } => {
            operands.iter().any(|operand| innermost(operand, &mut BTreeSet::new()))
        }
    }
}

/// Adds the operators that have the same value everywhere, except for those that contain others. Returns whether there are
/// some.
fn innermost(formula: &Written, into: &mut BTreeSet<Written>) -> bool {
    let parts = match formula {
        Written::State(_) => return false,
        Written::Not(inner) => std::slice::from_ref(&**inner),
        Written::And(parts) | Written::Or(parts) | Written::Path { operands: parts, .. } => parts,
    };
    let mut has_some = false;
    for part in parts {
        has_some |= innermost(part, into);
    }
    if !has_some && is_same_everywhere(formula) {
        into.insert(formula.clone());
        return true;
    }
    has_some
}

/// Returns a formula with known operators replaced by their values. Adds what decided these.
fn with_known(formula: &Written, known: &Known, by: &mut Vec<Decision>) -> Written {
    if let Some(Some((holds, decision))) = known.get(formula) {
        by.push(decision.clone());
        return Written::State(Formula::Constant(*holds));
    }
    let mut of_all = |parts: &[Written]| parts.iter().map(|part| with_known(part, known, by)).collect();
    match formula {
        Written::State(_) => formula.clone(),
        Written::Not(inner) => Written::Not(Box::new(with_known(inner, known, by))),
        Written::And(parts) => Written::And(of_all(parts)),
        Written::Or(parts) => Written::Or(of_all(parts)),
        Written::Path { quantifier, operator, operands } => {
            Written::path(*quantifier, *operator, of_all(operands))
        }
    }
}
