//! Encoding of formulas as clauses.
//!
//! The conjuncts of the question become clauses of their own. The rest is encoded by variables that imply subformulas.
//! `fireable` and `deadlock` become conditions on places.

use std::collections::HashMap;

use sanderling_model::{OverApproximation, Structure};
use sanderling_net::TransitionId;
use sanderling_property::{Comparison, Formula, Relation};

use crate::cases::{Cases, Literal};
use crate::condition::Threshold;
use crate::enabling::enabling;

/// Returns clauses that every marking which satisfies `formula` satisfies.
pub(crate) fn encode(
    structure: &Structure,
    over_approximation: &OverApproximation,
    formula: &Formula,
) -> Cases {
    let mut encoder = Encoder { structure, over_approximation, cases: Cases::new(), made: HashMap::new() };
    encoder.require(formula, true);
    encoder.cases
}

struct Encoder<'a> {
    structure: &'a Structure,
    over_approximation: &'a OverApproximation,
    cases: Cases,
    /// The literals of each subformula (by address) and of its negation created so far.
    made: HashMap<(*const Formula, bool), Literal>,
}

impl Encoder<'_> {
    /// Adds clauses that require that the formula holds, or that it does not.
    fn require(&mut self, formula: &Formula, holds: bool) {
        match (formula, holds) {
            (Formula::Not(inner), _) => self.require(inner, !holds),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                parts.iter().for_each(|part| self.require(part, holds));
            }
            (Formula::Implies(sides), false) => {
                self.require(&sides[0], true);
                self.require(&sides[1], false);
            }
            (Formula::Deadlock, true) => self.require_none_enabled(self.structure.transition_ids()),
            (Formula::Enabled(transitions), false) => {
                self.require_none_enabled(transitions.iter().copied());
            }
            _ => {
                let literal = self.literal(formula, holds);
                self.cases.require(vec![literal]);
            }
        }
    }

    fn require_none_enabled(&mut self, transitions: impl Iterator<Item = TransitionId>) {
        for transition in transitions {
            if let Some(conditions) = self.disabling(transition) {
                self.cases.require(conditions);
            }
        }
    }

    /// Returns literals such that one holds if the transition is not enabled, or `None` if it is never enabled.
    fn disabling(&mut self, transition: TransitionId) -> Option<Vec<Literal>> {
        if !self.over_approximation.may_be_enabled(transition) {
            return None;
        }
        let conditions = enabling(self.structure, transition)?;
        Some(conditions.iter().map(|condition| self.cases.literal(condition).negated()).collect())
    }

    /// Returns a literal that implies the formula, or its negation.
    fn literal(&mut self, formula: &Formula, holds: bool) -> Literal {
        let key = (std::ptr::from_ref(formula), holds);
        if let Some(&literal) = self.made.get(&key) {
            return literal;
        }
        let literal = self.operator(formula, holds);
        self.made.insert(key, literal);
        literal
    }

    fn operator(&mut self, formula: &Formula, holds: bool) -> Literal {
        match formula {
            Formula::Constant(value) => Cases::constant(*value == holds),
            Formula::Deadlock => {
                self.none_enabled(&self.structure.transition_ids().collect::<Vec<_>>(), holds)
            }
            Formula::Enabled(transitions) => self.none_enabled(transitions, !holds),
            Formula::Compare(comparison) if holds => self.comparison(comparison),
            Formula::Compare(comparison) => self.comparison(&comparison.negated()),
            // Nothing is known about values, so this may hold.
            Formula::Values(_) => Cases::constant(true),
            Formula::Not(inner) => self.literal(inner, !holds),
            Formula::And(parts) => self.parts(parts, holds, holds),
            Formula::Or(parts) => self.parts(parts, holds, !holds),
            Formula::Implies(sides) => {
                let (left, right) = (self.literal(&sides[0], !holds), self.literal(&sides[1], holds));
                self.combine(vec![left, right], !holds)
            }
            Formula::Iff(sides) => self.same(sides, holds),
        }
    }

    fn parts(&mut self, parts: &[Formula], holds: bool, all: bool) -> Literal {
        let literals = parts.iter().map(|part| self.literal(part, holds)).collect();
        self.combine(literals, all)
    }

    fn same(&mut self, sides: &[Formula; 2], holds: bool) -> Literal {
        let mut disjuncts = Vec::new();
        for left in [true, false] {
            let both = vec![self.literal(&sides[0], left), self.literal(&sides[1], left == holds)];
            disjuncts.push(self.combine(both, true));
        }
        self.combine(disjuncts, false)
    }

    /// Returns a literal that implies that none of the transitions is enabled, or that one is.
    fn none_enabled(&mut self, transitions: &[TransitionId], none: bool) -> Literal {
        let mut literals = Vec::new();
        for &transition in transitions {
            if let Some(disabling) = self.disabling(transition) {
                let disabling =
                    if none { disabling } else { disabling.into_iter().map(Literal::negated).collect() };
                literals.push(self.combine(disabling, !none));
            }
        }
        self.combine(literals, none)
    }

    fn comparison(&mut self, comparison: &Comparison) -> Literal {
        let mut at_least = |more| self.cases.threshold(Threshold::of(comparison, more));
        match comparison.relation() {
            Relation::AtLeast => at_least(0),
            Relation::Greater => at_least(1),
            Relation::Less => at_least(0).negated(),
            Relation::AtMost => at_least(1).negated(),
            Relation::Equal => {
                let both = vec![at_least(0), at_least(1).negated()];
                self.combine(both, true)
            }
            Relation::Unequal => {
                let either = vec![at_least(0).negated(), at_least(1)];
                self.combine(either, false)
            }
        }
    }

    /// Returns a literal that implies all of the literals, or one of them.
    fn combine(&mut self, literals: Vec<Literal>, all: bool) -> Literal {
        match (literals.as_slice(), all) {
            ([], _) => Cases::constant(all),
            (&[only], _) => only,
            (_, true) => {
                let gate = self.cases.fresh();
                literals.into_iter().for_each(|literal| self.cases.require(vec![gate.negated(), literal]));
                gate
            }
            (_, false) => {
                let gate = self.cases.fresh();
                let clause = std::iter::once(gate.negated()).chain(literals).collect();
                self.cases.require(clause);
                gate
            }
        }
    }
}
