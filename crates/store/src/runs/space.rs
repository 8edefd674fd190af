//! Disk space for the runs of a search, and its usage.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The reason why runs cannot be written, read or merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunError {
    /// The permitted disk space would be exceeded.
    Limit,
    /// The disk is full.
    Full,
    /// A file cannot be created or written.
    Unwritable,
    /// A file cannot be read, or differs from what was written.
    Unreadable,
    /// The work was cancelled.
    Cut,
}

impl RunError {
    /// Returns the error for a failure to write.
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

/// The disk usage, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The current size of all files.
    pub taken: u64,
    /// The maximum size of all files at any time.
    pub peak: u64,
    /// The number of bytes written.
    pub written: u64,
    /// The number of bytes read.
    pub read: u64,
}

type MakeFile = dyn Fn() -> io::Result<File> + Send + Sync;
type MakeKept = dyn Fn(u64) -> io::Result<File> + Send + Sync;

/// A source of files, with a limit on their total size.
pub struct Space {
    make_file: Box<MakeFile>,
    max_bytes: Option<u64>,
    /// The function that creates a kept file with a number, and the next number, if runs are kept.
    kept: Option<(Box<MakeKept>, AtomicU64)>,
    taken: AtomicU64,
    peak: AtomicU64,
    written: AtomicU64,
    read: AtomicU64,
}

impl Space {
    /// Creates a space whose files `make_file` creates. They must be readable and writable, and be deleted when closed.
    /// `max_bytes` limits their total size.
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

    /// Keeps levels and candidates in permanent files, which `make_file` creates with numbers from `next` on.
    #[must_use]
    pub fn keeping(
        mut self,
        next: u64,
        make_file: impl Fn(u64) -> io::Result<File> + Send + Sync + 'static,
    ) -> Self {
        self.kept = Some((Box::new(make_file), AtomicU64::new(next)));
        self
    }

    /// Returns the number of the next kept file.
    #[must_use]
    pub fn next_kept(&self) -> u64 {
        self.kept.as_ref().map_or(0, |(_, next)| next.load(Relaxed))
    }

    /// Creates a kept file and returns it with its number, or creates a temporary one if files are not kept.
    pub(super) fn kept_file(&self) -> Result<(Option<u64>, File), RunError> {
        let Some((make_file, next)) = &self.kept else { return self.file().map(|file| (None, file)) };
        let number = next.fetch_add(1, Relaxed);
        let file = make_file(number).map_err(|error| RunError::of_writing(&error))?;
        Ok((Some(number), file))
    }

    /// Returns the disk usage so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let [taken, peak, written, read] =
            [&self.taken, &self.peak, &self.written, &self.read].map(|count| count.load(Relaxed));
        Usage { taken, peak, written, read }
    }

    pub(super) fn file(&self) -> Result<File, RunError> {
        (self.make_file)().map_err(|error| RunError::of_writing(&error))
    }

    /// Reserves disk space.
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
