//! Expressions to values. What is known is computed at once; numbers of ranges are computed without bounds, and checked where they are
//! used; numbers of modulo types are brought back into their type by each operation.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Operator, Span, Term};

use super::names::Scope;
use super::types::{TypeId, Types};
use super::value::{Kind, Meaning, Value, size};
use super::{Lowering, Outcome, follows};
use crate::syntax::{Binary, Expression, Node, Unary};

impl<'a> Lowering<'a> {
    /// A value that is known without any variable.
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

    /// A condition.
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

    /// A value as one of another type; where it is none of its values, it has no meaning.
    pub(super) fn cast(&mut self, of: TypeId, value: Value, span: Span) -> Outcome<Value> {
        let kind = self.types.kind(of);
        if value.known().is_some() {
            self.types.check_member(of, &value, span)?;
            return Ok(Value { kind, ..value });
        }
        let (term, sort) = (self.fitted(of, value, span)?, self.types.sort(of, &mut self.net));
        Ok(Value { kind, meaning: Meaning::Member(term, sort) })
    }

    fn unary(&mut self, operator: Unary, operand: Value, span: Span) -> Outcome<Value> {
        match (operator, operand.kind) {
            (Unary::Plus, Kind::Number | Kind::Modulo(_)) => Ok(operand),
            (Unary::Minus, Kind::Number | Kind::Modulo(_)) => self.binary(
                Binary::Subtract,
                [Value { kind: operand.kind, ..Value::number(0) }, operand],
                span,
            ),
            (Unary::Not, Kind::Truth) | (Unary::Predecessor | Unary::Successor, Kind::Truth) => {
                if let Some(truth) = operand.known_truth() {
                    return Ok(Value::truth(!truth));
                }
                Ok(Value::computed(Kind::Truth, Operator::Not, vec![self.term(operand)]))
            }
            (Unary::Predecessor | Unary::Successor, Kind::Number | Kind::Modulo(_)) => {
                let by = if operator == Unary::Successor { Binary::Add } else { Binary::Subtract };
                self.binary(by, [operand, Value::number(1)], span)
            }
            (Unary::Predecessor | Unary::Successor, Kind::Constant(of)) => {
                Ok(self.neighbour(operator == Unary::Successor, of, operand))
            }
            (Unary::Not, _) => Err(self.unlike(&operand, "a condition", span)),
            _ => Err(self.unlike(&operand, "a number", span)),
        }
    }

    /// The constant before or behind one of an enumeration, which goes round.
    fn neighbour(&mut self, is_next: bool, of: TypeId, operand: Value) -> Value {
        let count = self.types.bounds(of).1 + 1;
        if let Some(position) = Types::position(&operand) {
            let position = (position + if is_next { 1 } else { count - 1 }) % count;
            return self.types.value_at(of, position);
        }
        let operator = if is_next { Operator::Successor } else { Operator::Predecessor };
        Value::computed(Kind::Constant(of), operator, vec![self.term(operand)])
    }

