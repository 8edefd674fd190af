//! Files with their expected results beside them.

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_net::Source;

/// Returns a folder of the reference material beside the workspace; `None`, with a printed message, if it is not
/// available.
#[must_use]
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = crate::corpora::shared(folder);
    if path.is_none() {
        println!("skipped: there is no ../shared/{folder}");
    }
    path
}

/// Reads a file, and names it without its folders.
///
/// # Panics
/// If it cannot be read.
#[must_use]
pub fn source(path: &Path) -> Source {
    Source::new(path.file_name().unwrap().to_str().unwrap(), fs::read(path).unwrap())
}

/// Compares `found` with the `.txt` beside the file; writes it instead if `UPDATE_EXPECTED` is set.
///
/// # Panics
/// If they differ, or the file cannot be written.
pub fn expect(path: &Path, found: &str) {
    let beside = PathBuf::from(format!("{}.txt", path.display()));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&beside, found).unwrap();
    }
    let expected = fs::read_to_string(&beside).unwrap_or_default();
    assert_eq!(found, expected, "{} (UPDATE_EXPECTED=1 writes the expectation)", path.display());
}

/// Returns the files in a folder whose names have this ending, in order.
///
/// # Panics
/// If the folder cannot be read.
#[must_use]
pub fn ending_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    files.sort();
    files
}

/// Returns our own models whose names have this ending, in order.
#[must_use]
pub fn own(ending: &str) -> Vec<PathBuf> {
    ending_in(&crate::corpora::workspace().join("nets"), ending)
}
