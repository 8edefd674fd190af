//! Which numbers an expression can have: enough to leave checks out that cannot fail.
//!
//! An interval holds every result of an expression whose cells hold what their widths allow. It is
//! no more exact than it needs to be: the compiler knows better which values a cell really has.
//! INVARIANT: an interval that an expression of the model has lies within 32 bits, because what
//! may leave them is checked.

use crate::arithmetic;
use crate::syntax::{BinaryOperator, PrefixOperator, Width};

/// The numbers from `low` to `high`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Interval {
    pub(super) const NUMBER: Self = Self::new(i32::MIN as i64, i32::MAX as i64);
    pub(super) const SHIFT: Self = Self::new(0, 31);
    pub(super) const TRUTH: Self = Self::new(0, 1);

    pub(super) const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    pub(super) fn of_width(width: Width) -> Self {
        let (low, high) = arithmetic::bounds(width);
        Self::new(low.into(), high.into())
    }

    pub(super) fn lies_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn clamp(self, to: Self) -> Self {
        Self::new(self.low.clamp(to.low, to.high), self.high.clamp(to.low, to.high))
    }

    /// The results of an operator before an operand; they may leave 32 bits.
    pub(super) fn prefix(operator: PrefixOperator, operand: Self) -> Self {
        match operator {
            PrefixOperator::Negate => Self::new(-operand.high, -operand.low),
            PrefixOperator::Invert => Self::new(-1 - operand.high, -1 - operand.low),
            PrefixOperator::Not => Self::TRUTH,
        }
    }

    /// The results of an operator between operands; they may leave 32 bits.
    pub(super) fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        use BinaryOperator as Op;
        match operator {
            Op::Add => Self::new(left.low + right.low, left.high + right.high),
            Op::Subtract => Self::new(left.low - right.high, left.high - right.low),
            Op::Multiply => left.corners(right, |a, b| a * b),
            Op::Divide => left.divided(right),
            Op::Remainder => left.remainder(right),
            Op::ShiftLeft => left.corners(right.clamp(Self::SHIFT), |a, b| a << b),
            Op::ShiftRight => left.corners(right.clamp(Self::SHIFT), |a, b| a >> b),
            Op::BitAnd => match (left.low >= 0, right.low >= 0) {
                (true, true) => Self::new(0, left.high.min(right.high)),
                (true, false) => Self::new(0, left.high),
                (false, true) => Self::new(0, right.high),
                (false, false) => left.same_bits(right),
            },
            Op::BitOr | Op::BitXor => left.same_bits(right),
            _ => Self::TRUTH,
        }
    }

    /// From the least to the greatest result over the ends, of an operation that is monotonic in
    /// each operand.
    fn corners(self, right: Self, operation: impl Fn(i64, i64) -> i64) -> Self {
        let results = [
            operation(self.low, right.low),
            operation(self.low, right.high),
            operation(self.high, right.low),
            operation(self.high, right.high),
        ];
        let [first, rest @ ..] = results;
        rest.into_iter()
            .fold(Self::new(first, first), |all, result| Self::new(all.low.min(result), all.high.max(result)))
    }

    fn magnitude(self) -> i64 {
        self.low.abs().max(self.high.abs())
    }

    fn divided(self, right: Self) -> Self {
        if right.low > 0 {
            return self.corners(right, |a, b| a / b);
        }
        Self::new(-self.magnitude(), self.magnitude())
    }

    fn remainder(self, right: Self) -> Self {
        let most = (right.magnitude() - 1).max(0);
        let low = if self.low < 0 { (-most).max(self.low) } else { 0 };
        let high = if self.high > 0 { most.min(self.high) } else { 0 };
        Self::new(low, high)
    }

    /// All numbers of as many bits as the two need, without sign where neither has one.
    fn same_bits(self, right: Self) -> Self {
        let bits = |number: i64| 64 - if number < 0 { !number } else { number }.leading_zeros();
        let widest = [self.low, self.high, right.low, right.high].map(bits).into_iter().max().unwrap_or(0);
        let low = if self.low < 0 || right.low < 0 { -(1_i64 << widest) } else { 0 };
        Self::new(low, (1_i64 << widest) - 1)
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
    fn every_result_lies_in_the_interval_of_its_operands() {
        let intervals: Vec<Interval> =
            (-5..=5).flat_map(|low| (low..=5).map(move |high| Interval::new(low, high))).collect();
        for operator in OPERATORS {
            for (&left, &right) in intervals.iter().flat_map(|l| intervals.iter().map(move |r| (l, r))) {
                let all = Interval::binary(operator, left, right);
                for (a, b) in
                    (left.low..=left.high).flat_map(|a| (right.low..=right.high).map(move |b| (a, b)))
                {
                    if let Some(Ok(result)) = arithmetic::binary(operator, a as i32, b as i32) {
                        let result = Interval::new(result.into(), result.into());
                        assert!(result.lies_in(all), "{a} {operator:?} {b} in {left:?}, {right:?}: {all:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn results_of_numbers_at_the_ends_are_seen_to_leave_32_bits() {
        let number = Interval::NUMBER;
        for operator in [BinaryOperator::Add, BinaryOperator::Multiply, BinaryOperator::Divide] {
            assert!(!Interval::binary(operator, number, number).lies_in(number), "{operator:?}");
        }
        for operator in [BinaryOperator::BitXor, BinaryOperator::Remainder, BinaryOperator::ShiftRight] {
            assert!(Interval::binary(operator, number, number).lies_in(number), "{operator:?}");
        }
        assert!(!Interval::prefix(PrefixOperator::Negate, number).lies_in(number));
    }
}