    pub(super) fn binary(&mut self, operator: Binary, operands: [Value; 2], span: Span) -> Outcome<Value> {
        match operator {
            Binary::And | Binary::Or => self.connected(operator, operands, span),
            Binary::Equal | Binary::NotEqual => self.compared(operator, operands, span),
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                self.compared(operator, operands, span)
            }
            _ => self.computed(operator, operands, span),
        }
    }

    fn connected(&mut self, operator: Binary, [left, right]: [Value; 2], span: Span) -> Outcome<Value> {
        for operand in [&left, &right] {
            if operand.kind != Kind::Truth {
                return Err(self.unlike(operand, "a condition", span));
            }
        }
        let decides = operator == Binary::Or;
        match left.known_truth() {
            Some(truth) if truth == decides => return Ok(left),
            Some(_) => return Ok(right),
            None => {}
        }
        if right.known_truth() == Some(!decides) {
            return Ok(left);
        }
        let operator = if decides { Operator::Or } else { Operator::And };
        let operands = vec![self.term(left), self.term(right)];
        Ok(Value::computed(Kind::Truth, operator, operands))
    }

    fn compared(&mut self, operator: Binary, [left, right]: [Value; 2], span: Span) -> Outcome<Value> {
        let is_alike = left.kind == right.kind || (left.is_number() && right.is_number());
        if !is_alike {
            return Err(self.unlike(&right, &self.types.describe(left.kind), span));
        }
        self.one_modulo([&left, &right], span)?;
        if let (Some(left), Some(right)) = (Types::position(&left), Types::position(&right)) {
            return Ok(Value::truth(match operator {
                Binary::Equal => left == right,
                Binary::NotEqual => left != right,
                Binary::Less => left < right,
                Binary::LessOrEqual => left <= right,
                Binary::Greater => left > right,
                _ => left >= right,
            }));
        }
        let operator = match operator {
            Binary::Equal => Operator::Equal,
            Binary::NotEqual => Operator::NotEqual,
            Binary::Less => Operator::Less,
            Binary::LessOrEqual => Operator::LessOrEqual,
            Binary::Greater => Operator::Greater,
            _ => Operator::GreaterOrEqual,
        };
        let operands = vec![self.term(left), self.term(right)];
        Ok(Value::computed(Kind::Truth, operator, operands))
    }

    fn computed(&mut self, operator: Binary, [left, right]: [Value; 2], span: Span) -> Outcome<Value> {
        for operand in [&left, &right] {
            if !operand.is_number() {
                return Err(self.unlike(operand, "a number", span));
            }
        }
        let modulo = self.one_modulo([&left, &right], span)?;
        if let (Some(left), Some(right)) = (left.known_number(), right.known_number()) {
            let result = match operator {
                Binary::Add => left.checked_add(right),
                Binary::Subtract => left.checked_sub(right),
                Binary::Multiply => left.checked_mul(right),
                Binary::Divide => left.checked_div(right),
                _ => left.checked_rem(right),
            };
            let Some(result) = result else {
                return Err(Box::new(Diagnostic::error("an operation without a result").at(span)));
            };
            return Ok(match modulo {
                Some(of) => self.types.value_at(of, result.rem_euclid(self.types.bounds(of).1 + 1)),
                None => of_int(result, span)?,
            });
        }
        let operator = match operator {
            Binary::Add => Operator::Add,
            Binary::Subtract => Operator::Subtract,
            Binary::Multiply => Operator::Multiply,
            Binary::Divide => Operator::Divide,
            _ => Operator::Remainder,
        };
        let operands = vec![self.term(left), self.term(right)];
        let plain = Value::computed(Kind::Number, operator, operands);
        let Some(of) = modulo else { return Ok(plain) };
        let sort = self.types.sort(of, &mut self.net);
        Ok(Value::computed(Kind::Modulo(of), Operator::Wrap(sort), vec![self.term(plain)]))
    }

    /// The modulo type in which two numbers are computed, if that is what one of them has: then the other one has it, too, or is known.
    fn one_modulo(&self, operands: [&Value; 2], span: Span) -> Outcome<Option<TypeId>> {
        let of = |value: &Value| if let Kind::Modulo(of) = value.kind { Some(of) } else { None };
        let (left, right) = (of(operands[0]), of(operands[1]));
        let is_clear = match (left, right) {
            (Some(left), Some(right)) => left == right,
            (Some(_), None) => operands[1].known().is_some(),
            (None, Some(_)) => operands[0].known().is_some(),
            (None, None) => true,
        };
        if is_clear {
            return Ok(left.or(right));
        }
        let [found, expected] = [operands[1], operands[0]].map(|one| self.types.describe(one.kind));
        let error = Diagnostic::error(found).at(span).expected(format!("{expected}, like the other operand"));
        Err(Box::new(error.help("a cast such as `type(x)` makes it one")))
    }

    fn choice(&mut self, condition: Value, holds: Value, fails: Value, span: Span) -> Outcome<Value> {
        let is_alike = holds.kind == fails.kind || (holds.is_number() && fails.is_number());
        if !is_alike {
            return Err(self.unlike(&fails, &self.types.describe(holds.kind), span));
        }
        let kind = self.one_modulo([&holds, &fails], span)?.map_or(holds.kind, Kind::Modulo);
        if let Kind::Modulo(of) = kind {
            self.types.check_member(of, &holds, span)?;
            self.types.check_member(of, &fails, span)?;
        }
        match condition.known_truth() {
            Some(true) => Ok(Value { kind, ..holds }),
            Some(false) => Ok(Value { kind, ..fails }),
            None => {
                let operands = vec![self.term(condition), self.term(holds), self.term(fails)];
                Ok(Value::computed(kind, Operator::IfThenElse, operands))
            }
        }
    }

    /// The term of a value as one of a type's: what may lie outside is undefined there.
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

    /// The term of a value as it is.
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

    /// The error that a value is of another kind than what is needed.
    pub(super) fn unlike(&self, value: &Value, expected: &str, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.types.describe(value.kind)).at(span).expected(expected))
    }
}

/// A known number, which has to be one of `int`.
fn of_int(number: i64, span: Span) -> Outcome<Value> {
    if i32::try_from(number).is_ok() { Ok(Value::number(number)) } else { Err(beyond_int(span)) }
}

fn beyond_int(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("a number that is none of `int`").at(span).expected("one from -2^31 to 2^31 - 1"),
    )
}
