//! Checkpoints of a search: what is written between its rounds, so that it goes on after whatever ended it, to the same result.
//!
//! Between two rounds nothing is half done, see [`driver`](crate::driver). What the store has is written to logs as it comes, some of it after
//! each round, on a thread of its own; where the search stands, and what it has counted and found so far, is the [content](content) of a checkpoint.
//! TLC's checkpoints were the warning: one queue that was written while workers went on, other counts after recovery unless seeds and threads
//! were repeated, a corrupt file after ten days (`tlaplus`, issues 1112, 1113 and 1444). Ours depend on neither threads nor times, and each byte that counts has a checksum.

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

/// Between two checkpoints there is at least so many times as long as the search has waited for the first of them: large caches, which are written whole, take seconds.
const MIN_TIMES_THE_WAIT: u32 = 40;

/// The checkpoints of one search.
#[derive(Debug)]
pub struct Checkpoints(Mutex<Saver>);

/// What is written, and from where the search goes on.
#[derive(Debug)]
pub(crate) struct Saver {
    writer: Writer,
    folder: PathBuf,
    /// The files that the next checkpoint keeps.
    files: KeptFiles,
    every: Duration,
    last: Instant,
    /// How long the search has waited for the last checkpoint.
    waited: Duration,
    caller: Value,
    /// Logs are renewed where the store is made anew, and have the number of that in their names.
    epoch: u64,
    /// Snapshots have numbers, too.
    snapshot: u64,
    /// The search to be done over smaller and smaller stores that is under way.
    stage: usize,
    /// From where the search goes on, until it does.
    resumed: Option<Resumed>,
    problem: Option<Problem>,
    /// Of a search by several processes: whose share is written, and the last point that was.
    share: Option<shares::Of>,
    /// Why another process could not write its share.
    elsewhere: Option<Problem>,
}

/// A checkpoint from which a search goes on.
#[derive(Debug)]
pub(crate) struct Resumed {
    folder: Folder,
    manifest: Manifest,
    pub(crate) content: Content,
}

/// What a checkpoint says of the search that it is of.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What the caller wanted to find again.
    pub caller: Value,
    /// The number of the checkpoint.
    pub number: u64,
    /// States discovered.
    pub states: u64,
    /// The breadth-first level that was being expanded.
    pub level: u64,
    /// Events fired.
    pub firings: u64,
    /// How long the search took so far.
    pub elapsed: Duration,
    /// Whether nothing is left to do.
    pub is_finished: bool,
    /// How many bytes of logs and other files count.
    pub bytes: u64,
    /// Of a search by several processes: whose share this is, and of what.
    pub share: Option<ShareSummary>,
}

/// Whose share of the checkpoints of several processes something is. Shares of the same checkpoint have the same point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShareSummary {
    /// The process.
    pub process: usize,
    /// How many processes there are.
    pub processes: usize,
    /// The run, and the number of the checkpoint.
    pub point: (u64, u64),
}

