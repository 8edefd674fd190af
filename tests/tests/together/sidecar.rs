//! Our own models, each with the expected results of its sidecar.

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_report::Count;
use sanderling_testkit::corpora::workspace;
use sanderling_testkit::files::ending_in;
use toml::{Table, Value};

/// A model and its expected results.
pub(crate) struct Case<M> {
    pub(crate) name: String,
    pub(crate) model: M,
    pub(crate) answers: Table,
}

impl<M> Case<M> {
    pub(crate) fn answer(&self, key: &str) -> Count {
        count(&self.answers[key])
    }
}

/// Returns the models of a folder whose file names have this ending.
pub(crate) fn cases<M>(folder: &str, ending: &str, read: impl Fn(&Path) -> M) -> Vec<Case<M>> {
    let case = |path: PathBuf| Case {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        model: read(&path),
        answers: fs::read_to_string(path.with_extension("toml")).unwrap().parse().unwrap(),
    };
    ending_in(&workspace().join(folder), ending).into_iter().map(case).collect()
}

/// Parses a count of a sidecar: an integer, or a string if it does not fit.
pub(crate) fn count(value: &Value) -> Count {
    let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    text.parse().expect("a count")
}
