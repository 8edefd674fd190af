//! What is wrong with a folder of checkpoints, and what can be done.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no checkpoint to read, or none is written any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The operating system says no.
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// What was being done.
        attempt: &'static str,
        /// What it said.
        said: String,
    },
    /// Another process is at work there.
    InUse(PathBuf),
    /// The folder has a checkpoint already, and another search was to begin.
    Occupied(PathBuf),
    /// There is no checkpoint in the folder.
    Nothing(PathBuf),
    /// The checkpoint has another version than what is known here.
    Version {
        /// The manifest.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// What is known.
        known: u64,
    },
    /// A file is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        what: String,
    },
    /// The shares of several processes do not make a checkpoint, or not one of as many processes.
    Shares {
        /// The folder.
        path: PathBuf,
        /// What is wrong with them.
        what: String,
    },
    /// Another process of the same search has a problem.
    Elsewhere {
        /// Which process.
        process: usize,
        /// What is wrong there,
        what: String,
        /// and what can be done about it.
        help: String,
    },
}

impl Problem {
    pub(crate) fn io(path: &Path, attempt: &'static str, error: &io::Error) -> Self {
        Self::Io { path: path.to_owned(), attempt, said: error.to_string() }
    }

    /// Of a file that is not what was written.
    pub fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }

    /// What can be done about it.
    #[must_use]
    pub fn help(&self) -> &str {
        match self {
            Self::Io { .. } => "see that the folder is there, can be written, and has room",
            Self::InUse(_) => "wait until that process has ended, or choose another folder",
            Self::Occupied(_) => {
                "go on with `sanderling resume` and the folder, or choose another one, or remove it"
            }
            Self::Nothing(_) => {
                "see that it is the folder that was given with `--checkpoint`; where the answer came before the long search, there is nothing to go on with"
            }
            Self::Version { .. } => "go on with the version that has written it, or begin anew",
            Self::Damaged { .. } => {
                "go on from the checkpoint before it with `--earlier`, if there is one, or begin anew"
            }
            Self::Shares { .. } => {
                "go on with as many processes as before, each with the share that it has written, or begin anew in another folder"
            }
            Self::Elsewhere { help, .. } => help,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, attempt, said } => write!(f, "{}: {attempt}: {said}", path.display()),
            Self::InUse(path) => write!(f, "{}: another process is at work in this folder", path.display()),
            Self::Occupied(path) => write!(f, "{}: the folder has a checkpoint already", path.display()),
            Self::Nothing(path) => write!(f, "{}: there is no checkpoint in this folder", path.display()),
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
