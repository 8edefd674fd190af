//! Intervals of integers, and operations on them.
//!
//! An operation on intervals gives an interval that holds every result of the operation on numbers in them. Sums,
//! differences, products, shifts and quotients by divisors of one sign have the least such interval.
//!
//! Results are exact integers, whatever the width of the operands. INVARIANT: a result that does not fit 64 bits
//! becomes the nearest number that does, so that an interval which ends at [`i64::MIN`] or [`i64::MAX`] may stand for
//! results beyond. Code that computes in fewer bits checks whether those [include](Interval::includes) the result:
//! operations on operands of 32 bits, shifts by up to 31 among them, never reach these ends.

mod operation;

/// The numbers from `low` to `high`, both included. Operations require that it is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl Interval {
    /// All numbers of 64 bits.
    pub const ALL: Self = Self::new(i64::MIN, i64::MAX);
    /// The numbers of 32 bits.
    pub const I32: Self = Self::new(i32::MIN as i64, i32::MAX as i64);
    /// The distances of shifts of 32 bits.
    pub const SHIFTS_OF_I32: Self = Self::new(0, 31);
    /// The distances of shifts of 64 bits.
    pub const SHIFTS_OF_I64: Self = Self::new(0, 63);
    /// `false` and `true`.
    pub const TRUTH: Self = Self::new(0, 1);

    /// Returns the numbers between two.
    #[must_use]
    pub const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// Returns the interval with one number in it.
    #[must_use]
    pub const fn only(number: i64) -> Self {
        Self::new(number, number)
    }

    /// Returns the one number in it, if there is only one.
    #[must_use]
    #[inline]
    pub fn single(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns whether a number is in it.
    #[must_use]
    #[inline]
    pub fn contains(self, number: i64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Returns whether all numbers of the other are in it.
    #[must_use]
    #[inline]
    pub fn includes(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Returns the least interval with all numbers of both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Returns the numbers of both; `None` if there are none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Self::new(low, high))
    }

    /// Returns the interval of its numbers, each replaced by the number of `to` that is nearest to it.
    #[must_use]
    pub fn clamp(self, to: Self) -> Self {
        Self::new(self.low.clamp(to.low, to.high), self.high.clamp(to.low, to.high))
    }

    /// Returns the number of bits that distinguish its numbers: 0 for a single one.
    #[must_use]
    #[inline]
    pub fn bits(self) -> u32 {
        64 - self.high.abs_diff(self.low).leading_zeros()
    }

    /// Returns the number of its numbers, at most 2^64 - 1.
    #[must_use]
    #[inline]
    pub fn size(self) -> u64 {
        self.high.abs_diff(self.low).saturating_add(1)
    }

    /// Returns 0, or the number that is nearest to it.
    #[must_use]
    #[inline]
    pub fn nearest_to_zero(self) -> i64 {
        0.clamp(self.low, self.high)
    }

    /// Returns the interval of its numbers wrapped around into `sort`.
    #[must_use]
    pub fn wrap(self, sort: Self) -> Self {
        if sort.includes(self) { self } else { sort }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_numbers_are_compared_and_joined() {
        let all: Vec<Interval> =
            (-3..=3).flat_map(|low| (low..=3).map(move |high| Interval::new(low, high))).collect();
        let of = |holds: &dyn Fn(i64) -> bool| (-3..=3).filter(|&n| holds(n)).collect::<Vec<i64>>();
        for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            assert_eq!(a.includes(b), (-3..=3).all(|n| !b.contains(n) || a.contains(n)));
            let both = of(&|n| a.contains(n) && b.contains(n));
            assert_eq!(a.intersection(b).map_or(Vec::new(), |both| of(&|n| both.contains(n))), both);
            assert_eq!(a.hull(b), Interval::new(a.low.min(b.low), a.high.max(b.high)));
            let clamped: Vec<i64> =
                of(&|n| a.contains(n)).iter().map(|n| *n.clamp(&b.low, &b.high)).collect();
            assert_eq!(a.clamp(b), Interval::new(clamped[0], clamped[clamped.len() - 1]));
            assert_eq!(a.wrap(b), if b.includes(a) { a } else { b });
        }
        for a in all {
            let numbers = of(&|n| a.contains(n));
            assert_eq!((a.size(), a.single().is_some()), (numbers.len() as u64, numbers.len() == 1));
            assert_eq!(Some(a.nearest_to_zero()), numbers.into_iter().min_by_key(|n| n.abs()));
        }
    }

    #[test]
    fn bits_suffice_to_encode_all_numbers() {
        let bits = [Interval::only(7), Interval::TRUTH, Interval::new(-1, 3), Interval::I32, Interval::ALL]
            .map(Interval::bits);
        assert_eq!(bits, [0, 1, 3, 32, 64]);
        assert_eq!((Interval::I32.size(), Interval::ALL.size()), (1 << 32, u64::MAX));
    }
}
