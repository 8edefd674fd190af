//! Numbers: constants, parameters, and functions of colours.

use sanderling_net::{Operator, Term};
use sanderling_xml::Element;

use super::{Condition, Lower, Number};
use crate::greatspn::expression::{Expression, Kind, Power, Sign};
use crate::greatspn::project::{Computed, Named, Scope};
use crate::greatspn::text::{Step, error, remedied, shortened};

/// Maximum number of terms of a sum or a product that depends on the binding.
const MAX_TERMS: usize = 100;

/// Maximum depth of references between constants.
const MAX_CONSTANTS: usize = 12;

/// Returns the value of an integer constant or parameter.
fn constant<'d>(scope: &mut Scope<'d>, name: &'d str, element: Element<'d>) -> Step<i64> {
    let shown = shortened(name);
    match scope.numbers.get(name) {
        Some(Computed::Known(known)) => return Ok(*known),
        Some(Computed::Open) => {
            return Err(error(format!("the constant `{shown}`, which refers to itself"), "a number"));
        }
        Some(Computed::Failed) => {
            return Err(error(format!("the constant `{shown}`, which has no value"), "a number"));
        }
        None if scope.open_numbers > MAX_CONSTANTS => {
            let found = format!("constants that refer to each other more than {MAX_CONSTANTS} deep");
            return Err(error(found, "a number"));
        }
        None => {}
    }
    let text = value_of(name, element)?;
    scope.numbers.insert(name, Computed::Open);
    scope.open_numbers += 1;
    let value = (Lower { scope, has_variables: false }).count(text);
    scope.open_numbers -= 1;
    scope.numbers.insert(name, Computed::Failed);
    let Number::Known(value) = value? else {
        return Err(error(format!("the constant `{shown}`"), "a number"));
    };
    scope.numbers.insert(name, Computed::Known(value));
    if element.name() == "template" {
        let found = format!(
            "the parameter `{}` has no value of its own; {value} is taken, which was tried last",
            shortened(name)
        );
        let warning =
            sanderling_net::Diagnostic::warning(found).at(crate::greatspn::text::span(&element.span()));
        scope.warnings.push(warning);
    }
    Ok(value)
}

fn value_of<'d>(name: &str, element: Element<'d>) -> Step<&'d str> {
    let attribute = if element.name() == "template" { "last-binding" } else { "value" };
    let text = element.attribute(attribute).unwrap_or_default();
    if text.trim().is_empty() {
        let found = format!("the parameter `{}`, which has no value", shortened(name));
        return Err(remedied(found, "make it a constant with a value in the editor"));
    }
    Ok(text)
}

