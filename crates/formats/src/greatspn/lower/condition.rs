//! Conditions: guards, and conditions in brackets.

use sanderling_net::{Operator, Term, Value as Constant};

use super::colour::Value;
use super::{Colour, Condition, Lower, Number};
use crate::greatspn::expression::{Comparison, Expression, Kind};
use crate::greatspn::project::ClassId;
use crate::greatspn::text::{Step, error, shortened};

impl Lower<'_, '_> {
    /// Converts a condition, and evaluates it if possible.
    pub(crate) fn condition(&mut self, expression: &Expression<'_>) -> Step<Condition> {
        match &expression.kind {
            Kind::Name("True") => Ok(Condition::Known(true)),
            Kind::Name("False") => Ok(Condition::Known(false)),
            Kind::Not(operand) => Ok(negated(self.condition(operand)?)),
            Kind::And(operands) => self.all(operands, Operator::And, true),
            Kind::Or(operands) => self.all(operands, Operator::Or, false),
            Kind::Imply(parts) => {
                let [left, right] = [self.condition(&parts[0])?, self.condition(&parts[1])?];
                Ok(match (left, right) {
                    (Condition::Known(false), _) | (_, Condition::Known(true)) => Condition::Known(true),
                    (Condition::Known(true), right) => right,
                    (left, Condition::Known(false)) => negated(left),
                    (Condition::Term(left), Condition::Term(right)) => {
                        Condition::Term(Term::Apply(Operator::Imply, vec![left, right]))
                    }
                })
            }
            Kind::Equivalent(parts) => {
                let [left, right] = [self.condition(&parts[0])?, self.condition(&parts[1])?];
                Ok(match (left, right) {
                    (Condition::Known(known), other) | (other, Condition::Known(known)) => {
                        if known {
                            other
                        } else {
                            negated(other)
                        }
                    }
                    (Condition::Term(left), Condition::Term(right)) => {
                        Condition::Term(Term::Apply(Operator::Equal, vec![left, right]))
                    }
                })
            }
            Kind::Compare(comparison, parts) => self.comparison(*comparison, parts),
            Kind::Contained { is_negated, parts } => {
                let contained = self.contained(parts)?;
                Ok(if *is_negated { negated(contained) } else { contained })
            }
            Kind::Marking => Err(super::number::depends_on_marking(expression)),
            _ => Err(error(format!("`{}`", shortened(expression.text)), "a condition")),
        }
    }

    pub(crate) fn condition_term(&mut self, condition: Condition) -> Term {
        match condition {
            Condition::Known(known) => {
                Term::Literal { sort: self.scope.boolean(), value: Constant::Bool(known) }
            }
            Condition::Term(term) => term,
        }
    }

