//! The index of a shard, which maps a hash to the states that may have it.
//!
//! The index is a table of 32-bit entries beside the array of states. An entry contains the position of the state, in
//! as many bits as the table needs, at most 24. Its other bits are a tag of further bits of the hash, so that a probe
//! usually reads a state only if it is the right one. Sixteen entries make a [`Line`], which is one cache line and is
//! searched at once. A full line overflows into the next. The number of lines need not be a power of two: the bucket of
//! a hash is line `hash · lines / 2³²`. Growing by half keeps the table 46 to 69 % full, at 5.8 to 8.7 bytes for a
//! state.
//!
//! Removing states leaves tombstones in lines that were full. If there are many, the index is rebuilt at the same size.
//!
//! INVARIANT: a line is filled from its start; a line that was full has no free entry until the index is rebuilt; some
//! line is not full.

#![allow(unsafe_code)]

use crate::line::{ENTRIES, Line};
use crate::lines::{BlockLines, Lines};

/// Maximum number of bits of an entry for the position.
const MAX_POSITION_BITS: u32 = 24;

/// Maximum load, in sixteenths of the entries, of an index optimised for speed.
///
/// PERF: the fuller the table, the more lines overflow, and each overflow costs another cache miss.
const MAX_SIXTEENTHS: usize = 11;
/// Growth of such an index: by half.
const GROWTH: usize = 2;

/// An index for states that take little more memory than their entries: 85 to 94 % full, at 4.3 to 4.7 bytes for a
/// state.
pub(crate) type DenseIndex = Index<BlockLines, 15, 10>;

/// Maximum number of states of an index.
pub const MAX_STATES: usize = 1 << MAX_POSITION_BITS;

/// The index of a shard.
///
/// At most `MAX` sixteenths of the entries are occupied, and the table grows by one part in `PART`.
#[derive(Debug, Default)]
pub(crate) struct Index<L = Vec<Line>, const MAX: usize = MAX_SIXTEENTHS, const PART: usize = GROWTH> {
    lines: L,
    occupied: usize,
    tombstones: usize,
    /// The number of bits of an entry for the position. The other bits are the tag.
    position_bits: u32,
}

impl<L: Lines, const MAX: usize, const PART: usize> Index<L, MAX, PART> {
    /// Returns the position of the first state with this hash for which `is_same` holds. Otherwise returns the free
    /// entry for such a state.
    ///
    /// There must be room; see [`grow_for`](Self::grow_for). `WIDE` requires a processor with [wide
    /// vectors](crate::wide).
    #[inline(always)]
    pub(crate) fn find<const WIDE: bool>(
        &self,
        hash: u32,
        mut is_same: impl FnMut(usize) -> bool,
    ) -> Result<usize, FreeEntry> {
        let (tag, mask) = (self.tag_of(hash), self.tag_mask());
        let mut at = self.bucket(hash);
        loop {
            let line = self.lines.line(at);
            let mut matching = matching::<WIDE>(line, mask, tag);
            while matching != 0 {
                let position = (line.entry(matching.trailing_zeros()) & !mask) as usize;
                if is_same(position) {
                    return Ok(position);
                }
                matching &= matching - 1;
            }
            if let Some(entry) = line.first_free() {
                return Err(FreeEntry { line: at, entry });
            }
            at = self.behind(at);
        }
    }

    /// Fills the free entry that [`find`](Self::find) returned for this hash.
    #[inline(always)]
    pub(crate) fn fill(&mut self, free: FreeEntry, hash: u32, position: usize) {
        debug_assert!(position < 1 << self.position_bits);
        let entry = self.tag_of(hash) | position as u32;
        self.lines.line_mut(free.line).fill(free.entry, entry);
        self.occupied += 1;
    }

    /// Returns the entry to fill: the tombstone nearest to the bucket of the hash, or else the free entry that
    /// [`find`](Self::find) returned.
    pub(crate) fn reuse(&mut self, hash: u32, free: FreeEntry) -> FreeEntry {
        let mut at = self.bucket(hash);
        while self.tombstones > 0 && at != free.line {
            if let Some(entry) = self.lines.line(at).first_tombstone() {
                self.tombstones -= 1;
                return FreeEntry { line: at, entry };
            }
            at = self.behind(at);
        }
        free
    }

