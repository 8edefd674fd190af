//! An array of words, initially zero. Large arrays have their own pages, which the system gets back as soon as they are
//! freed.
//!
//! Tables that grow side by side would leave holes in the memory of an allocator that are too small for larger tables.
//! The holes would take a tenth to a sixth of the memory of a search, which would then exceed its limit.

#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Minimum size of an array with its own pages, in bytes.
const MAPPED_BYTES: usize = 1 << 15;

/// An array of words.
#[derive(Debug)]
pub(super) enum Slots {
    Few(Vec<u64>),
    /// A mapping whose length is a whole number of words.
    Many(MmapMut),
}

impl Slots {
    /// Creates an empty array.
    pub(super) const fn new() -> Self {
        Self::Few(Vec::new())
    }

    /// Creates an array of `words` zeros.
    pub(super) fn zeros(words: usize) -> Self {
        let bytes = words * size_of::<u64>();
        // Miri does not support mappings.
        let mapped = (bytes >= MAPPED_BYTES && !cfg!(miri)).then(|| MmapMut::map_anon(bytes).ok()).flatten();
        mapped.map_or_else(|| Self::Few(vec![0; words]), Self::Many)
    }
}

impl Deref for Slots {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        match self {
            Self::Few(words) => words,
            // SAFETY:
            // * the mapping is readable, private to this process, and lives as long as the slice;
            // * it begins at a page, so it is aligned for words, and has `len / 8` whole ones;
            // * any bytes are valid words, and all are initialised, since the system clears pages.
            Self::Many(mapped) => unsafe {
                std::slice::from_raw_parts(mapped.as_ptr().cast(), mapped.len() / size_of::<u64>())
            },
        }
    }
}

impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Few(words) => words,
            // SAFETY: as above. The mapping is also writable, and borrowed mutably as long as the slice is.
            Self::Many(mapped) => unsafe {
                std::slice::from_raw_parts_mut(mapped.as_mut_ptr().cast(), mapped.len() / size_of::<u64>())
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_words_are_zeros_that_can_be_written() {
        for words in [0, 1, 4095, 4096, 100_001] {
            let mut slots = Slots::zeros(words);
            assert_eq!(slots.len(), words);
            assert!(slots.iter().all(|&word| word == 0));
            slots.iter_mut().zip(1..).for_each(|(slot, number)| *slot = number);
            assert!(slots.iter().copied().eq(1..=words as u64));
        }
    }
}
