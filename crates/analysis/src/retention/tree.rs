//! The termination-detection tree: the states that must be stored so that the search terminates despite cycles.
//!
//! Source: Evangelista and Kristensen, *Search-Order Independent State Caching*, ToPNoC IV, 2010, section 3 and figure
//! 3. The tree contains the open states and, along the predecessors, all states on the paths to them. `refs` of a state
//! counts its successors on the tree, and each time that it is open. At 0 the state leaves the tree: it becomes a
//! *candidate* for forgetting, and its predecessor loses a reference.
//!
//! Where we differ: `refs` is one byte that stays full once it is, so that such a state is never forgotten. A *pinned*
//! state is no candidate, although its predecessor may become one. A state that is cut off from its predecessor is a
//! root, and its own predecessor. If states are [reconstructed along their paths](ById::keeps_paths), a state that
//! leaves the tree still refers to its predecessor until it is forgotten. So some states off the paper's tree are kept.
//! (Section 4.3 of the paper stores such states in full instead.)
//!
//! INVARIANTS: I1, the tree is part of the search tree; I2, it covers all open states; I3, its leaves are open or
//! pinned. [`Tree::check`] asserts them.

use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;

use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::store::{ById, StoreWithIds};

/// Marks a position without a state.
const FREE: u8 = u8::MAX;
/// The number of references at which the count saturates.
const FULL: u8 = u8::MAX - 1;

/// `refs` of each state, and the number of states with references.
#[derive(Debug)]
pub(crate) struct Tree {
    refs: Vec<Vec<u8>>,
    /// The number of candidates, by shard.
    candidates: Vec<usize>,
    len: u64,
    peak: u64,
    /// Whether states that have left the tree still refer to their predecessors.
    keeps_paths: bool,
    /// The number of times that a state was kept only for this reason.
    vetoes: u64,
}

impl Tree {
    pub(crate) fn new(keeps_paths: bool) -> Self {
        let (refs, candidates) = (vec![Vec::new(); SHARDS], vec![0; SHARDS]);
        Self { refs, candidates, len: 0, peak: 0, keeps_paths, vetoes: 0 }
    }

    /// Builds the tree of a store without removed states, given its open states. Takes one pass over the
    /// predecessors.
    pub(crate) fn of(store: &ById, open: impl Iterator<Item = StateId>) -> Self {
        let mut tree = Self::new(store.keeps_paths());
        for id in store.ids() {
            tree.enter(id);
        }
        for id in store.ids().filter(|&id| store.pred(id) != id) {
            tree.reference(store.pred(id));
        }
        open.for_each(|id| tree.reference(id));
        for id in store.ids() {
            if tree.refs_of(id) == 0 && !tree.keeps_paths {
                tree.prune(store, id);
            }
        }
        tree.count();
        tree
    }

    /// Removes the references that an unreferenced state holds, and so on along the predecessors. Stops at a
    /// state with a higher id than `leaf`, since the caller visits it later. So no list of states is needed.
    fn prune(&mut self, store: &ById, leaf: StateId) {
        let mut id = leaf;
        loop {
            let pred = store.pred(id);
            let refs = &mut self.refs[pred.shard()][pred.position()];
            if pred == id || *refs == FULL {
                return;
            }
            *refs -= 1;
            if *refs > 0 || pred > leaf {
                return;
            }
            id = pred;
        }
    }

    /// Counts candidates and states on the tree. No position may be free.
    fn count(&mut self) {
        for (refs, candidates) in self.refs.iter().zip(&mut self.candidates) {
            *candidates = refs.iter().filter(|&&refs| refs == 0).count();
        }
        let all: usize = self.refs.iter().map(Vec::len).sum();
        self.len = (all - self.candidates.iter().sum::<usize>()) as u64;
        self.peak = self.len;
    }

