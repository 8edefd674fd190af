//! The states of a search in runs on disk, and why they may not be written or read.

use std::path::Path;
use std::sync::Arc;

use sanderling_checkpoint::kept;
use sanderling_cutoff::CANDIDATE_BYTES;
use sanderling_store::StateId;
use sanderling_store::runs::{LevelRuns, RunError, SavedFile, SavedRuns, Space, Usage, Work};
use sanderling_system::System;

use super::{Store, Stored};
use crate::driver::Options;
use crate::limits::StopReason;

/// The states, level by level.
#[derive(Debug)]
pub struct DiskStates {
    runs: LevelRuns,
    /// The memory of the whole search, where it is limited.
    memory_bytes: Option<usize>,
    threads: usize,
    /// Where the runs are, as of the last time that this was written down.
    saved: SavedRuns,
    /// Whether a search cannot go on from here.
    is_torn: bool,
}

/// The memory that the program takes besides its search, about, of which no more than this share.
const PROGRAM_BYTES: usize = 12 << 20;
const SHARE_OF_PROGRAM: usize = 8;

/// The share of memory that the allocator keeps, about.
const SHARE_OF_ALLOCATOR: usize = 32;

/// Candidates may always take so much.
const MIN_CANDIDATE_BYTES: usize = 1 << 16;

/// Bytes of a state in a run, about.
const BYTES_PER_STATE: usize = 1;

impl DiskStates {
    /// The number of states: candidates do not count, as they may be known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.known() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory that is taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.runs.bytes()
    }

    /// What was written to disk and read.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.runs.usage()
    }

    /// Room for runs. Where there is a folder, levels and candidates are kept in files there, numbered from the given number on, and so are the others unless
    /// another directory is named.
    pub(crate) fn space(options: &Options, folder: Option<(&Path, u64)>) -> Arc<Space> {
        let mut disk = options.disk.clone();
        let max_bytes = disk.max_bytes;
        disk.directory = disk.directory.or_else(|| folder.map(|(folder, _)| folder.to_owned()));
        let space = Space::new(move || disk.file(), max_bytes);
        Arc::new(match folder {
            None => space,
            Some((folder, next)) => {
                let folder = folder.to_owned();
                space.keeping(next, move |number| kept::make(&folder, number))
            }
        })
    }

    /// Those of some runs.
    pub(crate) fn of(runs: LevelRuns, options: &Options) -> Self {
        Self {
            runs,
            memory_bytes: options.limits.memory_bytes,
            threads: options.threads,
            saved: SavedRuns::default(),
            is_torn: false,
        }
    }

    /// Writes everything to the files that are kept.
    pub(crate) fn save(&mut self) -> Result<Vec<SavedFile>, RunError> {
        if self.is_torn {
            return Err(RunError::Unwritable);
        }
        let (saved, files) = self.runs.save(ALONE)?;
        self.saved = saved;
        Ok(files)
    }

    /// Where the runs are, once they are [saved](Self::save).
    pub(crate) fn saved(&self) -> &SavedRuns {
        &self.saved
    }

    /// What is there is not what a search can go on from.
    pub(crate) fn tear(&mut self) {
        self.is_torn = true;
    }

    pub(crate) fn runs(&self) -> &LevelRuns {
        &self.runs
    }

    pub(crate) fn runs_mut(&mut self) -> &mut LevelRuns {
        &mut self.runs
    }

    /// The memory that candidates may take where so much is taken besides: all that is left when runs are compared and merged.
    pub(crate) fn bytes_for_candidates(&self, besides: usize) -> usize {
        let others = self.bytes() - self.runs.candidate_bytes() + besides;
        let limited = self.memory_bytes.map_or(CANDIDATE_BYTES.size(), |bytes| {
            let program = PROGRAM_BYTES.min(bytes / SHARE_OF_PROGRAM);
            let later = self.runs.bytes_of_merging(self.threads) + program + bytes / SHARE_OF_ALLOCATOR;
            bytes.saturating_sub(others + later)
        });
        limited.max(MIN_CANDIDATE_BYTES)
    }
}

impl Store for DiskStates {
    fn empty<S: System>(options: &Options, system: &S) -> Self {
        Self::of(LevelRuns::new(system.words(), &Self::space(options, None)), options)
    }

    fn insert_root(&mut self, state: &[u64]) -> StateId {
        self.runs.add(state);
        // Where one state cannot be written, the search finds nothing to expand, which it tells.
        let _ = self.runs.finish(u64::MAX, ALONE);
        StateId::new(0, 0)
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn words(&self) -> usize {
        self.runs.words()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn bytes_per_state(&self) -> usize {
        BYTES_PER_STATE
    }

    fn into_stored(self) -> Stored {
        Stored::Disk(Box::new(self))
    }
}

/// All on this thread, to the end.
pub(crate) const ALONE: Work<'static> =
    Work { share_out: &|jobs, job| (0..jobs).for_each(job), is_cut: &|| false };

/// The reason for which a search ends, `cut` being the one for which work was cut.
pub(crate) fn disk_stop(error: RunError, cut: Option<StopReason>) -> StopReason {
    match error {
        RunError::Limit => StopReason::DiskLimit,
        RunError::Full => StopReason::DiskFull,
        RunError::Unwritable | RunError::Unreadable => StopReason::DiskFailed,
        RunError::Cut => cut.unwrap_or(StopReason::Time),
    }
}
