//! Problems with a folder of checkpoints, and their solutions.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a checkpoint cannot be read, or why writing has stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The operating system reports an error.
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// The operation that failed.
        attempt: &'static str,
        /// The message of the operating system.
        message: String,
    },
    /// Another process uses the folder.
    InUse(PathBuf),
    /// The folder already contains a checkpoint, but should be empty for a new search.
    Occupied(PathBuf),
    /// There is no checkpoint in the folder.
    Nothing(PathBuf),
    /// There is no such folder.
    NoFolder(PathBuf),
    /// The version of the checkpoint is not the supported one.
    Version {
        /// The manifest.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The supported version.
        known: u64,
    },
    /// A file differs from what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage and its location.
        what: String,
    },
    /// The shares of several processes do not form a checkpoint, or one of another number of processes.
    Shares {
        /// The folder.
        path: PathBuf,
        /// The inconsistency.
        what: String,
    },
    /// Another process of the same search has a problem.
    Elsewhere {
        /// The number of the process.
        process: usize,
        /// The problem of that process.
        what: String,
        /// The help for that problem.
        help: String,
    },
}

impl Problem {
    pub(crate) fn io(path: &Path, attempt: &'static str, error: &io::Error) -> Self {
        Self::Io { path: path.to_owned(), attempt, message: error.to_string() }
    }

    /// Creates the problem of a damaged file.
    pub fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// Returns help on how to solve the problem.
    #[must_use]
    pub fn help(&self) -> &str {
        match self {
            Self::Io { .. } => "check that the folder exists, is writable, and has free space",
            Self::InUse(_) => "wait until that process has ended, or choose another folder",
            Self::Occupied(_) => {
                "continue with `sanderling resume` and the folder, choose another folder, or remove this one"
            }
            Self::NoFolder(_) => "check the path, or start a search with `--checkpoint` and this folder",
            Self::Nothing(_) => {
                "check the folder given with `--checkpoint`; a query that is answered before the main search writes no checkpoint"
            }
            Self::Version { .. } => "resume with the version that wrote it, or start the search again",
            Self::Damaged { .. } => {
                "resume from the earlier checkpoint with `--earlier`, if there is one, or start the search again"
            }
            Self::Shares { .. } => {
                "resume with the same number of processes, each with its own share, or start the search again in another folder"
            }
            Self::Elsewhere { help, .. } => help,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, attempt, message } => write!(f, "{}: {attempt}: {message}", path.display()),
            Self::InUse(path) => write!(f, "{}: another process uses this folder", path.display()),
            Self::Occupied(path) => write!(f, "{}: the folder has a checkpoint already", path.display()),
            Self::Nothing(path) => write!(f, "{}: there is no checkpoint in this folder", path.display()),
            Self::NoFolder(path) => write!(f, "no checkpoints in `{}`: no such folder", path.display()),
            Self::Version { path, found, known } => {
                write!(f, "{}: the checkpoint has version {found}, and this is {known}", path.display())
            }
            Self::Damaged { path, what } => write!(f, "{}: the file is damaged: {what}", path.display()),
            Self::Shares { path, what } => write!(f, "{}: {what}", path.display()),
            Self::Elsewhere { process, what, .. } => write!(f, "process {process}: {what}"),
        }
    }
}

impl std::error::Error for Problem {}
