//! Colours: constants, variables, successors and predecessors.

use sanderling_net::{Operator, Term};

use super::Lower;
use crate::greatspn::expression::{Expression, Kind};
use crate::greatspn::project::{ClassId, Named};
use crate::greatspn::text::{Step, error, remedied, shortened};

/// Maximum number of steps between a colour and its successor.
const MAX_STEPS: i64 = 100;

/// A colour of a class.
#[derive(Debug)]
pub(crate) struct Colour {
    pub(crate) class: ClassId,
    pub(super) term: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    /// A colour given by its position.
    Known(u32),
    /// A colour that depends on the binding.
    Term(Term),
}

impl Lower<'_, '_> {
    /// Converts a colour; `expected` is its class, if that is known.
    pub(super) fn colour(&mut self, expression: &Expression<'_>, expected: Option<ClassId>) -> Step<Colour> {
        let found = match &expression.kind {
            Kind::Name(name) => self.named_colour(name, expected)?,
            Kind::Shifted(operand, steps) => {
                let colour = self.colour(operand, expected)?;
                self.shifted(expression, colour, *steps)?
            }
            Kind::Marking => return Err(super::number::depends_on_marking(expression)),
            _ => return Err(error(format!("`{}`", shortened(expression.text)), "a colour")),
        };
        match expected {
            Some(class) if class != found.class => {
                let (found, class) = (&self.scope.class(found.class).name, &self.scope.class(class).name);
                let found = format!("`{}`, a colour of the class `{found}`", shortened(expression.text));
                Err(error(found, &format!("one of `{class}`")))
            }
            _ => Ok(found),
        }
    }

    fn named_colour(&mut self, name: &str, expected: Option<ClassId>) -> Step<Colour> {
        if let Some(&Named::Variable(variable, class)) = self.scope.names.get(name) {
            if !self.has_variables {
                let found = format!("the variable `{}` where nothing binds it", shortened(name));
                return Err(error(found, "colours and classes"));
            }
            return Ok(Colour { class, term: Value::Term(Term::Variable(variable)) });
        }
        match self.scope.colour(name, expected)? {
            Some((class, position)) => Ok(Colour { class, term: Value::Known(position) }),
            None => {
                let found = format!("the name `{}`", shortened(name));
                Err(error(found, "a colour, a class, a static subclass or a colour variable of the page"))
            }
        }
    }

    fn shifted(&mut self, expression: &Expression<'_>, colour: Colour, steps: i64) -> Step<Colour> {
        let class = self.scope.class(colour.class);
        if !class.is_circular {
            let found =
                format!("`{}`, where the class `{}` is not circular", shortened(expression.text), class.name);
            return Err(remedied(
                found,
                "define the class as `circular`, if the first colour comes behind the last",
            ));
        }
        let count = i64::try_from(class.colours.len()).unwrap_or(i64::MAX);
        let term = match colour.term {
            Value::Known(position) => {
                let shifted = (i64::from(position) + steps).rem_euclid(count.max(1));
                Value::Known(u32::try_from(shifted).unwrap_or(position))
            }
            Value::Term(_) if steps.abs() > MAX_STEPS => {
                return Err(error(format!("more than {MAX_STEPS} of `++` or `--`"), "fewer"));
            }
            Value::Term(term) => {
                let operator = if steps > 0 { Operator::Successor } else { Operator::Predecessor };
                Value::Term((0..steps.abs()).fold(term, |term, _| Term::Apply(operator, vec![term])))
            }
        };
        Ok(Colour { class: colour.class, term })
    }

    pub(super) fn colour_term(&self, colour: Colour) -> Term {
        match colour.term {
            Value::Known(position) => self.scope.constant(colour.class, position),
            Value::Term(term) => term,
        }
    }

    /// Returns whether an expression denotes a colour rather than a number.
    pub(super) fn is_colour(&self, expression: &Expression<'_>) -> bool {
        match &expression.kind {
            Kind::Shifted(..) => true,
            Kind::Name(name) => match self.scope.names.get(name) {
                Some(Named::Variable(..)) => true,
                Some(Named::Number(_) | Named::Other) => false,
                _ => self.scope.has_colour(name),
            },
            _ => false,
        }
    }
}
