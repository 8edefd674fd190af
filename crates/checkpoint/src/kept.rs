//! Files that the caller writes itself, and of which a checkpoint keeps the first bytes: what is there stays as it is, and is only added to.
//!
//! They have numbers, counted up by who makes them. One that neither of the last two checkpoints counts is removed, if it was there when the last one was made.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::problem::Problem;

/// How their names begin and end.
const NAME: (&str, &str) = ("runs-", ".sorted");

/// A file of which so much counts.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its number.
    pub number: u64,
    /// The file, so that it can be waited for.
    pub file: Arc<File>,
    /// How many bytes count.
    pub bytes: u64,
}

/// The files of a checkpoint.
#[derive(Debug, Clone, Default)]
pub struct KeptFiles {
    /// Those of which something counts.
    pub files: Vec<Kept>,
    /// The number of the next file that will be made.
    pub next: u64,
}

impl Kept {
    pub(crate) fn sync(&self, folder: &Path) -> Result<(), Problem> {
        let synced = self.file.sync_data();
        synced.map_err(|error| Problem::io(&path_of(folder, self.number), "it cannot be written", &error))
    }
}

/// Makes a file in a folder, to be written and read.
///
/// # Errors
/// Where it cannot be made.
pub fn make(folder: &Path, number: u64) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(true).read(true).write(true).open(path_of(folder, number))
}

/// Opens a file of a folder, of which so many bytes count; what is behind goes.
///
/// # Errors
/// Where it is not there, or is shorter.
pub fn open(folder: &Path, number: u64, bytes: u64) -> Result<File, Problem> {
    check(folder, number, bytes)?;
    let path = path_of(folder, number);
    let said = |error| Problem::io(&path, "the file cannot be opened", &error);
    let file = OpenOptions::new().read(true).write(true).open(&path).map_err(said)?;
    file.set_len(bytes).map_err(said)?;
    Ok(file)
}

/// Sees that a file of a folder has so many bytes.
pub(crate) fn check(folder: &Path, number: u64, bytes: u64) -> Result<(), Problem> {
    let path = path_of(folder, number);
    let metadata =
        fs::metadata(&path).map_err(|error| Problem::io(&path, "the file cannot be opened", &error))?;
    if metadata.len() < bytes {
        return Err(Problem::damaged(&path, format!("it is shorter than {bytes} bytes")));
    }
    Ok(())
}

/// Where a file is.
#[must_use]
pub fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{}{number}{}", NAME.0, NAME.1))
}

/// The number in a name, if it is of such a file.
pub(crate) fn number_of(name: &str) -> Option<u64> {
    name.strip_prefix(NAME.0)?.strip_suffix(NAME.1)?.parse().ok()
}
