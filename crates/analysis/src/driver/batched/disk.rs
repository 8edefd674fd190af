//! Breadth-first search level by level over runs on disk.
//!
//! A round inserts candidates. At the end of a level, the search compares all candidates with the known
//! states at once. A level is therefore complete before the next one begins, and states are expanded in the
//! order of their keys. The result depends on neither the number of threads nor the memory. Paths are found
//! [backwards](super::disk_paths).

use sanderling_cutoff::{BATCH_BYTES_OF_ONE_THREAD, BATCH_STATES_OF_UNIT, BATCH_SUCCESSORS};
use sanderling_store::StateId;
use sanderling_store::hash::{SHARDS, hash};
use sanderling_store::runs::{Candidates, LevelReader, LevelRuns, RunError, Work, shard_of_key, to_key};
use sanderling_system::{Adaptive, Extremes, Fired, with_words, word_count};

use super::block::{Behind, InBlock, id_of, position_of};
use super::disk_paths::{Position, paths_to};
use super::expand::Expansion;
use super::met::Met;
use super::saving::Saving;
use super::workers::{AtHand, Workers};
use super::{Blocks, Levels, Outbox};
use crate::checkpoint::Checkpoints;
use crate::driver::search::{Interruption, Search, due};
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::outcome::Outcome;
use crate::phases::{Sample, Timer};
use crate::recent::Recent;
use crate::relaxation::Ended;
use crate::store::{ALONE, DiskStates, Store, disk_stop};

/// The successors of a round may take one part in this number of the memory limit.
pub(super) const SHARE_OF_MEMORY: usize = 32;

/// Explores breadth-first.
pub(in crate::driver) fn explore<S: Extremes + Adaptive + Send>(
    mut search: Search<'_, S, DiskStates>,
) -> Outcome<S> {
    if search.checkpoints.is_some() {
        let mut initial = vec![0; search.system.words()];
        search.system.initial(&mut initial);
        begin(&mut search, Some(&initial));
    }
    if search.store.is_empty() {
        search.stop = Some(StopReason::DiskFailed);
    }
    search.store.runs_mut().keep_to(search.guidance.scope);
    let (mut levels, mut saving) = Saving::begin(&mut search, DiskLevels::default);
    complete(&mut search, &levels);
    let threads = search.options.threads;
    super::explore(&mut search, &mut levels, threads, |search, levels| saving.after_round(search, levels));
    saving.end(&mut search, &levels);
    search.outcome()
}

/// Replaces the store by an empty one with the initial state, if it is given. The store is in the folder of
/// the checkpoints, if there are any.
pub(super) fn begin<S: Extremes + Adaptive>(search: &mut Search<'_, S, DiskStates>, initial: Option<&[u64]>) {
    let checkpoints = search.checkpoints.map(Checkpoints::lock);
    // A checkpoint that is being written may still use files of the previous store.
    let folder = checkpoints.as_ref().map(|checkpoints| {
        (checkpoints.folder(), checkpoints.next_kept().max(search.store.runs().next_kept()))
    });
    let runs = LevelRuns::new(search.system.words(), &DiskStates::space(search.options, folder));
    drop(checkpoints);
    search.store = DiskStates::of(runs, search.options);
    search.root = initial.map_or(StateId::new(0, 0), |initial| search.store.insert_root(initial));
}

