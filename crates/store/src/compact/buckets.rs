//! The distribution of numbers over cache lines: the bucket of a number, and the remainder that the bucket does not
//! determine.
//!
//! There are `groups · 2^bits` lines. The lowest bits of a number choose the line within a group. The range of the
//! other bits is divided into one equal interval per group. The interval chooses the group, and the offset from its
//! start is the *remainder*. Lines can therefore grow by less than a factor of two, and no division is needed in either
//! direction.

use sanderling_cutoff::LINES_THAT_GROW_BY_MORE;

/// Maximum number of groups. Beyond it, the number of lines per group doubles instead.
const MAX_GROUPS: usize = 15;

/// Number of groups that a large shard adds when it grows: 25 % to 14 %.
const GROUPS_AT_A_TIME: usize = 2;

/// Number of groups that a small shard adds when it grows: 50 % or 33 %.
///
/// PERF: the larger the step, the less often all entries are moved.
const GROUPS_OF_FEW: usize = 4;

/// The distribution of numbers below `2^width` over lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Buckets {
    width: u32,
    bits: u32,
    groups: u32,
    /// The start of the interval of each group, followed by the end of the last one.
    starts: [u64; MAX_GROUPS + 1],
    remainder_bits: u32,
}

impl Buckets {
    /// Creates a single line for all numbers below `2^width`, where `width` is at most 60.
    pub(super) fn new(width: u32) -> Self {
        Self::with(width, 0, 1)
    }

    fn with(width: u32, bits: u32, groups: usize) -> Self {
        debug_assert!(width <= 60 && bits <= width);
        let rest = u128::from(1_u64 << (width - bits));
        let mut starts = [0; MAX_GROUPS + 1];
        for (group, start) in starts.iter_mut().enumerate().take(groups + 1) {
            *start = (group as u128 * rest).div_ceil(groups as u128) as u64;
        }
        let longest = starts[..=groups].windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
        let remainder_bits = u64::BITS - (longest - 1).leading_zeros();
        Self { width, bits, groups: groups as u32, starts, remainder_bits }
    }

    /// Returns the distribution over more lines, or `None` if there can be no more.
    pub(super) fn grown(&self) -> Option<Self> {
        let (groups, bits) = (self.groups as usize, self.bits);
        let step =
            if LINES_THAT_GROW_BY_MORE.admits(self.lines()) { GROUPS_OF_FEW } else { GROUPS_AT_A_TIME };
        let (groups, bits) = match groups {
            1..4 => (2 * groups, bits),
            4..8 => (8, bits),
            _ if groups + step <= MAX_GROUPS => (groups + step, bits),
            _ => (8, bits + 1),
        };
        // Every group needs some numbers for each of its lines.
        (bits + 4 <= self.width).then(|| Self::with(self.width, bits, groups))
    }

    pub(super) fn lines(&self) -> usize {
        (self.groups as usize) << self.bits
    }

    pub(super) fn remainder_bits(&self) -> u32 {
        self.remainder_bits
    }

    /// Returns the bucket and the remainder of a number.
    #[inline(always)]
    pub(super) fn split(&self, number: u64) -> (usize, u64) {
        let rest = number >> self.bits;
        // PERF: the product is below 2^64, since numbers are below 2^60. With overflow checks it would take 128 bits.
        let group = (rest.wrapping_mul(u64::from(self.groups)) >> (self.width - self.bits)) as usize;
        let in_group = number & ((1 << self.bits) - 1);
        (group << self.bits | in_group as usize, rest - self.starts[group & MAX_GROUPS])
    }

    /// Returns the number with this bucket and remainder.
    #[inline(always)]
    pub(super) fn join(&self, bucket: usize, remainder: u64) -> u64 {
        let (group, in_group) = (bucket >> self.bits, bucket & ((1 << self.bits) - 1));
        (self.starts[group] + remainder) << self.bits | in_group as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
    fn numbers_come_back_from_their_homes_and_spread_evenly() {
        for width in [8, 13, 16, 41, 60] {
            let mut buckets = Buckets::new(width);
            let mut lines = 0;
            loop {
                assert!(buckets.lines() > lines, "there are more lines each time");
                lines = buckets.lines();
                let mut count = vec![0_u32; lines];
                for number in (0..20_000_u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - width))
                {
                    let (bucket, remainder) = buckets.split(number);
                    assert_eq!(buckets.join(bucket, remainder), number);
                    assert!(remainder >> buckets.remainder_bits() == 0);
                    count[bucket] += 1;
                }
                let mean = 20_000.0 / lines as f64;
                assert!(
                    width < 13
                        || mean < 200.0
                        || count.iter().all(|&c| (f64::from(c) - mean).abs() < mean / 3.0)
                );
                match buckets.grown() {
                    Some(grown) if grown.lines() < 5000 => buckets = grown,
                    _ => break,
                }
            }
        }
    }
}
