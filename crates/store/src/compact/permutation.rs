//! A permutation of the numbers of a given number of bits that spreads neighbours far apart.
//!
//! A table that omits the part of a key that its position determines must compute the key from the position. Keys are
//! therefore not hashed but permuted. Multiplication by an odd number and exclusive-or with the upper half can both be
//! inverted.

use crate::hash::SHARD_BITS;

/// Factors of the permutation. They must be odd.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// A permutation of the numbers below `2^bits`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Permutation {
    bits: u32,
}

impl Permutation {
    /// Creates the permutation of the numbers of `bits` bits, from 1 to 64.
    pub(super) fn new(bits: u32) -> Self {
        debug_assert!((1..=64).contains(&bits));
        Self { bits }
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// Returns the permuted key.
    #[inline(always)]
    pub(super) fn apply(self, key: u64) -> u64 {
        debug_assert!(key <= self.mask());
        if sanderling_cutoff::has_weak_hashes() {
            return key;
        }
        FACTORS.iter().fold(key, |key, factor| self.fold(key.wrapping_mul(*factor) & self.mask()))
    }

    /// Returns the key with this permuted value.
    #[inline(always)]
    pub(super) fn invert(self, permuted: u64) -> u64 {
        if sanderling_cutoff::has_weak_hashes() {
            return permuted;
        }
        let undone =
            |permuted, factor: &u64| self.fold(permuted).wrapping_mul(inverse(*factor)) & self.mask();
        FACTORS.iter().rev().fold(permuted, undone)
    }

    /// Returns the shard of a number, which the highest bits of the permuted number choose, and its key within that
    /// shard.
    #[inline(always)]
    pub(super) fn locate(self, number: u64) -> (usize, u64) {
        let permuted = self.apply(number);
        let width = self.bits - SHARD_BITS;
        ((permuted >> width) as usize, permuted & ((1 << width) - 1))
    }

    /// Returns the number with this key in this shard.
    #[inline(always)]
    pub(super) fn number_at(self, shard: usize, within: u64) -> u64 {
        self.invert((shard as u64) << (self.bits - SHARD_BITS) | within)
    }

    /// Returns the number with its lower half combined with the upper half by exclusive-or. It is its own inverse.
    #[inline(always)]
    fn fold(self, number: u64) -> u64 {
        number ^ (number >> self.bits.div_ceil(2))
    }
}

/// Returns the inverse of an odd number modulo 2^64, by Newton's iteration, which doubles the number of correct bits.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn every_number_comes_back() {
        for bits in 1..=64 {
            let permutation = Permutation::new(bits);
            for number in 0..2000_u64 {
                let key = number.wrapping_mul(0x1234_5678_9abc_def1) & permutation.mask();
                let permuted = permutation.apply(key);
                assert!(permuted <= permutation.mask());
                assert_eq!(permutation.invert(permuted), key, "{bits} bits");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn neighbours_spread_over_the_upper_bits_and_the_lower_ones() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        for bits in [24, 40, 57] {
            let permutation = Permutation::new(bits);
            let (mut upper, mut lower) = ([0_u32; 256], [0_u32; 256]);
            for pair in 0..100_000_u64 {
                let key = ((pair / 300) << (bits / 2)) | (pair % 300);
                let permuted = permutation.apply(key);
                upper[(permuted >> (bits - 8)) as usize] += 1;
                lower[(permuted & 255) as usize] += 1;
            }
            // 390 are expected in each, and a fair hash stays within seven standard deviations.
            for count in upper.iter().chain(&lower) {
                assert!((250..530).contains(count), "{bits} bits: {count}");
            }
        }
    }
}
