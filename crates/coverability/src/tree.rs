//! The tree of a construction: markings with ω, and the steps that lead from one to the next.
//!
//! Numbers of removed nodes are reused. Nodes whose markings agree on the exact places are found together. The
//! children, group and steps of a node are linked by numbers, so a node needs no allocation of its own.

use crate::acceleration::Step;
use crate::group::{GroupId, Groups};

pub(crate) type NodeId = u32;

pub(crate) const NONE: NodeId = NodeId::MAX;

/// The number of the root, which is never removed.
pub(crate) const ROOT: NodeId = 0;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: NodeId,
    first_child: NodeId,
    /// The neighbours among the children of the parent.
    next: NodeId,
    previous: NodeId,
    /// The neighbours among the nodes of the group.
    older: NodeId,
    newer: NodeId,
    /// The last of the steps from the parent's marking; for the root, of those from the initial marking.
    last_step: u32,
    /// The number of previous nodes with this number.
    generation: u32,
    group: GroupId,
    is_open: bool,
    is_there: bool,
}

/// A step of a node, and the number of the previous one, or [`NONE`]. In a free link, that number refers to the next
/// free one.
#[derive(Debug, Clone, Copy)]
struct Link {
    step: Step,
    before: u32,
}

/// A reference to a node that may have been removed in the meantime.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    node: NodeId,
    generation: u32,
}

#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The marking of each node, with `words` words.
    markings: Vec<u64>,
    words: usize,
    free: Vec<NodeId>,
    groups: Groups,
    steps: Vec<Link>,
    free_step: u32,
    /// Memory for nodes to prune.
    below: Vec<NodeId>,
}

