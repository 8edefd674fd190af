//! The values of a node of the tree, each stored once and numbered in the order in which it came.

use super::fold::Sought;
use crate::hash::hash;
use crate::prefetch::prefetch;

/// The number of a value that is not known. It stands in the index where there is no value.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The index is at most so full: its entries are looked at one by one.
const MOST_TENTHS: usize = 6;

/// The most values: an entry of the index is a number of 32 bits, too.
const MOST_VALUES: usize = (1 << 32) / 10 * MOST_TENTHS;

/// Some numbers, each with its own small number.
#[derive(Debug, Clone)]
pub(super) struct Nodes {
    values: Vec<u64>,
    /// A power of two of entries, each the number of a value.
    index: Vec<u32>,
}

impl Nodes {
    pub(super) fn new() -> Self {
        Self { values: Vec::new(), index: vec![UNKNOWN; 16] }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value with a number.
    #[inline(always)]
    pub(super) fn value(&self, number: u32) -> u64 {
        self.values[number as usize]
    }

    /// The entry of the index where a value belongs.
    #[inline(always)]
    pub(super) fn entry(&self, value: u64) -> u32 {
        (hash(&[value]) & (self.index.len() as u64 - 1)) as u32
    }

    /// Asks for an entry of the index.
    #[inline(always)]
    pub(super) fn ask_for_index(&self, entry: u32) {
        prefetch(&self.index, entry as usize);
    }

    /// Asks for a value.
    #[inline(always)]
    pub(super) fn ask_for_value(&self, number: u32) {
        prefetch(&self.values, number as usize);
    }

    /// Looks values up whose entries are likely: notes for each state the number of its value, or that it is
    /// [`UNKNOWN`].
    #[inline(always)]
    pub(super) fn find_all(&self, sought: &mut [Sought], numbers: &mut [u32]) {
        for sought in &mut *sought {
            sought.likely = self.index[sought.likely as usize];
            self.ask_for_value(sought.likely);
        }
        for sought in sought {
            numbers[sought.state as usize] = match self.values.get(sought.likely as usize) {
                Some(&other) if other == sought.value => sought.likely,
                Some(_) => self.look_up(sought.value).unwrap_or(UNKNOWN),
                None => UNKNOWN,
            };
        }
    }

    /// The number of a value, or the entry where it belongs.
    #[inline(always)]
    fn look_up(&self, value: u64) -> Result<u32, usize> {
        let mask = self.index.len() - 1;
        let mut at = self.entry(value) as usize;
        loop {
            let number = self.index[at];
            if number == UNKNOWN {
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
        match self.look_up(value) {
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
        self.index = vec![UNKNOWN; entries];
        for number in 0..self.values.len() {
            // The values are all different: the entry is free.
            let mut at = self.entry(self.values[number]) as usize;
            while self.index[at] != UNKNOWN {
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
            let (mut sought, mut numbers) = ([Sought { value, likely: nodes.entry(value), state: 0 }], [7]);
            nodes.find_all(&mut sought, &mut numbers);
            (numbers[0] != UNKNOWN).then_some(numbers[0])
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
