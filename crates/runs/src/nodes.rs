//! Nodes of a search, which combine a state with another component, and a number for each.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

/// A state of the system with a state of an automaton, or with an operator of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    pub(crate) location: u32,
}

/// A number for each node, initially 0. Nodes after the last numbered one of a shard take no memory.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The number of nodes for each state.
    locations: usize,
    /// The numbers by shard, position and location.
    shards: Vec<Vec<u32>>,
    bytes: usize,
}

impl Numbers {
    pub(crate) fn new(locations: usize) -> Self {
        Self { locations, shards: vec![Vec::new(); SHARDS], bytes: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, node: Node) -> u32 {
        let index = self.index(node);
        self.shards[node.state.shard()].get(index).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn set(&mut self, node: Node, number: u32) {
        let index = self.index(node);
        let shard = &mut self.shards[node.state.shard()];
        if index >= shard.len() {
            let capacity = shard.capacity();
            shard.resize(index + 1, 0);
            self.bytes += (shard.capacity() - capacity) * size_of::<u32>();
        }
        shard[index] = number;
    }

    /// Returns the memory of the numbers, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    fn index(&self, node: Node) -> usize {
        node.state.position() * self.locations + node.location as usize
    }
}