impl Tree {
    /// Creates a tree of one open node.
    pub(crate) fn new(initial: &[u64], exact: &[u64]) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            markings: Vec::new(),
            words: initial.len(),
            free: Vec::new(),
            groups: Groups::new(exact.len()),
            steps: Vec::new(),
            free_step: NONE,
            below: Vec::new(),
        };
        let group = tree.group(exact);
        tree.add(NONE, initial, group);
        tree
    }

    /// Returns the group of markings with these contents of the exact places.
    pub(crate) fn group(&mut self, exact: &[u64]) -> GroupId {
        self.groups.find_or_add(exact)
    }

    /// Iterates over the nodes of a group, the newest first.
    pub(crate) fn of_group(&self, group: GroupId) -> impl Iterator<Item = NodeId> {
        let there = |node: NodeId| (node != NONE).then_some(node);
        let older = move |&node: &NodeId| there(self.nodes[node as usize].older);
        std::iter::successors(there(self.groups.newest(group)), older)
    }

    /// Iterates over the nodes with the same contents of the exact places as this one, including itself.
    pub(crate) fn beside(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.of_group(self.nodes[node as usize].group)
    }

    /// Adds an open child.
    pub(crate) fn add_child(
        &mut self,
        parent: NodeId,
        marking: &[u64],
        group: GroupId,
        step: Step,
    ) -> NodeId {
        let child = self.add(parent, marking, group);
        self.add_step(child, step);
        let next = self.nodes[parent as usize].first_child;
        self.nodes[child as usize].next = next;
        if next != NONE {
            self.nodes[next as usize].previous = child;
        }
        self.nodes[parent as usize].first_child = child;
        child
    }

    fn add(&mut self, parent: NodeId, marking: &[u64], group: GroupId) -> NodeId {
        let older = self.groups.newest(group);
        let node = Node {
            parent,
            first_child: NONE,
            next: NONE,
            previous: NONE,
            older,
            newer: NONE,
            last_step: NONE,
            generation: 0,
            group,
            is_open: true,
            is_there: true,
        };
        let id = if let Some(id) = self.free.pop() {
            let generation = self.nodes[id as usize].generation + 1;
            self.nodes[id as usize] = Node { generation, ..node };
            self.marking_mut(id).copy_from_slice(marking);
            id
        } else {
            self.nodes.push(node);
            self.markings.extend_from_slice(marking);
            NodeId::try_from(self.nodes.len() - 1).expect("memory is used up before")
        };
        if older != NONE {
            self.nodes[older as usize].newer = id;
        }
        *self.groups.newest_mut(group) = id;
        id
    }

    pub(crate) fn marking(&self, node: NodeId) -> &[u64] {
        &self.markings[node as usize * self.words..][..self.words]
    }

    /// Returns the marking for modification. Exact places must not be changed.
    pub(crate) fn marking_mut(&mut self, node: NodeId) -> &mut [u64] {
        &mut self.markings[node as usize * self.words..][..self.words]
    }

    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        self.nodes[node as usize].is_open
    }

    pub(crate) fn is_there(&self, node: NodeId) -> bool {
        self.nodes[node as usize].is_there
    }

    pub(crate) fn close(&mut self, node: NodeId) {
        self.nodes[node as usize].is_open = false;
    }

    /// Adds another step that led to the node's marking.
    pub(crate) fn add_step(&mut self, node: NodeId, step: Step) {
        let link = Link { step, before: self.nodes[node as usize].last_step };
        self.nodes[node as usize].last_step = if self.free_step == NONE {
            self.steps.push(link);
            u32::try_from(self.steps.len() - 1).expect("memory is used up before")
        } else {
            let number = self.free_step;
            self.free_step = std::mem::replace(&mut self.steps[number as usize], link).before;
            number
        };
    }

    pub(crate) fn refer_to(&self, node: NodeId) -> Reference {
        Reference { node, generation: self.nodes[node as usize].generation }
    }

    /// Returns the referenced node, if it still exists and is open.
    pub(crate) fn open_node(&self, reference: Reference) -> Option<NodeId> {
        let node = &self.nodes[reference.node as usize];
        (node.generation == reference.generation && node.is_open).then_some(reference.node)
    }

    /// Iterates over the nodes on the path from a node to the root, without the node itself.
    pub(crate) fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let parent = |&node: &NodeId| Some(self.nodes[node as usize].parent).filter(|&parent| parent != NONE);
        std::iter::successors(parent(&node), parent)
    }

    /// Returns the steps from the marking of an ancestor to that of a node, or from the initial marking if `ancestor`
    /// is `None`.
    pub(crate) fn path(&self, ancestor: Option<NodeId>, node: NodeId) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let (mut at, end) = (node, ancestor.unwrap_or(NONE));
        while at != end {
            let mut number = self.nodes[at as usize].last_step;
            while number != NONE {
                let Link { step, before } = self.steps[number as usize];
                steps.push(step);
                number = before;
            }
            at = self.nodes[at as usize].parent;
        }
        steps.reverse();
        steps
    }

    /// Removes a node and all nodes below it.
    pub(crate) fn remove(&mut self, node: NodeId) {
        let Node { parent, next, previous, .. } = self.nodes[node as usize];
        if previous != NONE {
            self.nodes[previous as usize].next = next;
        } else if parent != NONE {
            self.nodes[parent as usize].first_child = next;
        }
        if next != NONE {
            self.nodes[next as usize].previous = previous;
        }
        self.prune(node);
        self.free(node);
    }

    /// Removes all nodes below a node, and opens it again.
    pub(crate) fn prune(&mut self, node: NodeId) {
        let mut below = std::mem::take(&mut self.below);
        below.push(std::mem::replace(&mut self.nodes[node as usize].first_child, NONE));
        while let Some(mut child) = below.pop() {
            while child != NONE {
                let Node { first_child, next, .. } = self.nodes[child as usize];
                below.push(first_child);
                self.free(child);
                child = next;
            }
        }
        self.below = below;
        self.nodes[node as usize].is_open = true;
    }

    fn free(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        (node.is_open, node.is_there) = (false, false);
        let Node { older, newer, group, last_step, .. } = *node;
        if newer == NONE {
            *self.groups.newest_mut(group) = older;
        } else {
            self.nodes[newer as usize].older = older;
        }
        if older != NONE {
            self.nodes[older as usize].newer = newer;
        }
        self.free_steps(last_step);
        self.free.push(id);
    }

    fn free_steps(&mut self, last: u32) {
        let mut number = last;
        while number != NONE {
            let before = std::mem::replace(&mut self.steps[number as usize].before, self.free_step);
            self.free_step = number;
            number = before;
        }
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as NodeId).filter(|&node| self.is_there(node))
    }

    /// Returns the approximate memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.groups.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.steps.capacity() * size_of::<Link>()
            + 8 * self.markings.capacity()
            + 4 * self.free.capacity()
    }
}
