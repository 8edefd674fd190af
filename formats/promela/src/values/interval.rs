//! What the result of an operation can be, from what its operands can be.
//!
//! Every interval here lies within 32 bits, since what may leave them is refused; so the results of
//! all operations fit 64 bits.

use sanderling_net::Operator;

use crate::limit::Limit;

impl Limit {
    /// The results of an operator on one number.
    pub(super) fn of_one(operator: Operator, operand: Self) -> Self {
        match operator {
            Operator::Negate => Self::new(-operand.high, -operand.low),
            _ => Self::new(!operand.high, !operand.low),
        }
    }

    /// The results of an operator on two numbers, where they are defined.
    pub(super) fn of_two(operator: Operator, left: Self, right: Self) -> Self {
        match operator {
            Operator::Add => Self::new(left.low + right.low, left.high + right.high),
            Operator::Subtract => Self::new(left.low - right.high, left.high - right.low),
            Operator::Multiply => left.corners(right, |a, b| a * b),
            Operator::Divide if right.low > 0 => left.corners(right, |a, b| a / b),
            Operator::Divide => Self::new(-left.magnitude(), left.magnitude()),
            Operator::Remainder => left.remainder(right),
            Operator::ShiftLeft => left.corners(right.as_distance(), |a, b| a << b),
            Operator::ShiftRight => left.corners(right.as_distance(), |a, b| a >> b),
            Operator::BitAnd if left.low >= 0 && right.low >= 0 => Self::new(0, left.high.min(right.high)),
            Operator::BitAnd if left.low >= 0 => Self::new(0, left.high),
            Operator::BitAnd if right.low >= 0 => Self::new(0, right.high),
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => left.same_bits(right),
            _ => Self::TRUTH,
        }
    }

    /// The least interval with all numbers of both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The distances by which 32 bits can be shifted.
    pub(super) const DISTANCE: Self = Self::new(0, 31);

    fn as_distance(self) -> Self {
        Self::new(self.low.clamp(0, 31), self.high.clamp(0, 31))
    }

    fn corners(self, right: Self, operation: impl Fn(i64, i64) -> i64) -> Self {
        let ends = |limit: Self| [limit.low, limit.high];
        let results = ends(self).into_iter().flat_map(|a| ends(right).map(|b| operation(a, b)));
        let (low, high) = results.fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(n), high.max(n)));
        Self::new(low, high)
    }

    fn magnitude(self) -> i64 {
        self.low.abs().max(self.high.abs())
    }

    fn remainder(self, right: Self) -> Self {
        let most = (right.magnitude() - 1).max(0);
        let low = if self.low < 0 { (-most).max(self.low) } else { 0 };
        let high = if self.high > 0 { most.min(self.high) } else { 0 };
        Self::new(low, high)
    }

    fn same_bits(self, right: Self) -> Self {
        let both = self.hull(right);
        let bits = |number: i64| 64 - (if number < 0 { !number } else { number }).leading_zeros();
        let most = (1_i64 << bits(both.low).max(bits(both.high))) - 1;
        Self::new(if both.low < 0 { !most } else { 0 }, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = (Operator, fn(i64, i64) -> Option<i64>);

    #[test]
    fn intervals_cover_all_results() {
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
        let intervals: Vec<Limit> =
            (-5..=5).flat_map(|low| (low..=5).map(move |high| Limit::new(low, high))).collect();
        for (operator, result) in operations {
            for (&left, &right) in intervals.iter().flat_map(|l| intervals.iter().map(move |r| (l, r))) {
                let covered = Limit::of_two(operator, left, right);
                for (a, b) in
                    (left.low..=left.high).flat_map(|a| (right.low..=right.high).map(move |b| (a, b)))
                {
                    let is_covered = result(a, b).is_none_or(|n| covered.includes(Limit::only(n)));
                    assert!(is_covered, "{a} {operator:?} {b} in {left:?}, {right:?}: {covered:?}");
                }
            }
        }
    }

    #[test]
    fn results_beyond_32_bits_are_seen() {
        for operator in [Operator::Add, Operator::Multiply, Operator::Divide, Operator::ShiftLeft] {
            let covered = Limit::of_two(operator, Limit::INT, Limit::INT);
            assert!(!Limit::INT.includes(covered), "{operator:?}");
        }
        assert!(!Limit::INT.includes(Limit::of_one(Operator::Negate, Limit::INT)));
    }
}
