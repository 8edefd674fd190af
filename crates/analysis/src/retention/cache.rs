//! State caching: when memory is short, states off the termination-detection tree are forgotten to make room
//! for others.
//!
//! Sources: Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions on Petri Nets
//! and Other Models of Concurrency IV, 2010; for depth-first search Godefroid, Holzmann and Pirottin,
//! *State-Space Caching Revisited*, CAV 1992. As in the latter, only a few randomly drawn candidates are
//! compared. They are drawn from the shard of the new state, so that their memory serves the next state of
//! this shard. The shards are alike, since states are distributed by hash.
//!
//! INVARIANT: forgotten states are closed and off the tree, so the search terminates after visiting every
//! state (lemma 1 of the paper).

use sanderling_store::StateId;
use sanderling_store::hash::{SHARDS, hash};

use super::attributes::{Attributes, Rank};
use super::estimate::DistinctEstimate;
use super::tree::Tree;
use super::{Caching, Kept};
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::store::{ById, Store, StoreWithIds};

/// The bookkeeping of a search that may forget states.
#[derive(Debug)]
pub(crate) struct Cache {
    pub(crate) tree: Tree,
    attributes: Attributes,
    estimate: DistinctEstimate,
    caching: Caching,
    /// The number of stored states.
    stored: u64,
    /// The maximum number of stored states. `None` while memory lasts.
    max_states: Option<u64>,
    kept: Kept,
    random: u64,
}

impl Cache {
    /// Creates a cache for an empty store.
    pub(crate) fn new(caching: &Caching, store: &ById) -> Self {
        Self::with_tree(caching, Tree::new(store.keeps_paths()))
    }

