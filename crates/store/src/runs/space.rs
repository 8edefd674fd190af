//! The room on disk for the runs of a search, and what became of it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Why runs cannot be written, read or merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunError {
    /// More room would be taken than is allowed.
    Limit,
    /// The disk is full.
    Full,
    /// A file cannot be made or written.
    Unwritable,
    /// A file cannot be read, or holds something else than what was written.
    Unreadable,
    /// It was to end.
    Cut,
}

impl RunError {
    /// What a failure to write comes to.
    pub(super) fn of_writing(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::FileTooLarge
            | ErrorKind::WriteZero => Self::Full,
            _ => Self::Unwritable,
        }
    }
}

/// What was written and read, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// What files take now,
    pub taken: u64,
    /// and at most took at a time.
    pub peak: u64,
    /// What was written,
    pub written: u64,
    /// and read.
    pub read: u64,
}

type MakeFile = dyn Fn() -> io::Result<File> + Send + Sync;
type MakeKept = dyn Fn(u64) -> io::Result<File> + Send + Sync;

/// Where files come from, and how much they may hold together.
pub struct Space {
    make_file: Box<MakeFile>,
    max_bytes: Option<u64>,
    /// Where runs are kept: what makes a file with a number, and the number of the next one.
    kept: Option<(Box<MakeKept>, AtomicU64)>,
    taken: AtomicU64,
    peak: AtomicU64,
    written: AtomicU64,
    read: AtomicU64,
}

impl Space {
    /// Room in files that `make_file` makes, which may be read and written and are gone when they are closed; at most so many bytes,
    /// if there is a limit.
    pub fn new(
        make_file: impl Fn() -> io::Result<File> + Send + Sync + 'static,
        max_bytes: Option<u64>,
    ) -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            make_file: Box::new(make_file),
            max_bytes,
            kept: None,
            taken: zero(),
            peak: zero(),
            written: zero(),
            read: zero(),
        }
    }

    /// Levels and candidates are in files that stay: `make_file` makes those with numbers from `next` on.
    #[must_use]
    pub fn keeping(
        mut self,
        next: u64,
        make_file: impl Fn(u64) -> io::Result<File> + Send + Sync + 'static,
    ) -> Self {
        self.kept = Some((Box::new(make_file), AtomicU64::new(next)));
        self
    }

    /// The number of the next file that is kept.
    #[must_use]
    pub fn next_kept(&self) -> u64 {
        self.kept.as_ref().map_or(0, |(_, next)| next.load(Relaxed))
    }

    /// A file that is kept, with its number, where files are; otherwise one that is not.
    pub(super) fn kept_file(&self) -> Result<(Option<u64>, File), RunError> {
        let Some((make_file, next)) = &self.kept else { return self.file().map(|file| (None, file)) };
        let number = next.fetch_add(1, Relaxed);
        let file = make_file(number).map_err(|error| RunError::of_writing(&error))?;
        Ok((Some(number), file))
    }

    /// What was written and read so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let [taken, peak, written, read] =
            [&self.taken, &self.peak, &self.written, &self.read].map(|count| count.load(Relaxed));
        Usage { taken, peak, written, read }
    }

    pub(super) fn file(&self) -> Result<File, RunError> {
        (self.make_file)().map_err(|error| RunError::of_writing(&error))
    }

    /// Takes room.
    pub(super) fn take(&self, bytes: u64) -> Result<(), RunError> {
        let taken = self.taken.fetch_add(bytes, Relaxed) + bytes;
        if self.max_bytes.is_some_and(|most| taken > most) {
            self.give_back(bytes);
            return Err(RunError::Limit);
        }
        self.peak.fetch_max(taken, Relaxed);
        self.written.fetch_add(bytes, Relaxed);
        Ok(())
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Relaxed);
    }

    pub(super) fn note_read(&self, bytes: u64) {
        self.read.fetch_add(bytes, Relaxed);
    }
}

impl std::fmt::Debug for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Space").field("max_bytes", &self.max_bytes).finish_non_exhaustive()
    }
}
