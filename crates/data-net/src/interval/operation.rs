//! The arithmetic of intervals.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

use super::Interval;

impl Interval {
    /// Returns the interval between two numbers, cut off at 64 bits.
    fn fitting(low: i128, high: i128) -> Self {
        let fitting = |number: i128| number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        Self::new(fitting(low), fitting(high))
    }

    /// Returns the interval from the least to the greatest result over the ends, for an operation that is monotonic in
    /// each operand.
    fn corners(self, other: Self, operation: impl Fn(i128, i128) -> i128) -> Self {
        let ends = |interval: Self| [i128::from(interval.low), i128::from(interval.high)];
        let results = ends(self).into_iter().flat_map(|a| ends(other).map(|b| operation(a, b)));
        let (low, high) = results.fold((i128::MAX, i128::MIN), |(low, high), n| (low.min(n), high.max(n)));
        Self::fitting(low, high)
    }

    /// Returns the greatest distance from 0.
    fn magnitude(self) -> i128 {
        i128::from(self.low).abs().max(i128::from(self.high).abs())
    }

    /// Returns all numbers of as many bits as the two need, without a sign if neither has one. Results of bitwise
    /// operations are among them.
    fn same_bits(self, other: Self) -> Self {
        let both = self.hull(other);
        let bits = |number: i64| 64 - (if number < 0 { !number } else { number }).leading_zeros();
        let high = ((1_i128 << bits(both.low).max(bits(both.high))) - 1) as i64;
        Self::new(if both.low < 0 { !high } else { 0 }, high)
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.corners(other, |a, b| a + b)
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.corners(other, |a, b| a - b)
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.corners(other, |a, b| a * b)
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self::fitting(-i128::from(self.high), -i128::from(self.low))
    }
}

impl Not for Interval {
    type Output = Self;
    fn not(self) -> Self {
        Self::new(!self.high, !self.low)
    }
}

impl Div for Interval {
    type Output = Self;
    /// Returns the quotients towards zero, by divisors other than zero.
    fn div(self, divisor: Self) -> Self {
        if divisor.low > 0 || divisor.high < 0 {
            return self.corners(divisor, |a, b| a / b);
        }
        // The magnitude of a divisor is at least 1.
        Self::fitting(-self.magnitude(), self.magnitude())
    }
}

impl Rem for Interval {
    type Output = Self;
    /// Returns the remainders with the dividend's sign, by divisors other than zero.
    fn rem(self, divisor: Self) -> Self {
        if self.low >= 0 && self.high < divisor.low {
            return self;
        }
        let most = (divisor.magnitude() - 1).max(0);
        let low = if self.low < 0 { (-most).max(i128::from(self.low)) } else { 0 };
        let high = if self.high > 0 { most.min(i128::from(self.high)) } else { 0 };
        Self::fitting(low, high)
    }
}

impl BitAnd for Interval {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self.low >= 0, other.low >= 0) {
            (true, true) => Self::new(0, self.high.min(other.high)),
            (true, false) => Self::new(0, self.high),
            (false, true) => Self::new(0, other.high),
            (false, false) => self.same_bits(other),
        }
    }
}

impl BitOr for Interval {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.same_bits(other)
    }
}

impl BitXor for Interval {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.same_bits(other)
    }
}

impl Shl for Interval {
    type Output = Self;
    /// Returns the products with powers of two, by distances from 0 to 63; others count as the nearest of these.
    fn shl(self, distance: Self) -> Self {
        self.corners(distance.clamp(Self::SHIFTS_OF_I64), |a, b| a << b)
    }
}

