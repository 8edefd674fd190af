//! Memory with whole states, and two bits for each node.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use sanderling_store::hash::SHARDS;
use sanderling_store::{Insertion, NoRoom, SharedStore, StateId};

use super::memory::{Colour, Memory, Node};

/// A state in the shared packed store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(StateId);

impl From<Id> for u64 {
    fn from(Id(id): Id) -> Self {
        (id.shard() as Self) << 32 | id.position() as Self
    }
}

/// The memory.
pub(super) struct PackedMemory {
    pub(super) store: SharedStore,
    colours: Colours,
}

impl PackedMemory {
    /// Creates a memory for states of this number of words, with this number of locations of an automaton.
    pub(super) fn new(words: usize, locations: usize) -> Self {
        Self { store: SharedStore::new(words), colours: Colours::new(locations) }
    }
}

impl Memory for PackedMemory {
    type Id = Id;
    type AtHand = ();

    const IS_AMPLE: bool = true;

    #[inline]
    fn read<const W: usize>(&self, id: Id, (): &mut (), state: &mut [u64]) {
        self.store.read::<W>(id.0, state);
    }

    #[inline]
    fn insert<const W: usize>(&self, state: &[u64], (): &mut ()) -> Result<Id, NoRoom> {
        match self.store.insert::<W>(state) {
            Insertion::New(id) | Insertion::Known(id) => Ok(Id(id)),
            Insertion::Full => Err(NoRoom),
        }
    }

    #[inline]
    fn has(&self, colour: Colour, node: Node<Id>) -> bool {
        self.colours.has(colour, node)
    }

    #[inline]
    fn paint(&self, colour: Colour, node: Node<Id>) -> Result<bool, NoRoom> {
        Ok(self.colours.paint(colour, node))
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.colours.bytes()
    }
}

/// Size of the first piece of a shard's colours, in bytes. Each further piece is twice as large as the one
/// before.
const FIRST_PIECE: usize = 64;

/// Maximum number of pieces of a shard.
const PIECES: usize = 40;

/// Number of nodes in a byte.
const NODES: usize = 4;

type Piece = OnceLock<Box<[AtomicU8]>>;

/// Two bits for each node, in pieces that are allocated when a node in them gets a colour, and never move.
///
/// All changes are in one order that every thread sees, since the correctness of the search depends on which
/// colour came first.
struct Colours {
    locations: usize,
    shards: Vec<[Piece; PIECES]>,
    bytes: AtomicUsize,
}

impl Colours {
    fn new(locations: usize) -> Self {
        let bytes = AtomicUsize::new(SHARDS * size_of::<[Piece; PIECES]>());
        let pieces = || std::array::from_fn(|_| OnceLock::new());
        Self { locations, shards: (0..SHARDS).map(|_| pieces()).collect(), bytes }
    }

    /// Returns the piece of a node, its byte there, and the lowest of its bits.
    #[inline]
    fn locate(&self, Node { state: Id(id), location }: Node<Id>) -> (&Piece, usize, usize, u32) {
        let index = id.position() * self.locations + location as usize;
        let byte = index / NODES;
        let piece = (byte / FIRST_PIECE + 1).ilog2() as usize;
        let within = byte - FIRST_PIECE * ((1 << piece) - 1);
        (&self.shards[id.shard()][piece], piece, within, (index % NODES * 2) as u32)
    }

    #[inline]
    fn has(&self, colour: Colour, node: Node<Id>) -> bool {
        let (piece, _, byte, shift) = self.locate(node);
        piece.get().is_some_and(|bytes| bytes[byte].load(Ordering::SeqCst) & bit(colour) << shift != 0)
    }

    #[inline]
    fn paint(&self, colour: Colour, node: Node<Id>) -> bool {
        let (piece, number, byte, shift) = self.locate(node);
        let bytes = piece.get_or_init(|| {
            let count = FIRST_PIECE << number;
            self.bytes.fetch_add(count, Ordering::Relaxed);
            (0..count).map(|_| AtomicU8::new(0)).collect()
        });
        bytes[byte].fetch_or(bit(colour) << shift, Ordering::SeqCst) & bit(colour) << shift == 0
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[inline]
fn bit(colour: Colour) -> u8 {
    match colour {
        Colour::Blue => 1,
        Colour::Red => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_the_colours_that_it_was_given_and_no_other() {
        let memory = PackedMemory::new(1, 3);
        let nodes: Vec<Node<Id>> = (0..20_000_u64)
            .flat_map(|state| {
                let state = memory.insert::<1>(&[state], &mut ()).expect("there is room");
                (0..3).map(move |location| Node { state, location })
            })
            .collect();
        for (at, &node) in nodes.iter().enumerate() {
            assert!(!memory.has(Colour::Blue, node) && !memory.has(Colour::Red, node));
            if at % 3 != 0 {
                assert_eq!(memory.paint(Colour::Blue, node), Ok(true));
                assert_eq!(memory.paint(Colour::Blue, node), Ok(false));
            }
            if at % 5 != 0 {
                assert_eq!(memory.paint(Colour::Red, node), Ok(true));
            }
        }
        for (at, &node) in nodes.iter().enumerate() {
            assert_eq!(memory.has(Colour::Blue, node), at % 3 != 0);
            assert_eq!(memory.has(Colour::Red, node), at % 5 != 0);
        }
        assert_eq!(memory.len(), 20_000);
        assert!(memory.bytes() > memory.store.bytes());
    }
}
