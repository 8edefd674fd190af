//! Folding and unfolding many states at a time.
//!
//! The nodes of a large tree do not fit the processor's caches, and to find one means to wait twice: for
//! the index, and for the value that it leads to. So states are folded in blocks, node by node: first
//! the values of all states are worked out and the index is asked for, then the likely numbers are read
//! and their values asked for, and then these are compared.

use super::shape::Node;
use super::{Key, TreeStore, halves, pair};
use crate::hash::hash;
use crate::prefetch::prefetch;
use crate::wide;

/// The number of a value that is not known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Some states with the numbers of all their nodes.
#[derive(Debug, Clone, Default)]
pub struct Unfolded {
    words: usize,
    /// Word by word, state by state.
    states: Vec<u64>,
    nodes: usize,
    /// Node by node, state by state.
    numbers: Vec<u32>,
}

impl Unfolded {
    /// The words of a state.
    #[must_use]
    #[inline(always)]
    pub fn state(&self, at: usize) -> &[u64] {
        &self.states[at * self.words..][..self.words]
    }

    #[inline(always)]
    fn numbers(&self, at: usize) -> &[u32] {
        &self.numbers[at * self.nodes..][..self.nodes]
    }
}

/// What some states were folded to.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// State by state, for each node.
    numbers: Vec<u32>,
    /// The values that have to be looked up: of which state, with their hashes and likely numbers.
    sought: Vec<Sought>,
    /// The key of each state; `None` where a node is not known.
    pub keys: Vec<Option<Key>>,
}

#[derive(Debug, Clone, Copy)]
struct Sought {
    value: u64,
    hash: u64,
    state: u32,
    likely: u32,
}

impl Folded {
    /// The memory that is kept for the next block.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<u32>()
            + self.sought.capacity() * size_of::<Sought>()
            + self.keys.capacity() * size_of::<Option<Key>>()
    }
}

impl TreeStore {
    /// The states that some keys mean, and their nodes.
    pub fn unfold(&self, keys: &[Key], unfolded: &mut Unfolded) {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as was just asked.
            #[allow(unsafe_code)]
            return unsafe { self.unfold_wide(keys, unfolded) };
        }
        self.unfold_stepwise::<false>(keys, unfolded);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn unfold_wide(&self, keys: &[Key], unfolded: &mut Unfolded) {
        self.unfold_stepwise::<true>(keys, unfolded);
    }

    #[inline(always)]
    fn unfold_stepwise<const WIDE: bool>(&self, keys: &[Key], unfolded: &mut Unfolded) {
        let (words, nodes) = (self.words, self.nodes.len());
        let Unfolded { states, numbers, .. } = unfolded;
        states.clear();
        states.resize(words * keys.len(), 0);
        numbers.resize(nodes * keys.len(), 0);
        for (&key, numbers) in keys.iter().zip(numbers.chunks_exact_mut(nodes)) {
            let (left, right) = halves(key);
            (numbers[self.shape.left], numbers[self.shape.right]) = (left, right);
            self.nodes[self.shape.left].ask_for_value(left);
            self.nodes[self.shape.right].ask_for_value(right);
        }
        for (state, numbers) in states.chunks_exact_mut(words).zip(numbers.chunks_exact_mut(nodes)) {
            for (at, node) in self.shape.nodes.iter().enumerate().rev() {
                let value = self.nodes[at].value(numbers[at]);
                match node {
                    Node::Leaf(leaf) => leaf.scatter::<WIDE>(value, state),
                    &Node::Pair(first, second) => (numbers[first], numbers[second]) = halves(value),
                }
            }
        }
        (unfolded.words, unfolded.nodes) = (words, nodes);
    }

    /// Folds some states, given word by word, as far as their nodes are known. Where each is the
    /// successor of an unfolded one, `parents` says of which: then only what differs is looked up.
    pub fn fold_known(&self, parents: Option<(&Unfolded, &[u32])>, states: &[u64], folded: &mut Folded) {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as was just asked.
            #[allow(unsafe_code)]
            return unsafe { self.fold_known_wide(parents, states, folded) };
        }
        self.fold_known_stepwise::<false>(parents, states, folded);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fold_known_wide(&self, parents: Option<(&Unfolded, &[u32])>, states: &[u64], folded: &mut Folded) {
        self.fold_known_stepwise::<true>(parents, states, folded);
    }

    #[inline(always)]
    fn fold_known_stepwise<const WIDE: bool>(
        &self,
        parents: Option<(&Unfolded, &[u32])>,
        states: &[u64],
        folded: &mut Folded,
    ) {
        let nodes = self.nodes.len();
        let Folded { numbers, sought, keys } = folded;
        numbers.resize(nodes * (states.len() / self.words), 0);
        for at in 0..nodes {
            sought.clear();
            let each = states.chunks_exact(self.words).zip(numbers.chunks_exact_mut(nodes)).enumerate();
            for (number, (state, numbers)) in each {
                let parent = parents.map(|(from, of)| {
                    let parent = of[number] as usize;
                    (from.state(parent), from.numbers(parent))
                });
                if let Some(value) = self.value_of::<WIDE>(at, parent, state, numbers) {
                    let hash = hash(&[value]);
                    self.nodes[at].ask_for_index(hash);
                    sought.push(Sought { value, hash, state: number as u32, likely: 0 });
                }
            }
            for sought in &mut *sought {
                sought.likely = self.nodes[at].likely(sought.hash);
                self.nodes[at].ask_for_value(sought.likely);
            }
            for sought in &*sought {
                let found = self.nodes[at].find(sought.value, sought.hash, sought.likely);
                numbers[sought.state as usize * nodes + at] = found.unwrap_or(UNKNOWN);
            }
        }
        let of_halves = |numbers: &[u32]| (numbers[self.shape.left], numbers[self.shape.right]);
        let key = |(left, right)| (left != UNKNOWN && right != UNKNOWN).then(|| pair(left, right));
        keys.clear();
        keys.extend(numbers.chunks_exact(nodes).map(|numbers| key(of_halves(numbers))));
    }

    /// The value of a node of a state, where it has to be looked up; otherwise its number is noted.
    #[inline(always)]
    fn value_of<const WIDE: bool>(
        &self,
        at: usize,
        parent: Option<(&[u64], &[u32])>,
        state: &[u64],
        numbers: &mut [u32],
    ) -> Option<u64> {
        match (&self.shape.nodes[at], parent) {
            (Node::Leaf(leaf), Some((before, known))) if !leaf.differs(before, state) => {
                numbers[at] = known[at];
                None
            }
            (Node::Leaf(leaf), _) => Some(leaf.gather::<WIDE>(state)),
            (&Node::Pair(first, second), Some((_, known)))
                if numbers[first] == known[first] && numbers[second] == known[second] =>
            {
                numbers[at] = known[at];
                None
            }
            (&Node::Pair(first, second), _) if numbers[first] == UNKNOWN || numbers[second] == UNKNOWN => {
                numbers[at] = UNKNOWN;
                None
            }
            (&Node::Pair(first, second), _) => Some(pair(numbers[first], numbers[second])),
        }
    }
}
