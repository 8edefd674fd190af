//! A line of the index: sixteen entries in one cache line, which are searched at once.
//!
//! Removing an entry from a line that is not full leaves no trace. In a full line it leaves a *tombstone*: the line
//! still counts as full in searches, since entries may have overflowed into the next lines.
//!
//! INVARIANT: free entries are at the end; a line with a tombstone has no free entry.

#![allow(unsafe_code)]

/// Number of entries in a line.
pub(crate) const ENTRIES: usize = 16;

/// The replacement of an entry removed from a full line. It has the tag of free entries.
const TOMBSTONE: u32 = 1;

/// Sixteen entries. Free entries are 0.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct Line([u32; ENTRIES]);

impl Line {
    /// Returns a bit for each entry whose bits under `mask` equal `tag`, which is not 0.
    #[inline(always)]
    pub(crate) fn matching(&self, mask: u32, tag: u32) -> u32 {
        debug_assert_ne!(tag & mask, 0);
        self.masked(mask, tag)
    }

    /// Returns a bit for each entry whose bits under `mask` equal `tag`, which is not 0, by means of wide vectors.
    ///
    /// # Safety
    /// The processor must have them: [`crate::wide::is_available`].
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) unsafe fn matching_wide(&self, mask: u32, tag: u32) -> u32 {
        use std::arch::x86_64::{
            _mm256_and_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_load_si256, _mm256_movemask_ps,
            _mm256_set1_epi32,
        };
        let mut found = 0;
        for half in 0..2 {
            // SAFETY:
            // * the intrinsics are part of AVX2, which the caller guarantees;
            // * the address is that of eight entries inside the array, since half < 2;
            // * it is a multiple of 32, since the line is aligned to 64 bytes.
            let equal = unsafe {
                let entries = _mm256_load_si256(self.0.as_ptr().add(half * 8).cast());
                let tags = _mm256_and_si256(entries, _mm256_set1_epi32(mask.cast_signed()));
                let equal = _mm256_cmpeq_epi32(tags, _mm256_set1_epi32(tag.cast_signed()));
                _mm256_movemask_ps(_mm256_castsi256_ps(equal))
            };
            found |= equal.cast_unsigned() << (half * 8);
        }
        found
    }

    /// Returns the index of the first free entry.
    #[inline(always)]
    pub(crate) fn first_free(&self) -> Option<usize> {
        let free = self.masked(u32::MAX, 0);
        (free != 0).then(|| free.trailing_zeros() as usize)
    }

    /// Returns the entry at an index.
    #[inline(always)]
    pub(crate) fn entry(&self, index: u32) -> u32 {
        self.0[index as usize]
    }

    /// Fills a free entry or a tombstone.
    #[inline(always)]
    pub(crate) fn fill(&mut self, index: usize, entry: u32) {
        debug_assert!(self.0[index] <= TOMBSTONE);
        self.0[index] = entry;
    }

    /// Returns the index of the first tombstone.
    pub(crate) fn first_tombstone(&self) -> Option<usize> {
        self.0.iter().position(|&entry| entry == TOMBSTONE)
    }

    /// Returns the index of an entry.
    pub(crate) fn position_of(&self, entry: u32) -> Option<usize> {
        self.0.iter().position(|&other| other == entry)
    }

    /// Removes an entry, and returns whether it left a tombstone.
    pub(crate) fn take_out(&mut self, index: usize) -> bool {
        match self.first_free() {
            None => {
                self.0[index] = TOMBSTONE;
                true
            }
            Some(free) => {
                self.0[index] = self.0[free - 1];
                self.0[free - 1] = 0;
                false
            }
        }
    }

    /// Returns a bit for each entry that equals `value` under a mask.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn masked(&self, mask: u32, value: u32) -> u32 {
        use std::arch::x86_64::{
            _mm_and_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_load_si128, _mm_movemask_ps, _mm_set1_epi32,
        };
        let mut found = 0;
        for quarter in 0..ENTRIES / 4 {
            // SAFETY:
            // * the intrinsics are part of SSE2, which every x86-64 processor has;
            // * the address is that of four entries inside the array, since quarter < 4;
            // * it is a multiple of 16, since the line is aligned to 64 bytes.
            let equal = unsafe {
                let entries = _mm_load_si128(self.0.as_ptr().add(quarter * 4).cast());
                let masked = _mm_and_si128(entries, _mm_set1_epi32(mask.cast_signed()));
                let equal = _mm_cmpeq_epi32(masked, _mm_set1_epi32(value.cast_signed()));
                _mm_movemask_ps(_mm_castsi128_ps(equal))
            };
            found |= equal.cast_unsigned() << (quarter * 4);
        }
        found
    }

    /// Returns a bit for each entry that equals `value` under a mask.
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    fn masked(&self, mask: u32, value: u32) -> u32 {
        use std::arch::wasm32::{i32x4_bitmask, i32x4_eq, u32x4_splat, v128_and, v128_load};
        let mut found = 0;
        for quarter in 0..ENTRIES / 4 {
            // SAFETY: the address is that of four entries inside the array, since quarter < 4. No alignment is
            // required.
            let entries = unsafe { v128_load(self.0.as_ptr().add(quarter * 4).cast()) };
            let equal = i32x4_eq(v128_and(entries, u32x4_splat(mask)), u32x4_splat(value));
            found |= u32::from(i32x4_bitmask(equal)) << (quarter * 4);
        }
        found
    }

    /// Returns a bit for each entry that equals `value` under a mask.
    #[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128"))))]
    #[inline(always)]
    fn masked(&self, mask: u32, value: u32) -> u32 {
        self.masked_one_by_one(mask, value)
    }

    #[cfg(any(
        test,
        not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128")))
    ))]
    fn masked_one_by_one(&self, mask: u32, value: u32) -> u32 {
        let equal = self.0.iter().enumerate().filter(|&(_, entry)| entry & mask == value);
        equal.fold(0, |found, (index, _)| found | 1 << index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_out_leaves_a_tombstone_in_a_full_line_alone() {
        let mut line = Line::default();
        (0..5).for_each(|index| line.fill(index, 100 + index as u32));
        assert!(!line.take_out(1));
        assert_eq!(line.0[..5], [100, 104, 102, 103, 0]);
        (4..ENTRIES).for_each(|index| line.fill(index, 200 + index as u32));
        assert!(line.take_out(2));
        assert_eq!(
            (line.first_free(), line.first_tombstone(), line.position_of(103)),
            (None, Some(2), Some(3))
        );
    }

    #[test]
    fn searching_at_a_stroke_finds_what_searching_one_by_one_finds() {
        let mut seed = 1_u32;
        for _ in 0..crate::fewer(1000) {
            let mut line = Line::default();
            for entry in &mut line.0 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *entry = if seed >> 31 == 0 { 0 } else { (seed >> 8 & 3) << 24 | seed & 0xff };
            }
            for tag in 1..4 {
                let expected = line.masked_one_by_one(0xff00_0000, tag << 24);
                assert_eq!(line.matching(0xff00_0000, tag << 24), expected);
                #[cfg(target_arch = "x86_64")]
                if crate::wide::is_available() {
                    // SAFETY: the processor has wide vectors, as the condition checks.
                    assert_eq!(unsafe { line.matching_wide(0xff00_0000, tag << 24) }, expected);
                }
            }
            let free = line.0.iter().position(|&entry| entry == 0);
            assert_eq!(line.first_free(), free);
        }
    }
}
