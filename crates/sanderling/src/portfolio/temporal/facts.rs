//! Conditions that hold in all reachable markings, or in none.
//!
//! Such a condition is replaced by a constant, which simplifies the formulas and often decides them. The idea
//! comes from the tools of the Model Checking Contest. Here, the portfolio decides each condition, with its
//! reductions and proofs.

use std::collections::{BTreeMap, BTreeSet};

use sanderling_net::{Diagnostics, semantics};
use sanderling_property::{Formula, Quantifier, ReferenceValuation};
use sanderling_report::Decision;

use super::Temporal;
use super::parts::Parts;

/// The known truth values of conditions. None of the conditions is a negation.
type Facts = BTreeMap<Formula, (bool, Decision)>;

impl Temporal<'_> {
    /// Replaces conditions whose value can be decided soon. Returns the open properties that changed.
    pub(super) fn use_facts(&mut self) -> Result<Vec<usize>, Diagnostics> {
        let open = self.open_positions();
        let facts = self.facts(&open)?;
        let mut changed = Vec::new();
        for position in open.into_iter().filter(|_| !facts.is_empty()) {
            let simpler = &mut self.simpler[position];
            let mut used = BTreeSet::new();
            simpler.property.formula.for_each_state(&mut |formula| {
                used.extend(facts.get_key_value(unsigned(formula).0).map(|(condition, _)| condition));
            });
            if used.is_empty() {
                continue;
            }
            simpler.by.extend(used.into_iter().map(|condition| facts[condition].1.clone()));
            let formula = simpler.property.formula.with_known(&|formula| known(&facts, formula));
            simpler.property.formula = formula.simplified();
            changed.push(position);
        }
        Ok(changed)
    }

    /// Returns the conditions of some properties whose value can be decided soon.
    fn facts(&mut self, positions: &[usize]) -> Result<Facts, Diagnostics> {
        let Ok(initial) = semantics::initial(self.net.net) else { return Ok(Facts::new()) };
        let is_over = || self.budget.is_over();
        let Ok(first) = ReferenceValuation::build_until(self.net.net, &initial, &is_over) else {
            return Ok(Facts::new());
        };
        let mut conditions = BTreeSet::new();
        for &position in positions {
            self.simpler[position].property.formula.for_each_state(&mut |formula| {
                conditions.insert(unsigned(formula).0.clone());
            });
        }
        let holds = |formula: &Formula| formula.holds(&first);
        let mut parts = Parts::new(&holds);
        for condition in &conditions {
            // It is constant if it always keeps its value in the initial marking.
            let stays = if holds(condition) { condition.clone() } else { condition.negate() };
            parts.add(Quantifier::Always, stays);
        }
        let found = parts.decided(self)?;
        let facts = conditions.into_iter().zip(found).filter_map(|(condition, known)| {
            let by = known.filter(|known| known.holds)?.by;
            let holds = holds(&condition);
            Some((condition, (holds, by)))
        });
        Ok(facts.collect())
    }
}

/// Strips the negations from a condition. Returns it, and whether the number of negations was odd.
fn unsigned(formula: &Formula) -> (&Formula, bool) {
    match formula {
        Formula::Not(inner) => {
            let (formula, is_negated) = unsigned(inner);
            (formula, !is_negated)
        }
        formula => (formula, false),
    }
}

fn known(facts: &Facts, formula: &Formula) -> Option<bool> {
    let (condition, is_negated) = unsigned(formula);
    facts.get(condition).map(|(holds, _)| holds != &is_negated)
}
