//! The values of a node of the tree, each stored once and numbered in the order of insertion.

use super::entries::Entries;
use super::fold::Sought;
use super::values::Values;
use sanderling_cutoff::NODE_ENTRIES_THAT_DOUBLE;

use crate::hash::hash;

/// The number of an unknown value, which marks a free entry of the index.
pub(super) const UNKNOWN: u32 = super::entries::FREE;

/// Maximum load of the index, in sixteenths, for linear probing.
const MAX_SIXTEENTHS: usize = 13;

/// Divisor of the growth of the index: by a quarter. Only the table of a small node doubles.
const PART: usize = 4;

/// Maximum number of values. An entry of the index is also a number of 32 bits.
const MAX_VALUES: usize = (1 << (32 - 4)) * MAX_SIXTEENTHS;

/// A set of numbers, each with its own small number.
///
/// An entry of the index consists of the number of a value, in as many bits as numbers need, and a tag of bits of the
/// value's hash above it. A value is thus read only if it is most likely the right one.
#[derive(Debug, Clone)]
pub(super) struct Nodes {
    values: Values,
    index: Entries,
    /// The number of bits of an entry for the number.
    number_bits: u32,
}

impl Nodes {
    pub(super) fn new() -> Self {
        Self { values: Values::default(), index: Entries::new(16), number_bits: bits_for(16) }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    #[inline(always)]
    pub(super) fn value(&self, number: u32) -> u64 {
        self.values.get(number as usize)
    }

    /// Returns the entry of the index at which the search for a value starts.
    #[inline(always)]
    pub(super) fn entry(&self, value: u64) -> u32 {
        self.bucket(hash(&[value]))
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> u32 {
        (((hash >> 32) * self.index.len() as u64) >> 32) as u32
    }

    /// Returns the tag: the low bits of the hash, if there is room for any.
    #[inline(always)]
    fn tag(&self, hash: u64) -> u32 {
        (u64::from(hash as u32) << self.number_bits) as u32
    }

    /// Prefetches an entry of the index.
    #[inline(always)]
    pub(super) fn prefetch_index(&self, entry: u32) {
        self.index.prefetch(entry as usize);
    }

    /// Prefetches a value.
    #[inline(always)]
    pub(super) fn prefetch_value(&self, number: u32) {
        self.values.prefetch(number as usize);
    }

    /// Looks up values, given their likely entries, and stores the number of each state's value, or [`UNKNOWN`].
    #[inline(always)]
    pub(super) fn find_all(&self, sought: &mut [Sought], numbers: &mut [u32]) {
        for sought in &mut *sought {
            let tag = self.tag(hash(&[sought.value]));
            sought.likely = self.first_from(sought.likely as usize, tag, |_| true).unwrap_or(UNKNOWN);
            self.prefetch_value(sought.likely);
        }
        for sought in sought {
            numbers[sought.state as usize] = match sought.likely {
                UNKNOWN => UNKNOWN,
                likely if self.value(likely) == sought.value => likely,
                _ => self.look_up(sought.value).unwrap_or(UNKNOWN),
            };
        }
    }

    /// Returns the first number from an entry on that has a tag and satisfies `is_it`, or the free entry before it.
    #[inline(always)]
    fn first_from(&self, entry: usize, tag: u32, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut at = entry;
        loop {
            let found = self.index[at];
            if found == UNKNOWN {
                return Err(at);
            }
            let number = found ^ tag;
            if u64::from(number) >> self.number_bits == 0 && is_it(number) {
                return Ok(number);
            }
            at = self.index.behind(at);
        }
    }

    /// Returns the number of a value, or the entry for it.
    #[inline(always)]
    pub(super) fn look_up(&self, value: u64) -> Result<u32, usize> {
        let hash = hash(&[value]);
        let is_it = |number: u32| self.value(number) == value;
        self.first_from(self.bucket(hash) as usize, self.tag(hash), is_it)
    }

    /// Returns the number of a value, which is inserted if it is new, or `None` if no numbers are left.
    pub(super) fn insert(&mut self, value: u64) -> Option<u32> {
        match self.look_up(value) {
            Ok(number) => Some(number),
            Err(_) if self.values.len() == MAX_VALUES => None,
            Err(at) => {
                let number = self.values.len() as u32;
                self.index[at] = self.tag(hash(&[value])) | number;
                self.values.push(value);
                if self.values.len() * 16 > self.index.len() * MAX_SIXTEENTHS {
                    self.grow();
                }
                Some(number)
            }
        }
    }

    fn grow(&mut self) {
        let entries = self.index.len();
        let entries =
            if NODE_ENTRIES_THAT_DOUBLE.admits(entries) { 2 * entries } else { entries + entries / PART };
        // The contents of the old index can be computed from the values.
        self.index.renew(entries);
        self.number_bits = bits_for(entries);
        for number in 0..self.values.len() {
            let hash = hash(&[self.values.get(number)]);
            let mut at = self.bucket(hash) as usize;
            // The values are all different, so the first free entry is the right one.
            while self.index[at] != UNKNOWN {
                at = self.index.behind(at);
            }
            self.index[at] = self.tag(hash) | number as u32;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.bytes() + self.index.bytes()
    }
}

/// Returns enough bits for the numbers of all values in an index of this size. There are fewer values than entries, so
/// no entry looks like a free one.
fn bits_for(entries: usize) -> u32 {
    usize::BITS - (entries - 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_in_the_order_in_which_they_come() {
        let mut nodes = Nodes::new();
        let find = |nodes: &Nodes, value: u64| {
            let (mut sought, mut numbers) = ([Sought { value, likely: nodes.entry(value), state: 0 }], [7]);
            nodes.find_all(&mut sought, &mut numbers);
            (numbers[0] != UNKNOWN).then_some(numbers[0])
        };
        let count = crate::fewer(3000).max(300);
        for value in 0..count as u64 {
            assert_eq!(find(&nodes, value * value), None);
            assert_eq!(nodes.insert(value * value), Some(value as u32));
            assert_eq!(nodes.insert(value * value), Some(value as u32));
        }
        assert_eq!(nodes.len(), count);
        for value in 0..count as u64 {
            assert_eq!(find(&nodes, value * value), Some(value as u32));
            assert_eq!(nodes.value(value as u32), value * value);
        }
    }
}