impl Shr for Interval {
    type Output = Self;
    /// Returns the quotients by powers of two, downwards, by distances from 0 to 63; others count as the nearest of
    /// these.
    fn shr(self, distance: Self) -> Self {
        self.corners(distance.clamp(Self::SHIFTS_OF_I64), |a, b| a >> b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Operation = (&'static str, fn(Interval, Interval) -> Interval, fn(i128, i128) -> Option<i128>);

    const OPERATIONS: [Operation; 10] = [
        ("+", |a, b| a + b, |a, b| Some(a + b)),
        ("-", |a, b| a - b, |a, b| Some(a - b)),
        ("*", |a, b| a * b, |a, b| Some(a * b)),
        ("<<", |a, b| a << b, |a, b| (0..64).contains(&b).then(|| a << b)),
        (">>", |a, b| a >> b, |a, b| (0..64).contains(&b).then(|| a >> b)),
        ("/", |a, b| a / b, i128::checked_div),
        ("%", |a, b| a % b, i128::checked_rem),
        ("&", |a, b| a & b, |a, b| Some(a & b)),
        ("|", |a, b| a | b, |a, b| Some(a | b)),
        ("^", |a, b| a ^ b, |a, b| Some(a ^ b)),
    ];

    /// Returns all intervals of a few numbers around points at which results change their kind: 0, powers of two, the
    /// ends of 32 and 64 bits.
    fn intervals() -> Vec<Interval> {
        let centres = [0, 8, -8, 31, 63, 1 << 20, i32::MIN.into(), i32::MAX.into(), i64::MIN, i64::MAX];
        let around = |centre: i64| {
            let numbers = (-3_i64..=3).filter_map(move |by| centre.checked_add(by));
            let ends = numbers.clone().flat_map(move |low| numbers.clone().map(move |high| (low, high)));
            ends.filter(|(low, high)| low <= high).map(|(low, high)| Interval::new(low, high))
        };
        centres.into_iter().flat_map(around).collect()
    }

    fn numbers(interval: Interval) -> impl Iterator<Item = i128> + Clone {
        (interval.low..=interval.high).map(i128::from)
    }

    /// Returns the least interval with all results on numbers, cut off at 64 bits.
    fn enumerated(
        (left, right): (Interval, Interval),
        result: fn(i128, i128) -> Option<i128>,
    ) -> Option<Interval> {
        let pairs = numbers(left).flat_map(|a| numbers(right).map(move |b| (a, b)));
        let results = pairs.filter_map(|(a, b)| result(a, b)).map(|n| Interval::fitting(n, n));
        results.reduce(Interval::hull)
    }

    #[test]
    fn every_result_is_in_the_interval_and_most_intervals_are_the_least() {
        let intervals = intervals();
        for (name, of_intervals, of_numbers) in OPERATIONS {
            for (&a, &b) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (a, b))) {
                let (all, results) = (of_intervals(a, b), enumerated((a, b), of_numbers));
                let Some(results) = results else { continue };
                assert!(all.includes(results), "{a:?} {name} {b:?}: {all:?}, not {results:?}");
                let is_least = match name {
                    "+" | "-" | "*" => true,
                    "<<" | ">>" => Interval::SHIFTS_OF_I64.includes(b),
                    "/" => !b.contains(0),
                    _ => false,
                };
                assert!(!is_least || all == results, "{a:?} {name} {b:?}: {all:?}, not {results:?}");
            }
        }
        for a in intervals {
            let (negated, inverted) = (numbers(a).map(|n| -n), numbers(a).map(|n| !n));
            let hull = |results: &mut dyn Iterator<Item = i128>| {
                results.map(|n| Interval::fitting(n, n)).reduce(Interval::hull)
            };
            assert_eq!((Some(-a), Some(!a)), (hull(&mut { negated }), hull(&mut { inverted })));
        }
    }

    #[test]
    fn operations_on_32_bits_are_not_cut_off() {
        let number = Interval::I32;
        for (name, of_intervals, _) in OPERATIONS {
            let right = if matches!(name, "<<" | ">>") { Interval::SHIFTS_OF_I32 } else { number };
            let all = of_intervals(number, right);
            assert!(i64::MIN < all.low && all.high < i64::MAX, "{name}: {all:?}");
            let leaves = matches!(name, "+" | "-" | "*" | "/" | "<<");
            assert_eq!(number.includes(all), !leaves, "{name}: {all:?}");
        }
        assert!(!number.includes(-number) && number.includes(!number));
    }

    #[test]
    fn results_beyond_64_bits_are_cut_off() {
        let least = Interval::only(i64::MIN);
        assert_eq!([-least, least / Interval::only(-1), least * least], [Interval::only(i64::MAX); 3]);
        assert_eq!(least - Interval::only(1), least);
        assert_eq!(Interval::only(-1) << Interval::only(63), least);
        assert_eq!(Interval::ALL & Interval::ALL, Interval::ALL);
        assert_eq!(Interval::ALL % Interval::only(0), Interval::only(0));
    }
}
