//! The states of a process in a tree, numbered in the order of insertion.
//!
//! A successor that stays is folded with its predecessor, as in a search by one process. A successor that
//! leaves is not folded, since its owner has other nodes and folds it alone.

use std::iter;
use std::ops::Range;

use sanderling_store::hash::hash;
use sanderling_store::{Parcel, StateId, Unfolded};
use sanderling_system::{Adaptive, Extremes};

use super::super::block::position_of;
use super::super::expand::Expansion;
use super::super::met::Met;
use super::super::tree::{Keep, TreeLevels, TreeOutbox, TreeWorkspace};
use super::super::workers::Workers;
use super::super::{Blocks, Levels};
use super::ownership::bucket;
use super::part::{Part, PartAtHand, PartOutbox};
use crate::driver::search::{Interruption, Search, due};
use crate::limits::StopReason;
use crate::phases::Sample;
use crate::recent::Recent;
use crate::store::{Store, TreeStates};

pub(super) struct TreePart {
    pub(super) levels: TreeLevels,
    pub(super) own: Range<usize>,
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for TreePart {
    const WAITS_FOR_MEMORY: bool = true;

    type Store = TreeStates;
    type Block = usize;
    type Outbox = PartOutbox<TreeOutbox>;

    fn open_in_level(&self) -> u64 {
        Blocks::<S>::open_in_level(&self.levels)
    }

    fn successors_per_round(&self, search: &Search<'_, S, TreeStates>) -> u64 {
        self.levels.successors_per_round(search)
    }

    fn take(&mut self, search: &mut Search<'_, S, TreeStates>, states: usize) -> Result<usize, StopReason> {
        self.levels.take(search, states)
    }

    fn units(&self, block: &usize) -> usize {
        Blocks::<S>::units(&self.levels, block)
    }

    fn expand_words<const W: usize>(
        &self,
        store: &TreeStates,
        (_, unit): (&usize, usize),
        expansion: &mut Expansion<'_, '_, S>,
        PartAtHand { recent, workspace }: &mut PartAtHand<TreeOutbox>,
        PartOutbox { own, foreign }: &mut PartOutbox<TreeOutbox>,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        let mut keep = KeepOwn { own: &self.own, foreign, successor: &mut workspace.states };
        let at_hand = (recent, &mut workspace.of_store);
        self.levels.expand_unit::<S, W>((store.tree(), unit), expansion, at_hand, own, sample, &mut keep)
    }

    fn close(&mut self, block: &usize) {
        Blocks::<S>::close(&mut self.levels, block);
    }
}

/// Keeps the successors that belong here, and passes the others to their buckets.
struct KeepOwn<'a> {
    own: &'a Range<usize>,
    foreign: &'a mut [Parcel],
    /// Buffer for a state.
    successor: &'a mut Vec<u64>,
}

impl Keep for KeepOwn<'_> {
    #[inline(always)]
    fn keeps(&mut self, hash: u64, state: &[u64]) -> bool {
        let bucket = bucket(hash);
        let is_own = self.own.contains(&bucket);
        if !is_own {
            self.foreign[bucket].push_if(true, state);
        }
        is_own
    }

    #[inline(always)]
    fn keeps_changed(&mut self, recent: &mut Recent, parent: &[u64], changes: &[(u32, u64)]) -> bool {
        self.successor.clear();
        self.successor.extend_from_slice(parent);
        changes.iter().for_each(|&(word, content)| self.successor[word as usize] = content);
        let hash = hash(self.successor);
        let bucket = bucket(hash);
        let is_new = recent.is_new::<0>(hash, self.successor);
        let is_own = self.own.contains(&bucket);
        if !is_own {
            self.foreign[bucket].push_if(is_new, self.successor);
        }
        is_own && is_new
    }
}

impl<S: Extremes + Adaptive + Send> Part<S> for TreePart {
    type Own = TreeOutbox;

    fn begin(search: &mut Search<'_, S, TreeStates>, own: Range<usize>, initial: Option<&[u64]>) -> Self {
        search.store = TreeStates::empty(search.options, &search.system);
        search.root = StateId::new(0, 0);
        initial.into_iter().for_each(|initial| {
            search.store.insert_root(initial);
        });
        Self { levels: TreeLevels::at(vec![0], (0, 0), Met::default()), own }
    }

    fn advance(&mut self, store: &TreeStates) -> u64 {
        Levels::<S>::advance(&mut self.levels, store)
    }

    fn states_of(&block: &usize) -> u64 {
        block as u64
    }

    fn number(&self, id: StateId) -> u64 {
        (self.levels.next + position_of(id)) as u64
    }

    fn sort(
        &self,
        store: &TreeStates,
        (states, _): (&[u64], &[u64]),
        of_store: &mut TreeWorkspace,
        own: &mut TreeOutbox,
    ) {
        own.push_all(store.tree(), states, of_store, store.words());
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, TreeStates>,
        workers: &Workers<PartOutbox<TreeOutbox>>,
    ) -> Result<(), StopReason> {
        self.levels.insert_all(&mut search.store, workers, |outbox| &outbox.own)
    }

    /// Improves the tree if that is due.
    fn after_step(&mut self, search: &mut Search<'_, S, TreeStates>) -> Result<(), StopReason> {
        let (control, clock) = (search.control, search.clock);
        search.store.improve(&|| due(control, &clock))
    }

    fn level(&self, _: &TreeStates, level: usize) -> Vec<Range<u64>> {
        let starts = &self.levels.starts;
        iter::once(starts[level] as u64..starts[level + 1] as u64).collect()
    }

    fn open(&self, store: &TreeStates) -> [Vec<Range<u64>>; 2] {
        let (open, end) = (self.levels.next as u64, self.levels.end as u64);
        [open..end, end..store.len() as u64].map(|numbers| iter::once(numbers).collect())
    }

    fn has(&self, store: &TreeStates, number: u64) -> bool {
        number < store.len() as u64
    }

    fn read(
        &mut self,
        search: &mut Search<'_, S, TreeStates>,
        numbers: Range<u64>,
        states: &mut Vec<u64>,
    ) -> Result<(), StopReason> {
        let (mut keys, mut unfolded) = (Vec::new(), Unfolded::default());
        search.store.read(numbers.start as usize..numbers.end as usize, &mut keys)?;
        search.store.tree().unfold(&keys, &mut unfolded);
        (0..keys.len()).for_each(|at| states.extend_from_slice(unfolded.state(at)));
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.levels.block_bytes() + self.levels.starts.capacity() * size_of::<usize>()
    }
}
