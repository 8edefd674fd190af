//! Conversion of expressions to numbers and conditions.
//!
//! The net distinguishes numbers from truth values, DVE does not. An expression is converted according to its use: a
//! condition used as a number becomes 1 or 0, and a number used as a condition is compared with 0. Computations have 32
//! bits, and a result that may exceed them, according to the [`Interval`] of the operands, is checked. INVARIANT: `and`
//! and `or` keep their order, and evaluate the right side only if the left one does not decide.

use sanderling_data_net::Interval;
use sanderling_net::{Operator, PlaceId, SortId, Term, Value};

use super::frame::{Frame, variable};
use super::interval::{of_binary, of_prefix, of_width};
use crate::arithmetic;
use crate::check::resolved::{CellId, ConstantId, Expression, LocationId, ProcessId};
use crate::syntax::{BinaryOperator, PrefixOperator};

/// A term for a number, and the interval of its values.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub(super) term: Term,
    pub(super) range: Interval,
}

impl Number {
    /// Returns the value, if it is a literal.
    pub(super) fn constant(&self) -> Option<i32> {
        match &self.term {
            Term::Literal { value: Value::Integer(number), .. } => i32::try_from(*number).ok(),
            _ => None,
        }
    }
}

/// A condition.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    /// A constant condition.
    Known(bool),
    /// Any other condition.
    Term(Term),
}

/// The numbers that count as true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    /// All numbers except 0.
    NonZero,
    /// Numbers above 0.
    Positive,
}

/// A converter of expressions at one point of a step.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    frame: &'a Frame<'a>,
    /// The numbers that count as true on the right of `and`, `or` and `imply`.
    pub(super) right: Truth,
    /// The processes whose locations are known at this point.
    known: Vec<(ProcessId, LocationId)>,
    /// The places that were read, in order, possibly with duplicates.
    pub(super) reads: Vec<PlaceId>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(frame: &'a Frame<'a>) -> Self {
        Self { frame, right: Truth::NonZero, known: Vec::new(), reads: Vec::new() }
    }

    /// Records the location of a process from here on.
    pub(super) fn set_location(&mut self, process: ProcessId, location: LocationId) {
        match self.known.iter_mut().find(|(known, _)| *known == process) {
            Some((_, known)) => *known = location,
            None => self.known.push((process, location)),
        }
    }

    /// Returns the value of a place's token.
    pub(super) fn read(&mut self, place: PlaceId) -> Term {
        self.reads.push(place);
        Term::Variable(variable(place))
    }

    pub(super) fn literal(&self, number: i32) -> Number {
        let value = i64::from(number);
        let term = Term::Literal { sort: self.frame.sorts.number, value: Value::Integer(value) };
        Number { term, range: Interval::only(value) }
    }

    /// Returns a number that is checked to lie in the range.
    fn within(number: Number, sort: SortId, range: Interval) -> Number {
        if range.includes(number.range) {
            return number;
        }
        let term = Term::Apply(Operator::Within(sort), vec![number.term]);
        Number { term, range: number.range.clamp(range) }
    }

    /// Converts an expression that is used as a number.
    pub(super) fn number(&mut self, expression: &Expression) -> Number {
        match expression {
            Expression::Number(number) => self.literal(*number),
            Expression::Cell(cell) => {
                let term = self.read(self.frame.cell(*cell));
                Number { term, range: of_width(self.frame.program.cells[cell.index()].width) }
            }
            Expression::Element(cell, index) => self.element(*cell, index),
            Expression::Constant(constant, index) => self.table(*constant, index),
            Expression::Prefix(PrefixOperator::Not, _) | Expression::Location(..) => {
                self.truth_value(expression)
            }
            Expression::Prefix(operator, operand) => self.prefix(*operator, operand),
            Expression::Binary(operator, _) if is_condition(*operator) => self.truth_value(expression),
            Expression::Binary(operator, operands) => self.binary(*operator, operands),
        }
    }

    fn element(&mut self, cell: CellId, index: &Expression) -> Number {
        let array = self.read(self.frame.cell(cell));
        let term = Term::Apply(Operator::Index, vec![array, self.number(index).term]);
        Number { term, range: of_width(self.frame.program.cells[cell.index()].width) }
    }

    fn table(&mut self, constant: ConstantId, index: &Expression) -> Number {
        let (index, table) = (self.number(index), &self.frame.program.constants[constant.index()]);
        let position = index.constant().and_then(|position| usize::try_from(position).ok());
        if let Some(&value) = position.and_then(|position| table.values.get(position)) {
            return self.literal(value);
        }
        let term = Term::Apply(Operator::Index, vec![self.frame.table(constant), index.term]);
        Number { term, range: of_width(table.width) }
    }

    /// Converts a condition to 1 or 0.
    fn truth_value(&mut self, expression: &Expression) -> Number {
        match self.condition(expression, Truth::NonZero) {
            Condition::Known(truth) => self.literal(i32::from(truth)),
            Condition::Term(condition) => {
                let (yes, no) = (self.literal(1).term, self.literal(0).term);
                let term = Term::Apply(Operator::IfThenElse, vec![condition, yes, no]);
                Number { term, range: Interval::TRUTH }
            }
        }
    }

    fn prefix(&mut self, operator: PrefixOperator, operand: &Expression) -> Number {
        let operand = self.number(operand);
        if let Some(Ok(result)) = operand.constant().map(|operand| arithmetic::prefix(operator, operand)) {
            return self.literal(result);
        }
        let range = of_prefix(operator, operand.range);
        let operator = if operator == PrefixOperator::Negate { Operator::Negate } else { Operator::BitNot };
        let term = Term::Apply(operator, vec![operand.term]);
        Self::within(Number { term, range }, self.frame.sorts.number, Interval::I32)
    }

    fn binary(&mut self, operator: BinaryOperator, operands: &[Expression; 2]) -> Number {
        let (left, mut right) = (self.number(&operands[0]), self.number(&operands[1]));
        if let Some(result) = folded(operator, &left, &right) {
            return self.literal(result);
        }
        if matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight) {
            right = Self::within(right, self.frame.sorts.shift, Interval::SHIFTS_OF_I32);
        }
        let range = of_binary(operator, left.range, right.range);
        let term = Term::Apply(applied(operator), vec![left.term, right.term]);
        Self::within(Number { term, range }, self.frame.sorts.number, Interval::I32)
    }

    /// Converts an expression that is used as a condition.
    pub(super) fn condition(&mut self, expression: &Expression, truth: Truth) -> Condition {
        match expression {
            Expression::Binary(BinaryOperator::And, operands) => self.joined(Operator::And, operands, false),
            Expression::Binary(BinaryOperator::Or, operands) => self.joined(Operator::Or, operands, false),
            Expression::Binary(BinaryOperator::Imply, operands) => self.joined(Operator::Or, operands, true),
            Expression::Binary(operator, operands) if is_condition(*operator) => {
                self.comparison(*operator, operands)
            }
            Expression::Prefix(PrefixOperator::Not, operand) => {
                negated(self.condition(operand, Truth::NonZero))
            }
            Expression::Location(process, location) => self.at(*process, *location),
            number => self.is_true(number, truth),
        }
    }

    /// Converts `and` and `or`, or `imply` by negating the left side.
    fn joined(&mut self, operator: Operator, operands: &[Expression; 2], is_negated: bool) -> Condition {
        let left = self.condition(&operands[0], Truth::NonZero);
        let left = if is_negated { negated(left) } else { left };
        match left {
            Condition::Known(truth) if truth == (operator == Operator::Or) => Condition::Known(truth),
            Condition::Known(_) => self.condition(&operands[1], self.right),
            Condition::Term(left) => {
                let right = self.condition(&operands[1], self.right);
                Condition::Term(self.join(operator, left, right))
            }
        }
    }

    /// Joins two conditions to one flat conjunction or disjunction.
    pub(super) fn join(&self, operator: Operator, left: Term, right: Condition) -> Term {
        let right = match right {
            Condition::Known(truth) if truth == (operator == Operator::And) => return left,
            Condition::Known(truth) => {
                Term::Literal { sort: self.frame.sorts.truth, value: Value::Bool(truth) }
            }
            Condition::Term(right) => right,
        };
        let parts = |term| match term {
            Term::Apply(inner, parts) if inner == operator => parts,
            other => vec![other],
        };
        let mut all = parts(left);
        all.extend(parts(right));
        Term::Apply(operator, all)
    }

    fn comparison(&mut self, operator: BinaryOperator, operands: &[Expression; 2]) -> Condition {
        let (left, right) = (self.number(&operands[0]), self.number(&operands[1]));
        match folded(operator, &left, &right) {
            Some(result) => Condition::Known(result != 0),
            None => Condition::Term(Term::Apply(applied(operator), vec![left.term, right.term])),
        }
    }

    fn at(&mut self, process: ProcessId, location: LocationId) -> Condition {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == process) {
            return Condition::Known(*known == location);
        }
        let (place, literal) = self.frame.at(process, location);
        let current = self.read(place);
        Condition::Term(Term::Apply(Operator::Equal, vec![current, literal]))
    }

    fn is_true(&mut self, expression: &Expression, truth: Truth) -> Condition {
        let number = self.number(expression);
        match (number.constant(), truth) {
            (Some(number), Truth::NonZero) => Condition::Known(number != 0),
            (Some(number), Truth::Positive) => Condition::Known(number > 0),
            (None, _) => {
                let operator = if truth == Truth::NonZero { Operator::NotEqual } else { Operator::Greater };
                Condition::Term(Term::Apply(operator, vec![number.term, self.literal(0).term]))
            }
        }
    }
}

fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Known(truth) => Condition::Known(!truth),
        Condition::Term(term) => Condition::Term(Term::Apply(Operator::Not, vec![term])),
    }
}

/// Returns the result, if both operands are literals and the result is defined.
fn folded(operator: BinaryOperator, left: &Number, right: &Number) -> Option<i32> {
    arithmetic::binary(operator, left.constant()?, right.constant()?)?.ok()
}

/// Returns whether the result of the operator is always 0 or 1.
fn is_condition(operator: BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(
        operator,
        Op::Imply
            | Op::Or
            | Op::And
            | Op::Equal
            | Op::Unequal
            | Op::Less
            | Op::AtMost
            | Op::Greater
            | Op::AtLeast
    )
}

/// Returns the operator of the net.
fn applied(operator: BinaryOperator) -> Operator {
    use BinaryOperator as Op;
    match operator {
        Op::Imply => Operator::Imply,
        Op::Or => Operator::Or,
        Op::And => Operator::And,
        Op::BitOr => Operator::BitOr,
        Op::BitXor => Operator::BitXor,
        Op::BitAnd => Operator::BitAnd,
        Op::Equal => Operator::Equal,
        Op::Unequal => Operator::NotEqual,
        Op::Less => Operator::Less,
        Op::AtMost => Operator::LessOrEqual,
        Op::Greater => Operator::Greater,
        Op::AtLeast => Operator::GreaterOrEqual,
        Op::ShiftLeft => Operator::ShiftLeft,
        Op::ShiftRight => Operator::ShiftRight,
        Op::Add => Operator::Add,
        Op::Subtract => Operator::Subtract,
        Op::Multiply => Operator::Multiply,
        Op::Divide => Operator::Divide,
        Op::Remainder => Operator::Remainder,
    }
}
