//! The collections of models with known answers, where they are there.
//!
//! They stand beside the workspace, in `../shared`, and are no part of it. A test that needs them
//! says in a line that it was skipped where they are not there, and passes.

mod conformance;
mod known;
mod levels;
mod programs;

use std::path::{Path, PathBuf};

pub use conformance::{CONFORMANCE, Expectation, Statistics};
pub use known::{Answer, KnownAnswers};
pub use levels::KnownLevels;
pub use programs::ProgramExpectation;

/// The collections' folder.
#[must_use]
pub fn corpora() -> Option<PathBuf> {
    shared("corpora")
}

/// The folder with the reference for the formats and their conformance models.
#[must_use]
pub fn reference() -> Option<PathBuf> {
    shared("reference")
}

/// Says that `test` was skipped because `what` is not there.
pub fn skip(test: &str, what: &str) {
    eprintln!("skipped: {test} ({what} is not there)");
}

/// The root of the workspace.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    Some(workspace().join("../shared").join(folder)).filter(|path| path.is_dir())
}
