//! Folding and unfolding many states at a time.
//!
//! The nodes of a large tree do not fit the processor's caches, and to find one means to wait twice: for
//! the index, and for the value that it leads to. So states are folded in blocks, node by node: first
//! the values of all states are worked out and the index is asked for, then the likely numbers are read
//! and their values asked for, and then these are compared.

use super::gather::Gather;
use super::shape::Node;
use super::{Key, TreeStore, halves, pair};
use crate::compact::NoRoom;
use crate::hash::hash;
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
    /// For each node, the values that have to be looked up.
    sought: Vec<Vec<Sought>>,
    /// The key of each state; `None` where a node is not known.
    pub keys: Vec<Option<Key>>,
}

/// A value that has to be looked up: of which state, with its hash and likely number.
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
            + self.sought.iter().map(|sought| sought.capacity() * size_of::<Sought>()).sum::<usize>()
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
        sought.resize(nodes, Vec::new());
        sought.iter_mut().for_each(Vec::clear);
        if let Some((from, of)) = parents {
            for (numbers, &parent) in numbers.chunks_exact_mut(nodes).zip(of) {
                numbers.copy_from_slice(from.numbers(parent as usize));
            }
        }
        for at in 0..nodes {
            match &self.shape.nodes[at] {
                Node::Leaf(leaf) => {
                    self.seek_leaves::<WIDE>((at, leaf), parents, states, &mut sought[at]);
                }
                &Node::Pair(first, second) => {
                    self.seek_pairs((at, first, second), parents, numbers, &mut sought[at]);
                }
            }
            for sought in &mut sought[at] {
                sought.likely = self.nodes[at].likely(sought.hash);
                self.nodes[at].ask_for_value(sought.likely);
            }
            for sought in &sought[at] {
                let found = self.nodes[at].find(sought.value, sought.hash, sought.likely);
                numbers[sought.state as usize * nodes + at] = found.unwrap_or(UNKNOWN);
            }
        }
        let of_halves = |numbers: &[u32]| (numbers[self.shape.left], numbers[self.shape.right]);
        let key = |(left, right)| (left != UNKNOWN && right != UNKNOWN).then(|| pair(left, right));
        keys.clear();
        keys.extend(numbers.chunks_exact(nodes).map(|numbers| key(of_halves(numbers))));
    }

    /// Folds some states, given word by word, and takes in the nodes that are new. Adds the keys to `keys`.
    ///
    /// # Errors
    /// Where there are no numbers left for nodes.
    pub fn fold(&mut self, states: &[u64], keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as was just asked.
            #[allow(unsafe_code)]
            return unsafe { self.fold_wide(states, keys) };
        }
        self.fold_stepwise::<false>(states, keys)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fold_wide(&mut self, states: &[u64], keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        self.fold_stepwise::<true>(states, keys)
    }

    #[inline(always)]
    fn fold_stepwise<const WIDE: bool>(&mut self, states: &[u64], keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        let mut numbers = vec![0; self.nodes.len()];
        for state in states.chunks_exact(self.words) {
            for (at, node) in self.shape.nodes.iter().enumerate() {
                let value = match node {
                    Node::Leaf(leaf) => leaf.gather::<WIDE>(state),
                    &Node::Pair(first, second) => pair(numbers[first], numbers[second]),
                };
                numbers[at] = self.nodes[at].insert(value).ok_or(NoRoom)?;
            }
            keys.push(pair(numbers[self.shape.left], numbers[self.shape.right]));
        }
        Ok(())
    }

    /// Works out which values of a leaf have to be looked up, and asks for them.
    #[inline(always)]
    fn seek_leaves<const WIDE: bool>(
        &self,
        (at, leaf): (usize, &Gather),
        parents: Option<(&Unfolded, &[u32])>,
        states: &[u64],
        sought: &mut Vec<Sought>,
    ) {
        let (words, nodes) = (self.words, &self.nodes[at]);
        let mut seek = |number: usize, state: &[u64]| {
            let value = leaf.gather::<WIDE>(state);
            let hash = hash(&[value]);
            nodes.ask_for_index(hash);
            sought.push(Sought { value, hash, state: number as u32, likely: 0 });
        };
        match parents {
            None => states.chunks_exact(words).enumerate().for_each(|(number, state)| seek(number, state)),
            Some((from, of)) => {
                for (number, (&parent, state)) in of.iter().zip(states.chunks_exact(words)).enumerate() {
                    if leaf.differs(&from.states[parent as usize * words..][..words], state) {
                        seek(number, state);
                    }
                }
            }
        }
    }

    /// The same for a node that has two others, once the numbers of these are known.
    #[inline(always)]
    fn seek_pairs(
        &self,
        (at, first, second): (usize, usize, usize),
        parents: Option<(&Unfolded, &[u32])>,
        numbers: &mut [u32],
        sought: &mut Vec<Sought>,
    ) {
        for (number, numbers) in numbers.chunks_exact_mut(self.nodes.len()).enumerate() {
            let is_as_before = parents.is_some_and(|(from, of)| {
                let known = from.numbers(of[number] as usize);
                (numbers[first], numbers[second]) == (known[first], known[second])
            });
            if is_as_before {
                continue;
            }
            if numbers[first] == UNKNOWN || numbers[second] == UNKNOWN {
                numbers[at] = UNKNOWN;
                continue;
            }
            let value = pair(numbers[first], numbers[second]);
            let hash = hash(&[value]);
            self.nodes[at].ask_for_index(hash);
            sought.push(Sought { value, hash, state: number as u32, likely: 0 });
        }
    }
}
