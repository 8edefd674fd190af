//! Memory with nodes in the compact sets of the tree store, for when memory is short.
//!
//! A state is represented by its [`Key`] in a tree of state halves, and only the tree is stored. A node is a
//! number made of the key and the automaton's state. Each colour is a compact set of nodes, with two to five
//! bytes for each. So nothing is stored for a state besides the tree, and keys are valid in any order of
//! insertion. The cut of states into halves is learned from the states of the search that ran out of memory.
//! INVARIANT: numbers of halves fit the bits that nodes have for them. If they outgrow these, both sets are
//! rebuilt while no thread uses them.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use sanderling_store::{Folded, Key, MAX_BITS_OF_SET, NoRoom, SharedSet, TreeStore, Unfolded};

use super::memory::{Colour, Memory, Node};

/// Memory with nodes in compact sets.
pub(super) struct TreeMemory {
    nodes: RwLock<Nodes>,
}

/// The working memory of a thread for looking up states.
#[derive(Default)]
pub(super) struct AtHand {
    folded: Folded,
    unfolded: Unfolded,
    keys: Vec<Key>,
}

struct Nodes {
    tree: TreeStore,
    layout: Layout,
    /// The sets, by colour.
    sets: [SharedSet; 2],
}

/// The layout of a node as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The numbers of bits of the left half, the right half, and the automaton's state.
    left: u32,
    right: u32,
    location: u32,
}

impl Layout {
    fn bits(self) -> u32 {
        self.left + self.right + self.location
    }

    #[inline]
    fn number(self, Node { state, location }: Node<Key>) -> u64 {
        let (left, right) = (state >> 32, state & u64::from(u32::MAX));
        (left << self.right | right) << self.location | u64::from(location)
    }

    #[inline]
    fn node(self, number: u64) -> Node<Key> {
        let location = number & ((1 << self.location) - 1);
        let key = number >> self.location;
        let (left, right) = (key >> self.right, key & ((1 << self.right) - 1));
        Node { state: left << 32 | right, location: location as u32 }
    }

    /// Whether the bits suffice for these numbers of halves.
    fn fits(self, (left, right): (usize, usize)) -> bool {
        left as u64 <= 1 << self.left && right as u64 <= 1 << self.right
    }

    /// Returns a layout with enough bits for a quarter more halves than these.
    fn for_halves(self, (left, right): (usize, usize)) -> Result<Self, NoRoom> {
        let bits = |count: usize| u64::BITS - ((count + count / 4) as u64 + 255).leading_zeros();
        let wider = Self { left: bits(left), right: bits(right), ..self };
        if wider.bits() <= MAX_BITS_OF_SET { Ok(wider) } else { Err(NoRoom) }
    }
}

impl TreeMemory {
    /// Creates a memory for states of this number of words, with this number of locations of an automaton.
    /// `sample` consists of states, one after the other.
    ///
    /// # Errors
    /// If the automaton has too many states.
    pub(super) fn learned(words: usize, sample: &[u64], locations: usize) -> Result<Self, NoRoom> {
        let tree = TreeStore::new(words);
        let tree = if sample.is_empty() { tree } else { tree.learned(sample) };
        let location = usize::BITS - (locations - 1).leading_zeros();
        let layout = Layout { left: 0, right: 0, location }.for_halves((0, 0))?;
        let sets = [SharedSet::new(layout.bits()), SharedSet::new(layout.bits())];
        Ok(Self { nodes: RwLock::new(Nodes { tree, layout, sets }) })
    }

    #[inline]
    fn nodes(&self) -> RwLockReadGuard<'_, Nodes> {
        self.nodes.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inserts a state with new halves.
    #[inline(never)]
    fn take_in(&self, state: &[u64], keys: &mut Vec<Key>) -> Result<Key, NoRoom> {
        let mut nodes = self.nodes.write().unwrap_or_else(PoisonError::into_inner);
        keys.clear();
        nodes.tree.fold(state, keys)?;
        if !nodes.layout.fits(nodes.tree.halves()) {
            nodes.widen()?;
        }
        Ok(keys[0])
    }
}

