//! The states of a search in a tree store, and what a search needs besides.
//!
//! The tree store says whether a state is there; the [log](KeyLog) has the keys of all states in the order
//! of their discovery. From it the store is made anew: with more bits for the roots, with a tree in which
//! other bits stand together, or for a system that packs its states otherwise. The numbers of states
//! stay the same. Since the old store goes before the new one comes, this takes no more memory than either.
//!
//! Orders other than breadth-first ask for one state at a time: [`TreeStates::visit`].

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

/// The number of states for each one in a sample of very many: the more there are, the more it is worth to
/// cut them well.
const MANY_STATES_FOR_SAMPLE: usize = 512;

/// The maximum number of states in a sample.
const LARGEST_OF_ALL: usize = 1 << 15;

/// The maximum number of bits in a sample of states of many words: each is tried in either half, which takes as long as there are states,
/// and nobody may wait longer than a few tenths of a second.
const BITS_OF_LONG_SAMPLE: usize = 1 << 22;

/// The states.
#[derive(Debug)]
pub struct TreeStates {
    tree: TreeStore,
    log: KeyLog,
    words: usize,
    next_look: usize,
    /// How many states there were when the tree was learned.
    learned_at: usize,
    folded: Folded,
}

impl TreeStates {
    /// No states yet, of this number of words.
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

    /// The states of a checkpoint, in this tree: none in the log yet. When it is looked at next, and when it was learned.
    pub(crate) fn of(
        tree: TreeStore,
        words: usize,
        disk: &Disk,
        (next_look, learned_at): (usize, usize),
    ) -> Self {
        Self { tree, next_look, learned_at, ..Self::new(words, disk) }
    }

    /// At how many states the tree is looked at next, and at how many it was learned.
    pub(crate) fn looks(&self) -> (usize, usize) {
        (self.next_look, self.learned_at)
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    pub(crate) fn len(&self) -> usize {
        self.log.len()
    }

    /// The memory that one more state takes, about.
    pub(crate) fn bytes_per_state(&self) -> usize {
        size_of::<Key>()
    }

    /// Puts in the first state.
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

    /// Notes the key of a state that has just been put into the tree.
    pub(crate) fn note(&mut self, key: Key) {
        self.log.push(key);
    }

    /// The keys of the states with these numbers, instead of what is in `keys`.
    pub(crate) fn read(&mut self, numbers: Range<usize>, keys: &mut Vec<Key>) -> Result<(), StopReason> {
        self.log.read(numbers, keys).map_err(|_| StopReason::DiskFailed)
    }

    /// Looks a state up, and takes it in where it is new.
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

    /// Takes in some states, given word by word, of which nodes may be new. Those that are new themselves
    /// get numbers in their order.
    pub(crate) fn take_in(&mut self, states: &[u64]) -> Result<(), StopReason> {
        let mut keys = Vec::with_capacity(states.len() / self.words);
        self.tree.fold(states, &mut keys).map_err(store_full)?;
        self.insert_all(&keys)
    }

    /// Takes in successors of states of many words, as [`take_in`](Self::take_in) does.
    pub(crate) fn take_newcomers_in(&mut self, newcomers: &Newcomers) -> Result<(), StopReason> {
        let mut keys = Vec::new();
        self.tree.fold_newcomers(newcomers, &mut keys).map_err(store_full)?;
        self.insert_all(&keys)
    }

    /// Puts in the states with these keys, whose nodes have just been taken in.
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

    /// Puts all states of the log into a tree that has no roots.
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

    /// Makes the tree better where it is time to look and that seems possible, unless `cut` says that the search has to end.
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

    /// Some states, evenly spread over the order of discovery, word by word.
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

    /// Takes all states out of the tree, but not out of the log: what is between states has more room until they
    /// are [put back](Self::put_back).
    pub(crate) fn take_out(&mut self) {
        self.tree.forget_roots();
    }

    /// Replaces each state by its translation into this number of words, with the number kept. The states are
    /// out of the tree, and are to be put back.
    pub(crate) fn translate(
        &mut self,
        words: usize,
        translate: impl FnMut(&[u64], &mut [u64]),
        cut: &dyn Fn() -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        // The tree for other words is like any at the start.
        (self.next_look, self.learned_at) = (TREE_FIRST_LOOK.size().max(self.len()), 0);
        self.make_anew(TreeStore::new(words), words, translate, cut)
    }

    /// Folds all states into another tree, unless `cut` says that the search has to end: then all is as before, with the roots taken out.
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
            // That is what the keys in the log belong to.
            self.tree = old;
            return Err(reason);
        }
        // The old tree goes before the set of roots comes.
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

/// How many of so many states of so many words are a sample to learn a tree from.
pub(crate) fn sample_size(states: usize, words: usize) -> usize {
    let mut most = (states / MANY_STATES_FOR_SAMPLE).clamp(TREE_SAMPLE.size(), LARGEST_OF_ALL);
    if words > MAX_WORDS {
        most = most.min((BITS_OF_LONG_SAMPLE / (64 * words)).max(1));
    }
    (states / TREE_STATES_FOR_SAMPLE.size()).clamp(1, most)
}

/// All numbers up to `count`, some at a time.
fn blocks(count: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count)
        .step_by(TREE_STATES_OF_BLOCK.size())
        .map(move |start| start..count.min(start + TREE_STATES_OF_BLOCK.size()))
}

pub(crate) fn store_full(_: NoRoom) -> StopReason {
    StopReason::StoreFull
}
