//! Files beside which stands what is expected of them.

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_net::Source;

/// A folder of the reference material beside the workspace; `None`, with a line that says so, where
/// it is not there.
#[must_use]
pub fn shared(folder: &str) -> Option<PathBuf> {
    let path = crate::corpora::shared(folder);
    if path.is_none() {
        println!("skipped: there is no ../shared/{folder}");
    }
    path
}

/// A file, called by its name without folders.
///
/// # Panics
/// Where it cannot be read.
#[must_use]
pub fn source(path: &Path) -> Source {
    Source::new(path.file_name().unwrap().to_str().unwrap(), fs::read(path).unwrap())
}

/// Compares with the `.txt` beside the file; writes it instead if `UPDATE_EXPECTED` is set.
///
/// # Panics
/// Where they differ, or the file cannot be written.
pub fn expect(path: &Path, found: &str) {
    let beside = PathBuf::from(format!("{}.txt", path.display()));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&beside, found).unwrap();
    }
    let expected = fs::read_to_string(&beside).unwrap_or_default();
    assert_eq!(found, expected, "{} (UPDATE_EXPECTED=1 writes the expectation)", path.display());
}

/// The files in a folder whose names end so, in order.
///
/// # Panics
/// Where the folder cannot be read.
#[must_use]
pub fn ending_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    files.sort();
    files
}

/// Our own models whose names end so, in order.
#[must_use]
pub fn own(ending: &str) -> Vec<PathBuf> {
    ending_in(&crate::corpora::workspace().join("nets"), ending)
}
