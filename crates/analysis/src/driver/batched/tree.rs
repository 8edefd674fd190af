//! Breadth-first search level by level over a [tree store](TreeStates).
//!
//! Successors are represented by their roots, sorted by shard. While a successor is in memory together with
//! its predecessor, only the nodes above the changed bits are looked up. The nodes do not change in this
//! phase. Successors with a new node are set aside, and inserted one by one at the end of the round. The
//! result is therefore the same for any number of threads.
//!
//! The states of a level have consecutive numbers. The log of states is the queue, and the states below
//! `next` are closed. The path to a state is found [backwards](super::backwards).

mod successors;

use sanderling_cutoff::{
    LAYER_ROOTS_OF_ONE_THREAD, LAYER_STATES_AT_A_TIME, LAYER_STATES_FOR_SUCCESSOR, LAYER_SUCCESSORS,
};
use sanderling_store::hash::SHARDS;
use sanderling_store::{CompactShard, Key, TreeStore, Unfolded};
use sanderling_system::{Adaptive, Extremes, Fired};

pub(super) use self::successors::{Keep, TreeOutbox, TreeWorkspace};
use self::successors::{KeepAll, expand_long, expand_short};
use super::backwards::paths_to;
use super::block::{id_of, position_of};
use super::expand::Expansion;
use super::met::Met;
use super::saving::Saving;
use super::workers::{AtHand, Workers};
use super::{Blocks, Levels, Outbox};
use crate::driver::search::{Interruption, Search, due};
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::outcome::Outcome;
use crate::phases::{Sample, Timer, Work};
use crate::recent::Recent;
use crate::relaxation::Ended;
use crate::store::{TreeStates, store_full};

/// Maximum number of successors in a round.
const MAX_SUCCESSORS: u64 = 1 << 20;

/// Explores breadth-first.
pub(in crate::driver) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S, TreeStates>,
) -> Outcome<S> {
    let start = || TreeLevels::at(vec![0], (0, 0), Met::default());
    let (mut levels, mut saving) = Saving::begin(&mut search, start);
    let threads = search.options.threads;
    super::explore(&mut search, &mut levels, threads, |search, levels| saving.after_round(search, levels));
    saving.end(&mut search, &levels);
    search.outcome()
}

#[derive(Debug, Default)]
pub(super) struct TreeLevels {
    /// The first number of each level.
    pub(super) starts: Vec<usize>,
    /// The first open state, and the end of this level.
    pub(super) next: usize,
    pub(super) end: usize,
    /// Goals that are met, by state number.
    pub(super) met: Met<usize>,
    /// The keys of the block.
    keys: Vec<Key>,
    /// New roots: of each shard, or of one shard at a time if there is one thread.
    new: Vec<Vec<u64>>,
}

impl TreeLevels {
    /// Restores a position: the first number of each level, the first open state, the end of this level, and
    /// the goals that are met.
    pub(super) fn at(starts: Vec<usize>, (next, end): (usize, usize), met: Met<usize>) -> Self {
        Self { starts, next, end, met, ..Self::default() }
    }

    /// Expands a unit of the block into an outbox, and stores the successors that `keep` accepts.
    #[inline(always)]
    pub(super) fn expand_unit<S: Extremes + Adaptive, const W: usize>(
        &self,
        (tree, unit): (&TreeStore, usize),
        expansion: &mut Expansion<'_, '_, S>,
        (recent, workspace): (&mut Recent, &mut TreeWorkspace),
        into: &mut TreeOutbox,
        sample: &mut Option<Sample>,
        keep: &mut impl Keep,
    ) -> Option<Interruption> {
        sample.iter_mut().for_each(Sample::skip);
        let first = unit * LAYER_STATES_AT_A_TIME.size();
        let keys = &self.keys[first..self.keys.len().min(first + LAYER_STATES_AT_A_TIME.size())];
        tree.unfold(keys, &mut workspace.unfolded);
        let (block, memory) = ((first, keys.len()), (recent, workspace));
        let interruption = if tree.has_long_states() {
            expand_long(tree, block, expansion, memory, into, (sample, keep))
        } else {
            expand_short::<S, W>(tree, block, expansion, memory, into, (sample, keep))
        };
        if interruption.is_some() {
            return interruption;
        }
        // The hashed items are nodes, during the lookup.
        sample.iter_mut().for_each(|sample| sample.record(Work::LookUp));
        None
    }

