//! The collections of models with known answers, if they are available.
//!
//! They are beside the workspace, in `../shared`, and are no part of it. A test that needs them prints that it was
//! skipped if they are not available, and passes.

mod conformance;
mod known;
mod levels;
mod programs;

use std::path::{Path, PathBuf};

pub use conformance::{CONFORMANCE, Expectation, Statistics};
pub use known::{Answer, KnownAnswers};
pub use levels::KnownLevels;
pub use programs::ProgramExpectation;

/// Returns the collections' folder.
#[must_use]
pub fn corpora() -> Option<PathBuf> {
    shared("corpora")
}

/// Returns the folder with the reference for the formats and their conformance models.
#[must_use]
pub fn reference() -> Option<PathBuf> {
    shared("reference")
}

/// Prints that `test` was skipped because `what` is not available.
pub fn skip(test: &str, what: &str) {
    eprintln!("skipped: {test} ({what} is not there)");
}

/// Returns the root of the workspace.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    Some(workspace().join("../shared").join(folder)).filter(|path| path.is_dir())
}
