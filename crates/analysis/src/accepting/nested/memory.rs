//! What a nested search remembers: the states, and the colours of nodes.

use std::hash::{Hash, Hasher};

use sanderling_store::NoRoom;
use sanderling_store::hash::hash;

/// A state of the system together with one of the Büchi automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node<Id> {
    pub(super) state: Id,
    pub(super) location: u32,
}

impl<Id: Copy + Into<u64>> Node<Id> {
    /// A hash of it; with a seed, another one.
    #[inline]
    pub(super) fn hash_with(self, seed: u64) -> u64 {
        hash(&[self.state.into(), u64::from(self.location) ^ seed])
    }
}

impl<Id: Copy + Into<u64>> Hash for Node<Id> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash_with(0));
    }
}

/// Takes the hash of a node as it is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        unreachable!("a node is hashed as one number, not as {bytes:?}");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// What all threads know of a node, once it is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    /// All that it leads to has been seen, or is on the path of a thread.
    Blue,
    /// No run that is accepted comes through it again and again.
    Red,
}

/// States and colours, for several threads at once.
pub(super) trait Memory: Sync {
    /// What a state is called, as long as the memory lives.
    type Id: Copy + Eq + Send + Into<u64>;
    /// What a thread needs to look states up.
    type AtHand: Default;

    /// Whether there is memory enough to keep the successors of all nodes on a path.
    const IS_AMPLE: bool;

    /// Writes the words of a state.
    fn read<const W: usize>(&self, id: Self::Id, at_hand: &mut Self::AtHand, state: &mut [u64]);

    /// Looks a state up, and puts it in where it is new.
    ///
    /// # Errors
    /// Where there is no id left for it.
    fn insert<const W: usize>(&self, state: &[u64], at_hand: &mut Self::AtHand) -> Result<Self::Id, NoRoom>;

    /// Whether a node has a colour. INVARIANT: threads agree on the order in which nodes get theirs.
    fn has(&self, colour: Colour, node: Node<Self::Id>) -> bool;

    /// Gives a node a colour; answers whether it did not have it.
    ///
    /// # Errors
    /// Where there is no room for that.
    fn paint(&self, colour: Colour, node: Node<Self::Id>) -> Result<bool, NoRoom>;

    /// How many states are stored; where nodes are stored instead, how many of these.
    fn len(&self) -> usize;

    /// The memory that is taken.
    fn bytes(&self) -> usize;
}
