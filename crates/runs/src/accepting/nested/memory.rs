//! The memory of a nested search: the states, and the colours of nodes.

use std::hash::{Hash, Hasher};

use sanderling_store::NoRoom;
use sanderling_store::hash::hash;

/// A state of the system together with a state of the Büchi automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node<Id> {
    pub(super) state: Id,
    pub(super) location: u32,
}

impl<Id: Copy + Into<u64>> Node<Id> {
    /// Returns a hash of the node that depends on a seed.
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

/// A hasher that uses the hash of a node unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
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

/// A colour of a node that all threads see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    /// All its successors have been seen, or are on the path of a thread.
    Blue,
    /// No accepted run visits it infinitely often.
    Red,
}

/// States and colours, shared by several threads.
pub(super) trait Memory: Sync {
    /// The id of a state, valid as long as the memory lives.
    type Id: Copy + Eq + Send + Into<u64>;
    /// The working memory of a thread for looking up states.
    type AtHand: Default;

    /// Whether memory suffices to keep the successors of all nodes on a path.
    const IS_AMPLE: bool;

    /// Writes the words of a state into `state`.
    fn read<const W: usize>(&self, id: Self::Id, at_hand: &mut Self::AtHand, state: &mut [u64]);

    /// Looks up a state, and inserts it if it is new.
    ///
    /// # Errors
    /// If no id is left.
    fn insert<const W: usize>(&self, state: &[u64], at_hand: &mut Self::AtHand) -> Result<Self::Id, NoRoom>;

    /// Whether a node has a colour. INVARIANT: threads agree on the order in which nodes get theirs.
    fn has(&self, colour: Colour, node: Node<Self::Id>) -> bool;

    /// Gives a node a colour, and returns whether it did not have it.
    ///
    /// # Errors
    /// If there is no memory for it.
    fn paint(&self, colour: Colour, node: Node<Self::Id>) -> Result<bool, NoRoom>;

    /// The number of stored states, or of stored nodes if these are stored instead.
    fn len(&self) -> usize;

    /// The memory in use, in bytes.
    fn bytes(&self) -> usize;
}