    /// Inserts the roots, and then the states with a new node, into the tree.
    pub(super) fn insert_all<O: Outbox>(
        &mut self,
        states: &mut TreeStates,
        workers: &Workers<O>,
        of: impl Fn(&O) -> &TreeOutbox + Sync,
    ) -> Result<(), StopReason> {
        let new = &mut self.new;
        let roots = workers.outboxes.iter().map(|outbox| of(outbox).outbox.len()).sum::<usize>();
        let is_much = workers.are_several() && !LAYER_ROOTS_OF_ONE_THREAD.admits(roots);
        let at_a_time = if is_much { SHARDS } else { 1 };
        new.resize_with(if is_much { SHARDS } else { new.len().max(1) }, Vec::new);
        for first in (0..SHARDS).step_by(at_a_time) {
            let shards = &mut states.tree_mut().shards_mut()[first..first + at_a_time];
            let mut shards: Vec<(&mut CompactShard, &mut Vec<u64>)> =
                shards.iter_mut().zip(&mut *new).collect();
            let insert =
                |index: usize, (shard, new): &mut (&mut CompactShard, &mut Vec<u64>), outboxes: &[O]| {
                    new.clear();
                    let mut numbers = outboxes.iter().map(|outbox| of(outbox).outbox.numbers(first + index));
                    numbers.try_for_each(|numbers| shard.insert_all(numbers, new))
                };
            workers.fill(&mut shards, is_much, insert).map_err(store_full)?;
            for (shard, new) in (first..first + at_a_time).zip(&*new) {
                new.iter().for_each(|&within| states.note(states.tree().key_at(shard, within)));
            }
        }
        workers.outboxes.iter().map(&of).try_for_each(|TreeOutbox { unknown, newcomers, .. }| {
            if states.tree().has_long_states() {
                states.take_newcomers_in(newcomers)?;
            }
            if unknown.is_empty() { Ok(()) } else { states.take_in(unknown) }
        })
    }

    /// Returns the memory of the block, in bytes.
    pub(super) fn block_bytes(&self) -> usize {
        let keys = self.keys.capacity() + self.new.iter().map(Vec::capacity).sum::<usize>();
        keys * size_of::<Key>()
    }

    fn find_paths<S: Extremes + Adaptive>(
        &mut self,
        search: &mut Search<'_, S, TreeStates>,
    ) -> Result<(), StopReason> {
        self.met.find(search, |search, numbers| paths_to(search, &self.starts, numbers))
    }
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for TreeLevels {
    const WAITS_FOR_MEMORY: bool = true;

    type Store = TreeStates;
    /// The number of its states.
    type Block = usize;
    type Outbox = TreeOutbox;

    fn open_in_level(&self) -> u64 {
        (self.end - self.next) as u64
    }

    fn successors_per_round(&self, search: &Search<'_, S, TreeStates>) -> u64 {
        let states = search.store.len() as u64;
        let successors =
            (states / LAYER_STATES_FOR_SUCCESSOR.number()).clamp(LAYER_SUCCESSORS.number(), MAX_SUCCESSORS);
        let affordable = search.bytes_to_limit() / size_of::<Key>();
        successors.min(affordable as u64)
    }

    fn take(&mut self, search: &mut Search<'_, S, TreeStates>, states: usize) -> Result<usize, StopReason> {
        search.store.read(self.next..self.end.min(self.next + states), &mut self.keys)?;
        Ok(self.keys.len())
    }

    fn units(&self, block: &usize) -> usize {
        block.div_ceil(LAYER_STATES_AT_A_TIME.size())
    }

    fn expand_words<const W: usize>(
        &self,
        store: &TreeStates,
        (_, unit): (&usize, usize),
        expansion: &mut Expansion<'_, '_, S>,
        AtHand { recent, workspace }: &mut AtHand<TreeOutbox>,
        into: &mut TreeOutbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        self.expand_unit::<S, W>(
            (store.tree(), unit),
            expansion,
            (recent, workspace),
            into,
            sample,
            &mut KeepAll,
        )
    }

    fn close(&mut self, block: &usize) {
        self.next += block;
    }
}

impl<S: Extremes + Adaptive + Send> Levels<S> for TreeLevels {
    fn open(&self, store: &TreeStates) -> u64 {
        (store.len() - self.next) as u64
    }

