//! From the bits of a state up the tree: in states of many words, an event changes few bits.
//!
//! Of two states that differ little, only the nodes above the bits that differ are visited at all. So what folding a
//! successor costs follows what the event changes and the height of the tree, not the number of words. Source: the
//! incremental update of Laarman, van de Pol and Weber, *Parallel Recursive State Compression for Free*, SPIN 2011.
//! States of few words are better folded [in blocks](super::fold), a node at a time.

use sanderling_system::MAX_WORDS;

use super::shape::{Node, Shape};

/// For each bit of a state its leaf, and for each node the one above it.
#[derive(Debug, Clone)]
pub(super) struct Routes {
    leaf_of_bit: Vec<u32>,
    /// Of the two halves' last nodes, the number of nodes.
    above: Vec<u32>,
}

impl Routes {
    /// The routes of a tree over states of this number of words; `None` where they are few.
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

    /// Visits the nodes above bits, given by word, those below before those above, until one ends it; answers whether none
    /// did. `visited` gets a bit for each node.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        bits: impl Iterator<Item = (usize, u64)>,
        visited: &mut Vec<u64>,
        mut goes_on: impl FnMut(usize, &[u64]) -> bool,
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
                if !goes_on(at, visited) {
                    return false;
                }
                visited[above as usize / 64] |= 1 << (above % 64);
            }
        }
        true
    }
}

/// The bits by word in which two states differ.
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