    /// Lists the candidates of all shards.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = StateId> + '_ {
        let shards = self.refs.iter().enumerate();
        shards.flat_map(|(shard, refs)| memchr::memchr_iter(0, refs).map(move |at| StateId::new(shard, at)))
    }

    /// Returns the maximum number of states on the tree.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }

    pub(crate) fn bytes(&self) -> usize {
        self.refs.iter().map(Vec::capacity).sum()
    }

    /// Adds a newly stored state as a candidate.
    #[inline]
    pub(crate) fn enter(&mut self, id: StateId) {
        let refs = &mut self.refs[id.shard()];
        if refs.len() == id.position() {
            if refs.len() == refs.capacity() {
                refs.reserve_exact(refs.len() / 8 + 64);
            }
            refs.push(0);
        } else {
            debug_assert_eq!(refs[id.position()], FREE);
            refs[id.position()] = 0;
        }
        self.candidates[id.shard()] += 1;
    }

    /// Adds a reference: a successor on the tree, or an open occurrence.
    #[inline]
    pub(crate) fn reference(&mut self, id: StateId) {
        let refs = &mut self.refs[id.shard()][id.position()];
        if *refs == 0 {
            self.candidates[id.shard()] -= 1;
            self.len += 1;
            self.peak = self.peak.max(self.len);
        }
        debug_assert_ne!(*refs, FREE);
        *refs = (*refs + 1).min(FULL);
    }

    /// Removes a reference: a successor on the tree, or an open occurrence (`unref` of the paper).
    #[inline]
    pub(crate) fn release(&mut self, store: &ById, id: StateId) {
        let refs = &mut self.refs[id.shard()][id.position()];
        debug_assert!((1..=FULL).contains(refs));
        if *refs < FULL {
            *refs -= 1;
        }
        if *refs == 0 {
            self.leave(store, id);
        }
    }

    /// Takes an unreferenced state off the tree, and its predecessors as long as they lose their last
    /// reference.
    fn leave(&mut self, store: &ById, mut id: StateId) {
        loop {
            self.candidates[id.shard()] += 1;
            self.len -= 1;
            let pred = store.pred(id);
            if pred == id || self.keeps_paths {
                return;
            }
            let refs = &mut self.refs[pred.shard()][pred.position()];
            debug_assert!((1..=FULL).contains(refs));
            if *refs == FULL {
                return;
            }
            *refs -= 1;
            if *refs > 0 {
                return;
            }
            id = pred;
        }
    }

    /// Cuts a state off from its predecessor and makes it a root.
    pub(crate) fn cut_off(&mut self, store: &mut ById, id: StateId) {
        let pred = store.pred(id);
        store.set_pred(id, id);
        if pred != id && !self.is_candidate(id) {
            self.release(store, pred);
        }
    }

    /// Keeps a state permanently. Returns whether it was not pinned before.
    pub(crate) fn pin(&mut self, store: &mut ById, id: StateId) -> bool {
        let is_new = self.refs_of(id) != FULL;
        self.cut_off(store, id);
        self.reference(id);
        self.refs[id.shard()][id.position()] = FULL;
        is_new
    }

    fn refs_of(&self, id: StateId) -> u8 {
        self.refs[id.shard()][id.position()]
    }

    /// Whether a state may be forgotten.
    #[inline]
    pub(crate) fn is_candidate(&self, id: StateId) -> bool {
        self.refs_of(id) == 0
    }

    /// Returns the number of candidates of a shard.
    pub(crate) fn candidates_in(&self, shard: usize) -> usize {
        self.candidates[shard]
    }

    /// Returns the first candidate of a shard at or after a position, or else the first one before it.
    pub(crate) fn candidate_from(&self, shard: usize, position: usize) -> Option<StateId> {
        let refs = &self.refs[shard];
        let behind = memchr::memchr(0, &refs[position..]).map(|found| position + found);
        let found = behind.or_else(|| memchr::memchr(0, &refs[..position]))?;
        Some(StateId::new(shard, found))
    }

    /// The number of positions of a shard.
    pub(crate) fn positions_in(&self, shard: usize) -> usize {
        self.refs[shard].len()
    }

    /// Removes a candidate, which is still stored.
    pub(crate) fn forget(&mut self, store: &ById, id: StateId) {
        debug_assert!(self.is_candidate(id));
        let pred = store.pred(id);
        self.refs[id.shard()][id.position()] = FREE;
        self.candidates[id.shard()] -= 1;
        if self.keeps_paths && pred != id {
            self.release(store, pred);
            self.vetoes += u64::from(self.is_candidate(pred));
        }
    }

    /// Whether states that have left the tree still refer to their predecessors.
    pub(crate) fn keeps_paths(&self) -> bool {
        self.keeps_paths
    }

    /// Returns the number of states that were kept only for the paths to other states.
    pub(crate) fn vetoes(&self) -> u64 {
        self.vetoes
    }

    /// Returns the tree with new ids, given as pairs of the old and the new one.
    pub(crate) fn moved(&self, moves: impl Iterator<Item = (StateId, StateId)>) -> Self {
        let mut moved =
            Self { len: self.len, peak: self.peak, vetoes: self.vetoes, ..Self::new(self.keeps_paths) };
        for (old, new) in moves {
            let refs = &mut moved.refs[new.shard()];
            refs.resize(refs.len().max(new.position() + 1), FREE);
            refs[new.position()] = self.refs_of(old);
            moved.candidates[new.shard()] += usize::from(self.is_candidate(old));
        }
        moved
    }

    /// Writes the tree to a checkpoint.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.refs.save(to);
        self.peak.save(to);
        self.vetoes.save(to);
    }

    /// Reads a tree from a checkpoint into an empty one. Returns `None` if it does not belong to the states
    /// of the store.
    pub(crate) fn load(&mut self, from: &mut Source, store: &ById) -> Option<()> {
        (self.refs, self.peak, self.vetoes) =
            (Snapshot::load(from)?, Snapshot::load(from)?, Snapshot::load(from)?);
        let is_of_shard = |shard: usize| self.refs[shard].len() == store.positions_in(shard);
        if self.refs.len() != SHARDS || !(0..SHARDS).all(is_of_shard) {
            return None;
        }
        let mut taken = 0;
        for (shard, refs) in self.refs.iter().enumerate() {
            for (position, &refs) in refs.iter().enumerate() {
                let is_taken = store.is_taken(StateId::new(shard, position));
                if is_taken == (refs == FREE) {
                    return None;
                }
                taken += u64::from(is_taken);
                self.candidates[shard] += usize::from(refs == 0);
            }
        }
        self.len = taken - self.candidates.iter().sum::<usize>() as u64;
        Some(())
    }

    /// Whether the invariants hold, given the open states with their multiplicities. Takes time and memory
    /// linear in the number of states.
    pub(crate) fn is_sound(&self, store: &ById, open: impl Iterator<Item = StateId>) -> bool {
        let mut due: Vec<Vec<u64>> = self.refs.iter().map(|refs| vec![0; refs.len()]).collect();
        let refers = |&id: &StateId| (self.keeps_paths || !self.is_candidate(id)) && store.pred(id) != id;
        let preds = store.ids().filter(refers).map(|id| store.pred(id));
        for id in preds.chain(open) {
            let Some(due) = due[id.shard()].get_mut(id.position()) else { return false };
            *due += 1;
        }
        let pairs = self.refs.iter().flatten().zip(due.iter().flatten());
        pairs.into_iter().all(|(&refs, &due)| match refs {
            FREE => due == 0,
            FULL => true,
            refs => u64::from(refs) == due,
        })
    }

    /// Asserts the invariants, given the open states with their multiplicities. Takes time linear in the
    /// number of states. For tests and debug builds.
    #[cfg(debug_assertions)]
    pub(crate) fn check(&self, store: &ById, open: impl Iterator<Item = StateId>) {
        let mut expected = std::collections::HashMap::<StateId, u64>::new();
        for id in open {
            *expected.entry(id).or_default() += 1;
        }
        let on_tree: Vec<StateId> = store.ids().filter(|&id| !self.is_candidate(id)).collect();
        assert_eq!(on_tree.len() as u64, self.len, "the number of states on the tree");
        let refers = |&id: &StateId| (self.keeps_paths || !self.is_candidate(id)) && store.pred(id) != id;
        for id in store.ids().filter(refers) {
            *expected.entry(store.pred(id)).or_default() += 1;
        }
        for &id in &on_tree {
            let expected = expected.remove(&id).unwrap_or(0);
            let refs = self.refs_of(id);
            assert!(refs == FULL || u64::from(refs) == expected, "refs {refs} where {expected} are due");
        }
        assert!(expected.is_empty(), "open states and predecessors on the tree are on the tree");
        let free: usize =
            self.refs.iter().map(|refs| refs.iter().filter(|&&refs| refs == FREE).count()).sum();
        let taken: usize = self.refs.iter().map(Vec::len).sum::<usize>() - free;
        assert_eq!(taken, crate::store::Store::len(store), "every state has its refs");
    }
}
