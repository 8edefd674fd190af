//! Files that the caller writes itself. A checkpoint includes their first bytes. Existing bytes never change; the files
//! only grow.
//!
//! Their creator numbers them consecutively. A file that existed when the last checkpoint was made is removed if
//! neither of the last two checkpoints includes it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::problem::Problem;

/// Prefix and suffix of the names of these files.
const NAME: (&str, &str) = ("runs-", ".sorted");

/// A file and the number of bytes to include.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The number of the file.
    pub number: u64,
    /// The open file, so that the writer can wait for it.
    pub file: Arc<File>,
    /// The number of bytes to include.
    pub bytes: u64,
}

/// The files of a checkpoint.
#[derive(Debug, Clone, Default)]
pub struct KeptFiles {
    /// The files with bytes to include.
    pub files: Vec<Kept>,
    /// The number of the next file that will be created.
    pub next: u64,
}

impl Kept {
    pub(crate) fn sync(&self, folder: &Path) -> Result<(), Problem> {
        let synced = self.file.sync_data();
        synced.map_err(|error| Problem::io(&path_of(folder, self.number), "it cannot be written", &error))
    }
}

/// Creates a file in a folder for writing and reading.
///
/// # Errors
/// If it cannot be created.
pub fn make(folder: &Path, number: u64) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(true).read(true).write(true).open(path_of(folder, number))
}

/// Opens a file of a folder, and truncates it to `bytes` bytes.
///
/// # Errors
/// If it is missing or shorter.
pub fn open(folder: &Path, number: u64, bytes: u64) -> Result<File, Problem> {
    check(folder, number, bytes)?;
    let path = path_of(folder, number);
    let to_problem = |error| Problem::io(&path, "the file cannot be opened", &error);
    let file = OpenOptions::new().read(true).write(true).open(&path).map_err(to_problem)?;
    file.set_len(bytes).map_err(to_problem)?;
    Ok(file)
}

/// Checks that a file of a folder has at least `bytes` bytes.
pub(crate) fn check(folder: &Path, number: u64, bytes: u64) -> Result<(), Problem> {
    let path = path_of(folder, number);
    let metadata =
        fs::metadata(&path).map_err(|error| Problem::io(&path, "the file cannot be opened", &error))?;
    if metadata.len() < bytes {
        return Err(Problem::damaged(&path, format!("it is shorter than {bytes} bytes")));
    }
    Ok(())
}

/// Returns the path of a file.
#[must_use]
pub fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{}{number}{}", NAME.0, NAME.1))
}

/// Returns the number in the name of such a file.
pub(crate) fn number_of(name: &str) -> Option<u64> {
    name.strip_prefix(NAME.0)?.strip_suffix(NAME.1)?.parse().ok()
}
