//! The states of a search in a tree store, with additional data for the search.
//!
//! The tree store decides whether a state is known. The [log](KeyLog) has the keys of all states in the
//! order of their discovery. The store can be rebuilt from it: with more bits for the roots, with a tree
//! that groups other bits, or for a system with another layout. The numbers of states do not change. The old
//! store is freed before the new one is built, so this takes no more memory than either.
//!
//! Orders other than breadth-first look up one state at a time: [`TreeStates::visit`].

use std::ops::Range;

use sanderling_cutoff::{
    TREE_FIRST_LOOK, TREE_LONG_AGO, TREE_SAMPLE, TREE_STATES_FOR_FEW_NODES, TREE_STATES_FOR_MANY_NODES,
    TREE_STATES_FOR_SAMPLE, TREE_STATES_OF_BLOCK,
};
use sanderling_store::{Folded, Key, KeyOutbox, Newcomers, NoRoom, StateId, TreeStore, Unfolded, Visit};

use sanderling_system::MAX_WORDS;

use super::Disk;
use super::key_log::KeyLog;
use crate::limits::StopReason;

/// In a very large store, one state in this number belongs to the sample. The more states there are, the
/// more a good division pays.
const MANY_STATES_FOR_SAMPLE: usize = 512;

/// Maximum number of states in a sample.
const LARGEST_OF_ALL: usize = 1 << 15;

/// Maximum number of bits in a sample of states of many words. Each bit is tried in either half, in time
/// linear in the number of states, and that must not take longer than a few tenths of a second.
const BITS_OF_LONG_SAMPLE: usize = 1 << 22;

/// The states of a search in a tree store.
#[derive(Debug)]
pub struct TreeStates {
    tree: TreeStore,
    log: KeyLog,
    words: usize,
    next_look: usize,
    /// The number of states when the tree was learned.
    learned_at: usize,
    folded: Folded,
}

impl TreeStates {
    /// Creates an empty store for states of this number of words.
    pub(crate) fn new(words: usize, disk: &Disk) -> Self {
        Self {
            tree: TreeStore::new(words),
            log: KeyLog::new(disk),
            words,
            next_look: TREE_FIRST_LOOK.size(),
            learned_at: 0,
            folded: Folded::default(),
        }
    }

    /// Creates the store of a checkpoint with this tree and an empty log, given the number of states at the
    /// next check, and when the tree was learned.
    pub(crate) fn of(
        tree: TreeStore,
        words: usize,
        disk: &Disk,
        (next_look, learned_at): (usize, usize),
    ) -> Self {
        Self { tree, next_look, learned_at, ..Self::new(words, disk) }
    }

