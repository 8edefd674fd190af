//! Routes from the bits of a state up the tree, for states of many words and events that change few bits.
//!
//! For two states that differ little, only the nodes above differing bits are visited. The cost of folding a successor
//! thus depends on the changes of the event and the height of the tree, not on the number of words. Source: the
//! incremental update of Laarman, van de Pol and Weber, *Parallel Recursive State Compression for Free*, SPIN 2011.
//! States of few words are better folded [in blocks](super::fold), node by node.

use sanderling_system::MAX_WORDS;

use super::shape::{Node, Shape};

/// For each bit of a state its leaf, and for each node its parent.
#[derive(Debug, Clone)]
pub(super) struct Routes {
    leaf_of_bit: Vec<u32>,
    /// The parent of each node. For the last nodes of the two halves, it is the number of nodes.
    above: Vec<u32>,
}

impl Routes {
    /// Creates the routes of a tree over states of `words` words, or returns `None` if these are few.
    pub(super) fn of(words: usize, shape: &Shape) -> Option<Self> {
        if words <= MAX_WORDS {
            return None;
        }
        let nodes = shape.nodes.len() as u32;
        let (mut leaf_of_bit, mut above) = (vec![0; words * 64], vec![nodes; shape.nodes.len()]);
        for (at, node) in (0..).zip(&shape.nodes) {
            match node {
                Node::Leaf(leaf) => leaf.bits().for_each(|bit| leaf_of_bit[bit] = at),
                &Node::Pair(first, second) => (above[first], above[second]) = (at, at),
            }
        }
        Some(Self { leaf_of_bit, above })
    }

    /// Visits the nodes above the given bits, children before parents, until `visit_node` returns false. Returns whether
    /// all were visited. `visited` gets a bit for each node.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        bits: impl Iterator<Item = (usize, u64)>,
        visited: &mut Vec<u64>,
        mut visit_node: impl FnMut(usize, &[u64]) -> bool,
    ) -> bool {
        visited.clear();
        visited.resize(self.above.len() / 64 + 1, 0);
        for (word, mut bits) in bits {
            while bits != 0 {
                let leaf = self.leaf_of_bit[word * 64 + bits.trailing_zeros() as usize] as usize;
                visited[leaf / 64] |= 1 << (leaf % 64);
                bits &= bits - 1;
            }
        }
        for word in 0..visited.len() {
            let mut done = 0;
            while visited[word] & !done != 0 {
                let bit = (visited[word] & !done).trailing_zeros() as usize;
                done |= 1 << bit;
                let at = word * 64 + bit;
                let Some(&above) = self.above.get(at) else { break };
                if !visit_node(at, visited) {
                    return false;
                }
                visited[above as usize / 64] |= 1 << (above % 64);
            }
        }
        true
    }
}

/// Iterates over the differing bits of two states, by word.
#[inline(always)]
pub(super) fn differing(one: &[u64], other: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    one.iter().zip(other).map(|(one, other)| one ^ other).enumerate()
}

/// Whether a node is among those visited.
#[inline(always)]
pub(super) fn is_among(visited: &[u64], node: usize) -> bool {
    visited[node / 64] >> (node % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_above_differing_bits_are_visited_from_below() {
        for words in [MAX_WORDS + 1, 20, 75] {
            let shape = Shape::of_neighbours(words);
            let routes = Routes::of(words, &shape).expect("there are many words");
            let (before, mut visited) = (vec![0_u64; words], Vec::new());
            for bit in (0..words * 64).step_by(37) {
                let mut state = before.clone();
                state[bit / 64] = 1 << (bit % 64);
                let mut met = Vec::new();
                assert!(routes.visit(differing(&before, &state), &mut visited, |at, _| {
                    met.push(at);
                    true
                }));
                let leaf = shape.nodes[met[0]].clone();
                assert!(matches!(leaf, Node::Leaf(leaf) if leaf.differs::<0>(&before, &state)));
                for pair in met.windows(2) {
                    assert!(matches!(shape.nodes[pair[1]], Node::Pair(first, second)
                        if [first, second].contains(&pair[0])));
                }
                let last = met[met.len() - 1];
                assert!(last == shape.left || last == shape.right);
            }
            assert!(routes.visit(differing(&before, &before), &mut visited, |_, _| false));
        }
        assert!(Routes::of(MAX_WORDS, &Shape::of_neighbours(MAX_WORDS)).is_none());
    }
}
