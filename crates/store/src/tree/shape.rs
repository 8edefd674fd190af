//! The shape of the tree: the assignment of the bits of a state to leaves.
//!
//! A leaf has at most 64 bits of the state; an inner node has two children. Every bit is in exactly one leaf.

use super::gather::Gather;

/// A selection of bits of a state, as a mask for each word.
pub(super) type Bits = Vec<u64>;

/// A node of the tree.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// Some bits of the state.
    Leaf(Gather),
    /// The numbers of the values of two nodes.
    Pair(usize, usize),
}

/// The nodes, with children before their parents. The root is not among them. Its children are the last nodes of the
/// two halves.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub(super) nodes: Vec<Node>,
    /// The last node of the left half.
    pub(super) left: usize,
    /// The last node of the right half, and of all nodes.
    pub(super) right: usize,
    /// The bits of the left half.
    pub(super) left_bits: Bits,
}

impl Shape {
    /// Creates a tree whose left half has these bits, and whose right half has the others. `cut` divides the bits of an
    /// inner node in two non-empty parts.
    pub(super) fn new(left_bits: Bits, mut cut: impl FnMut(&Bits) -> Bits) -> Self {
        let right_bits: Bits = left_bits.iter().map(|mask| !mask).collect();
        let mut nodes = Vec::new();
        let left = add(&mut nodes, &left_bits, &mut cut);
        let right = add(&mut nodes, &right_bits, &mut cut);
        Self { nodes, left, right, left_bits }
    }

    /// Creates the tree in which adjacent bits stay together.
    pub(super) fn of_neighbours(words: usize) -> Self {
        Self::new(first_half(&vec![u64::MAX; words]), first_half)
    }
}

/// Adds the node with these bits after its children, and returns its index.
fn add(nodes: &mut Vec<Node>, bits: &Bits, cut: &mut impl FnMut(&Bits) -> Bits) -> usize {
    let node = if count(bits) <= u64::BITS {
        Node::Leaf(Gather::new(bits))
    } else {
        let first = cut(bits);
        let second: Bits = bits.iter().zip(&first).map(|(all, first)| all & !first).collect();
        assert!(count(&first) > 0 && count(&second) > 0, "both parts have bits");
        // Each part has fewer bits, and there are at most 64 for each word, so the recursion is bounded.
        let first = add(nodes, &first, cut);
        Node::Pair(first, add(nodes, &second, cut))
    };
    nodes.push(node);
    nodes.len() - 1
}

pub(super) fn count(bits: &[u64]) -> u32 {
    bits.iter().map(|mask| mask.count_ones()).sum()
}

/// Returns the first half of some bits.
pub(super) fn first_half(bits: &Bits) -> Bits {
    let mut left = count(bits) / 2;
    let mut half = vec![0; bits.len()];
    for (half, &mask) in half.iter_mut().zip(bits) {
        let mut rest = mask;
        while rest != 0 && left > 0 {
            *half |= rest & rest.wrapping_neg();
            rest &= rest - 1;
            left -= 1;
        }
    }
    half
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_in_one_leaf_and_children_come_first() {
        for words in 1..12 {
            let shape = Shape::of_neighbours(words);
            let mut state = vec![0; words];
            for (at, node) in shape.nodes.iter().enumerate() {
                match node {
                    Node::Leaf(leaf) => {
                        let mut bits = vec![0; words];
                        leaf.scatter::<false, 0>(u64::MAX, &mut bits);
                        assert!(state.iter().zip(&bits).all(|(all, bits)| all & bits == 0));
                        state.iter_mut().zip(&bits).for_each(|(all, bits)| *all |= bits);
                    }
                    &Node::Pair(first, second) => assert!(first < second && second < at),
                }
            }
            assert_eq!(state, vec![u64::MAX; words]);
            assert_eq!(shape.right + 1, shape.nodes.len());
        }
    }
}
