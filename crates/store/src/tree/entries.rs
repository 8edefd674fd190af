//! The entries of an index, in segments of equal size.
//!
//! An index that grows in one piece leaves a hole in memory that nothing else fits. A segment can be reused by any
//! other index that grows.

use std::ops::{Index, IndexMut};

use sanderling_cutoff::ENTRIES_OF_SEGMENT;

use crate::prefetch::prefetch;

/// The contents of a free entry.
pub(super) const FREE: u32 = u32::MAX;

/// An array of entries.
#[derive(Debug, Clone, Default)]
pub(super) struct Entries {
    segments: Vec<Box<[u32]>>,
    len: usize,
}

impl Entries {
    /// Creates `len` free entries.
    pub(super) fn new(len: usize) -> Self {
        let mut entries = Self::default();
        entries.renew(len);
        entries
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the next entry, which is the first one after the last.
    #[inline(always)]
    pub(super) fn behind(&self, at: usize) -> usize {
        if at + 1 == self.len { 0 } else { at + 1 }
    }

    /// Changes the number of entries, and empties all of them.
    pub(super) fn renew(&mut self, len: usize) {
        let of_segment = len.min(ENTRIES_OF_SEGMENT.size());
        self.segments.retain(|segment| segment.len() == of_segment);
        self.segments.iter_mut().for_each(|segment| segment.fill(FREE));
        self.segments
            .reserve_exact(len.div_ceil(ENTRIES_OF_SEGMENT.size()).saturating_sub(self.segments.len()));
        self.segments.resize_with(len.div_ceil(ENTRIES_OF_SEGMENT.size()), || {
            vec![FREE; of_segment].into_boxed_slice()
        });
        self.len = len;
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: usize) {
        prefetch(&self.segments[at / ENTRIES_OF_SEGMENT.size()], at % ENTRIES_OF_SEGMENT.size());
    }

    pub(super) fn bytes(&self) -> usize {
        let entries: usize = self.segments.iter().map(|segment| segment.len()).sum();
        entries * size_of::<u32>() + self.segments.capacity() * size_of::<Box<[u32]>>()
    }
}

impl Index<usize> for Entries {
    type Output = u32;

    #[inline(always)]
    fn index(&self, at: usize) -> &u32 {
        &self.segments[at / ENTRIES_OF_SEGMENT.size()][at % ENTRIES_OF_SEGMENT.size()]
    }
}

impl IndexMut<usize> for Entries {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut u32 {
        &mut self.segments[at / ENTRIES_OF_SEGMENT.size()][at % ENTRIES_OF_SEGMENT.size()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_free_at_first_and_whenever_there_are_more() {
        let mut entries = Entries::default();
        for len in [16, 32, 700, 1500, 1875] {
            entries.renew(len);
            assert!((0..len).all(|at| entries[at] == FREE));
            (0..len).for_each(|at| entries[at] = at as u32);
            assert!((0..len).all(|at| entries[at] == at as u32 && entries.behind(at) == (at + 1) % len));
        }
    }
}
