//! What the tests share: files beside which stands what is expected of them.

pub(crate) mod explore;
pub(crate) mod print;

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_dve::Semantics;
use sanderling_dve::parse::{Parsed, parse};
use sanderling_net::{Diagnostics, Source};

/// The folder of our own examples of this kind.
pub(crate) fn examples(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(kind)
}

/// A folder of the reference material beside the workspace; `None`, with a line that says so, where
/// it is not there.
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder);
    if !path.is_dir() {
        println!("skipped: there is no ../shared/{folder}");
        return None;
    }
    Some(path)
}

/// The models in a folder, in order.
pub(crate) fn models(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut models: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == "dve")).collect();
    models.sort();
    models
}

/// A file, called by its name without folders.
pub(crate) fn source(path: &Path) -> Source {
    Source::new(path.file_name().unwrap().to_str().unwrap(), fs::read(path).unwrap())
}

/// A text as LTSmin reads it.
pub(crate) fn read(text: impl Into<Vec<u8>>) -> Result<Parsed, Diagnostics> {
    parse(&Source::new("test.dve", text), Semantics::Ltsmin)
}

/// Compares with the `.txt` beside the file; writes it instead if `UPDATE_EXPECTED` is set.
pub(crate) fn expect(path: &Path, found: &str) {
    let beside = PathBuf::from(format!("{}.txt", path.display()));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&beside, found).unwrap();
    }
    let expected = fs::read_to_string(&beside).unwrap_or_default();
    assert_eq!(found, expected, "{} (UPDATE_EXPECTED=1 writes the expectation)", path.display());
}