    /// Returns the number of states at the next check of the tree, and when it was learned.
    pub(crate) fn looks(&self) -> (usize, usize) {
        (self.next_look, self.learned_at)
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    pub(crate) fn len(&self) -> usize {
        self.log.len()
    }

    /// Returns the approximate memory for one more state, in bytes.
    pub(crate) fn bytes_per_state(&self) -> usize {
        size_of::<Key>()
    }

    /// Inserts the first state.
    pub(crate) fn insert_root(&mut self, state: &[u64]) -> StateId {
        self.take_in(state).expect("there is room for one state");
        StateId::new(0, 0)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.log.bytes() + self.folded.bytes()
    }

    pub(crate) fn tree(&self) -> &TreeStore {
        &self.tree
    }

    pub(crate) fn tree_mut(&mut self) -> &mut TreeStore {
        &mut self.tree
    }

    /// Records the key of a state that has just been inserted into the tree.
    pub(crate) fn note(&mut self, key: Key) {
        self.log.push(key);
    }

    /// Replaces the content of `keys` by the keys of the states with these numbers.
    pub(crate) fn read(&mut self, numbers: Range<usize>, keys: &mut Vec<Key>) -> Result<(), StopReason> {
        self.log.read(numbers, keys).map_err(|_| StopReason::DiskFailed)
    }

    /// Looks up a state, and inserts it if it is new.
    pub(crate) fn visit(&mut self, state: &[u64]) -> Visit {
        match self.is_new(state) {
            Ok(true) => Visit::New,
            Ok(false) => Visit::Known,
            Err(_) => Visit::Full,
        }
    }

    fn is_new(&mut self, state: &[u64]) -> Result<bool, StopReason> {
        self.improve(&|| None)?;
        let before = self.len();
        self.tree.fold_known(None, state, &mut self.folded);
        match self.folded.keys[0] {
            None => self.take_in(state)?,
            Some(key) if self.tree.insert(key).map_err(store_full)? => self.log.push(key),
            Some(_) => {}
        }
        Ok(self.len() > before)
    }

    /// Inserts states with possibly new nodes, given word by word. New states get numbers in this order.
    pub(crate) fn take_in(&mut self, states: &[u64]) -> Result<(), StopReason> {
        let mut keys = Vec::with_capacity(states.len() / self.words);
        self.tree.fold(states, &mut keys).map_err(store_full)?;
        self.insert_all(&keys)
    }

    /// Inserts successors of many words, as [`take_in`](Self::take_in) does.
    pub(crate) fn take_newcomers_in(&mut self, newcomers: &Newcomers) -> Result<(), StopReason> {
        let mut keys = Vec::new();
        self.tree.fold_newcomers(newcomers, &mut keys).map_err(store_full)?;
        self.insert_all(&keys)
    }

    /// Inserts the states with these keys, whose nodes have just been inserted.
    fn insert_all(&mut self, keys: &[Key]) -> Result<(), StopReason> {
        if !self.tree.is_wide_enough() {
            self.tree.widen().map_err(store_full)?;
            self.put_back()?;
        }
        for &key in keys {
            if self.tree.insert(key).map_err(store_full)? {
                self.log.push(key);
            }
        }
        Ok(())
    }

    /// Inserts all states of the log into a tree without roots.
    pub(crate) fn put_back(&mut self) -> Result<(), StopReason> {
        let (mut outbox, mut keys, mut new) = (KeyOutbox::default(), Vec::new(), Vec::new());
        self.tree.make_room(self.log.len());
        for numbers in blocks(self.log.len()) {
            self.read(numbers, &mut keys)?;
            for &key in &keys {
                let (shard, within) = self.tree.locate(key);
                outbox.push(shard, within);
            }
            for (shard, roots) in self.tree.shards_mut().iter_mut().enumerate() {
                new.clear();
                roots.insert_all(outbox.numbers(shard), &mut new).map_err(store_full)?;
            }
            outbox.clear();
        }
        debug_assert_eq!(self.tree.len(), self.log.len(), "different states have different keys");
        Ok(())
    }

    /// Improves the tree if a check is due and an improvement seems possible, unless `cut` returns that the
    /// search has to end.
    pub(crate) fn improve(&mut self, cut: &dyn Fn() -> Option<StopReason>) -> Result<(), StopReason> {
        if self.len() < self.next_look {
            return Ok(());
        }
        self.next_look = 2 * self.len();
        let is_long_ago = self.len() >= TREE_LONG_AGO.size() * self.learned_at;
        let states =
            if is_long_ago { TREE_STATES_FOR_FEW_NODES.size() } else { TREE_STATES_FOR_MANY_NODES.size() };
        if self.tree.nodes() <= self.len() / states {
            return Ok(());
        }
        self.learned_at = self.len();
        let sample = self.sample()?;
        let learned = self.tree.learned(&sample);
        self.make_anew(learned, self.words, |state, same| same.copy_from_slice(state), cut)?;
        self.put_back()
    }

    /// Returns some states, evenly spread over the order of discovery, word by word.
    fn sample(&mut self) -> Result<Vec<u64>, StopReason> {
        let count = sample_size(self.len(), self.words);
        let (mut sample, mut keys, mut unfolded) = (Vec::new(), Vec::new(), Unfolded::default());
        for at in 0..count {
            let number = (self.len() as u128 * at as u128 / count as u128) as usize;
            self.read(number..number + 1, &mut keys)?;
            self.tree.unfold(&keys, &mut unfolded);
            sample.extend_from_slice(unfolded.state(0));
        }
        Ok(sample)
    }

    /// Removes all states from the tree, but not from the log. The free memory is available until they are
    /// [put back](Self::put_back).
    pub(crate) fn take_out(&mut self) {
        self.tree.forget_roots();
    }

    /// Replaces each state by its translation into this number of words, and keeps its number. The states
    /// must be out of the tree, and have to be put back.
    pub(crate) fn translate(
        &mut self,
        words: usize,
        translate: impl FnMut(&[u64], &mut [u64]),
        cut: &dyn Fn() -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        // The tree for other words starts without learning.
        (self.next_look, self.learned_at) = (TREE_FIRST_LOOK.size().max(self.len()), 0);
        self.make_anew(TreeStore::new(words), words, translate, cut)
    }

    /// Folds all states into another tree. If `cut` returns that the search has to end, nothing changes,
    /// except that the roots stay removed.
    fn make_anew(
        &mut self,
        tree: TreeStore,
        words: usize,
        translate: impl FnMut(&[u64], &mut [u64]),
        cut: &dyn Fn() -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        self.take_out();
        let mut anew = KeyLog::new(self.log.disk());
        let old = std::mem::replace(&mut self.tree, tree);
        if let Err(reason) = self.fold_anew((&old, &mut anew), words, translate, cut) {
            // The keys in the log belong to the old tree.
            self.tree = old;
            return Err(reason);
        }
        // The old tree is freed before the set of roots is built.
        drop(old);
        (self.log, self.words) = (anew, words);
        self.tree.widen().map_err(store_full)
    }

    fn fold_anew(
        &mut self,
        (old, anew): (&TreeStore, &mut KeyLog),
        words: usize,
        mut translate: impl FnMut(&[u64], &mut [u64]),
        cut: &dyn Fn() -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        let (mut keys, mut new, mut unfolded) = (Vec::new(), Vec::new(), Unfolded::default());
        let (mut translated, mut folded) = (vec![0; words * TREE_STATES_OF_BLOCK.size()], Folded::default());
        for numbers in blocks(self.log.len()) {
            cut().map_or(Ok(()), Err)?;
            self.read(numbers, &mut keys)?;
            old.unfold(&keys, &mut unfolded);
            let translated = &mut translated[..words * keys.len()];
            for (at, translated) in translated.chunks_exact_mut(words).enumerate() {
                translate(unfolded.state(at), translated);
            }
            new.clear();
            if self.tree.has_long_states() {
                // Neighbours differ little.
                self.tree.fold(translated, &mut new).map_err(store_full)?;
            } else {
                self.tree.fold_known(None, translated, &mut folded);
                for (state, key) in translated.chunks_exact(words).zip(&folded.keys) {
                    match key {
                        Some(key) => new.push(*key),
                        None => self.tree.fold(state, &mut new).map_err(store_full)?,
                    }
                }
            }
            new.iter().for_each(|&key| anew.push(key));
        }
        Ok(())
    }
}

/// Returns the size of a sample of states from which to learn a tree, given the numbers of states and of
/// words.
#[must_use]
pub fn sample_size(states: usize, words: usize) -> usize {
    let mut most = (states / MANY_STATES_FOR_SAMPLE).clamp(TREE_SAMPLE.size(), LARGEST_OF_ALL);
    if words > MAX_WORDS {
        most = most.min((BITS_OF_LONG_SAMPLE / (64 * words)).max(1));
    }
    (states / TREE_STATES_FOR_SAMPLE.size()).clamp(1, most)
}

/// Returns all numbers up to `count`, in blocks.
fn blocks(count: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count)
        .step_by(TREE_STATES_OF_BLOCK.size())
        .map(move |start| start..count.min(start + TREE_STATES_OF_BLOCK.size()))
}

pub(crate) fn store_full(_: NoRoom) -> StopReason {
    StopReason::StoreFull
}