impl<'d> Lower<'_, 'd> {
    /// Converts a number, and computes it if possible.
    pub(crate) fn number(&mut self, expression: &Expression<'_>) -> Step<Number> {
        match &expression.kind {
            Kind::Integer(number) => Ok(Number::Known(*number)),
            Kind::Name(name) => self.named(name),
            Kind::Negate(operand) => match self.number(operand)? {
                Number::Known(known) => {
                    known.checked_neg().map(Number::Known).ok_or_else(|| too_large(expression))
                }
                Number::Term(term) => Ok(Number::Term(Term::Apply(Operator::Negate, vec![term]))),
            },
            Kind::Sum(terms) => {
                let of = |sign: &Sign| if *sign == Sign::Plus { Operator::Add } else { Operator::Subtract };
                self.fold(expression, terms, of)
            }
            Kind::Product(factors) => {
                let of = |power: &Power| {
                    if *power == Power::Times { Operator::Multiply } else { Operator::Divide }
                };
                self.fold(expression, factors, of)
            }
            Kind::Call(name, arguments) => self.call(expression, name, arguments),
            Kind::Cardinality(counted) => self.cardinality(counted),
            Kind::Marking => Err(depends_on_marking(expression)),
            Kind::Real => Err(error(format!("`{}`", shortened(expression.text)), "a whole number")),
            _ => Err(error(format!("`{}`", shortened(expression.text)), "a number")),
        }
    }

    fn named(&mut self, name: &str) -> Step<Number> {
        let known = self.scope.names.get_key_value(name).map(|(key, value)| (*key, *value));
        match known {
            Some((name, Named::Number(element))) => constant(self.scope, name, element).map(Number::Known),
            Some((_, Named::Variable(..))) => {
                let found = format!("the colour variable `{}` where a number stands", shortened(name));
                Err(remedied(
                    found,
                    "write `CN[x]` for the number of a colour in its class, or `<x>` for the colour",
                ))
            }
            Some((_, Named::Other)) => {
                Err(error(format!("`{}`, which is no whole number", shortened(name)), "an integer constant"))
            }
            _ => Err(error(
                format!("the name `{}`", shortened(name)),
                "a number, or an integer constant or parameter of the page",
            )),
        }
    }

    /// Combines the operands of a chain from left to right.
    fn fold<S>(
        &mut self,
        whole: &Expression<'_>,
        operands: &[(S, Expression<'_>)],
        operator: impl Fn(&S) -> Operator,
    ) -> Step<Number> {
        let mut folded: Option<Number> = None;
        let mut terms = 0;
        for (sign, operand) in operands {
            let next = self.number(operand)?;
            folded = Some(match folded {
                None => next,
                Some(left) => self.apply(whole, operator(sign), left, next)?,
            });
            terms += usize::from(matches!(folded, Some(Number::Term(_))));
            if terms > MAX_TERMS {
                let found = format!("more than {MAX_TERMS} terms in `{}`", shortened(whole.text));
                return Err(error(found, "a simpler expression"));
            }
        }
        folded.ok_or_else(|| error("an empty expression", "a number"))
    }

    /// Combines two numbers.
    fn apply(
        &mut self,
        whole: &Expression<'_>,
        operator: Operator,
        left: Number,
        right: Number,
    ) -> Step<Number> {
        if let (Number::Known(left), Number::Known(right)) = (&left, &right) {
            let known = match operator {
                Operator::Add => left.checked_add(*right),
                Operator::Subtract => left.checked_sub(*right),
                Operator::Multiply => left.checked_mul(*right),
                Operator::Divide => left.checked_div(*right),
                _ => left.checked_rem(*right),
            };
            return known.map(Number::Known).ok_or_else(|| too_large(whole));
        }
        let (left, right) = (self.number_term(left), self.number_term(right));
        Ok(Number::Term(Term::Apply(operator, vec![left, right])))
    }

    pub(crate) fn number_term(&mut self, number: Number) -> Term {
        match number {
            Number::Known(known) => self.scope.literal(known),
            Number::Term(term) => term,
        }
    }

    fn call(&mut self, whole: &Expression<'_>, name: &str, arguments: &[Expression<'_>]) -> Step<Number> {
        match (name, arguments) {
            ("CN", [colour]) => {
                let colour = self.colour(colour, None)?;
                match colour.term {
                    super::colour::Value::Known(position) => Ok(Number::Known(i64::from(position) + 1)),
                    super::colour::Value::Term(term) => {
                        let operator = self.scope.ordinal(colour.class)?;
                        Ok(Number::Term(Term::Apply(Operator::Declared(operator), vec![term])))
                    }
                }
            }
            ("If", [condition, first, second]) => {
                let (first, second) = (self.number(first)?, self.number(second)?);
                match self.condition(condition)? {
                    Condition::Known(is_true) => Ok(if is_true { first } else { second }),
                    Condition::Term(condition) => {
                        let parts = vec![condition, self.number_term(first), self.number_term(second)];
                        Ok(Number::Term(Term::Apply(Operator::IfThenElse, parts)))
                    }
                }
            }
            ("Mod", [left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.apply(whole, Operator::Remainder, left, right)
            }
            ("Fract", [left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.apply(whole, Operator::Divide, left, right)
            }
            _ => self.known_call(whole, name, arguments),
        }
    }

    /// Computes a function that is only supported for known arguments.
    fn known_call(
        &mut self,
        whole: &Expression<'_>,
        name: &str,
        arguments: &[Expression<'_>],
    ) -> Step<Number> {
        let unsupported = || {
            error(
                format!("`{}`, which cannot be read", shortened(whole.text)),
                "numbers, `+`, `-`, `*`, `/`, `Mod`, `If` and `CN`",
            )
        };
        let mut known = Vec::new();
        for argument in arguments {
            match self.number(argument)? {
                Number::Known(number) => known.push(number),
                Number::Term(_) => return Err(unsupported()),
            }
        }
        let value = match (name, known.as_slice()) {
            ("Min", [left, right]) => Some(*left.min(right)),
            ("Max", [left, right]) => Some(*left.max(right)),
            ("Abs", [number]) => number.checked_abs(),
            ("Ceil" | "Floor" | "Round", [number]) => Some(*number),
            ("Pow", [base, exponent]) => {
                u32::try_from(*exponent).ok().and_then(|exponent| base.checked_pow(exponent))
            }
            _ => return Err(unsupported()),
        };
        value.map(Number::Known).ok_or_else(|| too_large(whole))
    }

    /// Returns the number of elements of a sum of tuples.
    fn cardinality(&mut self, counted: &Expression<'_>) -> Step<Number> {
        match &counted.kind {
            Kind::Sum(terms) if terms.iter().all(|(sign, _)| *sign == Sign::Plus) => {
                let mut sum = Number::Known(0);
                for (_, term) in terms {
                    let next = self.cardinality(term)?;
                    sum = self.apply(counted, Operator::Add, sum, next)?;
                }
                Ok(sum)
            }
            Kind::Tuple(tuple) if tuple.guard.is_none() && !tuple.has_filter => {
                let mut product = match &tuple.coefficient {
                    Some(coefficient) => self.number(coefficient)?,
                    None => Number::Known(1),
                };
                for part in &tuple.parts {
                    let size = self.set(part, None)?.size().ok_or_else(|| uncountable(counted))?;
                    product = self.apply(counted, Operator::Multiply, product, Number::Known(size))?;
                }
                Ok(product)
            }
            Kind::Marking => Err(depends_on_marking(counted)),
            _ => Err(uncountable(counted)),
        }
    }
}

fn uncountable(counted: &Expression<'_>) -> Box<sanderling_net::Diagnostic> {
    error(format!("the number of elements of `{}`", shortened(counted.text)), "a sum of tuples")
}

fn too_large(whole: &Expression<'_>) -> Box<sanderling_net::Diagnostic> {
    error(
        format!("`{}`, which has no value, or too large a one", shortened(whole.text)),
        "a number below 2^63",
    )
}

pub(super) fn depends_on_marking(expression: &Expression<'_>) -> Box<sanderling_net::Diagnostic> {
    let found = format!("`{}`, which depends on the marking", shortened(expression.text));
    remedied(found, "only constants and colours can be read: model it with arcs and places")
}
