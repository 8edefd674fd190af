//! A visited set that stores a few bits of each state: bitstate hashing.
//!
//! Sources: Holzmann, *An Analysis of Bitstate Hashing*, Formal Methods in System Design, 1998; Dillinger and Manolios,
//! *Bloom Filters in Probabilistic Verification*, FMCAD 2004. Each state sets one bit per hash function in an array of
//! constant size. If all its bits are already set, the state is taken for known. Enhanced double hashing derives all
//! functions from two: the step from one function to the next grows. A new state is omitted with the probability that
//! this number of random bits are all set; see [`Omissions`]. The set counts the bits that are set.

use crate::{Fingerprint, Omissions, Visit};

/// The increment of the step from one hash function to the next, modulo 2^64.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A set of bits.
#[derive(Debug)]
pub struct Bitstate {
    words: Vec<u64>,
    hashes: u32,
    bits_set: u64,
    states: u64,
    omissions: Omissions,
}

impl Bitstate {
    /// Maximum number of hash functions.
    pub const MAX_HASHES: u32 = 32;

    /// Creates an empty set of `bytes` bytes, rounded down to whole words, but at least 8.
    ///
    /// # Panics
    /// If `hashes` is 0 or greater than the maximum.
    #[must_use]
    pub fn new(bytes: usize, hashes: u32) -> Self {
        assert!((1..=Self::MAX_HASHES).contains(&hashes), "there are 1 to 32 hash functions");
        let words = vec![0; (bytes / size_of::<u64>()).max(1)];
        Self { words, hashes, bits_set: 0, states: 0, omissions: Omissions::default() }
    }

    /// Restores a set from its words, or returns `None` if they are not a valid set.
    pub(crate) fn restored(words: Vec<u64>, hashes: u32, states: u64, omissions: Omissions) -> Option<Self> {
        let bits_set = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let is_set = !words.is_empty() && omissions.expected >= 0.0;
        is_set.then_some(Self { words, hashes, bits_set, states, omissions })
    }

    /// Returns the words of the array.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Looks a state up by its hash, and sets its bits.
    #[inline]
    pub fn visit(&mut self, print: Fingerprint) -> Visit {
        let probability = self.probability();
        let bits_before = self.bits_set;
        let (mut hash, mut step) = (print.first, print.second);
        for _ in 0..self.hashes {
            self.set(hash);
            hash = hash.wrapping_add(step);
            step = step.wrapping_add(STRIDE);
        }
        if self.bits_set == bits_before {
            return Visit::Known;
        }
        self.states += 1;
        self.omissions.recognised(probability);
        Visit::New
    }

    #[inline(always)]
    fn set(&mut self, hash: u64) {
        // The number of bits may exceed a 32-bit `usize`.
        let bit = ((u128::from(hash) * u128::from(self.bits())) >> 64) as u64;
        let (word, mask) = (&mut self.words[(bit / 64) as usize], 1 << (bit % 64));
        self.bits_set += u64::from(*word & mask == 0);
        *word |= mask;
    }

    fn bits(&self) -> u64 {
        self.words.len() as u64 * u64::from(u64::BITS)
    }

    /// Returns the probability that the next new state is taken for a known one.
    ///
    /// It is 1 once all bits are set. No state is recognised as new from then on, so the estimate never uses that
    /// value.
    #[inline(always)]
    fn probability(&self) -> f64 {
        (self.bits_set as f64 / self.bits() as f64).powi(self.hashes as i32)
    }

    /// Returns the number of states recognised as new.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Returns the number of hash functions.
    #[must_use]
    pub fn hashes(&self) -> u32 {
        self.hashes
    }

    /// Returns the estimated omissions.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        self.omissions
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        let words = self.words.len();
        // Frees the old array before allocating the new one. Pages that are never written take no memory.
        self.words = Vec::new();
        self.words = vec![0; words];
        (self.bits_set, self.states, self.omissions) = (0, 0, Omissions::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print_of(number: u64) -> Fingerprint {
        Fingerprint::of(&[number, 7])
    }

    #[test]
    fn what_was_visited_is_known() {
        for hashes in [1, 3, 32] {
            let mut set = Bitstate::new(1000, hashes);
            let mut visited = 0;
            for number in 0..100 {
                visited += u64::from(set.visit(print_of(number)) == Visit::New);
                assert!((0..=number).all(|known| set.visit(print_of(known)) == Visit::Known));
            }
            assert_eq!(set.states(), visited);
            set.clear();
            assert_eq!((set.states(), set.visit(print_of(3))), (0, Visit::New));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn as_many_states_are_left_out_as_expected() {
        if cfg!(miri) {
            return;
        }
        // The arrays range from nearly empty to rather full.
        let mut compared = 0;
        for (kibibytes, states) in [(8, 4_000), (8, 20_000), (8, 60_000), (64, 100_000)] {
            for hashes in [1, 2, 3, 5, 12] {
                let mut set = Bitstate::new(kibibytes << 10, hashes);
                (0..states).for_each(|number| _ = set.visit(print_of(number)));
                if set.probability() > 0.95 {
                    // Too few states are recognised for an estimate.
                    continue;
                }
                compared += 1;
                let omitted = (states - set.states()) as f64;
                let expected = set.omissions().expected;
                // If few bits are free, each recognised state accounts for many omitted ones.
                let deviation = expected.sqrt() + 0.01 * expected + 1.0;
                let found = format!("{kibibytes} KiB, {hashes} hashes: {omitted} for {expected}");
                assert!((omitted - expected).abs() < 5.0 * deviation, "{found}");
            }
        }
        assert!(compared > 15, "{compared} arrays are not full");
    }

    #[test]
    fn a_full_array_knows_everything() {
        let mut set = Bitstate::new(8, 1);
        (0..10_000).for_each(|number| _ = set.visit(print_of(number)));
        assert_eq!((set.states(), set.bytes()), (64, 8));
        assert_eq!(set.visit(print_of(10_000)), Visit::Known);
        assert!(set.omissions().expected.is_finite() && set.omissions().probability() > 0.999);
    }
}