    /// Converts a conjunction or disjunction. Operands that equal `neutral` are omitted.
    fn all(&mut self, operands: &[Expression<'_>], operator: Operator, neutral: bool) -> Step<Condition> {
        let mut terms = Vec::new();
        let mut is_decided = false;
        for operand in operands {
            match self.condition(operand)? {
                Condition::Known(known) => is_decided |= known != neutral,
                Condition::Term(term) => terms.push(term),
            }
        }
        Ok(match terms.len() {
            _ if is_decided => Condition::Known(!neutral),
            0 => Condition::Known(neutral),
            1 => Condition::Term(terms.remove(0)),
            _ => Condition::Term(Term::Apply(operator, terms)),
        })
    }

    fn comparison(&mut self, comparison: Comparison, parts: &[Expression<'_>; 2]) -> Step<Condition> {
        let [left, right] = parts;
        if !self.is_colour(left) && !self.is_colour(right) {
            let (left, right) = (self.number(left)?, self.number(right)?);
            return Ok(match (left, right) {
                (Number::Known(left), Number::Known(right)) => {
                    Condition::Known(holds(comparison, &left, &right))
                }
                (left, right) => {
                    let terms = vec![self.number_term(left), self.number_term(right)];
                    Condition::Term(Term::Apply(operator(comparison), terms))
                }
            });
        }
        let (left, right) = self.colours(left, right)?;
        Ok(match (&left.term, &right.term) {
            (Value::Known(left), Value::Known(right)) => Condition::Known(holds(comparison, left, right)),
            _ => {
                let terms = vec![self.colour_term(left), self.colour_term(right)];
                Condition::Term(Term::Apply(operator(comparison), terms))
            }
        })
    }

    /// Converts two colours of one class. A name that several classes have belongs to the class of the other side.
    fn colours(&mut self, left: &Expression<'_>, right: &Expression<'_>) -> Step<(Colour, Colour)> {
        match self.colour(left, None) {
            Ok(found) => {
                let other = self.colour(right, Some(found.class))?;
                Ok((found, other))
            }
            Err(unclear) => match self.colour(right, None) {
                Ok(other) => Ok((self.colour(left, Some(other.class))?, other)),
                Err(_) => Err(unclear),
            },
        }
    }

    /// Converts the test whether a colour belongs to a set. The colours of a static subclass are adjacent.
    fn contained(&mut self, parts: &[Expression<'_>; 2]) -> Step<Condition> {
        let colour = self.colour(&parts[0], None)?;
        let set = self.set(&parts[1], Some(colour.class))?;
        let Some(known) = set.known().map(<[u32]>::to_vec) else {
            let other = self.colour(&parts[1], Some(colour.class))?;
            let terms = vec![self.colour_term(colour), self.colour_term(other)];
            return Ok(Condition::Term(Term::Apply(Operator::Equal, terms)));
        };
        if let Value::Known(position) = colour.term {
            return Ok(Condition::Known(known.binary_search(&position).is_ok()));
        }
        let class = colour.class;
        let term = self.colour_term(colour);
        let mut tests = Vec::new();
        for run in known.chunk_by(|left, right| left + 1 == *right) {
            tests.push(self.within(&term, class, run[0], run[run.len() - 1])?);
        }
        Ok(match tests.len() {
            0 => Condition::Known(false),
            1 => tests.remove(0),
            _ => {
                let tests = tests.into_iter().map(|test| self.condition_term(test)).collect();
                Condition::Term(Term::Apply(Operator::Or, tests))
            }
        })
    }

    /// Returns the condition that a colour lies between two others of its class.
    fn within(&mut self, colour: &Term, class: ClassId, first: u32, end: u32) -> Step<Condition> {
        self.scope.write_out(2)?;
        let last = self.scope.class(class).colours.len().saturating_sub(1) as u32;
        let test = |operator, position| {
            Term::Apply(operator, vec![colour.clone(), self.scope.constant(class, position)])
        };
        Ok(match (first, end) {
            (0, end) if end == last => Condition::Known(true),
            (first, end) if first == end => Condition::Term(test(Operator::Equal, first)),
            (0, end) => Condition::Term(test(Operator::LessOrEqual, end)),
            (first, end) if end == last => Condition::Term(test(Operator::GreaterOrEqual, first)),
            (first, end) => {
                let tests = vec![test(Operator::GreaterOrEqual, first), test(Operator::LessOrEqual, end)];
                Condition::Term(Term::Apply(Operator::And, tests))
            }
        })
    }
}

fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Known(known) => Condition::Known(!known),
        Condition::Term(term) => Condition::Term(Term::Apply(Operator::Not, vec![term])),
    }
}

fn holds<T: PartialOrd>(comparison: Comparison, left: &T, right: &T) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

fn operator(comparison: Comparison) -> Operator {
    match comparison {
        Comparison::Equal => Operator::Equal,
        Comparison::NotEqual => Operator::NotEqual,
        Comparison::Less => Operator::Less,
        Comparison::LessOrEqual => Operator::LessOrEqual,
        Comparison::Greater => Operator::Greater,
        Comparison::GreaterOrEqual => Operator::GreaterOrEqual,
    }
}
