//! Folding and unfolding of many states at a time.
//!
//! The nodes of a large tree do not fit the processor's caches, and finding one takes two cache misses: for the index,
//! and for the value it refers to. States are therefore folded in blocks, node by node. First, the values of all states
//! are computed and the index is prefetched. Then the likely numbers are read and their values prefetched. Finally, the
//! values are compared. States of many words are folded one by one, by their differences from another state: see
//! [`routes`](super::routes) and [`memo`](super::memo).

use sanderling_system::{with_words, word_count};

use super::gather::Gather;
use super::memo::{Flips, Memo};
use super::newcomers::Newcomer;
use super::nodes::{Nodes, UNKNOWN};
use super::routes::{Routes, differing, is_among};
use super::shape::{Node, Shape};
use super::{Key, TreeStore, halves, pair};
use crate::compact::NoRoom;
#[cfg(target_arch = "x86_64")]
use crate::wide;

/// Some states with the numbers of all their nodes.
#[derive(Debug, Clone, Default)]
pub struct Unfolded {
    words: usize,
    count: usize,
    /// The words, state by state.
    states: Vec<u64>,
    /// The numbers, node by node. If states have many words, state by state.
    numbers: Vec<u32>,
}

impl Unfolded {
    /// Returns the words of a state.
    #[must_use]
    #[inline(always)]
    pub fn state(&self, at: usize) -> &[u64] {
        &self.states[at * self.words..][..self.words]
    }

    /// Returns the number of a node in each state.
    #[inline(always)]
    fn numbers(&self, node: usize) -> &[u32] {
        &self.numbers[node * self.count..][..self.count]
    }

    /// Returns the numbers of the nodes of a state of many words.
    #[inline(always)]
    pub(super) fn numbers_of(&self, at: usize) -> &[u32] {
        let nodes = self.numbers.len() / self.count;
        &self.numbers[at * nodes..][..nodes]
    }
}

/// The result of folding some states.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// State by state, node by node.
    numbers: Vec<u32>,
    /// The values of a node that have to be looked up.
    sought: Vec<Sought>,
    /// The memo of changes of halves of states of many words.
    memo: Memo,
    climb: Climb,
    /// The key of each state, or `None` if a node is unknown.
    pub keys: Vec<Option<Key>>,
}

/// A value to look up, and the state it belongs to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sought {
    pub(super) value: u64,
    /// The entry of the index for the value; after the lookup, the number in it.
    pub(super) likely: u32,
    pub(super) state: u32,
}

impl Folded {
    /// Returns the memory that is kept for the next block, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<u32>()
            + self.sought.capacity() * size_of::<Sought>()
            + self.memo.bytes()
            + self.keys.capacity() * size_of::<Option<Key>>()
    }
}

/// Memory to look up the nodes of a successor of many words.
#[derive(Debug, Clone, Default)]
pub(super) struct Climb {
    /// The numbers, by node.
    pub(super) numbers: Vec<u32>,
    /// The nodes that differ from those of the parent.
    pub(super) visited: Vec<u64>,
    successor: Vec<u64>,
}

impl Climb {
    /// Finds the numbers of the nodes above the changed bits of a half, or of all bits. Proceeds from the leaves up,
    /// and stops at a node without a number.
    #[inline(always)]
    pub(super) fn climb<const WIDE: bool>(
        &mut self,
        (shape, routes): (&Shape, &Routes),
        (state, known, changes): Newcomer<'_>,
        of_half: impl Fn(usize) -> u64,
        mut number_of: impl FnMut(usize, u64) -> Option<u32>,
    ) -> bool {
        let Self { numbers, visited, successor } = self;
        numbers.resize(known.len(), 0);
        successor.clear();
        successor.extend_from_slice(state);
        changes.iter().for_each(|&(word, content)| successor[word as usize] = content);
        let flips = changes.iter().map(|&(word, content)| {
            let word = word as usize;
            (word, (state[word] ^ content) & of_half(word))
        });
        let number = |numbers: &[u32], visited: &[u64], node: usize| {
            if is_among(visited, node) { numbers[node] } else { known[node] }
        };
        routes.visit(flips, visited, |at, visited| {
            let value = match &shape.nodes[at] {
                Node::Leaf(leaf) => leaf.gather::<WIDE, 0>(successor),
                &Node::Pair(first, second) => {
                    pair(number(numbers, visited, first), number(numbers, visited, second))
                }
            };
            let found = number_of(at, value);
            found.iter().for_each(|&found| numbers[at] = found);
            found.is_some()
        })
    }
}

