//! Tree compression: a state is stored as a pair of numbers, since each half of it occurs in many states.
//!
//! Sources: Blom, Lisser, van de Pol and Weber, *A Database Approach to Distributed State Space Generation*, PDMC 2007,
//! for the tree; Laarman, van de Pol and Weber, *Parallel Recursive State Compression for Free*, SPIN 2011, for its
//! incremental update, which looks up only the nodes above changed bits; Laarman, *Optimal Compression of Combinatorial
//! State Spaces*, 2019, for the compact table of the roots. Four points differ. Leaves are bits of packed states, not
//! slots. The division of the bits into halves is [learned](learn) from states. Roots are permuted pairs of exactly as
//! many bits as the number of nodes requires. And the set of roots decides only whether a state is present: callers
//! that need the states in order keep their [`Key`]s, from which the set can be rebuilt if a node outgrows its bits.
//!
//! INVARIANT: a key represents the same state as long as the store keeps its shape.

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

/// A state of a tree store: the number of its left half, 32 bits, followed by that of its right half.
pub type Key = u64;

/// Number of trees created so far.
static TREES: AtomicU64 = AtomicU64::new(0);

/// The tree store.
#[derive(Debug)]
pub struct TreeStore {
    words: usize,
    /// The number of the tree. Numbers of nodes are meaningless in another tree.
    number: u64,
    shape: Shape,
    /// The routes, if states have many words.
    routes: Option<Routes>,
    nodes: Vec<Nodes>,
    /// The number of bits of the numbers of the two halves in `roots`.
    widths: (u32, u32),
    roots: CompactSet,
}

impl TreeStore {
    /// Creates an empty store for states of `words` words.
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

    /// Creates an empty store whose tree puts correlated bits of the given states into the same half.
    #[must_use]
    pub fn learned(&self, states: &[u64]) -> Self {
        let left_bits = learn::left_bits(states, &self.shape.left_bits);
        Self::shaped(self.words, Shape::new(left_bits, shape::first_half))
    }

    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether states are long enough for successors to be folded [by their changes](Self::fold_successor).
    #[must_use]
    #[inline(always)]
    pub fn has_long_states(&self) -> bool {
        self.routes.is_some()
    }

    /// Returns the memory of the store, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.roots.bytes() + self.nodes.iter().map(Nodes::bytes).sum::<usize>()
    }

    /// Returns the number of different nodes below the roots.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.iter().map(Nodes::len).sum()
    }

    /// Returns the number of different left and right halves. The numbers in a [`Key`] are below these.
    #[must_use]
    pub fn halves(&self) -> (usize, usize) {
        (self.nodes[self.shape.left].len(), self.nodes[self.shape.right].len())
    }

    /// Whether the set of roots has enough bits for all nodes.
    #[must_use]
    pub fn is_wide_enough(&self) -> bool {
        let fits = |half: usize, width: u32| (self.nodes[half].len() as u64) <= 1 << width;
        fits(self.shape.left, self.widths.0) && fits(self.shape.right, self.widths.1)
    }

    /// Removes all states, but not their nodes, and makes the set of roots wide enough for these. The caller must
    /// insert the keys again.
    ///
    /// # Errors
    /// If keys would have too many bits.
    pub fn widen(&mut self) -> Result<(), NoRoom> {
        let width = |half: usize| width_for(self.nodes[half].len());
        let widths = (width(self.shape.left), width(self.shape.right));
        if widths.0 + widths.1 > MAX_BITS {
            return Err(NoRoom);
        }
        self.widths = widths;
        // Frees the old set before creating the new one.
        self.roots = CompactSet::new(0);
        self.roots = CompactSet::new(widths.0 + widths.1);
        Ok(())
    }

    /// Removes all states, but not their nodes. Keys still represent states, but no state is present.
    pub fn forget_roots(&mut self) {
        self.roots = CompactSet::new(self.widths.0 + self.widths.1);
    }

    /// Reserves room for the roots of `states` states in an empty set.
    pub fn make_room(&mut self, states: usize) {
        self.roots.make_room(states);
    }

    /// Returns the location of the root with a key: a shard of the set of roots, and its number there.
    #[must_use]
    #[inline(always)]
    pub fn locate(&self, key: Key) -> (usize, u64) {
        let (left, right) = halves(key);
        self.roots.locate(u64::from(left) << self.widths.1 | u64::from(right))
    }

    /// Returns the key of the root at a location.
    #[must_use]
    #[inline(always)]
    pub fn key_at(&self, shard: usize, within: u64) -> Key {
        let number = self.roots.number_at(shard, within);
        pair((number >> self.widths.1) as u32, (number & ((1 << self.widths.1) - 1)) as u32)
    }

    /// Returns the shards of the set of roots, in order, to distribute them among workers.
    pub fn shards_mut(&mut self) -> &mut [CompactShard] {
        self.roots.shards_mut()
    }

    /// Looks a state up by its key, and inserts it if it is new. All nodes must fit; see
    /// [`is_wide_enough`](Self::is_wide_enough).
    ///
    /// # Errors
    /// If there is no room for it.
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

/// Returns enough bits for `numbers` numbers and a quarter more.
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

    /// Inserts states like a search: successors of a known state, with unknown ones one by one.
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

    /// Successors repeatedly differ from their parents in one or two words, also in a learned tree.
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

    /// Each of several states has several successors, in rounds between which other states are unfolded.
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
