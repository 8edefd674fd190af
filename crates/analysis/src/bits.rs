//! Sets of events as bits, for loops that query or change them with each event, or process many at a time.
//!
//! PERF: written by hand. `bitvec` is used in code that does not depend on single instructions or on the width of words.

/// A set of numbers below some bound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Creates an empty set of numbers below `bound`.
    pub(crate) fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Copies another set with the same bound.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    /// Becomes the complement of another set with the same bound. Numbers beyond the bound are included.
    #[inline]
    pub(crate) fn become_all_but(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word = !other);
    }

    /// Adds all numbers of a row of words.
    #[inline]
    pub(crate) fn insert_row(&mut self, row: &[u64]) {
        self.0.iter_mut().zip(row).for_each(|(word, row)| *word |= row);
    }

    /// Adds a number, and returns whether it was new.
    #[inline]
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: u32) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    #[inline]
    pub(crate) fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Returns 64 numbers at a time.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_and_go() {
        let mut bits = Bits::new(130);
        assert!(bits.insert(129) && !bits.insert(129) && bits.insert(63) && bits.has(129) && !bits.has(64));
        bits.remove(129);
        assert!(!bits.has(129) && bits.has(63));
        assert_eq!(bits.words(), [1 << 63, 0, 0]);
        bits.clear();
        assert!(!bits.has(63));
    }
}