/// A half of a successor of many words: its parent, the numbers of the parent's nodes, and the changes.
#[derive(Clone, Copy)]
struct HalfOfSuccessor<'a> {
    state: &'a [u64],
    known: &'a [u32],
    changes: &'a [(u32, u64)],
    is_left: bool,
}

/// Unfolded states, and for each of some other states the one that it is a successor of.
type Parents<'a> = (&'a Unfolded, &'a [u32]);

impl TreeStore {
    /// Computes the states of some keys, and their nodes.
    pub fn unfold(&self, keys: &[Key], unfolded: &mut Unfolded) {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            #[allow(unsafe_code)]
            return unsafe { self.unfold_wide(keys, unfolded) };
        }
        with_words!(self.words, W => self.unfold_stepwise::<false, W>(keys, unfolded));
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn unfold_wide(&self, keys: &[Key], unfolded: &mut Unfolded) {
        with_words!(self.words, W => self.unfold_stepwise::<true, W>(keys, unfolded));
    }

    #[inline(always)]
    fn unfold_stepwise<const WIDE: bool, const W: usize>(&self, keys: &[Key], unfolded: &mut Unfolded) {
        if W == 0 && self.routes.is_some() {
            return self.unfold_changes::<WIDE>(keys, unfolded);
        }
        let (words, count) = (word_count::<W>(self.words), keys.len());
        let Unfolded { states, numbers, .. } = unfolded;
        states.clear();
        states.resize(words * count, 0);
        numbers.resize(self.nodes.len() * count, 0);
        let Shape { left, right, .. } = self.shape;
        for (at, &key) in keys.iter().enumerate() {
            let halves = halves(key);
            (numbers[left * count + at], numbers[right * count + at]) = halves;
            self.nodes[left].prefetch_value(halves.0);
            self.nodes[right].prefetch_value(halves.1);
        }
        for (at, node) in self.shape.nodes.iter().enumerate().rev() {
            let (below, here) = numbers.split_at_mut(at * count);
            let values = here[..count].iter().map(|&number| self.nodes[at].value(number));
            match node {
                Node::Leaf(leaf) => {
                    for (value, state) in values.zip(states.chunks_exact_mut(words)) {
                        leaf.scatter::<WIDE, W>(value, state);
                    }
                }
                &Node::Pair(first, second) => {
                    for (of, value) in values.enumerate() {
                        let halves = halves(value);
                        (below[first * count + of], below[second * count + of]) = halves;
                        self.nodes[first].prefetch_value(halves.0);
                        self.nodes[second].prefetch_value(halves.1);
                    }
                }
            }
        }
        (unfolded.words, unfolded.count) = (words, count);
    }

    /// Unfolds states of many words one by one, by the nodes that differ from those of the previous state.
    #[inline(always)]
    fn unfold_changes<const WIDE: bool>(&self, keys: &[Key], unfolded: &mut Unfolded) {
        let (words, nodes) = (self.words, self.nodes.len());
        let Unfolded { states, numbers, .. } = unfolded;
        states.clear();
        numbers.clear();
        // The state before the first one is all zeros, and none of its nodes has a number.
        let (mut state, mut last) = (vec![0; words], vec![UNKNOWN; nodes]);
        let mut open = Vec::new();
        for &key in keys {
            let halves_of_key = halves(key);
            open.extend([(self.shape.left, halves_of_key.0), (self.shape.right, halves_of_key.1)]);
            while let Some((at, number)) = open.pop() {
                let before = std::mem::replace(&mut last[at], number);
                if before == number {
                    continue;
                }
                let value = self.nodes[at].value(number);
                match &self.shape.nodes[at] {
                    Node::Leaf(leaf) => {
                        leaf.clear(&mut state);
                        leaf.scatter::<WIDE, 0>(value, &mut state);
                    }
                    &Node::Pair(first, second) => {
                        let halves = halves(value);
                        open.extend([(first, halves.0), (second, halves.1)]);
                    }
                }
            }
            states.extend_from_slice(&state);
            numbers.extend_from_slice(&last);
        }
        (unfolded.words, unfolded.count) = (words, keys.len());
    }

    /// Folds some states, given word by word, as far as their nodes are known.
    ///
    /// If the states are successors of unfolded ones, `parents` identifies these, and only differences are looked up.
    /// Successors with [many words](Self::has_long_states) are folded [one by one](Self::fold_successor).
    pub fn fold_known(&self, parents: Option<Parents<'_>>, states: &[u64], folded: &mut Folded) {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            #[allow(unsafe_code)]
            return unsafe { self.fold_known_wide(parents, states, folded) };
        }
        with_words!(self.words, W => self.fold_known_stepwise::<false, W>(parents, states, folded));
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn fold_known_wide(&self, parents: Option<Parents<'_>>, states: &[u64], folded: &mut Folded) {
        with_words!(self.words, W => self.fold_known_stepwise::<true, W>(parents, states, folded));
    }

