//! What the result of an operator can be, from what its operands can be.
//!
//! Every operand here lies within 32 bits, since what may leave them is refused; so the results of
//! all operators are exact in 64 bits.

use sanderling_interval::Interval;
use sanderling_net::Operator;

/// The results of an operator on one number.
pub(super) fn of_unary(operator: Operator, operand: Interval) -> Interval {
    match operator {
        Operator::Negate => -operand,
        _ => !operand,
    }
}

/// The results of an operator on two numbers, where they are defined.
pub(super) fn of_binary(operator: Operator, left: Interval, right: Interval) -> Interval {
    match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        Operator::ShiftLeft => left << right,
        Operator::ShiftRight => left >> right,
        Operator::BitAnd => left & right,
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        _ => Interval::TRUTH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = (Operator, fn(i64, i64) -> Option<i64>);

    #[test]
    fn an_operator_is_the_same_on_intervals_and_on_numbers() {
        let operations: [Operation; 10] = [
            (Operator::Add, |a, b| Some(a + b)),
            (Operator::Subtract, |a, b| Some(a - b)),
            (Operator::Multiply, |a, b| Some(a * b)),
            (Operator::Divide, i64::checked_div),
            (Operator::Remainder, i64::checked_rem),
            (Operator::BitAnd, |a, b| Some(a & b)),
            (Operator::BitOr, |a, b| Some(a | b)),
            (Operator::BitXor, |a, b| Some(a ^ b)),
            (Operator::ShiftLeft, |a, b| (0..32).contains(&b).then(|| a << b)),
            (Operator::ShiftRight, |a, b| (0..32).contains(&b).then(|| a >> b)),
        ];
        for (operator, result) in operations {
            for (a, b) in (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b))) {
                let all = of_binary(operator, Interval::only(a), Interval::only(b));
                assert!(result(a, b).is_none_or(|n| all.contains(n)), "{a} {operator:?} {b}: {all:?}");
            }
        }
    }
}
