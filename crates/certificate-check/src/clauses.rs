//! The clauses that every marking satisfies if it satisfies a condition.
//!
//! Variables are numbered from 1 in the order in which they occur: those of inequalities, and those of subconditions. A
//! condition that is *all* of some requires each of them; any other condition is a clause of the literals of its parts.
//! The literal of a part that has parts itself implies them (Plaisted and Greenbaum, *A Structure-preserving Clause
//! Form Translation*, 1986). An inequality whose first coefficient is negative is the negation of the one with the
//! opposite coefficients. Then comes a clause for each lemma, which states that one of its inequalities does not hold,
//! and last, for each two inequalities with the same sum and nothing between them, a clause that the stronger implies
//! the weaker.

use std::collections::BTreeMap;

use crate::condition::{Condition, Inequality};

/// Clauses of non-zero integers: a variable, or its negative if the variable does not hold.
#[derive(Debug, Default)]
pub struct Clauses {
    /// The clauses.
    pub clauses: Vec<Vec<i32>>,
    atoms: BTreeMap<Inequality, i32>,
    variables: i32,
}

impl Clauses {
    /// Returns the clauses of a condition, and of the inequalities of lemmas.
    #[must_use]
    pub fn of(condition: &Condition, lemmas: &[Vec<Condition>]) -> Self {
        let mut clauses = Self::default();
        clauses.require(condition);
        for lemma in lemmas {
            let clause = lemma.iter().map(|condition| -clauses.literal(condition)).collect();
            clauses.clauses.push(clause);
        }
        let atoms: Vec<_> = clauses.atoms.iter().collect();
        let same = atoms.windows(2).filter(|pair| pair[0].0.terms == pair[1].0.terms);
        clauses.clauses.extend(same.map(|pair| vec![-pair[1].1, *pair[0].1]).collect::<Vec<_>>());
        clauses
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn variables(&self) -> i32 {
        self.variables
    }

    fn require(&mut self, condition: &Condition) {
        match condition {
            Condition::All(parts) => parts.iter().for_each(|part| self.require(part)),
            Condition::Any(parts) => {
                let clause = parts.iter().map(|part| self.literal(part)).collect();
                self.clauses.push(clause);
            }
            Condition::AtLeast(_) => {
                let literal = self.literal(condition);
                self.clauses.push(vec![literal]);
            }
        }
    }

    /// Returns a literal that implies a condition; for an inequality, an equivalent one.
    fn literal(&mut self, condition: &Condition) -> i32 {
        match condition {
            Condition::AtLeast(inequality) if inequality.terms[0].1 < 0 => {
                let terms = inequality.terms.iter().map(|&(place, one)| (place, -one)).collect();
                -self.atom(Inequality { terms, at_least: 1 - inequality.at_least })
            }
            Condition::AtLeast(inequality) => self.atom(inequality.clone()),
            Condition::All(parts) | Condition::Any(parts) if parts.len() == 1 => self.literal(&parts[0]),
            Condition::All(parts) => {
                let gate = self.fresh();
                for part in parts {
                    let literal = self.literal(part);
                    self.clauses.push(vec![-gate, literal]);
                }
                gate
            }
            Condition::Any(parts) => {
                let gate = self.fresh();
                let literals: Vec<_> = parts.iter().map(|part| self.literal(part)).collect();
                self.clauses.push([vec![-gate], literals].concat());
                gate
            }
        }
    }

    fn atom(&mut self, inequality: Inequality) -> i32 {
        let next = self.variables + 1;
        let variable = *self.atoms.entry(inequality).or_insert(next);
        self.variables = self.variables.max(variable);
        variable
    }

    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }
}
