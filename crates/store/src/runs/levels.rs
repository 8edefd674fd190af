//! The known states by level, and the candidates for the next level.
//!
//! A level is one run, or several parts if states were [translated](super::translation) in the middle of it. For
//! duplicate detection, levels are merged into a few *closed* runs, each larger than all later ones together. There are
//! thus at most as many closed runs as the number of states has bits, and each key is written at most that many times.
//! Levels that cannot have a common state are kept apart. If candidates can only be in the last few levels, they are
//! compared with those instead. The runs of the levels are kept: they are the queue of the search, and paths are traced
//! backwards through them.

use std::sync::{Arc, Mutex, PoisonError};

use sanderling_cutoff::{BATCH_BYTES_OF_ONE_THREAD, RUN_WORDS_OF_BLOCK};
use sanderling_system::{with_words, word_count};

use super::Work;
use super::candidates::Candidates;
use super::closed::Closed;
use super::cursor::Cursor;
use super::key::{shard_of_key, state_of_key, to_key};
use super::merge::{Source, take_in_order, take_out};
use super::run::{BYTES_OF_BLOCK, Run, RunWriter};
use super::scope::Scope;
use super::space::{RunError, Space, Usage};
use super::vault::Vault;
use crate::hash::SHARDS;

/// Number of groups of shards into which larger work is divided.
const GROUPS: usize = 32;

/// Maximum number of runs of candidates before they are merged.
pub(super) const MAX_SPILLED: usize = 16;

/// Number of blocks of candidates that are compared with known states at a time.
const BLOCKS_AT_A_TIME: usize = 4;

/// Known states, level by level, and candidates.
#[derive(Debug)]
pub struct LevelRuns {
    pub(super) words: usize,
    pub(super) space: Arc<Space>,
    /// The vault of the runs of the levels.
    pub(super) vault: Arc<Vault>,
    candidates: Vec<Candidates>,
    pub(super) spilled: Vec<Arc<Run>>,
    pub(super) levels: Vec<Vec<Arc<Run>>>,
    pub(super) scope: Scope,
    /// The runs that candidates are compared with, unless candidates can only be in the last few levels.
    pub(super) closed: Closed,
    /// Whether the last level had more states than were requested. The rest are the spilled candidates.
    pub(super) is_partial: bool,
    pub(super) known: u64,
    /// The memory of the runs of the levels, in bytes.
    pub(super) level_bytes: usize,
}

impl LevelRuns {
    /// Creates an empty set of levels for states of `words` words.
    #[must_use]
    pub fn new(words: usize, space: &Arc<Space>) -> Self {
        Self {
            words,
            space: Arc::clone(space),
            vault: Arc::new(Vault::new_kept(space)),
            candidates: (0..SHARDS).map(|_| Candidates::new(words)).collect(),
            spilled: Vec::new(),
            levels: Vec::new(),
            scope: Scope::default(),
            closed: Closed::default(),
            is_partial: false,
            known: 0,
            level_bytes: 0,
        }
    }

    /// Restricts duplicate detection to the levels of a scope.
    ///
    /// # Panics
    /// If there is already more than one level.
    pub fn keep_to(&mut self, scope: Scope) {
        assert!(self.levels.len() <= 1, "the initial state is all that has been kept");
        self.scope = scope;
        if scope.back.is_some() {
            self.closed = Closed::default();
        }
    }

    /// Returns the number of words of a state.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of known states, without candidates.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns the number of levels.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Returns the number of states of a level.
    #[must_use]
    pub fn states_of(&self, level: usize) -> u64 {
        self.levels[level].iter().map(|part| part.len()).sum()
    }

