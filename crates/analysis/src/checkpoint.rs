//! Checkpoints of a search: files written between its rounds, from which an interrupted search resumes with
//! the same result.
//!
//! Between two rounds no step is half done (see [`driver`](crate::driver)). The content of the store is
//! written to logs continuously, some of it after each round, by a separate thread. The position of the
//! search, its counts and its findings are the [content](content) of a checkpoint. The design avoids known
//! faults of TLC's checkpoints: a queue that was written while workers continued, different counts after
//! recovery unless seeds and threads were repeated, and a corrupt file after ten days (`tlaplus`, issues
//! 1112, 1113 and 1444). Our checkpoints depend on neither threads nor timing, and every byte in use has a
//! checksum.

pub(crate) mod append_only;
pub(crate) mod content;
pub(crate) mod log;
mod packed;
mod pairs;
pub(crate) mod round;
pub(crate) mod shares;
pub(crate) mod snapshot;
pub(crate) mod tree;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sanderling_checkpoint::{Blocks, Folder, KeptFiles, Manifest, Problem, Writer};
use sanderling_machine::clock::Instant;
use serde_json::Value;

use self::content::{Content, SavedCommon, SavedSearch, SavedShare, Standing};
use self::snapshot::{Sink, Source};
use crate::limits::StopReason;
use crate::store::HAS_FILES;

/// Minimum ratio of the time between two checkpoints to the time that the search waited for the first of
/// them. Large caches are written as a whole, which takes seconds.
const MIN_TIMES_THE_WAIT: u32 = 40;

/// The checkpoints of one search.
#[derive(Debug)]
pub struct Checkpoints(Mutex<Saver>);

/// The files to write, and the position to resume from.
#[derive(Debug)]
pub(crate) struct Saver {
    writer: Writer,
    folder: PathBuf,
    /// The files that the next checkpoint keeps.
    files: KeptFiles,
    every: Duration,
    last: Instant,
    /// The time that the search waited for the last checkpoint.
    waited: Duration,
    caller: Value,
    /// The number of the current logs. Logs are renewed when the store is rebuilt, and their names contain
    /// this number.
    epoch: u64,
    /// The number of the current snapshot.
    snapshot: u64,
    /// The current stage, if the search restarts over smaller and smaller stores.
    stage: usize,
    /// The position to resume from, until the search does.
    resumed: Option<Resumed>,
    problem: Option<Problem>,
    /// In a search by several processes, the share of this process, and its last written point.
    share: Option<shares::Of>,
    /// The reason why another process could not write its share.
    elsewhere: Option<Problem>,
}

/// A checkpoint to resume from.
#[derive(Debug)]
pub(crate) struct Resumed {
    folder: Folder,
    manifest: Manifest,
    pub(crate) content: Content,
}

/// The summary of a search in a checkpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The caller's value.
    pub caller: Value,
    /// The number of the checkpoint.
    pub number: u64,
    /// The number of discovered states.
    pub states: u64,
    /// The breadth-first level that was being expanded.
    pub level: u64,
    /// The number of fired events.
    pub firings: u64,
    /// The duration of the search so far.
    pub elapsed: Duration,
    /// Whether no work is left.
    pub is_finished: bool,
    /// The size of the logs and other files in use, in bytes.
    pub bytes: u64,
    /// In a search by several processes, the share and its checkpoint.
    pub share: Option<ShareSummary>,
}

/// The identity of a share of a checkpoint. Shares of the same checkpoint have the same point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShareSummary {
    /// The process.
    pub process: usize,
    /// The number of processes.
    pub processes: usize,
    /// The run, and the number of the checkpoint.
    pub point: (u64, u64),
}

