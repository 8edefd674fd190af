//! Extraction of some bits of a state into a number, and the reverse.

#![allow(unsafe_code)]

/// Some bits of a word, and their position in the number.
#[derive(Debug, Clone, Copy)]
struct Part {
    word: usize,
    mask: u64,
    shift: u32,
}

/// A selection of at most 64 bits of a state. They have the same order in the number, with those of the first word
/// lowest.
#[derive(Debug, Clone, Default)]
pub(super) struct Gather {
    /// The words that have selected bits.
    parts: Box<[Part]>,
    /// A part for every word, with a mask of 0 if no bits are selected.
    ///
    /// PERF: if the number of words is known, this is a sequence of instructions without branches.
    of_words: Box<[Part]>,
}

impl Gather {
    /// Creates a selection of the bits of one mask for each word.
    pub(super) fn new(masks: &[u64]) -> Self {
        let mut shift = 0;
        let mut of_words = Vec::new();
        for (word, &mask) in masks.iter().enumerate() {
            // Once all 64 bits are gathered, there is nothing left to shift.
            of_words.push(Part { word, mask, shift: shift % u64::BITS });
            shift += mask.count_ones();
        }
        assert!(shift <= u64::BITS, "the bits of a leaf are a number");
        let parts = of_words.iter().copied().filter(|part| part.mask != 0).collect();
        Self { parts, of_words: of_words.into() }
    }

    /// Iterates over the selected bits, numbered through the words of a state.
    pub(super) fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        let parts = self.parts.iter();
        parts.flat_map(|part| (0..64).filter(|bit| part.mask >> bit & 1 == 1).map(|bit| part.word * 64 + bit))
    }

    /// Whether two states differ in one of the bits.
    #[inline(always)]
    pub(super) fn differs<const W: usize>(&self, one: &[u64], other: &[u64]) -> bool {
        if W == 0 {
            return self.parts.iter().any(|part| (one[part.word] ^ other[part.word]) & part.mask != 0);
        }
        let words = one[..W].iter().zip(&other[..W]).zip(&self.of_words[..W]);
        words.fold(0, |bits, ((one, other), part)| bits | (one ^ other) & part.mask) != 0
    }

    /// Returns the bits of a state as a number. `WIDE` requires a processor with [wide vectors](crate::wide).
    #[inline(always)]
    pub(super) fn gather<const WIDE: bool, const W: usize>(&self, state: &[u64]) -> u64 {
        if W == 0 {
            let parts = self.parts.iter();
            return parts
                .fold(0, |number, part| number | extract::<WIDE>(state[part.word], part.mask) << part.shift);
        }
        let words = state[..W].iter().zip(&self.of_words[..W]);
        words.fold(0, |number, (&word, part)| number | extract::<WIDE>(word, part.mask) << part.shift)
    }

    /// Sets the bits of a state to 0.
    pub(super) fn clear(&self, state: &mut [u64]) {
        self.parts.iter().for_each(|part| state[part.word] &= !part.mask);
    }

    /// Sets the bits of a state to those of a number. They must be 0 before.
    #[inline(always)]
    pub(super) fn scatter<const WIDE: bool, const W: usize>(&self, number: u64, state: &mut [u64]) {
        if W == 0 {
            for part in &*self.parts {
                state[part.word] |= deposit::<WIDE>(number >> part.shift, part.mask);
            }
        } else {
            for (word, part) in state[..W].iter_mut().zip(&self.of_words[..W]) {
                *word |= deposit::<WIDE>(number >> part.shift, part.mask);
            }
        }
    }
}

/// Returns the bits of a word under a mask, as adjacent bits.
#[inline(always)]
fn extract<const WIDE: bool>(word: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `WIDE` requires that the processor has BMI2, which the intrinsic is part of.
        return unsafe { std::arch::x86_64::_pext_u64(word, mask) };
    }
    extract_runs(word, mask)
}

/// Returns the lowest bits of a number, moved to the positions of a mask.
#[inline(always)]
fn deposit<const WIDE: bool>(number: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `WIDE` requires that the processor has BMI2, which the intrinsic is part of.
        return unsafe { std::arch::x86_64::_pdep_u64(number, mask) };
    }
    deposit_runs(number, mask)
}

/// Implements [`extract`] by runs of adjacent bits.
fn extract_runs(word: u64, mut mask: u64) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while mask != 0 {
        let (start, run) = first_run(mask);
        number |= (word & run) >> start << shift;
        shift += run.count_ones();
        mask &= !run;
    }
    number
}

/// Implements [`deposit`] by runs of adjacent bits.
fn deposit_runs(mut number: u64, mut mask: u64) -> u64 {
    let mut word = 0;
    while mask != 0 {
        let (start, run) = first_run(mask);
        word |= number << start & run;
        number = number.checked_shr(run.count_ones()).unwrap_or(0);
        mask &= !run;
    }
    word
}

/// Returns the lowest run of adjacent bits of a mask, and its start.
fn first_run(mask: u64) -> (u32, u64) {
    let start = mask.trailing_zeros();
    let length = (!(mask >> start)).trailing_zeros();
    (start, (u64::MAX >> (64 - length)) << start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl Iterator<Item = u64> {
        let mut seed = 9_u64;
        std::iter::repeat_with(move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        })
    }

    fn comes_back<const W: usize>(gather: &Gather, state: &[u64], masks: [u64; 3]) {
        let number = gather.gather::<false, W>(state);
        let mut back = vec![0; 3];
        gather.scatter::<false, W>(number, &mut back);
        assert_eq!(back, [0, 1, 2].map(|word| state[word] & masks[word]));
        assert!(!gather.differs::<W>(state, &back));
        back[0] ^= masks[0] & masks[0].wrapping_neg();
        assert_eq!(gather.differs::<W>(state, &back), masks[0] != 0);
        #[cfg(target_arch = "x86_64")]
        if crate::wide::is_available() {
            assert_eq!(gather.gather::<true, W>(state), number);
        }
    }

    #[test]
    fn what_is_gathered_can_be_scattered_again() {
        let mut numbers = numbers();
        for _ in 0..crate::fewer(1000) {
            let state: Vec<u64> = numbers.by_ref().take(3).collect();
            let first = numbers.next().unwrap() & numbers.next().unwrap();
            let second = numbers.next().unwrap() & numbers.next().unwrap() & numbers.next().unwrap();
            let room = 64 - first.count_ones();
            let second = if second.count_ones() > room { 0 } else { second };
            let gather = Gather::new(&[first, 0, second]);
            comes_back::<0>(&gather, &state, [first, 0, second]);
            comes_back::<3>(&gather, &state, [first, 0, second]);
        }
    }

    #[test]
    fn bits_side_by_side_are_found_run_by_run() {
        assert_eq!(extract_runs(0b1011_0110, 0b0011_0011), 0b1110);
        assert_eq!(deposit_runs(0b1110, 0b0011_0011), 0b0011_0010);
        assert_eq!(extract_runs(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(deposit_runs(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!((extract_runs(5, 0), deposit_runs(5, 0)), (0, 0));
    }
}
