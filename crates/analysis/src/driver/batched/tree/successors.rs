//! Successors of states in a tree that have not been inserted yet.

use std::ops::Range;

use sanderling_cutoff::LAYER_STATES_AT_A_TIME;
use sanderling_store::hash::hash;
use sanderling_store::{Folded, Key, KeyOutbox, Newcomers, TreeStore, Unfolded};
use sanderling_system::{Adaptive, Extremes};

use super::super::block::{InBlock, position_of};
use super::super::expand::Expansion;
use super::super::{Outbox, Workspace};
use crate::driver::search::Interruption;
use crate::phases::{Sample, Timer, Work};
use crate::recent::Recent;

/// Selects the successors that go into the same store as their predecessor.
pub(in super::super) trait Keep {
    /// Whether a state with this hash goes into the store.
    fn keeps(&mut self, hash: u64, state: &[u64]) -> bool;

    /// Whether a state of many words goes into the store, given as changes to its predecessor.
    fn keeps_changed(&mut self, recent: &mut Recent, parent: &[u64], changes: &[(u32, u64)]) -> bool;
}

/// Keeps all successors.
pub(super) struct KeepAll;

impl Keep for KeepAll {
    #[inline(always)]
    fn keeps(&mut self, _: u64, _: &[u64]) -> bool {
        true
    }

    #[inline(always)]
    fn keeps_changed(&mut self, _: &mut Recent, _: &[u64], _: &[(u32, u64)]) -> bool {
        true
    }
}

/// Expands the states at these positions, which are unfolded in the workspace, into an outbox. Folds the
/// successors node by node.
#[inline(always)]
pub(super) fn expand_short<S: Extremes + Adaptive, const W: usize>(
    tree: &TreeStore,
    (first, count): (usize, usize),
    expansion: &mut Expansion<'_, '_, S>,
    (recent, workspace): (&mut Recent, &mut TreeWorkspace),
    into: &mut TreeOutbox,
    (sample, keep): (&mut Option<Sample>, &mut impl Keep),
) -> Option<Interruption> {
    let TreeWorkspace { unfolded, successors, parents, folded, .. } = workspace;
    parents.clear();
    successors.clear();
    let states = InBlock { rows: &*unfolded, first, count };
    let interruption = expansion.fire_all::<W>(&states, |id, _, state| {
        let hash = hash(state);
        if recent.is_new::<W>(hash, state) && keep.keeps(hash, state) {
            parents.push((position_of(id) - first) as u32);
            successors.extend_from_slice(state);
        }
    });
    sample.iter_mut().for_each(|sample| sample.record(Work::Fire));
    if interruption.is_none() {
        tree.fold_known(Some((unfolded, parents)), successors, folded);
        let words = expansion.system.words();
        for (successor, key) in successors.chunks_exact(words).zip(&folded.keys) {
            if !into.push(tree, *key) {
                into.unknown.extend_from_slice(successor);
            }
        }
    }
    interruption
}

/// Expands states of many words as `expand_short` does. Represents successors as changes, and folds them
/// one by one.
#[inline(always)]
pub(super) fn expand_long<S: Extremes + Adaptive>(
    tree: &TreeStore,
    (first, count): (usize, usize),
    expansion: &mut Expansion<'_, '_, S>,
    (recent, workspace): (&mut Recent, &mut TreeWorkspace),
    into: &mut TreeOutbox,
    (sample, keep): (&mut Option<Sample>, &mut impl Keep),
) -> Option<Interruption> {
    let TreeWorkspace { unfolded, changes, parents, spans, folded, .. } = workspace;
    parents.clear();
    changes.clear();
    spans.clear();
    let mut start = 0;
    let states = InBlock { rows: &*unfolded, first, count };
    let interruption = expansion.fire_all_changes(&states, changes, |id, changes| {
        let (parent, span) = (position_of(id) - first, start..changes.len());
        start = changes.len();
        if keep.keeps_changed(recent, unfolded.state(parent), &changes[span.clone()]) {
            parents.push(parent as u32);
            spans.push(span);
        }
    });
    sample.iter_mut().for_each(|sample| sample.record(Work::Fire));
    if interruption.is_none() {
        into.newcomers.begin();
        for (&parent, span) in parents.iter().zip(&*spans) {
            let (parent, changes) = ((&*unfolded, parent as usize), &changes[span.clone()]);
            let key = tree.fold_successor(parent, changes, folded);
            if !into.push(tree, key) {
                into.newcomers.push(parent, changes);
            }
        }
    }
    interruption
}

/// The roots of successors.
#[derive(Debug, Default)]
pub(in super::super) struct TreeOutbox {
    pub(super) outbox: KeyOutbox,
    /// Successors with a new node, word by word.
    pub(super) unknown: Vec<u64>,
    /// Successors of many words with a new node, as changes.
    pub(super) newcomers: Newcomers,
}

impl TreeOutbox {
    /// Adds a successor if all of its nodes are known, and returns whether they are.
    #[inline(always)]
    fn push(&mut self, tree: &TreeStore, key: Option<Key>) -> bool {
        let Some(key) = key else { return false };
        let (shard, within) = tree.locate(key);
        self.outbox.push(shard, within);
        true
    }

    /// Adds states given word by word.
    pub(in super::super) fn push_all(
        &mut self,
        tree: &TreeStore,
        states: &[u64],
        workspace: &mut TreeWorkspace,
        words: usize,
    ) {
        let folded = &mut workspace.folded;
        for block in states.chunks(words * LAYER_STATES_AT_A_TIME.size()) {
            tree.fold_known(None, block, folded);
            for (state, key) in block.chunks_exact(words).zip(&folded.keys) {
                if !self.push(tree, *key) {
                    self.unknown.extend_from_slice(state);
                }
            }
        }
    }
}

/// The working memory that a thread needs to find successors.
#[derive(Debug, Default)]
pub(in super::super) struct TreeWorkspace {
    pub(super) unfolded: Unfolded,
    /// The successors of some states, word by word.
    successors: Vec<u64>,
    /// The changes of successors of many words, one after the other, and the span of each successor.
    changes: Vec<(u32, u64)>,
    spans: Vec<Range<usize>>,
    /// The position of the predecessor, by successor.
    parents: Vec<u32>,
    folded: Folded,
}

impl Outbox for TreeOutbox {
    type Workspace = TreeWorkspace;

    fn clear(&mut self) {
        self.outbox.clear();
        self.unknown.clear();
        self.newcomers.clear();
    }

    fn bytes(&self) -> usize {
        self.outbox.bytes() + self.unknown.capacity() * size_of::<u64>() + self.newcomers.bytes()
    }
}

impl Workspace for TreeWorkspace {
    fn bytes(&self) -> usize {
        // With few words, the memory for folding is negligible.
        let folded = if self.changes.capacity() > 0 { self.folded.bytes() } else { 0 };
        self.successors.capacity() * size_of::<u64>()
            + self.changes.capacity() * size_of::<(u32, u64)>()
            + folded
    }
}