    /// Removes the state with this hash at this position.
    pub(crate) fn remove(&mut self, hash: u32, position: usize) {
        let entry = self.tag_of(hash) | position as u32;
        let mut at = self.bucket(hash);
        loop {
            if let Some(index) = self.lines.line(at).position_of(entry) {
                self.tombstones += usize::from(self.lines.line_mut(at).take_out(index));
                self.occupied -= 1;
                return;
            }
            at = self.behind(at);
        }
    }

    /// Removes the state at this position, given its hash without the lowest `low_bits` bits.
    pub(crate) fn remove_by_high_bits(&mut self, hash: u32, low_bits: u32, position: usize) {
        let mut at = self.bucket(hash & u32::MAX << low_bits);
        loop {
            let mask = self.tag_mask();
            let is_it = |entry: u32| entry & mask != 0 && entry & !mask == position as u32;
            if let Some(index) = (0..ENTRIES as u32).find(|&index| is_it(self.lines.line(at).entry(index))) {
                self.tombstones += usize::from(self.lines.line_mut(at).take_out(index as usize));
                self.occupied -= 1;
                return;
            }
            at = self.behind(at);
        }
    }

    /// Iterates over the positions of the states, each with the low bits of its hash. At least eight of these bits are
    /// known.
    pub(crate) fn low_bits(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let entries = (0..self.lines.len())
            .flat_map(move |at| (0..ENTRIES as u32).map(move |index| self.lines.line(at).entry(index)));
        let taken = entries.filter(|&entry| entry & self.tag_mask() != 0);
        taken.map(|entry| ((entry & !self.tag_mask()) as usize, (entry >> self.position_bits) as u8))
    }

    /// Whether tombstones are numerous enough to slow down searching.
    pub(crate) fn is_worn(&self) -> bool {
        self.tombstones > self.lines.len()
    }

    /// Returns the position of the state that most likely has this hash.
    ///
    /// Without a candidate it returns 0 and prefetches the next line, which may contain the state as well. `WIDE`
    /// requires a processor with [wide vectors](crate::wide).
    #[inline(always)]
    pub(crate) fn likely_position<const WIDE: bool>(&self, hash: u32) -> usize {
        let bucket = self.bucket(hash);
        let matching = matching::<WIDE>(self.lines.line(bucket), self.tag_mask(), self.tag_of(hash));
        // Without a match this reads entry 0, which is as good as any.
        let first = matching.trailing_zeros() % ENTRIES as u32;
        self.lines.prefetch(bucket + usize::from(matching == 0));
        (self.lines.line(bucket).entry(first) & !self.tag_mask()) as usize
    }

    /// Prefetches the line where probing for this hash starts.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u32) {
        self.lines.prefetch(self.bucket(hash));
    }

    /// Whether `more` states fit without growing.
    #[inline(always)]
    pub(crate) fn has_room_for(&self, more: usize) -> bool {
        (self.occupied + more) * 16 <= self.lines.len() * (ENTRIES * MAX)
    }

    /// Enlarges the index to make room for `more` states. `positions` are those of the existing states, and `hash_at`
    /// returns the hash of the state at a position.
    pub(crate) fn grow_for(
        &mut self,
        more: usize,
        positions: impl Iterator<Item = usize>,
        hash_at: impl Fn(usize) -> u32,
    ) {
        self.make(self.lines_for(more), positions, hash_at);
    }

    fn lines_for(&self, more: usize) -> usize {
        let least = ((self.occupied + more) * 16).div_ceil(ENTRIES * MAX);
        L::rounded(least.max(self.lines.len() * (PART + 1) / PART))
    }

    /// Returns the number of bytes by which the index would grow.
    pub(crate) fn growth_bytes(&self, more: usize) -> usize {
        (self.lines_for(more) - self.lines.len()) * size_of::<Line>()
    }

    /// Rebuilds the index at the same size.
    pub(crate) fn renew(&mut self, positions: impl Iterator<Item = usize>, hash_at: impl Fn(usize) -> u32) {
        self.make(self.lines.len(), positions, hash_at);
    }

    fn make(&mut self, lines: usize, positions: impl Iterator<Item = usize>, hash_at: impl Fn(usize) -> u32) {
        self.lines.renew(lines);
        // Some entries stay free, so this number of bits is enough for all positions.
        self.position_bits = (usize::BITS - (lines * ENTRIES).leading_zeros()).min(MAX_POSITION_BITS);
        (self.occupied, self.tombstones) = (0, 0);
        for position in positions {
            let hash = hash_at(position);
            // The states are all different, so they need not be compared.
            let Err(free) = self.find::<false>(hash, |_| false) else { unreachable!("nothing is the same") };
            self.fill(free, hash, position);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// Returns the tag: the low bits of the hash, since the high bits choose the bucket. It is never 0, the tag of free
    /// entries.
    #[inline(always)]
    fn tag_of(&self, hash: u32) -> u32 {
        (hash << self.position_bits).max(1 << self.position_bits)
    }

    #[inline(always)]
    fn tag_mask(&self) -> u32 {
        u32::MAX << self.position_bits
    }

    #[inline(always)]
    fn behind(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() { 0 } else { line + 1 }
    }

    #[inline(always)]
    fn bucket(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.lines.len() as u64) >> 32) as usize
    }
}

