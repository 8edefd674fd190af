//! Conversion of expressions to values. Known values are computed at once. Numbers of ranges are computed without
//! bounds and checked when they are used. Operations on modulo types reduce their results.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Operator, Span, Term};

use super::names::Scope;
use super::types::{TypeId, Types};
use super::value::{Kind, Meaning, Value, size};
use super::{Lowering, Outcome, follows};
use crate::helena::syntax::{Expression, Node};

impl<'a> Lowering<'a> {
    /// Evaluates an expression that must not depend on variables.
    pub(super) fn fixed(&mut self, expression: &Expression<'a>) -> Outcome<Value> {
        let value = self.value(expression, &HashMap::new())?;
        if value.known().is_some() {
            return Ok(value);
        }
        Err(Box::new(Diagnostic::error("an expression without a value").at(expression.span)))
    }

    pub(super) fn fixed_number(&mut self, expression: &Expression<'a>) -> Outcome<i64> {
        let value = self.fixed(expression)?;
        value.known_number().ok_or_else(|| self.unlike(&value, "a number", expression.span))
    }

    pub(super) fn value(&mut self, expression: &Expression<'a>, scope: &Scope<'a>) -> Outcome<Value> {
        let span = expression.span;
        self.count(1, span)?;
        match &expression.node {
            Node::Number(digits) => match digits.parse::<i64>() {
                Ok(number) => of_int(number, span),
                Err(_) => Err(beyond_int(span)),
            },
            Node::Name(name) => self.named(name, scope, span),
            Node::Attribute(of, attribute) => self.attribute(of, attribute, span),
            Node::Cast(name, operand) => {
                let Some(of) = self.types.find(name) else {
                    if self.broken.contains(name) {
                        return Err(follows());
                    }
                    let error = Diagnostic::error(format!("a call of `{name}`")).at(span).expected("a type");
                    return Err(Box::new(error.help("functions are not read")));
                };
                let value = self.value(operand, scope)?;
                self.cast(of, value, span)
            }
            Node::Unary(operator, operand) => {
                let operand = self.value(operand, scope)?;
                self.unary(*operator, operand, span)
            }
            Node::Binary(operator, operands) => {
                let [left, right] = operands.as_ref();
                let operands = [self.value(left, scope)?, self.value(right, scope)?];
                self.binary(*operator, operands, span)
            }
            Node::Choice(parts) => {
                let [condition, holds, fails] = parts.as_ref();
                let condition = self.truth(condition, scope)?;
                let [holds, fails] = [self.value(holds, scope)?, self.value(fails, scope)?];
                self.choice(condition, holds, fails, span)
            }
        }
    }

    /// Converts a condition.
    pub(super) fn truth(&mut self, expression: &Expression<'a>, scope: &Scope<'a>) -> Outcome<Value> {
        let value = self.value(expression, scope)?;
        if value.kind == Kind::Truth {
            Ok(value)
        } else {
            Err(self.unlike(&value, "a condition", expression.span))
        }
    }

    fn named(&mut self, name: &str, scope: &Scope<'a>, span: Span) -> Outcome<Value> {
        if let Some(value) = scope.get(name) {
            let value = value.clone();
            if let Meaning::Computed(term) | Meaning::Member(term, _) = &value.meaning {
                self.count(size(term), span)?;
            }
            return Ok(value);
        }
        if let Some(value) = self.names.constant(name) {
            return Ok(value.clone());
        }
        if matches!(name, "true" | "false") {
            return Ok(Value::truth(name == "true"));
        }
        if self.broken.contains(name) {
            return Err(follows());
        }
        let error =
            Diagnostic::error(format!("`{name}`, which is neither a constant nor a variable here")).at(span);
        Err(Box::new(error.help(
            "variables are the names that stand alone in tuples on input arcs, without `for` and `if`, and those of `pick` and `let`",
        )))
    }

    fn attribute(&self, of: &str, attribute: &str, span: Span) -> Outcome<Value> {
        let Some(id) = self.types.find(of) else {
            if self.broken.contains(of) {
                return Err(follows());
            }
            let error = Diagnostic::error(format!("an attribute of `{of}`")).at(span).expected("a type");
            return Err(Box::new(error.help("attributes of places, lists and sets are not read")));
        };
        let (first, last) = self.types.bounds(id);
        match attribute {
            "first" => Ok(self.types.value_at(id, first)),
            "last" => Ok(self.types.value_at(id, last)),
            "card" => of_int(last - first + 1, span),
            _ => {
                let error = Diagnostic::error(format!("the attribute `{attribute}`")).at(span);
                Err(Box::new(error.expected("`first`, `last` or `card`")))
            }
        }
    }

    /// Casts a value to another type; undefined if it is not a value of that type.
    pub(super) fn cast(&mut self, of: TypeId, value: Value, span: Span) -> Outcome<Value> {
        let kind = self.types.kind(of);
        if value.known().is_some() {
            self.types.check_member(of, &value, span)?;
            return Ok(Value { kind, ..value });
        }
        let (term, sort) = (self.fitted(of, value, span)?, self.types.sort(of, &mut self.net));
        Ok(Value { kind, meaning: Meaning::Member(term, sort) })
    }

    /// Returns a value as a term of a type; undefined outside the type.
    pub(super) fn fitted(&mut self, of: TypeId, value: Value, span: Span) -> Outcome<Term> {
        self.types.check_member(of, &value, span)?;
        let sort = self.types.sort(of, &mut self.net);
        Ok(match value.meaning {
            Meaning::Known(known) => Term::Literal { sort, value: known },
            Meaning::Member(term, own) if own == sort => term,
            Meaning::Computed(term) if value.kind == self.types.kind(of) && value.kind != Kind::Number => {
                term
            }
            Meaning::Member(term, _) | Meaning::Computed(term) => {
                Term::Apply(Operator::Within(sort), vec![term])
            }
        })
    }

    /// Returns a value as a term, without a conversion.
    pub(super) fn term(&mut self, value: Value) -> Term {
        let sort_of = match value.kind {
            Kind::Number | Kind::Modulo(_) => Types::INT,
            Kind::Constant(of) => of,
            Kind::Truth => Types::BOOL,
        };
        match value.meaning {
            Meaning::Known(value) => Term::Literal { sort: self.types.sort(sort_of, &mut self.net), value },
            Meaning::Computed(term) | Meaning::Member(term, _) => term,
        }
    }

    /// Returns the error for a value of the wrong kind.
    pub(super) fn unlike(&self, value: &Value, expected: &str, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.types.describe(value.kind)).at(span).expected(expected))
    }
}

/// Returns a known number, which must be in the range of `int`.
pub(super) fn of_int(number: i64, span: Span) -> Outcome<Value> {
    if i32::try_from(number).is_ok() { Ok(Value::number(number)) } else { Err(beyond_int(span)) }
}

fn beyond_int(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("a number that is none of `int`").at(span).expected("one from -2^31 to 2^31 - 1"),
    )
}
