//! The frontier tree: the paths to all frontier states, as events.
//!
//! A node is the event that leads to it from its parent. The root is the initial state, and each frontier
//! state has a leaf. To go from one frontier state to another, the search undoes the path up to their lowest
//! common ancestor, and fires the events from there down. In the paper a node is a frontier state of some
//! round, with the trace from that of the round before. Here it is a single event, so that paths share their
//! longest common prefix, and the common ancestor is as low as possible.
//!
//! INVARIANT: the holds on a node are its children, the owners of its leaf and the steps of the current
//! path. A node without holds is released, and its parent loses a hold. So parts of the tree without
//! frontier states are freed soon.

use sanderling_system::EventId;

use crate::growth::make_room;

/// A node of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The initial state.
    pub(super) const ROOT: Self = Self(0);
    /// No node. All node numbers are lower and take 31 bits.
    pub(super) const NONE: Self = Self(u32::MAX >> 1);

    pub(super) fn new(number: u32) -> Self {
        Self(number)
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// In a released node, the node that was released before it.
    parent: NodeId,
    event: EventId,
    holds: u32,
}

/// The tree (see the module's documentation).
#[derive(Debug)]
pub(super) struct FrontierTree {
    nodes: Vec<Node>,
    /// The node that was released last.
    free: NodeId,
}

impl FrontierTree {
    /// Creates a tree with the root alone, which is never released.
    pub(super) fn new() -> Self {
        let root = Node { parent: NodeId::NONE, event: EventId::new(0), holds: 1 };
        Self { nodes: vec![root], free: NodeId::NONE }
    }

    /// Adds a child to a node, with a hold for the caller. Returns `None` if no numbers are left.
    pub(super) fn add(&mut self, parent: NodeId, event: EventId) -> Option<NodeId> {
        let node = Node { parent, event, holds: 1 };
        let id = if self.free == NodeId::NONE {
            let id = u32::try_from(self.nodes.len()).ok().map(NodeId).filter(|id| id.0 < NodeId::NONE.0)?;
            make_room(&mut self.nodes, id.0 as usize + 1);
            self.nodes.push(node);
            id
        } else {
            let id = self.free;
            self.free = self.nodes[id.0 as usize].parent;
            self.nodes[id.0 as usize] = node;
            id
        };
        self.hold(parent);
        Some(id)
    }

    /// Adds a hold to a node.
    pub(super) fn hold(&mut self, id: NodeId) {
        self.nodes[id.0 as usize].holds += 1;
    }

    /// Removes a hold from a node, and releases the node and its ancestors as long as they lose their last
    /// hold.
    pub(super) fn release(&mut self, mut id: NodeId) {
        while id != NodeId::NONE {
            let node = &mut self.nodes[id.0 as usize];
            node.holds -= 1;
            if node.holds > 0 {
                return;
            }
            let parent = node.parent;
            node.parent = self.free;
            self.free = id;
            id = parent;
        }
    }

    /// Returns the parent of a node, and the event that leads from there to it.
    pub(super) fn above(&self, id: NodeId) -> (NodeId, EventId) {
        let Node { parent, event, .. } = self.nodes[id.0 as usize];
        (parent, event)
    }

    /// Returns the memory of the tree, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_hangs_on_is_released_and_used_again() {
        let mut tree = FrontierTree::new();
        let event = EventId::new;
        let trunk = tree.add(NodeId::ROOT, event(1)).unwrap();
        let left = tree.add(trunk, event(2)).unwrap();
        let right = tree.add(trunk, event(3)).unwrap();
        assert_eq!((tree.above(right), tree.above(trunk)), ((trunk, event(3)), (NodeId::ROOT, event(1))));
        tree.release(trunk);
        tree.release(left);
        assert_eq!(tree.above(right), (trunk, event(3)), "it still hangs on the trunk");
        tree.release(right);
        let bytes = tree.bytes();
        let again: Vec<NodeId> =
            (0..3).map(|number| tree.add(NodeId::ROOT, event(number)).unwrap()).collect();
        assert!(again.iter().all(|id| [trunk, left, right].contains(id)), "{again:?}");
        assert_eq!(tree.bytes(), bytes);
        again.into_iter().for_each(|id| tree.release(id));
    }
}
