//! The values of a node, stored consecutively in as few bytes as they need.
//!
//! A value consists of two 32-bit numbers: the numbers of two nodes, or bits of a state. Hardly any needs all 32 bits.
//! Each of the two has as many bits as the largest so far, and both together are rounded up to bytes. The values are in
//! blocks that never move, so growing neither copies them nor leaves holes in memory. A value that needs more bits,
//! which happens at most once for each doubling, causes all values to be rewritten, block by block.

use sanderling_cutoff::VALUES_OF_BLOCK;

use crate::prefetch::prefetch;

/// Number of bytes read for a value, no matter how many it needs.
const READ: usize = size_of::<u64>();

/// Values, numbered in the order of insertion.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    blocks: Vec<Box<[u8]>>,
    len: usize,
    /// The bits of the lower number, and of the upper one.
    bits: (u32, u32),
    /// The number of bytes of both.
    stride: usize,
}

impl Values {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * bytes_of_block(self.stride) + self.blocks.capacity() * size_of::<Box<[u8]>>()
    }

    /// Returns the value with a number.
    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> u64 {
        let block = &self.blocks[number / VALUES_OF_BLOCK.size()];
        let bytes = &block[number % VALUES_OF_BLOCK.size() * self.stride..][..READ];
        let both = u64::from_le_bytes(bytes.try_into().expect("as many bytes as a number"));
        let (lower, upper) = self.bits;
        // A number without bits is not read.
        (both >> lower & mask(upper)) << 32 | both & mask(lower)
    }

    /// Prefetches a value.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: usize) {
        if let Some(block) = self.blocks.get(number / VALUES_OF_BLOCK.size()) {
            prefetch(block, number % VALUES_OF_BLOCK.size() * self.stride);
        }
    }

    /// Adds a value.
    pub(super) fn push(&mut self, value: u64) {
        let needed = (bits_of(value as u32), bits_of((value >> 32) as u32));
        if needed.0 > self.bits.0 || needed.1 > self.bits.1 {
            self.widen((needed.0.max(self.bits.0), needed.1.max(self.bits.1)));
        }
        if self.len == self.blocks.len() * VALUES_OF_BLOCK.size() {
            self.blocks.push(vec![0; bytes_of_block(self.stride)].into_boxed_slice());
        }
        self.len += 1;
        self.set(self.len - 1, value);
    }

    fn set(&mut self, number: usize, value: u64) {
        let both = (value >> 32) << self.bits.0 | value & mask(self.bits.0);
        let bytes = &mut self.blocks[number / VALUES_OF_BLOCK.size()]
            [number % VALUES_OF_BLOCK.size() * self.stride..][..self.stride];
        bytes.copy_from_slice(&both.to_le_bytes()[..self.stride]);
    }

    /// Rewrites all values with more bits.
    fn widen(&mut self, bits: (u32, u32)) {
        let old = Self { bits, stride: (bits.0 + bits.1).div_ceil(u8::BITS) as usize, ..Self::default() };
        let mut old = std::mem::replace(self, old);
        self.blocks.reserve_exact(old.blocks.len());
        for block in 0..old.blocks.len() {
            for number in block * VALUES_OF_BLOCK.size()..old.len.min((block + 1) * VALUES_OF_BLOCK.size()) {
                self.push(old.get(number));
            }
            old.blocks[block] = Box::default();
        }
    }
}

/// Returns the size of a block. The last value of a block is followed by the bytes that are read beyond it.
fn bytes_of_block(stride: usize) -> usize {
    VALUES_OF_BLOCK.size() * stride + READ - stride
}

fn bits_of(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

/// Returns a mask of the lowest bits, at most 32.
#[inline(always)]
fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_however_wide_they_get() {
        for (lower, upper) in [(0, 0), (3, 0), (0, 5), (9, 13), (32, 32), (31, 17), (17, 32)] {
            let mut values = Values::default();
            let value = |number: u64| {
                let random = crate::hash::hash(&[number]);
                // Later values are wider.
                let narrower = 32 - (number / 40).min(32) as u32;
                let part = |bits: u32| mask(bits) >> narrower.min(bits);
                (random >> 32 & part(upper)) << 32 | random & part(lower)
            };
            let count = crate::fewer(2000).max(200);
            (0..count as u64).for_each(|number| values.push(value(number)));
            assert_eq!(values.len(), count);
            assert!(
                (0..count).all(|number| values.get(number) == value(number as u64)),
                "{lower} and {upper} bits"
            );
            let stride = ((lower + upper).div_ceil(8) as usize).max(1);
            assert!(values.bytes() <= 2048 * stride + 8 * (READ + 2 * size_of::<Box<[u8]>>()));
        }
    }
}
