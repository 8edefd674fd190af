//! 128-bit hashes, for sets that store only the hash of a state.
//!
//! The two halves are computed like [`hash`](crate::hash::hash), by multiplications whose halves are folded together,
//! but with their own constants and one more multiplication at the end. Each half is independent of the other, and of
//! the hash by which a store looks up states. INVARIANT: each half differs for two different states, except for one
//! pair in about 2⁶⁴.

use crate::hash::fold;

const SEEDS: [u64; 2] = [0xa076_1d64_78bd_642f, 0x2d35_8dcc_aa6c_78a5];
const EVEN: [u64; 2] = [0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
const ODD: [u64; 2] = [0x5899_65cc_7537_4cc3, 0x1d8e_4e27_c47d_124f];
const LAST: [u64; 2] = [0xeb44_acca_b455_d165, 0x9c6e_6877_736c_46e3];

/// The hash of a state, in two halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// The first half.
    pub first: u64,
    /// The second half, independent of the first.
    pub second: u64,
}

impl Fingerprint {
    /// Computes the fingerprint of a state.
    #[must_use]
    #[inline(always)]
    pub fn of(state: &[u64]) -> Self {
        let mut halves = SEEDS;
        let mut pairs = state.chunks_exact(2);
        for pair in &mut pairs {
            for half in 0..2 {
                halves[half] = fold(pair[0] ^ halves[half], pair[1] ^ EVEN[half]);
            }
        }
        if let [last] = pairs.remainder() {
            for half in 0..2 {
                halves[half] = fold(last ^ halves[half], ODD[half]);
            }
        }
        let [first, second] = [0, 1].map(|half| fold(halves[half] ^ ODD[half], LAST[half]));
        Self { first, second }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Changing one bit of a state changes each bit of each half for about half of the states.
    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn every_bit_of_a_state_matters_to_every_bit_of_both_halves() {
        const STATES: u64 = 2_000;
        for (words, bit) in [(1, 0), (1, 63), (2, 64), (3, 70), (3, 128)] {
            let mut changes = [0_u32; 128];
            for number in 0..STATES {
                let mut state = vec![number; words];
                let before = Fingerprint::of(&state);
                state[bit / 64] ^= 1 << (bit % 64);
                let after = Fingerprint::of(&state);
                let flipped = [before.first ^ after.first, before.second ^ after.second];
                for (at, changes) in changes.iter_mut().enumerate() {
                    *changes += (flipped[at / 64] >> (at % 64) & 1) as u32;
                }
            }
            // 1000 are expected, with a standard deviation of 22.
            assert!(
                changes.iter().all(|changes| (870..1130).contains(changes)),
                "{words} {bit}: {changes:?}"
            );
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn neighbours_differ_in_both_halves() {
        let states = (0..200_000_u64).map(|number| [number / 500, number % 500]);
        let prints: Vec<Fingerprint> = states.map(|state| Fingerprint::of(&state)).collect();
        for half in [|print: &Fingerprint| print.first, |print: &Fingerprint| print.second] {
            assert_eq!(prints.iter().map(half).collect::<HashSet<_>>().len(), prints.len());
        }
        assert_ne!(Fingerprint::of(&[0]), Fingerprint::of(&[0, 0]));
        assert_ne!(Fingerprint::of(&[0, 0]), Fingerprint::of(&[0, 0, 0]));
    }
}
