//! A line of a compact table: as many entries of a given number of bytes as fit in one cache line.
//!
//! An entry of 3 bytes, for example, is split into two *planes*. Its lower 2 bytes are stored beside the lower bytes of
//! the other entries, so that all are searched at once, and its upper byte is stored beside the other upper bytes. The
//! last byte of the line is the number of its entries.
//!
//! ```text
//! 0                                     42                 63
//! │ lower halves of 21 entries          │ upper bytes      │count│
//! ```

#![allow(unsafe_code)]

/// Size of a line, in bytes.
pub(super) const LINE_BYTES: usize = 64;

/// A line. The caller passes the number of bytes per entry.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line([u8; LINE_BYTES]);

impl Default for Line {
    fn default() -> Self {
        Self([0; LINE_BYTES])
    }
}

/// Returns the number of entries of `bytes` bytes that a line holds.
#[inline(always)]
pub(super) const fn entries_of(bytes: usize) -> usize {
    (LINE_BYTES - 1) / bytes
}

/// Returns the number of bytes of an entry in the first plane.
#[inline(always)]
const fn lower_bytes(bytes: usize) -> usize {
    match bytes {
        1 => 1,
        2 | 3 => 2,
        _ => 4,
    }
}

impl Line {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        usize::from(self.0[LINE_BYTES - 1])
    }

    /// Adds an entry of `BYTES` bytes to a line that is not full.
    #[inline(always)]
    pub(super) fn push<const BYTES: usize>(&mut self, entry: u64) {
        let (at, lower) = (self.len(), lower_bytes(BYTES));
        debug_assert!(at < entries_of(BYTES));
        let bytes = entry.to_le_bytes();
        self.0[at * lower..][..lower].copy_from_slice(&bytes[..lower]);
        let upper = BYTES - lower;
        self.0[Self::upper_at::<BYTES>(at)..][..upper].copy_from_slice(&bytes[lower..BYTES]);
        self.0[LINE_BYTES - 1] += 1;
    }

    #[inline(always)]
    fn upper_at<const BYTES: usize>(at: usize) -> usize {
        let lower = lower_bytes(BYTES);
        entries_of(BYTES) * lower + at * (BYTES - lower)
    }

    /// Returns the entry at an index.
    #[inline(always)]
    pub(super) fn entry<const BYTES: usize>(&self, at: usize) -> u64 {
        let lower = lower_bytes(BYTES);
        let mut bytes = [0; 8];
        bytes[..lower].copy_from_slice(&self.0[at * lower..][..lower]);
        bytes[lower..BYTES].copy_from_slice(&self.0[Self::upper_at::<BYTES>(at)..][..BYTES - lower]);
        u64::from_le_bytes(bytes)
    }

    /// Whether the line contains an entry.
    #[inline(always)]
    pub(super) fn has<const BYTES: usize>(&self, entry: u64) -> bool {
        let lower = lower_bytes(BYTES);
        let mut found = match lower {
            1 => self.equal_bytes(entry as u8),
            2 => self.equal_pairs(entry as u16),
            _ => self.equal_quadruples(entry as u32),
        };
        // The entries are followed by other planes, or by unused bytes.
        found &= !(u64::MAX << (self.len() * lower));
        if BYTES == lower {
            return found != 0;
        }
        while found != 0 {
            if self.entry::<BYTES>(found.trailing_zeros() as usize / lower) == entry {
                return true;
            }
            found &= found - 1;
        }
        false
    }

    /// Returns a bit for each byte that equals the given one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn equal_bytes(&self, byte: u8) -> u64 {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set1_epi8};
        self.quarters(|quarter| {
            // SAFETY: the intrinsics are part of SSE2, which every x86-64 processor has.
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(quarter, _mm_set1_epi8(byte.cast_signed()))) }
        })
    }

    /// Returns a bit for each pair of bytes that equals the given one: the lower of its two bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn equal_pairs(&self, pair: u16) -> u64 {
        use std::arch::x86_64::{_mm_cmpeq_epi16, _mm_movemask_epi8, _mm_set1_epi16};
        let found = self.quarters(|quarter| {
            // SAFETY: the intrinsics are part of SSE2, which every x86-64 processor has.
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi16(quarter, _mm_set1_epi16(pair.cast_signed()))) }
        });
        found & 0x5555_5555_5555_5555
    }

    /// Returns a bit for each quadruple of bytes that equals the given one: the lowest of its four bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn equal_quadruples(&self, quadruple: u32) -> u64 {
        use std::arch::x86_64::{_mm_cmpeq_epi32, _mm_movemask_epi8, _mm_set1_epi32};
        let found = self.quarters(|quarter| {
            // SAFETY: the intrinsics are part of SSE2, which every x86-64 processor has.
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(quarter, _mm_set1_epi32(quadruple.cast_signed()))) }
        });
        found & 0x1111_1111_1111_1111
    }

    /// Returns the matches in the four quarters of the line, a bit for each byte.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn quarters(&self, find: impl Fn(std::arch::x86_64::__m128i) -> i32) -> u64 {
        (0..4).fold(0, |found, quarter| {
            // SAFETY:
            // * the intrinsic is part of SSE2, which every x86-64 processor has;
            // * the address is that of sixteen bytes inside the array, since quarter < 4;
            // * it is a multiple of 16, since the line is aligned to 64 bytes.
            let bytes =
                unsafe { std::arch::x86_64::_mm_load_si128(self.0.as_ptr().add(quarter * 16).cast()) };
            found | u64::from(find(bytes).cast_unsigned()) << (quarter * 16)
        })
    }

    /// Returns a bit for each byte that equals the given one.
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    fn equal_bytes(&self, byte: u8) -> u64 {
        use std::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat};
        self.quarters(|quarter| u8x16_bitmask(u8x16_eq(quarter, u8x16_splat(byte))))
    }

    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    fn equal_pairs(&self, pair: u16) -> u64 {
        use std::arch::wasm32::{u8x16_bitmask, u16x8_eq, u16x8_splat};
        let found = self.quarters(|quarter| u8x16_bitmask(u16x8_eq(quarter, u16x8_splat(pair))));
        found & 0x5555_5555_5555_5555
    }

    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    fn equal_quadruples(&self, quadruple: u32) -> u64 {
        use std::arch::wasm32::{u8x16_bitmask, u32x4_eq, u32x4_splat};
        let found = self.quarters(|quarter| u8x16_bitmask(u32x4_eq(quarter, u32x4_splat(quadruple))));
        found & 0x1111_1111_1111_1111
    }

    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline(always)]
    fn quarters(&self, find: impl Fn(std::arch::wasm32::v128) -> u16) -> u64 {
        (0..4).fold(0, |found, quarter| {
            // SAFETY: the address is that of sixteen bytes inside the array, since quarter < 4. No alignment is
            // required.
            let bytes = unsafe { std::arch::wasm32::v128_load(self.0.as_ptr().add(quarter * 16).cast()) };
            found | u64::from(find(bytes)) << (quarter * 16)
        })
    }

    #[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128"))))]
    fn equal_bytes(&self, byte: u8) -> u64 {
        self.equal_one_by_one(&[byte])
    }

    #[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128"))))]
    fn equal_pairs(&self, pair: u16) -> u64 {
        self.equal_one_by_one(&pair.to_le_bytes())
    }

    #[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128"))))]
    fn equal_quadruples(&self, quadruple: u32) -> u64 {
        self.equal_one_by_one(&quadruple.to_le_bytes())
    }

    #[cfg(any(
        test,
        not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128")))
    ))]
    fn equal_one_by_one(&self, wanted: &[u8]) -> u64 {
        let groups = self.0.chunks_exact(wanted.len()).enumerate();
        groups
            .filter(|(_, group)| *group == wanted)
            .fold(0, |found, (at, _)| found | 1 << (at * wanted.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fills_and_finds<const BYTES: usize>() {
        let mut line = Line::default();
        let most = u64::MAX >> (64 - 8 * BYTES);
        let entry = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) & most;
        for at in 0..entries_of(BYTES) as u64 {
            assert_eq!(line.len() as u64, at);
            assert_eq!(line.has::<BYTES>(entry(at)), (0..at).any(|before| entry(before) == entry(at)));
            // Near misses differ in one bit of either plane.
            line.push::<BYTES>(entry(at));
            assert!(line.has::<BYTES>(entry(at)));
            for bit in 0..8 * BYTES {
                let other = entry(at) ^ 1 << bit;
                assert_eq!(line.has::<BYTES>(other), (0..=at).any(|before| entry(before) == other));
            }
        }
        assert!((0..entries_of(BYTES)).all(|at| line.entry::<BYTES>(at) == entry(at as u64)));
    }

    #[test]
    fn a_line_of_any_width_finds_what_was_put_in_and_nothing_else() {
        fills_and_finds::<1>();
        fills_and_finds::<2>();
        fills_and_finds::<3>();
        fills_and_finds::<4>();
        fills_and_finds::<5>();
        fills_and_finds::<6>();
        fills_and_finds::<7>();
        fills_and_finds::<8>();
    }

    #[test]
    fn searching_at_a_stroke_finds_what_searching_one_by_one_finds() {
        let mut seed = 1_u64;
        for _ in 0..crate::fewer(1000) {
            let mut line = Line::default();
            for byte in &mut line.0 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = (seed >> 60) as u8 & 3;
            }
            assert_eq!(line.equal_bytes(2), line.equal_one_by_one(&[2]));
            assert_eq!(line.equal_pairs(0x0102), line.equal_one_by_one(&[2, 1]));
            assert_eq!(line.equal_quadruples(0x0102_0300), line.equal_one_by_one(&[0, 3, 2, 1]));
        }
    }
}