    #[inline(always)]
    fn fold_known_stepwise<const WIDE: bool, const W: usize>(
        &self,
        parents: Option<Parents<'_>>,
        states: &[u64],
        folded: &mut Folded,
    ) {
        debug_assert!(parents.is_none() || !self.has_long_states(), "numbers are kept state by state");
        let count = states.len() / word_count::<W>(self.words);
        let Folded { numbers, sought, keys, .. } = folded;
        numbers.resize(self.nodes.len() * count, 0);
        sought.resize(sought.len().max(count), Sought::default());
        for (at, node) in self.shape.nodes.iter().enumerate() {
            let (below, here) = numbers.split_at_mut(at * count);
            let here = &mut here[..count];
            if let Some((from, of)) = parents {
                let known = from.numbers(at);
                here.iter_mut().zip(of).for_each(|(here, &parent)| *here = known[parent as usize]);
            }
            let sought_count = match node {
                Node::Leaf(leaf) => self.seek_leaves::<WIDE, W>((at, leaf), parents, states, sought),
                &Node::Pair(first, second) => {
                    let of_node = |node: usize| &below[node * count..][..count];
                    let pairs = of_node(first).iter().copied().zip(of_node(second).iter().copied());
                    self.seek_pairs((at, first, second), parents, pairs.zip(&mut *here), sought)
                }
            };
            self.nodes[at].find_all(&mut sought[..sought_count], here);
        }
        let (left, right) = (&numbers[self.shape.left * count..], &numbers[self.shape.right * count..]);
        let key = |(&left, &right)| (left != UNKNOWN && right != UNKNOWN).then(|| pair(left, right));
        keys.clear();
        keys.extend(left[..count].iter().zip(&right[..count]).map(key));
    }

    /// Folds the successor of an unfolded state of [many words](Self::has_long_states), given the words that change and
    /// their new values. Returns `None` if a node is unknown.
    #[inline(always)]
    pub fn fold_successor(
        &self,
        (unfolded, at): (&Unfolded, usize),
        changes: &[(u32, u64)],
        folded: &mut Folded,
    ) -> Option<Key> {
        let (state, known) = (unfolded.state(at), unfolded.numbers_of(at));
        let mut flips = [Flips::default(); 2];
        for &(word, content) in changes {
            let (flipped, of_left) = (state[word as usize] ^ content, self.shape.left_bits[word as usize]);
            flips[0].add(word, flipped & of_left);
            flips[1].add(word, flipped & !of_left);
        }
        let Folded { memo, climb, .. } = folded;
        memo.turn_to(self.number);
        let mut number = |flips: &Flips, is_left: bool| {
            let half = HalfOfSuccessor { state, known, changes, is_left };
            let before = known[self.half(is_left)];
            if flips.is_empty() { before } else { memo.get(before, flips, || self.climb(half, climb)) }
        };
        let (left, right) = (number(&flips[0], true), number(&flips[1], false));
        (left != UNKNOWN && right != UNKNOWN).then(|| pair(left, right))
    }

    /// Returns the last node of a half.
    #[inline(always)]
    fn half(&self, is_left: bool) -> usize {
        if is_left { self.shape.left } else { self.shape.right }
    }

    /// Returns the number of a half of a successor, or [`UNKNOWN`].
    #[inline(never)]
    fn climb(&self, half: HalfOfSuccessor<'_>, memory: &mut Climb) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
            #[allow(unsafe_code)]
            return unsafe { self.climb_wide(half, memory) };
        }
        self.climb_stepwise::<false>(half, memory)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn climb_wide(&self, half: HalfOfSuccessor<'_>, memory: &mut Climb) -> u32 {
        self.climb_stepwise::<true>(half, memory)
    }

    /// Looks up the nodes above the changed bits, from the leaves up.
    #[inline(always)]
    fn climb_stepwise<const WIDE: bool>(
        &self,
        HalfOfSuccessor { state, known, changes, is_left }: HalfOfSuccessor<'_>,
        memory: &mut Climb,
    ) -> u32 {
        let of_half = |word: usize| {
            let of_left = self.shape.left_bits[word];
            if is_left { of_left } else { !of_left }
        };
        let routes = self.routes.as_ref().expect("states have many words");
        let look_up = |at: usize, value| self.nodes[at].look_up(value).ok();
        let is_known = memory.climb::<WIDE>((&self.shape, routes), (state, known, changes), of_half, look_up);
        if is_known { memory.numbers[self.half(is_left)] } else { UNKNOWN }
    }