    fn advance(&mut self, store: &TreeStates) -> u64 {
        self.end = store.len();
        self.starts.push(self.end);
        Blocks::<S>::open_in_level(self)
    }

    fn add(&mut self, search: &mut Search<'_, S, TreeStates>, watch: &mut Watch<S>) {
        search.tally.add(&search.system, watch);
        for (goal, id) in watch.take_hits() {
            self.met.note(search, goal, self.next + position_of(id));
        }
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, TreeStates>,
        workers: &Workers<TreeOutbox>,
    ) -> Result<(), StopReason> {
        self.insert_all(&mut search.store, workers, |outbox| outbox)
    }

    fn relax(&mut self, search: &mut Search<'_, S, TreeStates>, interruption: Interruption) {
        use StopReason::{Cancelled, DiskFailed, StoreFull, Time};
        match try_to_relax(search, interruption, &self.starts, self.next) {
            Ok(()) => {}
            Err(Ended::Stop(reason @ (Cancelled | DiskFailed | StoreFull | Time))) => {
                search.stop = Some(reason);
            }
            Err(ended) => match observe(search, self.next, &mut self.met) {
                Ok(()) => search.end(ended),
                Err(reason) => search.stop = Some(reason),
            },
        }
    }

    /// Improves the tree and finds paths, if due.
    fn after_round(
        &mut self,
        search: &mut Search<'_, S, TreeStates>,
        _: &Workers<TreeOutbox>,
    ) -> Result<(), StopReason> {
        let (control, clock) = (search.control, search.clock);
        search.store.improve(&|| due(control, &clock))?;
        if self.met.is_due(search) { self.find_paths(search) } else { Ok(()) }
    }

    fn end(&mut self, search: &mut Search<'_, S, TreeStates>) {
        if let Err(reason) = self.find_paths(search) {
            // A goal whose path cannot be found is not met, so the search is not decided.
            search.stop = search.stop.filter(|stop| *stop != StopReason::Decided).or(Some(reason));
        }
    }

    fn bytes(&self) -> usize {
        self.block_bytes()
    }
}

fn try_to_relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, TreeStates>,
    Interruption { state, events, fired }: Interruption,
    levels: &[usize],
    next: usize,
) -> Result<(), Ended> {
    let mut path =
        paths_to(search, levels, &[next + position_of(state)]).map_err(Ended::Stop)?.swap_remove(0);
    path.extend(events);
    if fired == Fired::Undefined {
        return Err(Ended::Undefined(path));
    }
    let Search { system, store, relaxations, .. } = search;
    // The states are packed again in any case, or the search ends. Taking them out makes room for two
    // systems.
    store.take_out();
    let relaxed = relaxations.relax(system, store.len(), &path)?;
    let translate = |state: &[u64], translated: &mut [u64]| relaxed.translate(system, state, translated);
    let (control, clock) = (search.control, search.clock);
    if let Err(reason) = store.translate(relaxed.words(), translate, &|| due(control, &clock)) {
        relaxations.withdraw();
        return Err(Ended::Stop(reason));
    }
    search.scratch = relaxed.scratch();
    search.system = relaxed;
    search.store.put_back().map_err(Ended::Stop)
}

/// Observes open states that will not be expanded because the search is about to end. They may still decide
/// a property.
fn observe<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, TreeStates>,
    next: usize,
    met: &mut Met<usize>,
) -> Result<(), StopReason> {
    let mut watch = Watch::new(&search.system, search.observation, &search.tally);
    let (mut scratch, mut events) = (search.system.scratch(), Vec::new());
    let (mut keys, mut unfolded) = (Vec::new(), Unfolded::default());
    let known = search.store.len();
    for start in (next..known).step_by(LAYER_STATES_AT_A_TIME.size()) {
        search.store.read(start..known.min(start + LAYER_STATES_AT_A_TIME.size()), &mut keys)?;
        search.store.tree().unfold(&keys, &mut unfolded);
        for at in 0..keys.len() {
            let (system, observation) = (&search.system, search.observation);
            let state = unfolded.state(at);
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            if watch.observe::<0>((system, observation), (id_of(at), state), &scratch, &events) {
                for (goal, _) in watch.take_hits() {
                    met.note(search, goal, start + at);
                }
            }
        }
    }
    search.tally.add(&search.system, &watch);
    if search.join_checks([&mut watch]) { Ok(()) } else { Err(StopReason::Discrepancy) }
}
