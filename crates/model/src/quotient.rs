//! Division by a number that is known in advance.
//!
//! A division takes a processor several times as long as a multiplication. The quotient of `n` and `d` is also the
//! upper part of the product of `n` and a multiplier, which is 2^k / d rounded up. It is exact as long as `n` times the
//! rounding error stays below 2^k. With k = 63 + ⌈log2 d⌉ the multiplier fits a word, and the quotient is exact for all
//! `n` below 2^63. Source: Granlund and Montgomery, *Division by Invariant Integers using Multiplication*, PLDI 1994.
//! Numbers from 2^63 on are rare here, and divided as usual.

use sanderling_system::product;

/// A number to divide by, at least 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Divisor {
    divisor: u64,
    multiplier: u64,
    /// The number of bits by which the upper word of the product is shifted down.
    shift: u32,
}

impl Divisor {
    /// Prepares division by `divisor`.
    ///
    /// # Panics
    /// If the divisor is 0.
    pub(crate) fn new(divisor: u64) -> Self {
        assert!(divisor > 0, "a number is divided by one that is not 0");
        let log = u64::BITS - (divisor - 1).leading_zeros();
        // The multiplier of 1 does not fit. Its quotients are computed by a division.
        let multiplier = (1_u128 << (63 + log)).div_ceil(u128::from(divisor));
        Self { divisor, multiplier: multiplier as u64, shift: log.saturating_sub(1) }
    }

    pub(crate) fn divisor(&self) -> u64 {
        self.divisor
    }

    /// Returns quotient and remainder.
    #[inline(always)]
    pub(crate) fn divide(&self, number: u64) -> (u64, u64) {
        if number >> 63 != 0 || self.divisor == 1 {
            return (number / self.divisor, number % self.divisor);
        }
        let quotient = product(number, self.multiplier).1 >> self.shift;
        // PERF: the product is at most the number. With overflow checks it would take 128 bits.
        (quotient, number - quotient.wrapping_mul(self.divisor))
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn quotients_are_those_of_a_division() {
        let near = |number: u64| [number.wrapping_sub(1), number, number.wrapping_add(1)];
        let powers = (0..64).map(|bit| 1_u64 << bit);
        let numbers: Vec<u64> = powers.flat_map(near).chain([10, 1000, 0x0123_4567_89ab_cdef]).collect();
        for &divisor in numbers.iter().filter(|&&divisor| divisor > 0) {
            let quotient = Divisor::new(divisor);
            let multiples = numbers.iter().flat_map(|&factor| near(divisor.wrapping_mul(factor)));
            for number in numbers.iter().copied().chain(multiples) {
                assert_eq!(
                    quotient.divide(number),
                    (number / divisor, number % divisor),
                    "{number} / {divisor}"
                );
            }
        }
    }
}
