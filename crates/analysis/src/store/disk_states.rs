//! The states of a search in runs on disk, and the errors of reading and writing them.

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
    /// The memory limit of the whole search, if any.
    memory_bytes: Option<usize>,
    threads: usize,
    /// The positions of the runs when they were last saved.
    saved: SavedRuns,
    /// Whether a search cannot resume from here.
    is_torn: bool,
}

/// Approximate memory of the program besides its search, in bytes. At most a share of the limit is reserved
/// for it.
const PROGRAM_BYTES: usize = 12 << 20;
const SHARE_OF_PROGRAM: usize = 8;

/// The allocator keeps about one part in this number of the memory.
const SHARE_OF_ALLOCATOR: usize = 32;

/// Minimum memory for candidates, in bytes.
const MIN_CANDIDATE_BYTES: usize = 1 << 16;

/// Approximate size of a state in a run, in bytes.
const BYTES_PER_STATE: usize = 1;

impl DiskStates {
    /// Returns the number of states. Candidates do not count, since they may be known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.known() as usize
    }

    /// Whether there are no states.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory in use, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.runs.bytes()
    }

    /// Returns the amounts written to disk and read from it.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.runs.usage()
    }

    /// Returns the space for runs. If a folder is given, the files for levels and candidates in it are kept,
    /// numbered from the given number on. All other files are there too, unless another directory is given.
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

    /// Creates the states of some runs.
    pub(crate) fn of(runs: LevelRuns, options: &Options) -> Self {
        Self {
            runs,
            memory_bytes: options.limits.memory_bytes,
            threads: options.threads,
            saved: SavedRuns::default(),
            is_torn: false,
        }
    }

    /// Writes everything to kept files.
    pub(crate) fn save(&mut self) -> Result<Vec<SavedFile>, RunError> {
        if self.is_torn {
            return Err(RunError::Unwritable);
        }
        let (saved, files) = self.runs.save(ALONE)?;
        self.saved = saved;
        Ok(files)
    }

    /// Returns the positions of the runs after [`save`](Self::save).
    pub(crate) fn saved(&self) -> &SavedRuns {
        &self.saved
    }

    /// Marks the states as unfit for resumption.
    pub(crate) fn tear(&mut self) {
        self.is_torn = true;
    }

    pub(crate) fn runs(&self) -> &LevelRuns {
        &self.runs
    }

    pub(crate) fn runs_mut(&mut self) -> &mut LevelRuns {
        &mut self.runs
    }

    /// Returns the memory for candidates in bytes, given the memory in use besides them. Leaves enough
    /// memory for comparing and merging runs.
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
        // If a state cannot be written, the search finds no state to expand, and reports that.
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

/// Work on this thread alone, without a cut.
pub(crate) const ALONE: Work<'static> =
    Work { share_out: &|jobs, job| (0..jobs).for_each(job), is_cut: &|| false };

/// Returns the reason why a search ends. `cut` is the reason why work was cut.
pub(crate) fn disk_stop(error: RunError, cut: Option<StopReason>) -> StopReason {
    match error {
        RunError::Limit => StopReason::DiskLimit,
        RunError::Full => StopReason::DiskFull,
        RunError::Unwritable | RunError::Unreadable => StopReason::DiskFailed,
        RunError::Cut => cut.unwrap_or(StopReason::Time),
    }
}