    /// Determines which values of a leaf have to be looked up, and returns their number.
    #[inline(always)]
    fn seek_leaves<const WIDE: bool, const W: usize>(
        &self,
        (at, leaf): (usize, &Gather),
        parents: Option<Parents<'_>>,
        states: &[u64],
        sought: &mut [Sought],
    ) -> usize {
        let words = word_count::<W>(self.words);
        let states = states.chunks_exact(words);
        match parents {
            None => seek(&self.nodes[at], states.map(|state| (leaf.gather::<WIDE, W>(state), true)), sought),
            Some((from, of)) => {
                let values = states.zip(of).map(|(state, &parent)| {
                    let before = &from.states[parent as usize * words..][..words];
                    (leaf.gather::<WIDE, W>(state), leaf.differs::<W>(before, state))
                });
                seek(&self.nodes[at], values, sought)
            }
        }
    }

    /// Determines which values of an inner node have to be looked up, given the numbers of its children. `pairs`
    /// contains these, and the number of the node itself.
    #[inline(always)]
    fn seek_pairs<'n>(
        &self,
        (at, first, second): (usize, usize, usize),
        parents: Option<Parents<'_>>,
        pairs: impl Iterator<Item = ((u32, u32), &'n mut u32)>,
        sought: &mut [Sought],
    ) -> usize {
        let is_known = |halves: (u32, u32), here: &mut u32| {
            let is_known = halves.0 != UNKNOWN && halves.1 != UNKNOWN;
            *here = if is_known { *here } else { UNKNOWN };
            is_known
        };
        let value = |halves: (u32, u32)| pair(halves.0, halves.1);
        match parents {
            None => {
                let values = pairs.map(|(halves, here)| (value(halves), is_known(halves, here)));
                seek(&self.nodes[at], values, sought)
            }
            Some((from, of)) => {
                let (first, second) = (from.numbers(first), from.numbers(second));
                let values = pairs.zip(of).map(|((halves, here), &parent)| {
                    let differs = halves != (first[parent as usize], second[parent as usize]);
                    (value(halves), is_known(halves, here) & differs)
                });
                seek(&self.nodes[at], values, sought)
            }
        }
    }

    /// Folds some states, given word by word, inserts the new nodes, and appends the keys to `keys`.
    ///
    /// # Errors
    /// If no numbers are left for nodes.
    pub fn fold(&mut self, states: &[u64], keys: &mut Vec<Key>) -> Result<(), NoRoom> {
        #[cfg(target_arch = "x86_64")]
        if wide::is_available() {
            // SAFETY: the processor has wide vectors, as the condition checks.
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
        let Self { shape, nodes, .. } = self;
        let mut insert = |at: usize, state: &[u64], numbers: &mut [u32]| {
            let value = match &shape.nodes[at] {
                Node::Leaf(leaf) => leaf.gather::<WIDE, 0>(state),
                &Node::Pair(first, second) => pair(numbers[first], numbers[second]),
            };
            nodes[at].insert(value).map(|number| numbers[at] = number).ok_or(NoRoom)
        };
        let mut visited = Vec::new();
        let mut before = None;
        for state in states.chunks_exact(self.words) {
            match (&self.routes, before) {
                (Some(routes), Some(before)) => {
                    let insert_at = |at: usize, _: &[u64]| insert(at, state, &mut numbers).is_ok();
                    if !routes.visit(differing(before, state), &mut visited, insert_at) {
                        return Err(NoRoom);
                    }
                }
                _ => (0..shape.nodes.len()).try_for_each(|at| insert(at, state, &mut numbers))?,
            }
            before = Some(state);
            keys.push(pair(numbers[shape.left], numbers[shape.right]));
        }
        Ok(())
    }
}

/// Collects the values to look up, prefetches their entries of the index, and returns their number. `values` contains a
/// value for each state, and whether it is sought.
///
/// PERF: whether a firing changes a node is unpredictable, so there is no branch on it.
#[inline(always)]
fn seek(nodes: &Nodes, values: impl Iterator<Item = (u64, bool)>, sought: &mut [Sought]) -> usize {
    let mut count = 0;
    for (state, (value, is_sought)) in values.enumerate() {
        let likely = nodes.entry(value);
        nodes.prefetch_index(likely);
        sought[count] = Sought { value, likely, state: state as u32 };
        count += usize::from(is_sought);
    }
    count
}
