//! Words of zeros to begin with, of which many have pages of their own: these are the system's again as soon as they are let go.
//!
//! Tables that grow side by side would leave holes in the memory that an allocator hands out, into which no larger table fits: a tenth to a sixth of the
//! memory of a search, which is then more than it was allowed.

#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Fewer bytes are the allocator's.
const MAPPED_BYTES: usize = 1 << 15;

/// A number of words.
#[derive(Debug)]
pub(super) enum Slots {
    Few(Vec<u64>),
    /// Its length is that of words.
    Many(MmapMut),
}

impl Slots {
    /// None.
    pub(super) const fn new() -> Self {
        Self::Few(Vec::new())
    }

    /// So many zeros.
    pub(super) fn zeros(words: usize) -> Self {
        let bytes = words * size_of::<u64>();
        // Miri maps no memory.
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
            // * it begins at a page, so that it is aligned for words, and has `len / 8` whole ones;
            // * whatever bytes it has are words, and all are initialised, as the system clears pages.
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
            // SAFETY: as above; and it is writable, and borrowed mutably as long as the slice is.
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