/// Resumes a search that ended during the comparison of its candidates, or that had reached its limit of
/// states. Completes the next level or adds the missing states of the last one.
fn complete<S: Extremes + Adaptive + Send>(search: &mut Search<'_, S, DiskStates>, levels: &DiskLevels) {
    let is_due = Blocks::<S>::open_in_level(levels) == 0 && search.store.runs().candidates() > 0;
    if search.stop.is_none() && is_due {
        let most = search.states_to_limit();
        let completed = search.store.runs_mut().finish(most, ALONE);
        search.stop_if_due(Levels::<S>::open(levels, &search.store), search.bytes());
        if let Err(error) = completed {
            search.stop = Some(disk_stop(error, None));
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct DiskLevels {
    /// The number of levels that have begun. The last of them is the current one.
    begun: usize,
    /// The number of states of this level, and the number of closed ones.
    states: u64,
    closed: u64,
    /// The reader of this level, behind the block.
    reader: Option<LevelReader>,
    /// The block, word by word.
    block: Vec<u64>,
    pub(super) met: Met<Position>,
}

impl DiskLevels {
    /// Restores a position: the number of levels that have begun, the number of closed states of the last
    /// one, and the goals that are met.
    pub(super) fn at(store: &DiskStates, (begun, closed): (usize, u64), met: Met<Position>) -> Self {
        let states = begun.checked_sub(1).map_or(0, |level| store.runs().states_of(level));
        let mut levels = Self { begun, states, closed, met, ..Self::default() };
        levels.read_on(store);
        levels
    }

    /// Returns the number of levels that have begun, and the number of closed states of the last one.
    pub(super) fn position(&self) -> (usize, u64) {
        (self.begun, self.closed)
    }

    /// Reads on after the closed states.
    fn read_on(&mut self, store: &DiskStates) {
        self.reader = self.begun.checked_sub(1).map(|level| store.runs().reader(level, self.closed));
    }

    fn find_paths<S: Extremes + Adaptive>(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
    ) -> Result<(), StopReason> {
        self.met.find(search, |search, positions| paths_to(search, positions))
    }

    /// Expands a unit of the block. Calls `found` with each successor that differs from its predecessor.
    pub(super) fn expand_unit<S: Extremes + Adaptive, const W: usize>(
        &self,
        (&block, unit): (&usize, usize),
        expansion: &mut Expansion<'_, '_, S>,
        sample: &mut Option<Sample>,
        mut found: impl FnMut(&[u64]),
    ) -> Option<Interruption> {
        sample.iter_mut().for_each(Sample::skip);
        let first = unit * BATCH_STATES_OF_UNIT.size();
        let count = BATCH_STATES_OF_UNIT.size().min(block - first);
        let words = word_count::<W>(expansion.system.words());
        let rows = Behind { states: &self.block[first * words..], words };
        let states = InBlock { rows, first, count };
        let interruption = expansion.fire_all::<W>(&states, |id, _, state| {
            // Events that change nothing are not covered by the scope.
            if state != self.state(id, words) {
                found(state);
            }
        });
        sample.iter_mut().for_each(|sample| sample.record(crate::phases::Work::Fire));
        interruption
    }

    /// Adds keys to the candidates. Spills some candidates to disk if they exceed the memory left, with
    /// `needed` bytes reserved for other use.
    pub(super) fn insert_all<S: Extremes + Adaptive + Send, O: Outbox>(
        &self,
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<O>,
        needed: usize,
        of: impl Fn(&O) -> &DiskOutbox + Sync,
    ) -> Result<(), StopReason> {
        let words = search.system.words();
        let mut incoming = [0; SHARDS];
        for outbox in &workers.outboxes {
            let keys = of(outbox).shards.iter().map(|keys| keys.len() / words);
            incoming.iter_mut().zip(keys).for_each(|(incoming, keys)| *incoming += keys);
        }
        let bytes_with = |runs: &LevelRuns| {
            let shards = runs.candidates_in_memory().iter().zip(&incoming);
            shards.map(|(shard, &keys)| shard.bytes_with(keys)).sum::<usize>()
        };
        let recent = workers.threads() * Recent::bytes_for(&search.options.limits);
        let besides = search.bytes() - search.store.bytes()
            + workers.bytes()
            + recent
            + Levels::<S>::bytes(self)
            + needed;
        let affordable = search.store.bytes_for_candidates(besides);
        if bytes_with(search.store.runs()) > affordable {
            // The successors of this round are not among the candidates yet, so spilling must not be cut.
            let share_out = |jobs: usize, job: &(dyn Fn(usize) + Sync)| workers.share_out(jobs, job);
            let work = Work { share_out: &share_out, is_cut: &|| false };
            search.store.runs_mut().spill(work).map_err(|error| disk_stop(error, None))?;
            if bytes_with(search.store.runs()) > affordable {
                // Less memory is left for candidates than before, so they start small and grow again.
                search.store.runs_mut().give_back();
            }
        }
        let is_much = !BATCH_BYTES_OF_ONE_THREAD.admits(incoming.iter().sum::<usize>() * size_of::<u64>());
        workers.fill(
            search.store.runs_mut().candidates_mut(),
            is_much,
            |index, shard: &mut Candidates, outboxes| {
                let keys = outboxes.iter().map(|outbox| &of(outbox).shards[index]);
                with_words!(words, W => keys.for_each(|keys| shard.insert_all::<W>(keys)));
                Ok(())
            },
        )
    }

    /// Returns a state of the block.
    pub(super) fn state(&self, id: StateId, words: usize) -> &[u64] {
        &self.block[position_of(id) * words..][..words]
    }
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for DiskLevels {
    const WAITS_FOR_MEMORY: bool = false;

    type Store = DiskStates;
    /// The number of its states.
    type Block = usize;
    type Outbox = DiskOutbox;

    fn open_in_level(&self) -> u64 {
        self.states - self.closed
    }

    fn successors_per_round(&self, search: &Search<'_, S, DiskStates>) -> u64 {
        let bytes = search.options.limits.memory_bytes.unwrap_or(usize::MAX) / SHARE_OF_MEMORY;
        let affordable = bytes / (size_of::<u64>() * search.store.runs().words());
        BATCH_SUCCESSORS.number().min(affordable as u64)
    }

    fn take(&mut self, search: &mut Search<'_, S, DiskStates>, states: usize) -> Result<usize, StopReason> {
        self.block.clear();
        let words = search.system.words();
        if let Some(reader) = &mut self.reader {
            let read = with_words!(words, W => reader.read::<W>(states, &mut self.block));
            read.map_err(|error| disk_stop(error, search.cut()))?;
        }
        Ok(self.block.len() / words)
    }

    fn units(&self, block: &usize) -> usize {
        block.div_ceil(BATCH_STATES_OF_UNIT.size())
    }

    fn expand_words<const W: usize>(
        &self,
        _: &DiskStates,
        unit: (&usize, usize),
        expansion: &mut Expansion<'_, '_, S>,
        AtHand { recent, .. }: &mut AtHand<DiskOutbox>,
        outbox: &mut DiskOutbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        outbox.begin(expansion.system.words());
        self.expand_unit::<S, W>(unit, expansion, sample, |state| {
            if recent.is_new::<W>(hash(state), state) {
                outbox.push::<W>(state);
            }
        })
    }

    fn close(&mut self, &block: &usize) {
        self.closed += block as u64;
    }
}

impl<S: Extremes + Adaptive + Send> Levels<S> for DiskLevels {
    /// Until the next level is complete, all candidates count as open.
    fn open(&self, store: &DiskStates) -> u64 {
        let runs = store.runs();
        let next = (self.begun..runs.levels()).map(|level| runs.states_of(level)).sum::<u64>();
        Blocks::<S>::open_in_level(self) + next + runs.candidates()
    }

    fn advance(&mut self, store: &DiskStates) -> u64 {
        if self.begun == store.runs().levels() {
            return 0;
        }
        (self.begun, self.closed) = (self.begun + 1, 0);
        self.states = store.runs().states_of(self.begun - 1);
        self.read_on(store);
        self.states
    }

    fn knows_next(&self, store: &DiskStates) -> bool {
        store.runs().candidates() == 0
    }

    fn add(&mut self, search: &mut Search<'_, S, DiskStates>, watch: &mut Watch<S>) {
        search.tally.add(&search.system, watch);
        for (goal, id) in watch.take_hits() {
            let state = self.state(id, search.system.words()).to_vec();
            self.met.note(search, goal, (self.begun - 1, state));
        }
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<DiskOutbox>,
    ) -> Result<(), StopReason> {
        self.insert_all(search, workers, 0, |outbox| outbox)
    }

    fn relax(&mut self, search: &mut Search<'_, S, DiskStates>, interruption: Interruption) {
        use StopReason::{Cancelled, DiskFailed, DiskFull, DiskLimit, Time};
        match self.try_to_relax(search, interruption) {
            Ok(()) => {}
            Err(Ended::Stop(reason @ (Cancelled | DiskFailed | DiskFull | DiskLimit | Time))) => {
                search.stop = Some(reason);
            }
            Err(ended) => match self.observe(search) {
                Ok(()) => search.end(ended),
                Err(reason) => search.stop = Some(reason),
            },
        }
    }

    /// Completes the level if it is over, and finds paths if they are due.
    fn after_round(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<DiskOutbox>,
    ) -> Result<(), StopReason> {
        if self.states == self.closed {
            // The comparison with the known states happens only now. From a level that is too large, as many
            // states are kept as the limit allows.
            let most = search.states_to_limit();
            Self::work_at(search, workers, |runs, work| runs.finish(most, work).map(|_| ()))?;
        }
        if self.met.is_due(search) { self.find_paths(search) } else { Ok(()) }
    }

    fn end(&mut self, search: &mut Search<'_, S, DiskStates>) {
        if let Err(reason) = self.find_paths(search) {
            // A goal whose path cannot be found is not met, so the search is not decided.
            search.stop = search.stop.filter(|stop| *stop != StopReason::Decided).or(Some(reason));
        }
    }

    fn bytes(&self) -> usize {
        let reader = self.reader.as_ref().map_or(0, LevelReader::bytes);
        self.block.capacity() * size_of::<u64>()
            + reader
            + self.met.bytes(|(_, state)| state.len() * size_of::<u64>())
    }
}

impl DiskLevels {
    /// Lets all threads work until the search is cut.
    pub(super) fn work_at<S: Extremes, O: Outbox>(
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<O>,
        work: impl FnOnce(&mut LevelRuns, Work<'_>) -> Result<(), RunError>,
    ) -> Result<(), StopReason> {
        let (control, clock) = (search.control, search.clock);
        let share_out = |jobs: usize, job: &(dyn Fn(usize) + Sync)| workers.share_out(jobs, job);
        let is_cut = || due(control, &clock).is_some();
        let done = work(search.store.runs_mut(), Work { share_out: &share_out, is_cut: &is_cut });
        done.map_err(|error| disk_stop(error, search.cut()))
    }

    fn try_to_relax<S: Extremes + Adaptive>(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        Interruption { state, events, fired }: Interruption,
    ) -> Result<(), Ended> {
        let state = (self.begun - 1, self.state(state, search.system.words()).to_vec());
        let mut path = paths_to(search, &[state]).map_err(Ended::Stop)?.swap_remove(0);
        path.extend(events);
        if fired == Fired::Undefined {
            return Err(Ended::Undefined(path));
        }
        // Finds the paths to states while their words are still valid.
        self.find_paths(search).map_err(Ended::Stop)?;
        let Search { system, store, relaxations, control, clock, .. } = search;
        let relaxed = relaxations.relax(system, store.len(), &path)?;
        let translate = |state: &[u64], translated: &mut [u64]| relaxed.translate(system, state, translated);
        let is_cut = || due(control, clock).is_some();
        let share_out = |jobs: usize, job: &(dyn Fn(usize) + Sync)| (0..jobs).for_each(job);
        let work = Work { share_out: &share_out, is_cut: &is_cut };
        let (bytes, closed) = (store.bytes_for_candidates(0), (relaxed.words(), self.closed));
        let translated = store.runs_mut().translate(closed, translate, bytes, work);
        if let Err(error) = translated {
            relaxations.withdraw();
            return Err(Ended::Stop(disk_stop(error, due(control, clock))));
        }
        search.scratch = relaxed.scratch();
        search.system = relaxed;
        self.read_on(&search.store);
        Ok(())
    }

    /// Observes open states that will not be expanded because the search is about to end. They may still
    /// decide a property.
    fn observe<S: Extremes + Adaptive>(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
    ) -> Result<(), StopReason> {
        let is_cut = || due(search.control, &search.clock).is_some();
        let share_out = |jobs: usize, job: &(dyn Fn(usize) + Sync)| (0..jobs).for_each(job);
        let (most, levels) = (search.states_to_limit(), search.store.runs().levels());
        let finished = search.store.runs_mut().finish(most, Work { share_out: &share_out, is_cut: &is_cut });
        if let Err(error) = finished {
            if search.store.runs().levels() > levels {
                // A level exists before the current one has ended.
                search.store.tear();
            }
            return Err(disk_stop(error, search.cut()));
        }
        let mut watch = Watch::new(&search.system, search.observation, &search.tally);
        let (mut scratch, mut events, mut states) = (search.system.scratch(), Vec::new(), Vec::new());
        let words = search.system.words();
        for level in self.begun - 1..search.store.runs().levels() {
            let closed = if level < self.begun { self.closed } else { 0 };
            let mut reader = search.store.runs().reader(level, closed);
            loop {
                states.clear();
                let read = reader.read::<0>(BATCH_STATES_OF_UNIT.size(), &mut states);
                read.map_err(|error| disk_stop(error, search.cut()))?;
                if states.is_empty() {
                    break;
                }
                for state in states.chunks_exact(words) {
                    let (system, observation) = (&search.system, search.observation);
                    events.clear();
                    system.unpack::<0>(state, &mut scratch);
                    system.enabled::<0>(state, &scratch, &mut events);
                    if watch.observe::<0>((system, observation), (id_of(0), state), &scratch, &events) {
                        for (goal, _) in watch.take_hits() {
                            self.met.note(search, goal, (level, state.to_vec()));
                        }
                    }
                }
            }
        }
        search.tally.add(&search.system, &watch);
        if search.join_checks([&mut watch]) { Ok(()) } else { Err(StopReason::Discrepancy) }
    }
}

/// The keys of successors, by shard.
#[derive(Debug)]
pub(super) struct DiskOutbox {
    shards: Vec<Vec<u64>>,
    /// Buffer for a key.
    key: Vec<u64>,
}

impl Default for DiskOutbox {
    fn default() -> Self {
        Self { shards: vec![Vec::new(); SHARDS], key: Vec::new() }
    }
}

impl DiskOutbox {
    /// Prepares for states of this number of words.
    pub(super) fn begin(&mut self, words: usize) {
        self.key.resize(words, 0);
    }

    #[inline(always)]
    pub(super) fn push<const W: usize>(&mut self, state: &[u64]) {
        to_key::<W>(state, &mut self.key);
        let words = word_count::<W>(self.key.len());
        self.shards[shard_of_key(&self.key)].extend_from_slice(&self.key[..words]);
    }
}

impl Outbox for DiskOutbox {
    type Workspace = ();

    fn clear(&mut self) {
        self.shards.iter_mut().for_each(Vec::clear);
    }

    fn bytes(&self) -> usize {
        self.shards.iter().map(|keys| keys.capacity() * size_of::<u64>()).sum()
    }
}