impl Checkpoints {
    /// Creates the checkpoints of a new search, in a new folder. Each contains the caller's value.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn begin(folder: Folder, every: Duration, caller: Value) -> Result<Self, Problem> {
        let path = folder.path().to_owned();
        let writer = Writer::start(folder, None)?;
        Ok(Self::of(Saver::new((writer, path), every, caller)))
    }

    /// Creates the checkpoints of a search that resumes from one.
    ///
    /// # Errors
    /// If the folder cannot be written, or the content of the checkpoint is invalid.
    pub fn resume(folder: Folder, manifest: Manifest, every: Duration) -> Result<Self, Problem> {
        let looked_at = Folder::look(folder.path());
        let content = content_of(folder.path(), &manifest)?;
        let (caller, epoch, stage) = (content.caller.clone(), content.epoch, content.stage);
        let (snapshot, path) = (content.snapshot, folder.path().to_owned());
        let writer = Writer::start(folder, Some(&manifest))?;
        let resumed = Some(Resumed { folder: looked_at, manifest, content });
        let new = Saver::new((writer, path), every, caller);
        Ok(Self::of(Saver { epoch, snapshot, stage, resumed, ..new }))
    }

    fn of(saver: Saver) -> Self {
        Self(Mutex::new(saver))
    }

    /// Returns the checkpoints if the platform has files. Otherwise the compiler removes the code for
    /// checkpoints.
    #[inline(always)]
    pub(crate) fn possible(checkpoints: Option<&Self>) -> Option<&Self> {
        if HAS_FILES { checkpoints } else { None }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Saver> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the reason why no more checkpoints are written, if any.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        let saver = self.lock();
        saver.writer.problem().or_else(|| saver.elsewhere.clone())
    }

    /// Whether the search is about to resume from a checkpoint.
    #[must_use]
    pub fn is_resuming(&self) -> bool {
        self.lock().resumed.is_some()
    }

    /// Returns the caller's value.
    #[must_use]
    pub fn caller(&self) -> Value {
        self.lock().caller.clone()
    }

    /// Sets the caller's value for later checkpoints.
    pub fn set_caller(&self, caller: Value) {
        self.lock().caller = caller;
    }

    /// Waits until everything is written.
    ///
    /// # Errors
    /// If this process or another one could not write something. Then the newest checkpoint is an older one.
    pub fn finish(self) -> Result<(), Problem> {
        let Saver { writer, elsewhere, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        writer.finish()?;
        elsewhere.map_or(Ok(()), Err)
    }
}

impl Saver {
    fn new((writer, folder): (Writer, PathBuf), every: Duration, caller: Value) -> Self {
        let (epoch, snapshot, stage, files) = (0, 0, 0, KeptFiles::default());
        Self {
            writer,
            folder,
            files,
            every,
            last: Instant::now(),
            waited: Duration::ZERO,
            caller,
            epoch,
            snapshot,
            stage,
            resumed: None,
            problem: None,
            share: None,
            elsewhere: None,
        }
    }

    /// Returns the stage in which the search resumes, or 0.
    pub(crate) fn resumed_stage(&self) -> usize {
        self.resumed.as_ref().map_or(0, |resumed| resumed.content.stage)
    }

    /// Takes the position to resume from.
    pub(crate) fn take_resumed(&mut self) -> Option<Resumed> {
        self.resumed.take()
    }

    /// Records that the search restarts over another store.
    pub(crate) fn next_stage(&mut self, stage: usize) {
        self.stage = stage;
    }

    /// Whether writing has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.writer.problem().is_some()
    }

    /// Whether a checkpoint is due and the previous one is written. Checkpoints take a limited share of the
    /// time, unless they are requested as often as possible.
    pub(crate) fn is_due(&self) -> bool {
        let every =
            if self.every.is_zero() { self.every } else { self.every.max(self.waited * MIN_TIMES_THE_WAIT) };
        self.last.elapsed() >= every && !self.writer.is_behind() && !self.has_failed()
    }

    /// Starts new logs, with the next number.
    pub(crate) fn renew(&mut self) {
        self.epoch += 1;
        self.writer.renew();
    }

    /// Returns the current name of a log.
    pub(crate) fn log(&self, name: &str) -> Arc<str> {
        format!("{name}-{}", self.epoch).into()
    }

    /// Appends a block to a log.
    pub(crate) fn append(&self, log: &Arc<str>, bytes: Vec<u8>) {
        self.writer.append(log, bytes);
    }

    /// Returns the writer for the next snapshot, which belongs to the next checkpoint. That checkpoint no
    /// longer uses the previous snapshot.
    pub(crate) fn snapshot(&mut self) -> Sink<'_> {
        self.writer.retire(&name_of_snapshot(self.snapshot).into());
        self.snapshot += 1;
        Sink::new(self, name_of_snapshot(self.snapshot).into())
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the number of the next kept file.
    pub(crate) fn next_kept(&self) -> u64 {
        // A folder that cannot be read cannot be written either, and writing reports the error.
        Folder::look(&self.folder).next_kept().unwrap_or(0)
    }

    /// Keeps these files in the next checkpoint.
    pub(crate) fn keep(&mut self, files: KeptFiles) {
        self.files = files;
    }

    /// Commits a checkpoint of the logged parts.
    pub(crate) fn commit(&mut self, search: SavedSearch, standing: Standing) {
        self.commit_content(search, standing, None);
    }

    /// Commits the share of this process of the next checkpoint, with the common facts.
    pub(crate) fn commit_share(&mut self, search: SavedSearch, standing: Standing, common: SavedCommon) {
        let share = self.share.as_mut().map(|of| of.next(common));
        self.commit_content(search, standing, share);
    }

    fn commit_content(&mut self, search: SavedSearch, standing: Standing, share: Option<SavedShare>) {
        self.last = Instant::now();
        let (caller, snapshot, epoch, stage) = (self.caller.clone(), self.snapshot, self.epoch, self.stage);
        let content = Content { caller, epoch, snapshot, stage, search, standing, share };
        let files = std::mem::take(&mut self.files);
        self.writer.commit(serde_json::to_value(content).expect("it has no keys but texts"), files);
    }

    /// Waits until all pending data is written.
    pub(crate) fn wait(&self) {
        self.writer.wait();
    }

    /// Whether the previous checkpoint is not written yet.
    pub(crate) fn is_behind(&self) -> bool {
        self.writer.is_behind()
    }

    /// Returns why writing has failed, if it has.
    pub(crate) fn problem_of_writing(&self) -> Option<Problem> {
        self.writer.problem()
    }

    /// Records that another process could not write its share.
    pub(crate) fn note_elsewhere(&mut self, problem: Problem) {
        self.elsewhere.get_or_insert(problem);
    }

    /// Records that the search cannot resume from the chosen checkpoint.
    pub(crate) fn fail(&mut self, problem: Problem) {
        self.problem = Some(problem);
    }

    /// Whether resuming has failed.
    pub(crate) fn cannot_go_on(&self) -> bool {
        self.problem.is_some()
    }

    /// Takes the reason why resuming has failed.
    pub(crate) fn failure(&mut self) -> Option<Problem> {
        self.problem.take()
    }
}

