//! Intervals of the values of expressions, precise enough to omit checks that cannot fail.
//!
//! An interval holds every result of an expression whose cells hold values of their types. It is no more precise than
//! necessary, because the compiler determines the actual values of cells more precisely. INVARIANT: the interval of an
//! expression of the model lies within 32 bits, because results that may exceed them are checked. The results of all
//! operators are therefore exact in 64 bits.

use sanderling_data_net::Interval;

use crate::arithmetic;
use crate::syntax::{BinaryOperator, PrefixOperator, Width};

/// Returns the values that a cell of this width can hold.
pub(super) fn of_width(width: Width) -> Interval {
    let (low, high) = arithmetic::bounds(width);
    Interval::new(low.into(), high.into())
}

/// Returns the results of a prefix operator; they may exceed 32 bits.
pub(super) fn of_prefix(operator: PrefixOperator, operand: Interval) -> Interval {
    match operator {
        PrefixOperator::Negate => -operand,
        PrefixOperator::Invert => !operand,
        PrefixOperator::Not => Interval::TRUTH,
    }
}

/// Returns the results of a binary operator; they may exceed 32 bits.
pub(super) fn of_binary(operator: BinaryOperator, left: Interval, right: Interval) -> Interval {
    use BinaryOperator as Op;
    match operator {
        Op::Add => left + right,
        Op::Subtract => left - right,
        Op::Multiply => left * right,
        Op::Divide => left / right,
        Op::Remainder => left % right,
        Op::ShiftLeft => left << right,
        Op::ShiftRight => left >> right,
        Op::BitAnd => left & right,
        Op::BitOr => left | right,
        Op::BitXor => left ^ right,
        _ => Interval::TRUTH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATORS: [BinaryOperator; 11] = [
        BinaryOperator::BitOr,
        BinaryOperator::BitXor,
        BinaryOperator::BitAnd,
        BinaryOperator::Less,
        BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight,
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
    ];

    #[test]
    fn an_operator_is_the_same_on_intervals_and_on_numbers() {
        for operator in OPERATORS {
            for (a, b) in (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b))) {
                let all = of_binary(operator, Interval::only(a.into()), Interval::only(b.into()));
                let result = arithmetic::binary(operator, a, b).and_then(Result::ok);
                assert!(
                    result.is_none_or(|result| all.contains(result.into())),
                    "{a} {operator:?} {b}: {all:?}"
                );
            }
        }
    }
}
