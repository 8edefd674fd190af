//! A shard of a compact table. Its entries omit the parts of the numbers that their positions determine.
//!
//! Sources: Cleary, *Compact Hash Tables Using Bidirectional Linear Probing*, IEEE Transactions on Computers C-33(9),
//! 1984; Laarman, *Optimal Compression of Combinatorial State Spaces*, Innovations in Systems and Software Engineering
//! 15, 2019. A number is stored as its remainder within its [bucket](super::buckets). In contrast to the sources, a
//! bucket is a whole [cache line](super::line). A number whose line is full goes to the next one, and its entry stores
//! the distance in lines. There are thus no bits to update, and a lookup usually takes one memory access and one vector
//! comparison.
//!
//! INVARIANT: a number is in the first line, starting at its bucket, that was not full when the number was inserted.
//! Lines never lose entries.

use super::buckets::Buckets;
use super::line::entries_of;
use super::lines::Lines;
#[cfg(target_arch = "x86_64")]
use crate::wide;

/// Minimum number of bits of an entry for the distance from its bucket, in lines.
const DISTANCE_BITS: u32 = 3;

/// Number of distance bits added when entries are crowded.
const DISTANCE_BITS_AT_A_TIME: u32 = 5;

/// Number of lookups by which lines are prefetched ahead.
const AHEAD: usize = 64;

/// Number of numbers moved at a time when a shard grows. They stay in the nearest cache.
const MOVED_AT_A_TIME: usize = 256;

/// Calls code that is compiled for each width of entries.
macro_rules! with_bytes {
    ($bytes:expr, $BYTES:ident => $body:expr) => {
        match $bytes {
            1 => {
                const $BYTES: usize = 1;
                $body
            }
            2 => {
                const $BYTES: usize = 2;
                $body
            }
            3 => {
                const $BYTES: usize = 3;
                $body
            }
            4 => {
                const $BYTES: usize = 4;
                $body
            }
            5 => {
                const $BYTES: usize = 5;
                $body
            }
            6 => {
                const $BYTES: usize = 6;
                $body
            }
            7 => {
                const $BYTES: usize = 7;
                $body
            }
            _ => {
                const $BYTES: usize = 8;
                $body
            }
        }
    };
}

/// A set of numbers below a power of two.
#[derive(Debug, Clone)]
pub struct CompactShard {
    buckets: Buckets,
    lines: Lines,
    /// The number of bytes of an entry.
    bytes: usize,
    /// The minimum number of bits of an entry for the distance.
    distance_bits: u32,
    len: usize,
    /// Maximum number of elements before the shard grows.
    most: usize,
}

/// The error that there is no room for another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

impl CompactShard {
    /// Creates an empty shard for numbers below `2^width`.
    pub(super) fn new(width: u32) -> Self {
        Self::over(Buckets::new(width), DISTANCE_BITS)
    }

    fn over(buckets: Buckets, distance_bits: u32) -> Self {
        let bytes = bytes_of_entry(&buckets, distance_bits);
        let (lines, most) = (buckets.lines(), most(buckets.lines(), bytes));
        Self { buckets, lines: Lines::new(lines), bytes, distance_bits, len: 0, most }
    }

