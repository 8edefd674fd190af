//! Tree compression: a state is a pair of numbers, since each half of it occurs in many states.
//!
//! Sources: Blom, Lisser, van de Pol and Weber, *A Database Approach to Distributed State Space
//! Generation*, PDMC 2007, for the tree; Laarman, van de Pol and Weber, *Parallel Recursive State
//! Compression for Free*, SPIN 2011, for its incremental update: of a successor only the nodes above
//! changed bits are looked up; Laarman, *Optimal Compression of Combinatorial State Spaces*, 2019, for
//! the compact table of the roots. We differ in four points. Leaves are bits of packed states, not slots.
//! Which bits are in which half is [learned](learn) from states. Roots are permuted pairs of just so
//! many bits as there are nodes. And the set of roots says only whether a state is there: whoever needs
//! the states in order keeps their [`Key`]s, which makes it possible to have the set anew from them when
//! a node outgrows its bits.
//!
//! INVARIANT: a key means the same state as long as the store keeps its shape.

mod entries;
mod fold;
mod gather;
mod learn;
mod memo;
mod newcomers;
mod nodes;
mod outbox;
mod parts;
mod routes;
mod shape;
mod values;

use std::sync::atomic::{AtomicU64, Ordering};

pub use fold::{Folded, Unfolded};
pub use newcomers::Newcomers;
use nodes::Nodes;
pub use outbox::KeyOutbox;
use routes::Routes;
use shape::Shape;

use crate::compact::{CompactSet, CompactShard, MAX_BITS, NoRoom};

/// A state of a tree store: the number of its left half, 32 bits, and of its right one.
pub type Key = u64;

/// The number of trees so far.
static TREES: AtomicU64 = AtomicU64::new(0);

/// The store.
#[derive(Debug)]
pub struct TreeStore {
    words: usize,
    /// The number of the tree: numbers of nodes mean nothing in another one.
    number: u64,
    shape: Shape,
    /// Where states have many words.
    routes: Option<Routes>,
    nodes: Vec<Nodes>,
    /// How many bits the numbers of the two halves have in `roots`.
    widths: (u32, u32),
    roots: CompactSet,
}

impl TreeStore {
    /// A store with nothing in it, for states of this number of words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self::shaped(words, Shape::of_neighbours(words))
    }

    fn shaped(words: usize, shape: Shape) -> Self {
        let nodes = vec![Nodes::new(); shape.nodes.len()];
        let widths = (width_for(0), width_for(0));
        let routes = Routes::of(words, &shape);
        let number = TREES.fetch_add(1, Ordering::Relaxed) + 1;
        Self { words, number, shape, routes, nodes, widths, roots: CompactSet::new(widths.0 + widths.1) }
    }

    /// A store with nothing in it, in whose tree those bits stand together that go together in some
    /// states, given one behind the other.
    #[must_use]
    pub fn learned(&self, states: &[u64]) -> Self {
        let left_bits = learn::left_bits(states, &self.shape.left_bits);
        Self::shaped(self.words, Shape::new(left_bits, shape::first_half))
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether states have so many words that successors are folded [by what changes](Self::fold_successor).
    #[must_use]
    #[inline(always)]
    pub fn has_long_states(&self) -> bool {
        self.routes.is_some()
    }

    /// The memory that the store takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.roots.bytes() + self.nodes.iter().map(Nodes::bytes).sum::<usize>()
    }

    /// How many different nodes there are below the roots.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.iter().map(Nodes::len).sum()
    }

    /// How many different left halves there are, and right ones: the numbers in a [`Key`] are below these.
    #[must_use]
    pub fn halves(&self) -> (usize, usize) {
        (self.nodes[self.shape.left].len(), self.nodes[self.shape.right].len())
    }

    /// Whether the set of roots has bits enough for all nodes.
    #[must_use]
    pub fn is_wide_enough(&self) -> bool {
        let fits = |half: usize, width: u32| (self.nodes[half].len() as u64) <= 1 << width;
        fits(self.shape.left, self.widths.0) && fits(self.shape.right, self.widths.1)
    }

    /// Takes all states out, but not their nodes, and makes the set of roots wide enough for these: the
    /// keys are to be put in again.
    ///
    /// # Errors
    /// Where keys would have too many bits.
    pub fn widen(&mut self) -> Result<(), NoRoom> {
        let width = |half: usize| width_for(self.nodes[half].len());
        let widths = (width(self.shape.left), width(self.shape.right));
        if widths.0 + widths.1 > MAX_BITS {
            return Err(NoRoom);
        }
        self.widths = widths;
        // The old set goes before the new one comes.
        self.roots = CompactSet::new(0);
        self.roots = CompactSet::new(widths.0 + widths.1);
        Ok(())
    }

    /// Takes all states out, but not their nodes: keys still mean states, but none is there.
    pub fn forget_roots(&mut self) {
        self.roots = CompactSet::new(self.widths.0 + self.widths.1);
    }

    /// Makes room for the roots of this number of states at once. None is there yet.
    pub fn make_room(&mut self, states: usize) {
        self.roots.make_room(states);
    }

    /// Where the root with a key belongs: a shard of the set of roots, and its number there.
    #[must_use]
    #[inline(always)]
    pub fn locate(&self, key: Key) -> (usize, u64) {
        let (left, right) = halves(key);
        self.roots.locate(u64::from(left) << self.widths.1 | u64::from(right))
    }

    /// The key of the root that belongs there.
    #[must_use]
    #[inline(always)]
    pub fn key_at(&self, shard: usize, within: u64) -> Key {
        let number = self.roots.number_at(shard, within);
        pair((number >> self.widths.1) as u32, (number & ((1 << self.widths.1) - 1)) as u32)
    }

    /// The shards of the set of roots, in order, to be shared out among workers.
    pub fn shards_mut(&mut self) -> &mut [CompactShard] {
        self.roots.shards_mut()
    }

    /// Looks a state up, and puts it in where it is new. All nodes' bits must suffice: see
    /// [`is_wide_enough`](Self::is_wide_enough).
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn insert(&mut self, key: Key) -> Result<bool, NoRoom> {
        let (left, right) = halves(key);
        self.roots.insert(u64::from(left) << self.widths.1 | u64::from(right))
    }
}