impl Resumed {
    /// Returns a log that belongs to the checkpoint.
    pub(crate) fn blocks(&self, name: &str) -> Result<Blocks, Problem> {
        self.folder.blocks(&self.manifest, &format!("{name}-{}", self.content.epoch))
    }

    /// Returns the snapshot of the checkpoint.
    pub(crate) fn snapshot(&self) -> Result<Source, Problem> {
        self.folder.blocks(&self.manifest, &name_of_snapshot(self.content.snapshot)).map(Source::new)
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the number of valid bytes of a file, if it is kept.
    pub(crate) fn bytes_of_file(&self, number: u64) -> Option<u64> {
        self.manifest.files.get(&number).copied()
    }

    /// Returns the number of the next kept file.
    pub(crate) fn next_kept(&self) -> Result<u64, Problem> {
        self.folder.next_kept()
    }

    /// Returns the problem that an intact checkpoint has no valid content to resume from.
    pub(crate) fn contradiction(&self, what: &str) -> Problem {
        Problem::damaged(self.folder.path(), format!("checkpoint {}: {what}", self.manifest.number))
    }
}

impl Summary {
    /// Reads the summary of a checkpoint.
    ///
    /// # Errors
    /// If its content is invalid.
    pub fn of(folder: &Path, manifest: &Manifest) -> Result<Self, Problem> {
        let Content { caller, search, share, .. } = content_of(folder, manifest)?;
        let share = share.map(|share| ShareSummary {
            process: share.own,
            processes: share.processes,
            point: (share.point.run, share.point.number),
        });
        Ok(Self {
            caller,
            number: manifest.number,
            states: search.states,
            level: search.levels.len().saturating_sub(1) as u64,
            firings: search.tally.firings,
            elapsed: Duration::from_nanos(search.elapsed_ns),
            is_finished: search.is_over,
            bytes: manifest
                .logs
                .values()
                .map(|extent| extent.bytes)
                .chain(manifest.files.values().copied())
                .sum(),
            share,
        })
    }
}

fn name_of_snapshot(number: u64) -> String {
    format!("standing-{number}")
}

fn content_of(folder: &Path, manifest: &Manifest) -> Result<Content, Problem> {
    let content = serde_json::from_value(manifest.content.clone());
    content.map_err(|error| {
        Problem::damaged(folder, format!("checkpoint {} is not understood: {error}", manifest.number))
    })
}

/// Whether a search that ended for this reason can resume from its position: no step is half done, and more
/// time, memory or states help.
pub(crate) fn can_go_on(stop: Option<StopReason>) -> bool {
    use StopReason::{Cancelled, Decided, Memory, States, Time};
    matches!(stop, None | Some(Cancelled | Decided | Memory | States | Time))
}