/// Returns a bit for each entry of a line whose bits under `mask` equal `tag`. `WIDE` requires a processor with wide
/// vectors.
#[inline(always)]
fn matching<const WIDE: bool>(line: &Line, mask: u32, tag: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `WIDE` requires that the processor has wide vectors.
        return unsafe { line.matching_wide(mask, tag) };
    }
    line.matching(mask, tag)
}

/// A free entry of an index that is the right one for some hash.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FreeEntry {
    line: usize,
    entry: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fewer;

    #[test]
    fn finds_what_was_filled_in_even_when_all_hashes_are_equal() {
        for spread in [0_u32, 1, 0x0100_0193] {
            let hash = |position: usize| (position as u32).wrapping_mul(spread) ^ 0xffff_ff00;
            let mut index: Index = Index::default();
            for position in 0..fewer(1000).max(100) {
                if !index.has_room_for(1) {
                    index.grow_for(1, 0..position, hash);
                }
                let free = index.find::<false>(hash(position), |other| other == position).unwrap_err();
                index.fill(free, hash(position), position);
            }
            for position in 0..fewer(1000).max(100) {
                assert_eq!(index.find::<false>(hash(position), |other| other == position).unwrap(), position);
            }
            assert!(index.find::<false>(hash(3), |_| false).is_err());
        }
    }

    /// When states are inserted and removed, the others are still found, and lookups do not become slower.
    #[test]
    fn states_come_and_go() {
        for spread in [0x9e37_79b9_u32, 1 << 28] {
            let hash = |position: usize| (position as u32).wrapping_mul(spread);
            let mut index: Index = Index::default();
            index.grow_for(300, 0..0, hash);
            let mut there: Vec<usize> = Vec::new();
            let mut seed = 1_usize;
            for step in 0..fewer(20_000) {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if there.len() == 300 {
                    index.remove(hash(there[seed >> 33 & 255]), there.swap_remove(seed >> 33 & 255));
                }
                let new = step % 512;
                if !there.contains(&new) {
                    let free = index.find::<false>(hash(new), |other| other == new).unwrap_err();
                    let free = index.reuse(hash(new), free);
                    index.fill(free, hash(new), new);
                    there.push(new);
                }
                if index.is_worn() {
                    index.renew(there.iter().copied(), hash);
                }
                assert_eq!(index.occupied, there.len());
            }
            for position in 0..512 {
                let found = index.find::<false>(hash(position), |other| other == position);
                assert_eq!(found.is_ok(), there.contains(&position));
            }
        }
    }

    #[test]
    fn grows_by_half() {
        let hash = |position: usize| (position as u32).wrapping_mul(0x9e37_79b9);
        let mut index: Index = Index::default();
        let mut sizes = Vec::new();
        for position in 0..fewer(100_000) {
            if !index.has_room_for(1) {
                index.grow_for(1, 0..position, hash);
                sizes.push(index.lines.len());
            }
            let free = index.find::<false>(hash(position), |_| false).unwrap_err();
            index.fill(free, hash(position), position);
        }
        assert!(sizes.windows(2).all(|w| w[1] <= w[0] * 3 / 2 + 1), "{sizes:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn the_likely_position_is_nearly_always_the_right_one() {
        if sanderling_cutoff::has_weak_hashes() {
            return;
        }
        let hash = |position: usize| crate::hash::within_shard(crate::hash::hash(&[position as u64]));
        let mut index: Index = Index::default();
        index.grow_for(10_000, 0..0, hash);
        for position in 0..10_000 {
            let free = index.find::<false>(hash(position), |_| false).unwrap_err();
            index.fill(free, hash(position), position);
        }
        let right = (0..10_000)
            .filter(|&position| index.likely_position::<false>(hash(position)) == position)
            .count();
        assert!(right > 9_800, "{right} of 10000");
    }
}