    /// Allocates the lines to which the shard would grow for `numbers` numbers. The shard must be empty.
    pub(super) fn make_room(&mut self, numbers: usize) {
        debug_assert!(self.is_empty());
        let takes = |buckets: &Buckets| most(buckets.lines(), bytes_of_entry(buckets, DISTANCE_BITS));
        let mut buckets = self.buckets;
        while takes(&buckets) < numbers
            && let Some(grown) = buckets.grown()
        {
            buckets = grown;
        }
        if buckets.lines() > self.lines.len() {
            *self = Self::over(buckets, DISTANCE_BITS);
        }
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the shard is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the memory of the lines, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// Inserts numbers, and appends the new ones to `new`.
    ///
    /// # Errors
    /// If there is no room for all of them.
    pub fn insert_all(&mut self, numbers: &[u64], new: &mut Vec<u64>) -> Result<(), NoRoom> {
        let mut from = 0;
        while from < numbers.len() {
            from += self.insert_most(&numbers[from..], new);
            if from < numbers.len() {
                self.grow()?;
            }
        }
        Ok(())
    }

    /// Inserts a number, and returns whether it is new.
    pub(super) fn insert_one(&mut self, number: u64) -> Result<bool, NoRoom> {
        loop {
            match with_bytes!(self.bytes, BYTES => self.insert::<BYTES>(number)) {
                Some(is_new) => return Ok(is_new),
                None => self.grow()?,
            }
        }
    }

    /// Inserts numbers until the shard has to grow, and returns how many were inserted.
    fn insert_most(&mut self, numbers: &[u64], new: &mut Vec<u64>) -> usize {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            #[allow(unsafe_code)]
            return unsafe { self.insert_most_wide(numbers, new) };
        }
        with_bytes!(self.bytes, BYTES => self.insert_some::<BYTES>(numbers, new))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn insert_most_wide(&mut self, numbers: &[u64], new: &mut Vec<u64>) -> usize {
        with_bytes!(self.bytes, BYTES => self.insert_some::<BYTES>(numbers, new))
    }

    #[inline(always)]
    fn insert_some<const BYTES: usize>(&mut self, numbers: &[u64], new: &mut Vec<u64>) -> usize {
        for &number in &numbers[..numbers.len().min(AHEAD)] {
            self.lines.prefetch(self.buckets.split(number).0);
        }
        for (at, &number) in numbers.iter().enumerate() {
            if let Some(&ahead) = numbers.get(at + AHEAD) {
                self.lines.prefetch(self.buckets.split(ahead).0);
            }
            match self.insert::<BYTES>(number) {
                Some(true) => new.push(number),
                Some(false) => {}
                None => return at,
            }
        }
        numbers.len()
    }

    /// Inserts a number, and returns whether it is new, or `None` if the shard has to grow first.
    #[inline(always)]
    fn insert<const BYTES: usize>(&mut self, number: u64) -> Option<bool> {
        let (mut at, mut entry) = self.buckets.split(number);
        loop {
            let line = &mut self.lines[at];
            if line.has::<BYTES>(entry) {
                return Some(false);
            }
            if line.len() < entries_of(BYTES) {
                if self.len == self.most {
                    return None;
                }
                line.push::<BYTES>(entry);
                self.len += 1;
                return Some(true);
            }
            at = if at + 1 == self.lines.len() { 0 } else { at + 1 };
            // If an entry cannot store its distance, the shard grows.
            entry = entry.checked_add(1 << self.buckets.remainder_bits())?;
            if BYTES < 8 && entry >> (8 * BYTES) != 0 {
                return None;
            }
        }
    }

    /// Adds a number that the shard does not contain, and returns whether there was room.
    #[inline(always)]
    fn add<const BYTES: usize>(&mut self, number: u64) -> bool {
        let (mut at, mut entry) = self.buckets.split(number);
        if self.len == self.most {
            return false;
        }
        while self.lines[at].len() == entries_of(BYTES) {
            at = if at + 1 == self.lines.len() { 0 } else { at + 1 };
            match entry.checked_add(1 << self.buckets.remainder_bits()) {
                Some(next) if BYTES == 8 || next >> (8 * BYTES) == 0 => entry = next,
                _ => return false,
            }
        }
        self.lines[at].push::<BYTES>(entry);
        self.len += 1;
        true
    }

    /// Whether the shard contains a number.
    pub fn has(&self, number: u64) -> bool {
        with_bytes!(self.bytes, BYTES => self.has_in::<BYTES>(number))
    }

    fn has_in<const BYTES: usize>(&self, number: u64) -> bool {
        let (mut at, mut entry) = self.buckets.split(number);
        loop {
            if self.lines[at].has::<BYTES>(entry) {
                return true;
            }
            let next = entry.checked_add(1 << self.buckets.remainder_bits());
            let is_last = self.lines[at].len() < entries_of(BYTES);
            match next.filter(|next| !is_last && (BYTES == 8 || next >> (8 * BYTES) == 0)) {
                Some(next) => entry = next,
                None => return false,
            }
            at = if at + 1 == self.lines.len() { 0 } else { at + 1 };
        }
    }

    /// Distributes the numbers over more lines. If enough lines are free but too far away, gives entries more bits for
    /// the distance instead. Old lines are freed as new ones are allocated.
    fn grow(&mut self) -> Result<(), NoRoom> {
        let mut overflow = Vec::new();
        loop {
            let (mut buckets, mut distance_bits) = (self.buckets, self.distance_bits);
            if (self.len + overflow.len()) * 2 >= self.most {
                buckets = buckets.grown().ok_or(NoRoom)?;
            } else if buckets.remainder_bits() + distance_bits < u64::BITS {
                distance_bits += DISTANCE_BITS_AT_A_TIME;
            } else {
                return Err(NoRoom);
            }
            let old = std::mem::replace(self, Self::over(buckets, distance_bits));
            let mut again = std::mem::take(&mut overflow);
            self.add_all(&mut again, &mut overflow);
            old.move_to(self, &mut overflow);
            if overflow.is_empty() {
                return Ok(());
            }
        }
    }

    /// Moves all numbers to another shard. Those that do not fit are left in `overflow`.
    ///
    /// PERF: numbers are moved in blocks, so that code is compiled for each width read and each width written, not for
    /// each pair.
    fn move_to(self, other: &mut Self, overflow: &mut Vec<u64>) {
        let mut some = Vec::with_capacity(MOVED_AT_A_TIME);
        self.into_each(|number| {
            some.push(number);
            if some.len() == MOVED_AT_A_TIME {
                other.add_all(&mut some, overflow);
            }
        });
        other.add_all(&mut some, overflow);
    }

    /// Adds numbers that the shard does not contain, and drains `numbers`. Those that do not fit are left in
    /// `overflow`.
    fn add_all(&mut self, numbers: &mut Vec<u64>, overflow: &mut Vec<u64>) {
        with_bytes!(self.bytes, BYTES => {
            overflow.extend(numbers.drain(..).filter(|&number| !self.add::<BYTES>(number)));
        });
    }

    /// Calls `each` for all numbers.
    pub(super) fn into_each(self, each: impl FnMut(u64)) {
        with_bytes!(self.bytes, BYTES => self.read::<BYTES>(each));
    }

    #[inline(always)]
    fn read<const BYTES: usize>(self, mut each: impl FnMut(u64)) {
        let (buckets, remainder_bits) = (self.buckets, self.buckets.remainder_bits());
        let lines = self.lines.len();
        for (at, line) in self.lines.into_each().enumerate() {
            for index in 0..line.len() {
                let entry = line.entry::<BYTES>(index);
                let distance = (entry >> remainder_bits) as usize;
                let bucket = if distance <= at { at - distance } else { at + lines - distance };
                each(buckets.join(bucket, entry & ((1 << remainder_bits) - 1)));
            }
        }
    }
}

/// Returns the number of bytes of an entry with at least this number of bits for the distance.
fn bytes_of_entry(buckets: &Buckets, distance_bits: u32) -> usize {
    ((buckets.remainder_bits() + distance_bits).div_ceil(8) as usize).min(8)
}

/// Maximum number of entries of this number of bytes in some lines before they grow.
///
/// PERF: the fewer entries a line has, the more of them overflow at the same load.
fn most(lines: usize, bytes: usize) -> usize {
    let percent = match bytes {
        1 => 94,
        2 => 91,
        3 => 88,
        4 => 86,
        _ => 82,
    };
    // A single line has no next line to overflow to.
    if lines == 1 { entries_of(bytes) - 1 } else { lines * entries_of(bytes) * percent / 100 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::fewer;

    fn numbers(width: u32, count: u64) -> impl Iterator<Item = u64> {
        let mut seed = u64::from(width) + 1;
        (0..count).map(move |_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> (64 - width)
        })
    }

    #[test]
    fn every_number_is_new_once_in_shards_of_all_widths() {
        for width in [16, 17, 20, 26, 33, 40, 47, 56, 60] {
            let (mut shard, mut known) = (CompactShard::new(width), HashSet::new());
            for batch in numbers(width, fewer(30_000) as u64).collect::<Vec<_>>().chunks(777) {
                let mut new = Vec::new();
                shard.insert_all(batch, &mut new).expect("there is room");
                let expected: Vec<u64> =
                    batch.iter().copied().filter(|number| known.insert(*number)).collect();
                assert_eq!(new, expected);
            }
            assert_eq!(shard.len(), known.len());
            assert!(known.iter().all(|&number| shard.has(number)));
            assert!(
                numbers(width, fewer(100_000) as u64)
                    .skip(fewer(50_000))
                    .all(|number| shard.has(number) == known.contains(&number))
            );
        }
    }

    #[test]
    fn numbers_that_share_few_lines_are_all_stored() {
        let (mut shard, mut new) = (CompactShard::new(40), Vec::new());
        // These numbers share at most 15 buckets.
        let crowd: Vec<u64> = (0..fewer(5000) as u64).map(|number| number << 20).collect();
        shard.insert_all(&crowd, &mut new).expect("there is room");
        assert_eq!(new, crowd);
        new.clear();
        shard.insert_all(&crowd, &mut new).expect("nothing is new");
        assert!(new.is_empty());
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn the_whole_range_of_numbers_fits() {
        let (mut shard, mut new) = (CompactShard::new(14), Vec::new());
        let all: Vec<u64> = (0..1 << 14).collect();
        shard.insert_all(&all, &mut new).expect("there is room for all");
        assert_eq!(new.len(), 1 << 14);
    }

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn a_number_takes_little_more_than_what_remains_of_it() {
        // With 2^15 lines, 15 of 30 bits remain. Together with the distance they take 3 bytes.
        let (mut shard, mut new) = (CompactShard::new(30), Vec::new());
        shard.insert_all(&numbers(30, 1_000_000).collect::<Vec<_>>(), &mut new).expect("there is room");
        let bytes = shard.bytes() as f64 / shard.len() as f64;
        assert!(bytes < 4.0, "{bytes}");
    }
}