impl Nodes {
    /// Gives nodes more bits.
    fn widen(&mut self) -> Result<(), NoRoom> {
        let (old, new) = (self.layout, self.layout.for_halves(self.tree.halves())?);
        self.layout = new;
        for set in &mut self.sets {
            // The old set is freed while the new one grows.
            let narrow = std::mem::replace(set, SharedSet::new(0));
            *set = narrow.translated(new.bits(), |number| new.number(old.node(number)))?;
        }
        Ok(())
    }

    #[inline]
    fn set(&self, colour: Colour) -> &SharedSet {
        &self.sets[usize::from(colour == Colour::Red)]
    }
}

impl Memory for TreeMemory {
    type Id = Key;
    type AtHand = AtHand;

    const IS_AMPLE: bool = false;

    fn read<const W: usize>(&self, id: Key, at_hand: &mut AtHand, state: &mut [u64]) {
        self.nodes().tree.unfold(&[id], &mut at_hand.unfolded);
        state.copy_from_slice(at_hand.unfolded.state(0));
    }

    fn insert<const W: usize>(&self, state: &[u64], at_hand: &mut AtHand) -> Result<Key, NoRoom> {
        self.nodes().tree.fold_known(None, state, &mut at_hand.folded);
        match at_hand.folded.keys[0] {
            Some(key) => Ok(key),
            None => self.take_in(state, &mut at_hand.keys),
        }
    }

    fn has(&self, colour: Colour, node: Node<Key>) -> bool {
        let nodes = self.nodes();
        nodes.set(colour).has(nodes.layout.number(node))
    }

    fn paint(&self, colour: Colour, node: Node<Key>) -> Result<bool, NoRoom> {
        let nodes = self.nodes();
        nodes.set(colour).insert(nodes.layout.number(node))
    }

    fn len(&self) -> usize {
        self.nodes().set(Colour::Blue).len()
    }

    fn bytes(&self) -> usize {
        let nodes = self.nodes();
        nodes.tree.bytes() + nodes.sets.iter().map(SharedSet::bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a state of three words with many recurring halves.
    fn state(number: u64) -> [u64; 3] {
        [number % 700, number / 700, (number % 11) << 40]
    }

    #[test]
    fn nodes_come_back_and_keep_their_colours_while_halves_become_more() {
        let sample: Vec<u64> = (0..100).flat_map(|number| state(number * 97)).collect();
        for sample in [&sample[..], &[]] {
            let memory = TreeMemory::learned(3, sample, 5).expect("there are bits");
            let (mut at_hand, mut back) = (AtHand::default(), [0; 3]);
            let mut ids = Vec::new();
            for number in 0..30_000 {
                let id = memory.insert::<3>(&state(number), &mut at_hand).expect("there is room");
                ids.push(id);
                let node = Node { state: id, location: (number % 5) as u32 };
                assert!(!memory.has(Colour::Blue, node));
                assert_eq!(memory.paint(Colour::Blue, node), Ok(true));
                assert_eq!(memory.paint(Colour::Blue, node), Ok(false));
                if number % 3 == 0 {
                    assert_eq!(memory.paint(Colour::Red, node), Ok(true));
                }
            }
            for (number, &id) in (0..).zip(&ids) {
                memory.read::<3>(id, &mut at_hand, &mut back);
                assert_eq!(back, state(number));
                assert_eq!(memory.insert::<3>(&back, &mut at_hand), Ok(id));
                for location in 0..5 {
                    let (node, is_it) = (Node { state: id, location }, number % 5 == u64::from(location));
                    assert_eq!(memory.has(Colour::Blue, node), is_it);
                    assert_eq!(memory.has(Colour::Red, node), is_it && number % 3 == 0);
                }
            }
            assert_eq!(memory.len(), ids.len());
        }
    }
}