    /// Returns an upper bound on the number of candidates: some may have been spilled several times, and some are
    /// known.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        let spilled = self.spilled.iter().map(|run| run.len()).sum::<u64>();
        spilled + self.candidates.iter().map(|shard| shard.len() as u64).sum::<u64>()
    }

    /// Returns the candidates in memory, by shard, to distribute them among workers.
    pub fn candidates_mut(&mut self) -> &mut [Candidates] {
        &mut self.candidates
    }

    /// Frees the memory for candidates of all shards without candidates.
    pub fn give_back(&mut self) {
        let words = self.words;
        let empty = self.candidates.iter_mut().filter(|shard| shard.is_empty());
        empty.for_each(|shard| *shard = Candidates::new(words));
    }

    /// Returns the candidates in memory, by shard.
    #[must_use]
    pub fn candidates_in_memory(&self) -> &[Candidates] {
        &self.candidates
    }

    /// Returns the memory of the candidates in memory, in bytes.
    #[must_use]
    pub fn candidate_bytes(&self) -> usize {
        self.candidates.iter().map(Candidates::bytes).sum()
    }

    /// Returns the total memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let spilled = self.spilled.iter().map(|run| run.bytes() + run.vault().bytes()).sum::<usize>();
        let shards = SHARDS * size_of::<Candidates>();
        self.candidate_bytes()
            + shards
            + self.level_bytes
            + self.vault.bytes()
            + self.closed.bytes()
            + spilled
    }

    /// Returns the maximum additional memory to compare or merge runs on `threads` threads, in bytes.
    #[must_use]
    pub fn bytes_of_merging(&self, threads: usize) -> usize {
        let block = RUN_WORDS_OF_BLOCK.size().max(self.words) * size_of::<u64>();
        let of_cursor = 2 * block + BYTES_OF_BLOCK;
        let known = self.closed.max_runs().max(self.scope.back.map_or(0, |back| back as usize + 1));
        let cursors = known.max(MAX_SPILLED) + self.spilled.len() + 2;
        // The index of the merged run exists in parts and joined, and the largest shard is sorted beside its original.
        let spilled = self.spilled.iter().map(|run| run.bytes()).sum::<usize>();
        let index = 2 * (self.closed.max_index_bytes() + spilled);
        let shard = self.candidates.iter().map(Candidates::bytes).max().unwrap_or(0);
        threads * (cursors * of_cursor + (BLOCKS_AT_A_TIME + 2) * block + 2 * shard) + index
    }

    /// Returns the number of the next kept file.
    #[must_use]
    pub fn next_kept(&self) -> u64 {
        self.space.next_kept()
    }

    /// Returns the disk usage.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.space.usage()
    }

    /// Adds a candidate.
    pub fn add(&mut self, state: &[u64]) {
        let mut key = vec![0; self.words];
        to_key::<0>(state, &mut key);
        self.candidates[shard_of_key(&key)].insert_all::<0>(&key);
    }

    /// Writes the candidates in memory to a run.
    ///
    /// # Errors
    /// If the run cannot be written, or the work was cancelled. Nothing has changed then, except that no candidate can
    /// be added.
    pub fn spill(&mut self, work: Work<'_>) -> Result<(), RunError> {
        if self.candidates.iter().all(Candidates::is_empty) {
            return Ok(());
        }
        let run = with_words!(self.words, W => self.spilled_run::<W>(work))?;
        self.candidates.iter_mut().for_each(Candidates::clear);
        self.spilled.push(Arc::new(run));
        if self.spilled.len() > MAX_SPILLED {
            self.spilled = vec![self.merged_into(&self.spilled, Vault::new_kept(&self.space), work)?];
        }
        Ok(())
    }

    fn spilled_run<const W: usize>(&mut self, work: Work<'_>) -> Result<Run, RunError> {
        let (words, vault) = (self.words, Arc::new(Vault::new_kept(&self.space)));
        let keys = self.candidates.iter().map(|shard| shard.len() as u64).sum();
        let in_group = SHARDS / groups_for(keys);
        let groups: Vec<_> = self.candidates.chunks_mut(in_group).map(Mutex::new).collect();
        let runs = in_groups(work, groups.len(), |group| {
            let mut writer = RunWriter::new(words, &vault);
            for shard in groups[group].lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
                shard.sort();
                writer.extend::<W>(shard.sorted())?;
            }
            writer.finish()
        })?;
        vault.seal()?;
        Ok(Run::joined(words, &vault, runs))
    }

    /// Turns at most `most` of the candidates that are not known into the next level, and returns their number.
    ///
    /// If there are none, no level is added. If there are more, the others stay candidates, and the next call adds them
    /// to the same level.
    ///
    /// # Errors
    /// If files cannot be read or written, or the work was cancelled. Nothing has changed then, unless the failure
    /// occurred while known states were merged.
    pub fn finish(&mut self, most: u64, work: Work<'_>) -> Result<u64, RunError> {
        let known = if self.is_partial { Vec::new() } else { self.known_near(self.levels.len()) };
        let run = with_words!(self.words, W => self.new_run::<W>(&known, work))?;
        let (run, others) = if run.len() > most {
            let (run, others) = with_words!(self.words, W => run.split::<W>(most))?;
            (run, Some(others))
        } else {
            (run, None)
        };
        self.forget_candidates();
        let states = run.len();
        if states > 0 {
            if !self.is_partial {
                self.levels.push(Vec::new());
            }
            self.is_partial |= others.is_some();
        }
        self.is_partial &= others.is_some();
        self.spilled.extend(others.map(Arc::new));
        if states > 0 {
            self.add_part(run, work)?;
        }
        Ok(states)
    }

    /// Adds an empty level, for a distributed search in which other processes have states in this level. [`Scope`]
    /// depends on the numbers of levels.
    ///
    /// # Panics
    /// If there are candidates.
    pub fn add_empty_level(&mut self) {
        assert_eq!(self.candidates(), 0, "candidates are of the level that is next");
        self.levels.push(Vec::new());
    }

    /// Whether there are candidates that belong to the last level.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    fn forget_candidates(&mut self) {
        self.spilled.clear();
        self.candidates.iter_mut().for_each(Candidates::clear);
    }

    /// Returns the runs that may contain candidates for a level.
    fn known_near(&self, level: usize) -> Vec<Arc<Run>> {
        let Some(back) = self.scope.back else {
            return self.closed.of(self.scope.class_of(level)).to_vec();
        };
        let near = level.saturating_sub(back as usize + 1)..level;
        near.filter(|&before| self.scope.has(before, level))
            .flat_map(|before| self.levels[before].clone())
            .collect()
    }

    /// Adds a part to the last level.
    pub(super) fn add_part(&mut self, run: Run, work: Work<'_>) -> Result<(), RunError> {
        let run = Arc::new(run);
        self.known += run.len();
        self.level_bytes += run.bytes();
        if let Some(level) = self.levels.last_mut() {
            level.push(Arc::clone(&run));
        }
        if self.scope.back.is_none() {
            let class = self.scope.class_of(self.levels.len() - 1);
            let mut closed = self.closed.take(class, &self.vault);
            closed.push(run);
            let merged = self.merged_from_the_end(closed, work)?;
            self.closed.put(class, merged, &self.vault);
        }
        Ok(())
    }

    /// Returns the sorted candidates that are in none of these runs, and removes all candidates.
    pub(super) fn new_candidates(&mut self, known: &[Arc<Run>], work: Work<'_>) -> Result<Run, RunError> {
        let run = with_words!(self.words, W => self.new_run::<W>(known, work))?;
        self.forget_candidates();
        Ok(run)
    }

    fn new_run<const W: usize>(&mut self, known: &[Arc<Run>], work: Work<'_>) -> Result<Run, RunError> {
        let in_group = SHARDS / groups_for(self.candidates());
        let (words, vault, spilled) = (self.words, &self.vault, &self.spilled);
        let groups: Vec<_> = self.candidates.chunks_mut(in_group).map(Mutex::new).collect();
        let most = (BLOCKS_AT_A_TIME * RUN_WORDS_OF_BLOCK.size() / words).max(1);
        let runs = in_groups(work, groups.len(), |group| {
            let first = group * in_group;
            let mut known: Vec<Cursor> = known.iter().map(Cursor::new).collect();
            let mut sources = Vec::with_capacity(1 + spilled.len());
            sources.push(Source::Memory(&[]));
            for run in spilled {
                sources.push(Source::Run(Cursor::at_shard::<W>(run, first)?));
            }
            let (mut writer, mut keys) = (RunWriter::new(words, vault), Vec::new());
            let mut shards = groups[group].lock().unwrap_or_else(PoisonError::into_inner);
            shards.iter_mut().for_each(Candidates::sort);
            for (shard, candidates) in (first..).zip(shards.iter()) {
                if candidates.is_empty() && spilled.is_empty() {
                    continue;
                }
                sources[0] = Source::Memory(candidates.sorted());
                loop {
                    if (work.is_cut)() {
                        return Err(RunError::Cut);
                    }
                    take_in_order::<W>(&mut sources, shard + 1, (words, most), &mut keys)?;
                    if keys.is_empty() {
                        break;
                    }
                    for run in &mut known {
                        take_out::<W>(&mut keys, words, run)?;
                    }
                    writer.extend::<W>(&keys)?;
                }
            }
            writer.finish()
        })?;
        Ok(Run::joined(words, vault, runs))
    }

    /// Merges the last runs until each run is larger than all later ones together.
    fn merged_from_the_end(
        &self,
        mut runs: Vec<Arc<Run>>,
        work: Work<'_>,
    ) -> Result<Vec<Arc<Run>>, RunError> {
        let (mut start, mut behind) = (runs.len(), 0);
        for (at, run) in runs.iter().enumerate().rev() {
            if run.len() <= behind {
                start = at;
            }
            behind += run.len();
        }
        if start < runs.len() {
            let last = runs.split_off(start);
            runs.push(self.merged(&last, work)?);
        }
        Ok(runs)
    }

    /// Merges some runs into one.
    pub(super) fn merged(&self, runs: &[Arc<Run>], work: Work<'_>) -> Result<Arc<Run>, RunError> {
        self.merged_into(runs, Vault::new(&self.space), work)
    }

    fn merged_into(&self, runs: &[Arc<Run>], vault: Vault, work: Work<'_>) -> Result<Arc<Run>, RunError> {
        with_words!(self.words, W => self.merged_run::<W>(runs, &Arc::new(vault), work)).map(Arc::new)
    }

    fn merged_run<const W: usize>(
        &self,
        runs: &[Arc<Run>],
        vault: &Arc<Vault>,
        work: Work<'_>,
    ) -> Result<Run, RunError> {
        let words = self.words;
        let groups = groups_for(runs.iter().map(|run| run.len()).sum());
        let in_group = SHARDS / groups;
        let most = (BLOCKS_AT_A_TIME * RUN_WORDS_OF_BLOCK.size() / words).max(1);
        let merged = in_groups(work, groups, |group| {
            let cursor = |run| Cursor::at_shard::<W>(run, group * in_group).map(Source::Run);
            let mut sources = runs.iter().map(cursor).collect::<Result<Vec<_>, _>>()?;
            let (mut writer, mut keys) = (RunWriter::new(words, vault), Vec::new());
            loop {
                if (work.is_cut)() {
                    return Err(RunError::Cut);
                }
                take_in_order::<W>(&mut sources, (group + 1) * in_group, (words, most), &mut keys)?;
                if keys.is_empty() {
                    return writer.finish();
                }
                writer.extend::<W>(&keys)?;
            }
        })?;
        vault.seal()?;
        Ok(Run::joined(words, vault, merged))
    }

    /// Returns a reader of the states of a level, starting at the state with this number.
    #[must_use]
    pub fn reader(&self, level: usize, number: u64) -> LevelReader {
        LevelReader { parts: self.levels[level].clone(), number, cursor: None }
    }
}

