//! The arguments of `compare`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{NetArguments, ReadingOptions};

/// `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// File of the earlier net, or - for standard input
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// File of the later net
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    /// How both are read.
    #[command(flatten)]
    reading: ReadingOptions,
}

impl CompareArguments {
    /// One of the nets, by its path.
    pub(crate) fn net(&self, file: &Path) -> NetArguments {
        NetArguments { file: file.to_path_buf(), reading: self.reading.clone() }
    }
}