impl Checkpoints {
    /// The checkpoints of a search that begins, in a new folder. What the caller wants to find again is in each.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn begin(folder: Folder, every: Duration, caller: Value) -> Result<Self, Problem> {
        let path = folder.path().to_owned();
        let writer = Writer::start(folder, None)?;
        Ok(Self::of(Saver::new((writer, path), every, caller)))
    }

    /// The checkpoints of a search that goes on from one.
    ///
    /// # Errors
    /// Where the folder cannot be written, or the content of the checkpoint is not understood.
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

    /// The checkpoints of a search where there can be any. Without files there are none, and then nothing is left of the code that keeps them.
    #[inline(always)]
    pub(crate) fn possible(checkpoints: Option<&Self>) -> Option<&Self> {
        if HAS_FILES { checkpoints } else { None }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Saver> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why there are no more checkpoints, if that is so.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        let saver = self.lock();
        saver.writer.problem().or_else(|| saver.elsewhere.clone())
    }

    /// Whether the search goes on from a checkpoint, and has not begun to yet.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.lock().resumed.is_some()
    }

    /// What the caller wanted to find again.
    #[must_use]
    pub fn caller(&self) -> Value {
        self.lock().caller.clone()
    }

    /// What the caller wants to find again from now on.
    pub fn set_caller(&self, caller: Value) {
        self.lock().caller = caller;
    }

    /// Waits until everything is written.
    ///
    /// # Errors
    /// Where something could not be, by this process or another one: then the newest checkpoint is an older one.
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

    /// The stage in which the search goes on, if it does.
    pub(crate) fn resumed_stage(&self) -> usize {
        self.resumed.as_ref().map_or(0, |resumed| resumed.content.stage)
    }

    /// From where the search goes on, once.
    pub(crate) fn take_resumed(&mut self) -> Option<Resumed> {
        self.resumed.take()
    }

    /// The search begins once more over another store.
    pub(crate) fn next_stage(&mut self, stage: usize) {
        self.stage = stage;
    }

    /// Whether nothing is written any more.
    pub(crate) fn has_failed(&self) -> bool {
        self.writer.problem().is_some()
    }

    /// Whether it is time for a checkpoint, and the one before is written. Checkpoints take a share of the time, at most, unless they are to be made
    /// as often as can be.
    pub(crate) fn is_due(&self) -> bool {
        let every =
            if self.every.is_zero() { self.every } else { self.every.max(self.waited * MIN_TIMES_THE_WAIT) };
        self.last.elapsed() >= every && !self.writer.is_behind() && !self.has_failed()
    }

    /// The logs begin anew, with the next number.
    pub(crate) fn renew(&mut self) {
        self.epoch += 1;
        self.writer.renew();
    }

    /// The name of a log as it is now.
    pub(crate) fn log(&self, name: &str) -> Arc<str> {
        format!("{name}-{}", self.epoch).into()
    }

    /// Adds a block to a log.
    pub(crate) fn append(&self, log: &Arc<str>, bytes: Vec<u8>) {
        self.writer.append(log, bytes);
    }

    /// Where the next snapshot is written to, of which the next checkpoint is; it does not count the one before.
    pub(crate) fn snapshot(&mut self) -> Sink<'_> {
        self.writer.retire(&name_of_snapshot(self.snapshot).into());
        self.snapshot += 1;
        Sink::new(self, name_of_snapshot(self.snapshot).into())
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of the next file that is kept.
    pub(crate) fn next_kept(&self) -> u64 {
        // A folder that cannot be read cannot be written either, which is told then.
        Folder::look(&self.folder).next_kept().unwrap_or(0)
    }

    /// The next checkpoint keeps these files.
    pub(crate) fn keep(&mut self, files: KeptFiles) {
        self.files = files;
    }

    /// Makes a checkpoint of what was logged.
    pub(crate) fn commit(&mut self, search: SavedSearch, standing: Standing) {
        self.commit_content(search, standing, None);
    }

    /// Makes the share of this process of the next checkpoint, with what all know.
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

    /// Waits until what was handed over is written.
    pub(crate) fn wait(&self) {
        self.writer.wait();
    }

    /// Whether the checkpoint before is not written yet.
    pub(crate) fn is_behind(&self) -> bool {
        self.writer.is_behind()
    }

    /// Why nothing is written any more, if that is so.
    pub(crate) fn problem_of_writing(&self) -> Option<Problem> {
        self.writer.problem()
    }

    /// Another process could not write its share.
    pub(crate) fn note_elsewhere(&mut self, problem: Problem) {
        self.elsewhere.get_or_insert(problem);
    }

    /// The search cannot go on from where it should.
    pub(crate) fn fail(&mut self, problem: Problem) {
        self.problem = Some(problem);
    }

    /// Whether the search could not go on from where it should.
    pub(crate) fn cannot_go_on(&self) -> bool {
        self.problem.is_some()
    }

    /// Why the search could not go on from where it should.
    pub(crate) fn failure(&mut self) -> Option<Problem> {
        self.problem.take()
    }
}

impl Resumed {
    /// A log that the checkpoint counts.
    pub(crate) fn blocks(&self, name: &str) -> Result<Blocks, Problem> {
        self.folder.blocks(&self.manifest, &format!("{name}-{}", self.content.epoch))
    }

    /// The snapshot that the checkpoint has.
    pub(crate) fn snapshot(&self) -> Result<Source, Problem> {
        self.folder.blocks(&self.manifest, &name_of_snapshot(self.content.snapshot)).map(Source::new)
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many bytes of a file count, if it is kept.
    pub(crate) fn bytes_of_file(&self, number: u64) -> Option<u64> {
        self.manifest.files.get(&number).copied()
    }

    /// The number of the next file that is kept.
    pub(crate) fn next_kept(&self) -> Result<u64, Problem> {
        self.folder.next_kept()
    }

    /// Of a checkpoint that is whole, and yet does not say what a search can go on from.
    pub(crate) fn contradiction(&self, what: &str) -> Problem {
        Problem::damaged(self.folder.path(), format!("checkpoint {}: {what}", self.manifest.number))
    }
}

impl Summary {
    /// What a checkpoint says.
    ///
    /// # Errors
    /// Where its content is not understood.
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

/// Whether a search that ended for this reason can go on from where it stands: nothing is half done, and more time, memory or states help.
pub(crate) fn can_go_on(stop: Option<StopReason>) -> bool {
    use StopReason::{Cancelled, Decided, Memory, States, Time};
    matches!(stop, None | Some(Cancelled | Decided | Memory | States | Time))
}
