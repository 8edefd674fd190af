//! Where what does not fit memory is written.

use std::fs::File;
use std::io;
use std::path::PathBuf;

/// Which files a search may write. The default is: any, where the system keeps temporary files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Disk {
    /// The directory for temporary files; `None`: the system's own.
    pub directory: Option<PathBuf>,
    /// At most this number of bytes; `None`: as many as there is room for.
    pub max_bytes: Option<u64>,
}

impl Disk {
    /// A file that has no name, so that it is gone when it is closed, whatever happens.
    pub(crate) fn file(&self) -> io::Result<File> {
        match &self.directory {
            Some(directory) => tempfile::tempfile_in(directory),
            None => tempfile::tempfile(),
        }
    }

    /// Whether this number of bytes are too many.
    pub(crate) fn forbids(&self, bytes: u64) -> bool {
        self.max_bytes.is_some_and(|most| bytes > most)
    }
}