#[inline(always)]
fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[inline(always)]
fn halves(value: u64) -> (u32, u32) {
    ((value >> 32) as u32, value as u32)
}

/// Bits enough for this number of numbers, and a quarter more.
fn width_for(numbers: usize) -> u32 {
    let most = (numbers + numbers / 4) as u64 + 255;
    u64::BITS - most.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(words: usize, count: u64) -> Vec<Vec<u64>> {
        let random = |at: u64| crate::hash::hash(&[at, words as u64]);
        (0..count)
            .map(|at| (0..words as u64).map(|word| random(at % 3000 + word * 7) & 0xf00f_00ff).collect())
            .collect()
    }

    /// Puts states in as a search does: successors of a known state, the unknown ones one by one.
    fn fill(store: &mut TreeStore, states: &[Vec<u64>]) -> Vec<Key> {
        let (mut keys, mut unfolded, mut folded) = (Vec::new(), Unfolded::default(), Folded::default());
        for batch in states.chunks(50) {
            let (first, last) = (fold(store, &batch[0]), fold(store, &batch[batch.len() - 1]));
            make_wide(store, &keys);
            store.unfold(&[first, last], &mut unfolded);
            assert_eq!((unfolded.state(0), unfolded.state(1)), (&*batch[0], &*batch[batch.len() - 1]));
            let parents: Vec<u32> = (0..batch.len() as u32).map(|at| at % 2).collect();
            let known: Vec<Option<Key>> = if store.has_long_states() {
                let successors = batch.iter().zip(&parents);
                let mut fold = |(state, &parent): (&Vec<u64>, &u32)| {
                    let parent = parent as usize;
                    let words = (0..).zip(state).zip(unfolded.state(parent));
                    let changes = words.filter(|((word, new), old)| new != old || word % 5 == 0);
                    let changes: Vec<(u32, u64)> = changes.map(|((word, &new), _)| (word, new)).collect();
                    store.fold_successor((&unfolded, parent), &changes, &mut folded)
                };
                successors.map(&mut fold).collect()
            } else {
                store.fold_known(Some((&unfolded, &parents)), &batch.concat(), &mut folded);
                folded.keys.clone()
            };
            for (state, key) in batch.iter().zip(&known) {
                let key = key.unwrap_or_else(|| fold(store, state));
                make_wide(store, &keys);
                let (shard, within) = store.locate(key);
                assert_eq!(store.key_at(shard, within), key);
                if store.insert(key).expect("there is room") {
                    keys.push(key);
                }
            }
            store.fold_known(None, &batch.concat(), &mut folded);
            assert!(folded.keys.iter().all(|key| key.is_some_and(|key| keys.contains(&key))));
        }
        keys
    }

    fn fold(store: &mut TreeStore, state: &[u64]) -> Key {
        let mut keys = Vec::new();
        store.fold(state, &mut keys).expect("there are numbers");
        keys[0]
    }

    fn make_wide(store: &mut TreeStore, keys: &[Key]) {
        if !store.is_wide_enough() {
            store.widen().expect("there are bits");
            keys.iter().for_each(|&key| assert!(store.insert(key).expect("there is room")));
        }
    }

    #[test]
    fn each_state_is_stored_once_and_comes_back_from_its_key() {
        for words in [1, 2, 3, 5, 9, 40] {
            let states = states(words, crate::fewer(7000) as u64);
            let mut store = TreeStore::new(words);
            for round in 0..2 {
                let keys = fill(&mut store, &states);
                let expected: std::collections::HashSet<_> = states.iter().cloned().collect();
                assert_eq!((keys.len(), store.len()), (expected.len(), expected.len()), "round {round}");
                let mut unfolded = Unfolded::default();
                store.unfold(&keys, &mut unfolded);
                let back = (0..keys.len()).map(|at| unfolded.state(at).to_vec());
                assert_eq!(back.collect::<std::collections::HashSet<_>>(), expected);
                store = store.learned(&states.concat());
            }
        }
    }

    /// Successors that differ from their parents in one or two words, again and again, also in a tree that is learned.
    #[test]
    fn a_successor_of_many_words_has_the_key_of_its_words() {
        let words = 20;
        let mut store = TreeStore::new(words);
        let parent = |at: u64| -> Vec<u64> { (0..words as u64).map(|word| (at >> (word % 3)) & 3).collect() };
        for round in 0..2 {
            let (mut unfolded, mut folded, mut known) = (Unfolded::default(), Folded::default(), 0);
            for at in 0..crate::fewer(300) as u64 {
                let state = parent(at % 40);
                let key = fold(&mut store, &state);
                store.unfold(&[key], &mut unfolded);
                let (one, other) = (at as usize % words, (at as usize / 7 + 11) % words);
                let mut successor = state.clone();
                (successor[one], successor[other]) = (at % 5, at % 3);
                let changes: Vec<(u32, u64)> = (0..)
                    .zip(&successor)
                    .filter(|&(word, _)| [one, other].contains(&(word as usize)))
                    .map(|(word, &new)| (word, new))
                    .collect();
                let expected = (at % 2 == 0).then(|| fold(&mut store, &successor));
                for _ in 0..2 {
                    let found = store.fold_successor((&unfolded, 0), &changes, &mut folded);
                    assert!(expected.is_none() || found == expected, "round {round}, {at}");
                    if let Some(found) = found {
                        known += 1;
                        let mut back = Unfolded::default();
                        store.unfold(&[found], &mut back);
                        assert_eq!(back.state(0), successor, "round {round}, {at}");
                    }
                }
            }
            assert!(known > 0);
            successors_with_new_nodes_are_taken_in(&mut store, words);
            let sample: Vec<u64> = (0..40).flat_map(parent).collect();
            store = store.learned(&sample);
        }
    }

    /// Several successors of each of some states, in rounds between which other states are unfolded.
    fn successors_with_new_nodes_are_taken_in(store: &mut TreeStore, words: usize) {
        let (mut unfolded, mut newcomers, mut expected) = (Unfolded::default(), Newcomers::default(), vec![]);
        for round in 0..crate::fewer(20) as u64 {
            newcomers.clear();
            expected.clear();
            for unit in 0..3 {
                let state = |at: u64| -> Vec<u64> {
                    (0..words as u64).map(|word| (at + unit) >> (word % 4) & 3).collect()
                };
                let keys = [fold(store, &state(0)), fold(store, &state(1))];
                store.unfold(&keys, &mut unfolded);
                newcomers.begin();
                for at in 0..6 {
                    let (parent, word) = (at / 3, (at * 7 + round as usize) % words);
                    let changes = [(word as u32, round * 100 + at as u64), (0, 3)];
                    let mut successor = unfolded.state(parent).to_vec();
                    changes.iter().for_each(|&(word, content)| successor[word as usize] = content);
                    newcomers.push((&unfolded, parent), &changes);
                    expected.push(successor);
                }
            }
            let mut keys = Vec::new();
            store.fold_newcomers(&newcomers, &mut keys).expect("there are numbers");
            store.unfold(&keys, &mut unfolded);
            assert_eq!(keys.len(), expected.len());
            for (at, (successor, &key)) in expected.iter().zip(&keys).enumerate() {
                assert_eq!(unfolded.state(at), successor, "round {round}, {at}");
                assert_eq!(fold(store, successor), key, "round {round}, {at}");
            }
            assert!(newcomers.bytes() > 0);
        }
    }

    #[test]
    fn a_new_store_is_empty_and_small() {
        let store = TreeStore::new(4);
        assert!(store.is_empty());
        assert!(store.bytes() < 1 << 17, "{}", store.bytes());
    }
}
