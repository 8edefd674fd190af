//! What the tests share: models and what is made of them.

pub(crate) mod explore;
pub(crate) mod print;

use std::path::{Path, PathBuf};

use sanderling_dve::Semantics;
use sanderling_dve::parse::{Parsed, parse};
use sanderling_net::{Diagnostics, Source};
use sanderling_testkit::files::ending_in;
pub(crate) use sanderling_testkit::files::{expect, shared, source};

/// The folder of our own examples of this kind.
pub(crate) fn examples(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(kind)
}

/// The models in a folder, in order.
pub(crate) fn models(folder: &Path) -> Vec<PathBuf> {
    ending_in(folder, "dve")
}

/// A text as LTSmin reads it.
pub(crate) fn read(text: impl Into<Vec<u8>>) -> Result<Parsed, Diagnostics> {
    parse(&Source::new("test.dve", text), Semantics::Ltsmin)
}
