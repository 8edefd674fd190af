//! Nodes of syntax trees without a position in a file.

use sanderling_dve::syntax::{
    BinaryOperator, Expression, ExpressionKind as Kind, Name, Number, PrefixOperator,
};
use sanderling_net::Span;

pub(super) const NOWHERE: Span = Span { line: 1, column: 1, start: 0, end: 0 };

pub(super) fn name(text: impl Into<String>) -> Name {
    Name { text: text.into(), span: NOWHERE }
}

pub(super) fn literal(value: usize) -> Number {
    Number { value: i32::try_from(value).expect("lengths are small"), span: NOWHERE }
}

pub(super) fn of(kind: Kind) -> Expression {
    Expression { kind, span: NOWHERE }
}

/// Returns a number; a negative one is a minus before a literal.
pub(super) fn number(value: i32) -> Expression {
    if value < 0 { prefix(PrefixOperator::Negate, number(-value)) } else { of(Kind::Number(value)) }
}

pub(super) fn prefix(operator: PrefixOperator, operand: Expression) -> Expression {
    of(Kind::Prefix(operator, Box::new(operand)))
}

pub(super) fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    of(Kind::Binary(operator, Box::new([left, right])))
}
