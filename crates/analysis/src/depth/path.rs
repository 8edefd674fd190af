//! The path from the initial state to the current one, with its states.
//!
//! Undoing an event removes the last state. Frontier states are stored only here, while the search is below
//! them. The search never reads a state from the store, so the store need not be able to return one. A step
//! has a node of the frontier tree as soon as there is a frontier state below it. INVARIANT: if a step has a
//! node, so have all steps before it, each the parent of the next, and the path holds them.

use sanderling_system::{Adaptive, EventId, Fired, System, word_count};

use super::frontier_tree::{FrontierTree, NodeId};
use crate::growth::make_room;

#[derive(Debug, Clone, Copy)]
struct Step {
    event: EventId,
    node: NodeId,
}

/// The path (see the module's documentation).
#[derive(Debug)]
pub(super) struct Path {
    words: usize,
    /// The states on the path, word by word, from the initial state on.
    states: Vec<u64>,
    /// The steps between them.
    steps: Vec<Step>,
}

impl Path {
    /// Creates the path to the initial state.
    pub(super) fn new(initial: Vec<u64>) -> Self {
        Self { words: initial.len(), states: initial, steps: Vec::new() }
    }

    /// Returns the number of steps.
    #[inline(always)]
    pub(super) fn depth(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Returns the state at the end of the path.
    #[inline(always)]
    pub(super) fn state<const W: usize>(&self) -> &[u64] {
        let words = word_count::<W>(self.words);
        &self.states[self.states.len() - words..]
    }

    /// Returns the events of the path.
    pub(super) fn events(&self) -> impl Iterator<Item = EventId> + '_ {
        self.steps.iter().map(|step| step.event)
    }

    /// Adds a step.
    #[inline(always)]
    pub(super) fn push(&mut self, event: EventId, state: &[u64]) {
        self.push_with(Step { event, node: NodeId::NONE }, state);
    }

    #[inline(always)]
    fn push_with(&mut self, step: Step, state: &[u64]) {
        let (words, steps) = (self.states.len(), self.steps.len());
        make_room(&mut self.states, words + state.len());
        make_room(&mut self.steps, steps + 1);
        self.states.extend_from_slice(state);
        self.steps.push(step);
    }

    /// Undoes the last step.
    #[inline(always)]
    pub(super) fn pop(&mut self, tree: &mut FrontierTree) {
        let step = self.steps.pop().expect("the initial state is never left");
        self.states.truncate(self.states.len() - self.words);
        if step.node != NodeId::NONE {
            tree.release(step.node);
        }
    }

    /// Returns the node of the state at the end of the path. Creates missing nodes, and returns `None` if no
    /// numbers are left.
    pub(super) fn node(&mut self, tree: &mut FrontierTree) -> Option<NodeId> {
        let known = self.steps.iter().rposition(|step| step.node != NodeId::NONE);
        let mut node = known.map_or(NodeId::ROOT, |known| self.steps[known].node);
        let first = known.map_or(0, |known| known + 1);
        for step in &mut self.steps[first..] {
            step.node = tree.add(node, step.event)?;
            node = step.node;
        }
        Some(node)
    }

    /// Goes to a leaf of the tree at a depth, through its lowest ancestor on the path, or through the root.
    /// Returns the number of events fired.
    pub(super) fn go_to<S: System, const W: usize>(
        &mut self,
        (system, scratch): (&S, &mut S::Scratch),
        tree: &mut FrontierTree,
        (leaf, depth): (NodeId, u32),
        over_root: bool,
    ) -> usize {
        let mut steps = Vec::with_capacity(depth as usize);
        let (mut node, mut depth) = (leaf, depth as usize);
        while depth > 0 && (over_root || self.steps.get(depth - 1).is_none_or(|step| step.node != node)) {
            let (parent, event) = tree.above(node);
            steps.push(Step { event, node });
            (node, depth) = (parent, depth - 1);
        }
        while self.steps.len() > depth {
            self.pop(tree);
        }
        let mut successor = vec![0; self.words];
        for &step in steps.iter().rev() {
            let state = self.state::<W>();
            system.unpack::<W>(state, scratch);
            let fired = system.fire::<W>(state, scratch, step.event, &mut successor);
            assert_eq!(fired, Fired::Successor, "the event has been fired before");
            tree.hold(step.node);
            self.push_with(step, &successor);
        }
        steps.len()
    }

    /// Repacks the states of the path for a relaxed system.
    pub(super) fn translate<S: Adaptive>(&mut self, earlier: &S, relaxed: &S) {
        let words = relaxed.words();
        let mut states = vec![0; (self.steps.len() + 1) * words];
        for (old, new) in self.states.chunks_exact(self.words).zip(states.chunks_exact_mut(words)) {
            relaxed.translate(earlier, old, new);
        }
        (self.states, self.words) = (states, words);
    }

    /// Returns the memory of the path, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>() + self.steps.capacity() * size_of::<Step>()
    }
}

#[cfg(test)]
mod tests {
    use sanderling_testkit::tiny::systems::{GraphSystem, diamond};

    use super::*;

    fn initial(system: &GraphSystem) -> Path {
        let mut state = vec![0; system.words()];
        system.initial(&mut state);
        Path::new(state)
    }

    /// Returns the node of the path that fires these events.
    fn go(system: &GraphSystem, path: &mut Path, tree: &mut FrontierTree, events: &[usize]) -> NodeId {
        while path.depth() > 0 {
            path.pop(tree);
        }
        let (mut scratch, mut successor) = (system.scratch(), vec![0; system.words()]);
        for &event in events {
            system.unpack::<0>(path.state::<0>(), &mut scratch);
            system.fire::<0>(path.state::<0>(), &scratch, EventId::new(event), &mut successor);
            path.push(EventId::new(event), &successor);
        }
        let node = path.node(tree).unwrap();
        tree.hold(node);
        node
    }

    #[test]
    fn only_what_ways_do_not_share_is_fired_again() {
        let system = diamond(5).with_words(2);
        let (mut path, mut tree) = (initial(&system), FrontierTree::new());
        let one = go(&system, &mut path, &mut tree, &[0, 1, 2, 3]);
        path.pop(&mut tree);
        let events = [4].map(EventId::new);
        let node = path.node(&mut tree).unwrap();
        let other = tree.add(node, events[0]).unwrap();
        let mut scratch = system.scratch();
        for (leaf, over_root, fired, node) in
            [(other, false, 1, 23), (one, false, 1, 15), (one, false, 0, 15), (one, true, 4, 15)]
        {
            let from = (&system, &mut scratch);
            assert_eq!(path.go_to::<_, 2>(from, &mut tree, (leaf, 4), over_root), fired);
            assert_eq!((system.node(path.state::<2>()), path.depth()), (Some(node), 4));
        }
    }
}
