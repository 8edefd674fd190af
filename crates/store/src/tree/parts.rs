//! The parts of a tree that a checkpoint stores, from which it can be rebuilt.
//!
//! Nodes are numbered in the order in which their values were inserted. A tree of the same shape, given the same values
//! in the same order, therefore has the same keys.

use super::shape::{self, Shape, count};
use super::{TreeStore, width_for};
use crate::compact::{CompactSet, MAX_BITS};

impl TreeStore {
    /// Returns the number of this tree, unique in the process. Keys are meaningless in another tree.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the bits of a state in its left half, as a mask for each word. They determine the shape of the tree.
    #[must_use]
    pub fn left_bits(&self) -> &[u64] {
        &self.shape.left_bits
    }

    /// Returns the number of bits of each half in the set of roots. They determine the order of its shards.
    #[must_use]
    pub fn widths(&self) -> (u32, u32) {
        self.widths
    }

    /// Returns the number of nodes of the tree below the roots.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of values of a node.
    #[must_use]
    pub fn values(&self, node: usize) -> usize {
        self.nodes[node].len()
    }

    /// Returns the value of a node with a number.
    #[must_use]
    pub fn value(&self, node: usize, number: usize) -> u64 {
        self.nodes[node].value(number as u32)
    }

    /// Creates an empty tree of this shape, with roots of these widths, or returns `None` if there is no such tree.
    #[must_use]
    pub fn of_shape(words: usize, left_bits: Vec<u64>, widths: (u32, u32)) -> Option<Self> {
        let bits = count(&left_bits) as usize;
        let narrowest = width_for(0);
        let is_tree = left_bits.len() == words && bits > 0 && bits < words * u64::BITS as usize;
        let are_widths = widths.0.min(widths.1) >= narrowest
            && widths.0.checked_add(widths.1).is_some_and(|all| all <= MAX_BITS);
        if !is_tree || !are_widths {
            return None;
        }
        let mut tree = Self::shaped(words, Shape::new(left_bits, shape::first_half));
        tree.widths = widths;
        tree.roots = CompactSet::new(widths.0 + widths.1);
        Some(tree)
    }

    /// Adds the next value of a node. Returns whether the node exists and the value is new.
    #[must_use]
    pub fn restore_value(&mut self, node: usize, value: u64) -> bool {
        let Some(nodes) = self.nodes.get_mut(node) else { return false };
        let number = nodes.len();
        nodes.insert(value) == Some(number as u32)
    }

    /// Whether the nodes have values with the numbers in a key.
    #[must_use]
    pub fn has(&self, key: super::Key) -> bool {
        let ((left, right), (lefts, rights)) = (super::halves(key), self.halves());
        (left as usize) < lefts && (right as usize) < rights
    }
}

#[cfg(test)]
mod tests {
    use super::super::Key;
    use super::*;

    #[test]
    fn a_tree_that_is_made_once_more_has_the_same_keys() {
        for words in [1, 3, 9, 40] {
            let states: Vec<u64> = (0..crate::fewer(3000) * words)
                .map(|at| crate::hash::hash(&[at as u64]) & 0x7003_0000_0107)
                .collect();
            let mut keys: Vec<Key> = Vec::new();
            let mut tree = TreeStore::new(words).learned(&states);
            tree.fold(&states, &mut keys).expect("there are numbers");
            tree.widen().expect("there are bits");
            let mut once_more =
                TreeStore::of_shape(words, tree.left_bits().to_vec(), tree.widths()).expect("it is a tree");
            assert_eq!(once_more.tables(), tree.tables());
            for node in 0..tree.tables() {
                for number in 0..tree.values(node) {
                    assert!(once_more.restore_value(node, tree.value(node, number)));
                }
            }
            assert!(!once_more.restore_value(tree.tables(), 0));
            assert!(!once_more.restore_value(0, tree.value(0, 0)), "it is there");
            for &key in &keys {
                assert!(once_more.has(key));
                assert_eq!(once_more.locate(key), tree.locate(key));
                assert_eq!(once_more.insert(key), tree.insert(key));
            }
            let mut again = Vec::new();
            once_more.fold(&states, &mut again).expect("there are numbers");
            assert_eq!(again, keys);
        }
    }

    #[test]
    fn there_is_no_tree_with_an_empty_half_or_too_many_bits() {
        for (left_bits, widths) in [
            (vec![0, 0], (8, 8)),
            (vec![u64::MAX; 2], (8, 8)),
            (vec![1], (8, 8)),
            (vec![1, 0], (40, 40)),
            (vec![1, 0], (0, 8)),
            (vec![1, 0], (u32::MAX, 8)),
        ] {
            assert!(TreeStore::of_shape(2, left_bits, widths).is_none());
        }
    }
}