/// A reader of the remaining states of a level.
#[derive(Debug)]
pub struct LevelReader {
    parts: Vec<Arc<Run>>,
    /// The number of states to skip first.
    number: u64,
    cursor: Option<Cursor>,
}

impl LevelReader {
    pub(super) fn of_run(run: &Arc<Run>) -> Self {
        Self { parts: vec![Arc::clone(run)], number: 0, cursor: None }
    }

    /// Returns the memory of the reader, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cursor.as_ref().map_or(0, Cursor::bytes)
    }

    /// Appends the next states to `states`, word by word, at most `most` of them.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read<const W: usize>(&mut self, most: usize, states: &mut Vec<u64>) -> Result<(), RunError> {
        let mut left = most;
        while left > 0
            && let Some(part) = self.parts.first()
        {
            let words = word_count::<W>(part.words());
            if self.cursor.is_none() {
                if self.number >= part.len() {
                    self.number -= part.len();
                    self.parts.remove(0);
                    continue;
                }
                self.cursor = Some(Cursor::at_number::<W>(part, std::mem::take(&mut self.number))?);
            }
            let Some(cursor) = &mut self.cursor else { continue };
            let keys = cursor.some::<W>()?;
            if keys.is_empty() {
                self.cursor = None;
                self.parts.remove(0);
                continue;
            }
            let count = left.min(keys.len() / words);
            let start = states.len();
            states.resize(start + count * words, 0);
            let mut key = keys[..words].to_vec();
            for (state, there) in states[start..].chunks_exact_mut(words).zip(keys.chunks_exact(words)) {
                key.copy_from_slice(there);
                state_of_key::<W>(&mut key, state);
            }
            cursor.pass::<W>(count);
            left -= count;
        }
        Ok(())
    }
}

/// Returns the number of groups of shards for work on `keys` keys.
fn groups_for(keys: u64) -> usize {
    // Waking another thread would take longer than the work.
    if BATCH_BYTES_OF_ONE_THREAD.admits(keys * size_of::<u64>() as u64) { 1 } else { GROUPS }
}

/// Runs a job for each group, and returns the results in order, or the first failure.
fn in_groups<T: Send>(
    work: Work<'_>,
    groups: usize,
    job: impl Fn(usize) -> Result<T, RunError> + Sync,
) -> Result<Vec<T>, RunError> {
    let results: Vec<Mutex<Option<Result<T, RunError>>>> = (0..groups).map(|_| Mutex::new(None)).collect();
    (work.share_out)(groups, &|group| {
        *results[group].lock().unwrap_or_else(PoisonError::into_inner) = Some(job(group));
    });
    let results =
        results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    results.map(|result| result.expect("each job is done")).collect()
}