    /// Creates a cache for states that are already stored.
    pub(crate) fn with_tree(caching: &Caching, tree: Tree) -> Self {
        Self {
            tree,
            attributes: Attributes::new(&caching.replacement),
            estimate: DistinctEstimate::new(),
            stored: 0,
            max_states: caching.max_states,
            caching: caching.clone(),
            kept: Kept::default(),
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Returns the approximate memory of a cache for this number of states, in bytes.
    pub(crate) fn bytes_for(caching: &Caching, states: usize) -> usize {
        // Growing arrays may have room for twice the number.
        2 * states * (1 + Attributes::new(&caching.replacement).bytes_per_state())
    }

    /// Records a state that is already stored and may be hit again.
    pub(crate) fn adopt(&mut self, id: StateId, depth: u32) {
        self.attributes.discovered(id, depth, 0);
        self.kept.visits += 1;
        self.stored += 1;
        self.kept.peak_stored = self.stored;
    }

    /// Records a state that has just been discovered and is open.
    #[inline]
    pub(crate) fn discovered(
        &mut self,
        store: &ById,
        (id, state): (StateId, &[u64]),
        depth: u32,
        event_type: u8,
    ) {
        self.tree.enter(id);
        self.tree.reference(id);
        self.attributes.discovered(id, depth, event_type);
        // Until a state is forgotten, the distinct states are the stored ones.
        if self.kept.forgotten > 0 {
            self.estimate.add(store.known_hash(hash(state)));
        }
        self.kept.visits += 1;
        self.stored += 1;
    }

    /// Counts a visit to a state that is not stored.
    pub(crate) fn passed(&mut self, store: &ById, state: &[u64]) {
        self.kept.visits += 1;
        self.kept.passed += 1;
        self.note_forgotten(store);
        self.estimate.add(store.known_hash(hash(state)));
    }

    /// Counts a forgotten state.
    #[inline]
    fn note_forgotten(&mut self, store: &ById) {
        if self.kept.forgotten == 0 {
            self.kept.forgetting_since = Some(self.kept.visits);
            store.known_hashes(|hash| self.estimate.add(hash));
        }
        self.kept.forgotten += 1;
    }

    /// Opens a stored state again, discovered from `pred`. If it had left the tree, it returns to it below
    /// `pred`.
    pub(crate) fn reopen(&mut self, store: &mut ById, id: StateId, pred: StateId) {
        if self.tree.is_candidate(id) && !self.tree.keeps_paths() {
            store.set_pred(id, pred);
            self.tree.reference(pred);
        }
        self.tree.reference(id);
    }

    /// Records that a known state was discovered.
    #[inline]
    pub(crate) fn met(&mut self, id: StateId, event_type: u8) {
        self.attributes.hit(id, event_type);
    }

    /// Records the number of enabled events of an expanded state.
    #[inline]
    pub(crate) fn expanded(&mut self, id: StateId, enabled: usize) {
        self.attributes.expanded(id, enabled as u32);
    }

    /// Forgets states until the limit is met. Returns `false` if all remaining states are needed. `newest`
    /// is the state that was stored last.
    #[inline]
    pub(crate) fn make_room<const W: usize>(&mut self, store: &mut ById, newest: StateId) -> bool {
        let has_room = match self.max_states {
            Some(most) if self.stored > most => self.forget_some::<W>(store, newest, most),
            _ => true,
        };
        self.note_peak();
        has_room
    }

    /// Updates the peak of stored states before many are forgotten at once. One state above the limit does
    /// not count, since it is about to be forgotten.
    pub(crate) fn note_peak(&mut self) {
        let stored = self.max_states.map_or(self.stored, |most| most.min(self.stored));
        self.kept.peak_stored = self.kept.peak_stored.max(stored);
    }

    #[cold]
    fn forget_some<const W: usize>(&mut self, store: &mut ById, newest: StateId, most: u64) -> bool {
        while self.stored > most {
            let Some(id) = self.choose(newest.shard()) else { return false };
            self.forget::<W>(store, id);
        }
        true
    }

    /// Forgets a candidate.
    pub(crate) fn forget<const W: usize>(&mut self, store: &mut ById, id: StateId) {
        self.note_forgotten(store);
        self.tree.forget(store, id);
        store.remove::<W>(id);
        self.stored -= 1;
    }

    /// Forgets all candidates to make room for other data.
    pub(crate) fn forget_all<const W: usize>(&mut self, store: &mut ById) {
        for shard in 0..SHARDS {
            while let Some(id) =
                (self.tree.candidates_in(shard) > 0).then(|| self.tree.candidate_from(shard, 0)).flatten()
            {
                self.forget::<W>(store, id);
            }
        }
    }

    /// Returns the first in rank of a few candidates from this shard. If it has too few, the following
    /// shards supply the rest.
    fn choose(&mut self, shard: usize) -> Option<StateId> {
        let wanted = if self.attributes.are_ranked() { self.caching.drawn.max(1) } else { 1 };
        let mut best: Option<(Rank, StateId)> = None;
        let mut drawn = 0;
        for shard in (0..SHARDS).map(|offset| (shard + offset) % SHARDS) {
            for _ in 0..self.tree.candidates_in(shard).min(wanted - drawn) {
                let start = self.draw(self.tree.positions_in(shard));
                let id = self.tree.candidate_from(shard, start)?;
                let rank = self.attributes.rank(id);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, id));
                }
                drawn += 1;
            }
            if drawn == wanted {
                break;
            }
        }
        best.map(|(_, id)| id)
    }

    /// Returns a random number below `end`, using a generator of Vigna's xorshift family.
    fn draw(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((u128::from(self.random) * end as u128) >> 64) as usize
    }

    /// Limits the number of states to the current one. If more states have been stored before, since a
    /// sweep-line forgets many at once, most of their room counts too. Not all of it counts, since states
    /// are not spread evenly over the shards.
    pub(crate) fn fill_up(&mut self, store: &ById) {
        let positions: u64 = (0..SHARDS).map(|shard| store.positions_in(shard) as u64).sum();
        let room = self.stored.max(positions - positions / 8);
        self.max_states = Some(self.max_states.map_or(room, |most| most.min(room)));
    }

    /// Whether states are rediscovered so often that the search is not expected to terminate.
    pub(crate) fn revisits_too_often(&self) -> bool {
        // The estimate depends on hashes, and weak ones are useless for it.
        self.kept.forgotten > 0
            && !sanderling_cutoff::has_weak_hashes()
            && self.kept.visits as f64 > self.caching.max_revisits * self.estimate.estimate().max(1.0)
    }

    /// Returns the statistics so far.
    pub(crate) fn kept(&self) -> Kept {
        let estimate = (self.kept.forgotten > 0).then(|| self.estimate.estimate());
        let vetoed = self.tree.keeps_paths().then(|| self.tree.vetoes());
        Kept { peak_tree: self.tree.peak(), vetoed, estimate, ..self.kept }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.attributes.bytes()
    }

    /// Writes the cache to a checkpoint. A search with checkpoints forgets no states for lack of memory.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.tree.save(to);
        self.attributes.save(to);
        self.estimate.save(to);
        let Kept { visits, forgotten, passed, forgetting_since, peak_stored, .. } = self.kept;
        [visits, forgotten, passed, peak_stored, self.random].iter().for_each(|number| number.save(to));
        forgetting_since.save(to);
    }

    /// Reads a cache from a checkpoint into an empty one. Returns `None` if it does not belong to the states
    /// of the store.
    pub(crate) fn load(&mut self, from: &mut Source, store: &ById) -> Option<()> {
        self.tree.load(from, store)?;
        self.attributes.load(from, |shard| store.positions_in(shard))?;
        self.estimate = DistinctEstimate::load(from)?;
        let mut number = || u64::load(from);
        let (visits, forgotten, passed) = (number()?, number()?, number()?);
        let (peak_stored, random) = (number()?, number()?);
        let forgetting_since = Snapshot::load(from)?;
        self.kept = Kept { visits, forgotten, passed, forgetting_since, peak_stored, ..Kept::default() };
        (self.random, self.stored) = (random, store.len() as u64);
        Some(())
    }

    /// Makes candidates roots, since their predecessors may be gone.
    pub(crate) fn cut_off_candidates(&self, store: &mut ById) {
        if !self.tree.keeps_paths() {
            self.tree.candidates().for_each(|id| store.set_pred(id, id));
        }
    }

    /// Moves the bookkeeping to new ids.
    pub(crate) fn moved<M: Iterator<Item = (StateId, StateId)>>(&mut self, moves: impl Fn() -> M) {
        self.tree = self.tree.moved(moves());
        self.attributes = self.attributes.moved(moves());
    }
}
