//! Runs that outlive the process: the locations by which they are found again.
//!
//! The index of a run is written behind its blocks, into the same file, when the run is saved for the first time.
//! Everything added later follows it, so that earlier statements about a file stay true. Closed runs are not saved.
//! They are merged again from those of the levels, which also verifies these.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::sync::Arc;

use sanderling_system::with_words;

use super::Work;
use super::closed::Closed;
use super::levels::{LevelRuns, MAX_SPILLED};
use super::run::Run;
use super::scope::Scope;
use super::space::{RunError, Space};
use super::vault::Vault;

/// The location of a run: the number of its file, the offset of its index there, the size and checksum of the index,
/// and the number of keys.
pub type SavedRun = (u64, u64, u64, u32, u64);

/// The locations of all runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedRuns {
    /// The parts of each level.
    pub levels: Vec<Vec<SavedRun>>,
    /// The spilled candidates.
    pub spilled: Vec<SavedRun>,
    /// Whether the candidates belong to the last level.
    pub is_partial: bool,
}

/// A file and the number of its valid bytes.
#[derive(Debug, Clone)]
pub struct SavedFile {
    /// The number of the file.
    pub number: u64,
    /// The open file.
    pub file: Arc<File>,
    /// The number of valid bytes.
    pub bytes: u64,
}

impl LevelRuns {
    /// Writes everything in memory to files, which must be kept; see [`Space::keeping`].
    ///
    /// # Errors
    /// If they cannot be written, or the work was cancelled.
    pub fn save(&mut self, work: Work<'_>) -> Result<(SavedRuns, Vec<SavedFile>), RunError> {
        self.spill(work)?;
        let mut files = BTreeMap::new();
        let mut save = |run: &Arc<Run>| {
            let saved = run.save()?;
            files.insert(saved.0, Arc::clone(run.vault()));
            Ok(saved)
        };
        let level = |level: &Vec<Arc<Run>>| level.iter().map(&mut save).collect();
        let levels = self.levels.iter().map(level).collect::<Result<_, RunError>>()?;
        let spilled = self.spilled.iter().map(&mut save).collect::<Result<_, RunError>>()?;
        let files = files.values().map(|vault| vault.flushed()).collect::<Result<_, _>>()?;
        Ok((SavedRuns { levels, spilled, is_partial: self.is_partial }, files))
    }

    /// Restores saved levels. `open` opens the file with a number, and returns its number of bytes.
    ///
    /// # Errors
    /// If a file cannot be read, or differs from what was written.
    pub fn restore(
        words: usize,
        space: &Arc<Space>,
        scope: Scope,
        saved: &SavedRuns,
        mut open: impl FnMut(u64) -> Option<(File, u64)>,
    ) -> Result<Self, RunError> {
        let mut vaults: BTreeMap<u64, Arc<Vault>> = BTreeMap::new();
        let mut run = |saved: &SavedRun| {
            let vault = match vaults.entry(saved.0) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(free) => {
                    let (file, bytes) = open(saved.0).ok_or(RunError::Unreadable)?;
                    free.insert(Arc::new(Vault::of_file(space, saved.0, file, bytes)?))
                }
            };
            let run = Run::restore(words, vault, saved)?;
            with_words!(words, W => run.verify::<W>())?;
            Ok(Arc::new(run))
        };
        let mut restored = Self::new(words, space);
        restored.keep_to(scope);
        let level = |level: &Vec<SavedRun>| level.iter().map(&mut run).collect();
        restored.levels = saved.levels.iter().map(level).collect::<Result<_, RunError>>()?;
        restored.spilled = saved.spilled.iter().map(&mut run).collect::<Result<_, RunError>>()?;
        restored.is_partial = saved.is_partial;
        if let Some(part) = restored.levels.iter().flatten().next() {
            restored.vault = Arc::clone(part.vault());
        }
        restored.known = restored.levels.iter().flatten().map(|part| part.len()).sum();
        restored.level_bytes = restored.levels.iter().flatten().map(|part| part.bytes()).sum();
        Ok(restored)
    }

    /// Merges restored levels into closed runs for duplicate detection.
    ///
    /// # Errors
    /// If the runs cannot be written, or the work was cancelled.
    pub fn close_levels(&mut self, work: Work<'_>) -> Result<(), RunError> {
        let mut classes: BTreeMap<u64, Vec<Arc<Run>>> = BTreeMap::new();
        if self.scope.back.is_none() {
            for (level, parts) in self.levels.iter().enumerate() {
                classes.entry(self.scope.class_of(level)).or_default().extend(parts.iter().cloned());
            }
        }
        for runs in classes.values_mut() {
            while runs.len() > 1 {
                let merged = runs.chunks(MAX_SPILLED).map(|runs| match runs {
                    [run] => Ok(Arc::clone(run)),
                    _ => self.merged(runs, work),
                });
                *runs = merged.collect::<Result<_, _>>()?;
            }
        }
        self.closed = Closed::default();
        classes.into_iter().for_each(|(class, runs)| self.closed.put(class, runs, &self.vault));
        Ok(())
    }
}
