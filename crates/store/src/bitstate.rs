//! A visited set that keeps a few bits of each state: bitstate hashing.
//!
//! Sources: Holzmann, *An Analysis of Bitstate Hashing*, Formal Methods in System Design, 1998; Dillinger
//! and Manolios, *Bloom Filters in Probabilistic Verification*, FMCAD 2004. A state sets one bit for each
//! of several hash functions in an array whose size never changes; where all of them are set already,
//! it is taken for known. The functions are made of two by enhanced double hashing: the step from one
//! to the next grows as it goes. A new state is left out with the probability that as many random bits
//! are set, see [`Omissions`], and we count the bits that are.

use crate::{Fingerprint, Omissions, Visit};

/// By so much each step is longer than the one before, round and round.
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
    /// The most hash functions.
    pub const MAX_HASHES: u32 = 32;

    /// An empty set of this number of bytes, or a few less, at least 8; with this number of hash functions.
    ///
    /// # Panics
    /// Where there is no hash function, or too many.
    #[must_use]
    pub fn new(bytes: usize, hashes: u32) -> Self {
        assert!((1..=Self::MAX_HASHES).contains(&hashes), "there are 1 to 32 hash functions");
        let words = vec![0; (bytes / size_of::<u64>()).max(1)];
        Self { words, hashes, bits_set: 0, states: 0, omissions: Omissions::default() }
    }

    /// A set of these words, with this number of hash functions; `None` where there is no such set.
    pub(crate) fn restored(words: Vec<u64>, hashes: u32, states: u64, omissions: Omissions) -> Option<Self> {
        let bits_set = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let is_set = !words.is_empty() && omissions.expected >= 0.0;
        is_set.then_some(Self { words, hashes, bits_set, states, omissions })
    }

    /// The words of the array.
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
        // More bits than a size in memory can count, where it has 32 bits itself.
        let bit = ((u128::from(hash) * u128::from(self.bits())) >> 64) as u64;
        let (word, mask) = (&mut self.words[(bit / 64) as usize], 1 << (bit % 64));
        self.bits_set += u64::from(*word & mask == 0);
        *word |= mask;
    }

    fn bits(&self) -> u64 {
        self.words.len() as u64 * u64::from(u64::BITS)
    }

    /// How likely the next new state is to be taken for one that is there. Less than 1, even where all
    /// bits are set: then nothing is ever recognised as new.
    #[inline(always)]
    fn probability(&self) -> f64 {
        (self.bits_set as f64 / self.bits() as f64).powi(self.hashes as i32)
    }

    /// How many states were new.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The number of hash functions.
    #[must_use]
    pub fn hashes(&self) -> u32 {
        self.hashes
    }

    /// What has been left out, as far as can be told.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        self.omissions
    }

    /// The memory that the set has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let words = self.words.len();
        // The old array goes before the new one comes, and pages that nobody writes to take no memory.
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
        // From nearly empty to rather full arrays.
        let mut compared = 0;
        for (kibibytes, states) in [(8, 4_000), (8, 20_000), (8, 60_000), (64, 100_000)] {
            for hashes in [1, 2, 3, 5, 12] {
                let mut set = Bitstate::new(kibibytes << 10, hashes);
                (0..states).for_each(|number| _ = set.visit(print_of(number)));
                if set.probability() > 0.95 {
                    // Too few states are recognised to tell of the others.
                    continue;
                }
                compared += 1;
                let omitted = (states - set.states()) as f64;
                let expected = set.omissions().expected;
                // Where few bits are free, each state that is recognised stands for many.
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
