//! Ranges of numbers, and what operations make of them.

/// The numbers from `lo` to `hi`, both included; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least.
    pub lo: i64,
    /// The greatest.
    pub hi: i64,
}

impl Range {
    /// `false` and `true`.
    pub(super) const TRUTH: Self = Self { lo: 0, hi: 1 };
    /// Every number.
    pub(super) const ALL: Self = Self { lo: i64::MIN, hi: i64::MAX };

    /// One number.
    pub(super) const fn only(number: i64) -> Self {
        Self { lo: number, hi: number }
    }

    /// The range between two numbers that fit.
    fn clamped(lo: i128, hi: i128) -> Self {
        let clamp = |number: i128| number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        Self { lo: clamp(lo), hi: clamp(hi) }
    }

    /// The one number in it, if there is only one.
    pub(super) fn single(self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn contains(self, number: i64) -> bool {
        self.lo <= number && number <= self.hi
    }

    /// Whether all numbers of the other are in it.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The least range with all numbers of both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The numbers of both; `None` where there are none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Self { lo, hi })
    }

    /// How many bits tell its numbers apart: 0 for a single one.
    #[must_use]
    pub fn bits(self) -> u32 {
        64 - self.hi.abs_diff(self.lo).leading_zeros()
    }

    /// How many numbers there are, at most 2^64 - 1.
    pub(super) fn size(self) -> u64 {
        self.hi.abs_diff(self.lo).saturating_add(1)
    }

    /// 0, or the number that is nearest to it.
    pub(super) fn nearest_to_zero(self) -> i64 {
        0.clamp(self.lo, self.hi)
    }

    fn corners(self, other: Self, operation: impl Fn(i128, i128) -> i128) -> Self {
        let ends = |range: Self| [i128::from(range.lo), i128::from(range.hi)];
        let results = ends(self).into_iter().flat_map(|a| ends(other).map(|b| operation(a, b)));
        let (lo, hi) = results.fold((i128::MAX, i128::MIN), |(lo, hi), n| (lo.min(n), hi.max(n)));
        Self::clamped(lo, hi)
    }

    pub(super) fn add(self, other: Self) -> Self {
        self.corners(other, |a, b| a + b)
    }

    pub(super) fn subtract(self, other: Self) -> Self {
        self.corners(other, |a, b| a - b)
    }

    pub(super) fn multiply(self, other: Self) -> Self {
        self.corners(other, |a, b| a * b)
    }

    pub(super) fn negate(self) -> Self {
        Self::clamped(-i128::from(self.hi), -i128::from(self.lo))
    }

    pub(super) fn invert(self) -> Self {
        Self { lo: !self.hi, hi: !self.lo }
    }

    /// Quotients towards zero, for divisors other than zero.
    pub(super) fn divide(self, other: Self) -> Self {
        if other.lo > 0 || other.hi < 0 {
            return self.corners(other, |a, b| a / b);
        }
        // A divisor is at least 1 in magnitude.
        let most = i128::from(self.lo).abs().max(i128::from(self.hi).abs());
        Self::clamped(-most, most)
    }

    /// Remainders with the dividend's sign.
    pub(super) fn remainder(self, other: Self) -> Self {
        let divisor = i128::from(other.lo).abs().max(i128::from(other.hi).abs());
        if self.lo >= 0 && other.lo > 0 && self.hi < other.lo {
            return self;
        }
        let most = (divisor - 1).max(0);
        let lo = if self.lo < 0 { (-most).max(i128::from(self.lo)) } else { 0 };
        let hi = if self.hi > 0 { most.min(i128::from(self.hi)) } else { 0 };
        Self::clamped(lo, hi)
    }

    /// Results of `&`, `|` and `^` have no more bits than their operands.
    pub(super) fn bitwise(self, other: Self, is_and: bool) -> Self {
        if is_and && (self.lo >= 0 || other.lo >= 0) {
            let of = |range: Self| if range.lo >= 0 { range.hi } else { i64::MAX };
            return Self { lo: 0, hi: of(self).min(of(other)) };
        }
        let both = self.hull(other);
        let bits = |number: i64| 64 - (if number < 0 { !number } else { number }).leading_zeros();
        let width = bits(both.lo).max(bits(both.hi));
        let most = if width >= 63 { i64::MAX } else { (1_i64 << width) - 1 };
        Self { lo: if both.lo < 0 { !most } else { 0 }, hi: most }
    }

    pub(super) fn shift_left(self, distance: Self) -> Self {
        self.corners(distance, |a, b| a << b.clamp(0, 63))
    }

    pub(super) fn shift_right(self, distance: Self) -> Self {
        let shift = |a: i128, b: i128| a >> b.clamp(0, 63);
        self.corners(distance, shift)
    }

    /// What is left after wrapping around into `sort`.
    pub(super) fn wrap(self, sort: Self) -> Self {
        if sort.includes(self) { self } else { sort }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on all small ranges covers what it does to their numbers.
    #[test]
    fn ranges_cover_all_results() {
        let ends = [-9_i64, -4, -1, 0, 1, 3, 6];
        let ranges: Vec<Range> = ends
            .iter()
            .flat_map(|&lo| ends.iter().filter(move |&&hi| lo <= hi).map(move |&hi| Range { lo, hi }))
            .collect();
        type Operation = (fn(Range, Range) -> Range, fn(i64, i64) -> Option<i64>);
        let operations: [Operation; 9] = [
            (Range::add, |a, b| Some(a + b)),
            (Range::subtract, |a, b| Some(a - b)),
            (Range::multiply, |a, b| Some(a * b)),
            (Range::divide, i64::checked_div),
            (Range::remainder, i64::checked_rem),
            (|a, b| a.bitwise(b, true), |a, b| Some(a & b)),
            (|a, b| a.bitwise(b, false), |a, b| Some(a ^ b)),
            (Range::shift_left, |a, b| (0..64).contains(&b).then(|| a << b)),
            (Range::shift_right, |a, b| (0..64).contains(&b).then(|| a >> b)),
        ];
        for (index, (of_ranges, of_numbers)) in operations.into_iter().enumerate() {
            for &a in &ranges {
                for &b in &ranges {
                    let covered = of_ranges(a, b);
                    let results = (a.lo..=a.hi).flat_map(|x| (b.lo..=b.hi).map(move |y| (x, y)));
                    for (x, y) in results {
                        let result = of_numbers(x, y);
                        assert!(result.is_none_or(|n| covered.contains(n)), "{index}: {a:?} {b:?}: {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_cover_the_least_number() {
        assert!(Range::only(-1).shift_left(Range::only(63)).contains(i64::MIN));
    }

    #[test]
    fn bits_tell_all_numbers_apart() {
        assert_eq!(Range::only(7).bits(), 0);
        assert_eq!(Range { lo: 0, hi: 1 }.bits(), 1);
        assert_eq!(Range { lo: -1, hi: 3 }.bits(), 3);
        assert_eq!(Range { lo: i64::from(i32::MIN), hi: i64::from(i32::MAX) }.bits(), 32);
    }
}
