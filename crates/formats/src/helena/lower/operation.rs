//! Operators on values: connectives, comparisons, arithmetic, choices, successors and predecessors.

use sanderling_net::{Diagnostic, Operator, Span};

use super::expression::of_int;
use super::types::{TypeId, Types};
use super::value::{Kind, Value};
use super::{Lowering, Outcome};
use crate::helena::syntax::{Binary, Unary};

impl Lowering<'_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: Value, span: Span) -> Outcome<Value> {
        match (operator, operand.kind) {
            (Unary::Plus, Kind::Number | Kind::Modulo(_)) => Ok(operand),
            (Unary::Minus, Kind::Number | Kind::Modulo(_)) => self.binary(
                Binary::Subtract,
                [Value { kind: operand.kind, ..Value::number(0) }, operand],
                span,
            ),
            (Unary::Not | Unary::Predecessor | Unary::Successor, Kind::Truth) => {
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

    /// Returns the constant before or after one of an enumeration, cyclically.
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

    /// Returns the modulo type of an operation on two numbers, if one of them has such a type. The other one must have
    /// it, too, or be known.
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

    pub(super) fn choice(
        &mut self,
        condition: Value,
        holds: Value,
        fails: Value,
        span: Span,
    ) -> Outcome<Value> {
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
}
