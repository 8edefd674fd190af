//! The values of a node of the tree, each stored once and numbered in the order in which it came.

use crate::hash::hash;
use crate::prefetch::prefetch;

/// What stands in the index where there is no value.
const FREE: u32 = u32::MAX;

/// The index is at most so full: its entries are looked at one by one.
const MOST_TENTHS: usize = 6;

/// The most values.
const MOST_VALUES: usize = FREE as usize;

/// Some numbers, each with its own small number.
#[derive(Debug, Clone)]
pub(super) struct Nodes {
    values: Vec<u64>,
    /// A power of two of entries, each the number of a value.
    index: Vec<u32>,
}

impl Nodes {
    pub(super) fn new() -> Self {
        Self { values: Vec::new(), index: vec![FREE; 16] }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value with a number.
    #[inline(always)]
    pub(super) fn value(&self, number: u32) -> u64 {
        self.values[number as usize]
    }

    /// Asks for the entry of the index where a hash belongs.
    #[inline(always)]
    pub(super) fn ask_for_index(&self, hash: u64) {
        prefetch(&self.index, hash as usize & (self.index.len() - 1));
    }

    /// Asks for a value.
    #[inline(always)]
    pub(super) fn ask_for_value(&self, number: u32) {
        prefetch(&self.values, number as usize);
    }

    /// The number that a value with this hash has most likely.
    #[inline(always)]
    pub(super) fn likely(&self, hash: u64) -> u32 {
        self.index[hash as usize & (self.index.len() - 1)]
    }

    /// The number of a value with this hash and this [likely](Self::likely) number, if it is there.
    #[inline(always)]
    pub(super) fn find(&self, value: u64, hash: u64, likely: u32) -> Option<u32> {
        match self.values.get(likely as usize) {
            Some(&other) if other == value => Some(likely),
            Some(_) => self.look_up(value, hash).ok(),
            None => None,
        }
    }

    /// The number of a value, or the entry where it belongs.
    #[inline(always)]
    fn look_up(&self, value: u64, hash: u64) -> Result<u32, usize> {
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let number = self.index[at];
            if number == FREE {
                return Err(at);
            }
            if self.values[number as usize] == value {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a value, which it is given where it is new; `None` where there are no numbers left.
    pub(super) fn insert(&mut self, value: u64) -> Option<u32> {
        match self.look_up(value, hash(&[value])) {
            Ok(number) => Some(number),
            Err(_) if self.values.len() == MOST_VALUES => None,
            Err(at) => {
                let number = self.values.len() as u32;
                self.index[at] = number;
                if self.values.len() == self.values.capacity() {
                    self.values.reserve_exact(self.values.len() / 8 + 16);
                }
                self.values.push(value);
                if self.values.len() * 10 > self.index.len() * MOST_TENTHS {
                    self.grow();
                }
                Some(number)
            }
        }
    }

    fn grow(&mut self) {
        let entries = self.index.len() * 2;
        // The old index goes before the new one comes: what was in it is known from the values.
        self.index = Vec::new();
        self.index = vec![FREE; entries];
        for number in 0..self.values.len() {
            // The values are all different: the entry is free.
            let mut at = hash(&[self.values[number]]) as usize & (entries - 1);
            while self.index[at] != FREE {
                at = (at + 1) & (entries - 1);
            }
            self.index[at] = number as u32;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<u64>() + self.index.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_in_the_order_in_which_they_come() {
        let mut nodes = Nodes::new();
        let find = |nodes: &Nodes, value: u64| {
            let hash = hash(&[value]);
            nodes.find(value, hash, nodes.likely(hash))
        };
        for value in 0..3000_u64 {
            assert_eq!(find(&nodes, value * value), None);
            assert_eq!(nodes.insert(value * value), Some(value as u32));
            assert_eq!(nodes.insert(value * value), Some(value as u32));
        }
        assert_eq!(nodes.len(), 3000);
        for value in 0..3000_u64 {
            assert_eq!(find(&nodes, value * value), Some(value as u32));
            assert_eq!(nodes.value(value as u32), value * value);
        }
    }
}
