//! The disk as an extension of memory.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Whether the platform has files. WebAssembly has none.
pub const HAS_FILES: bool = !cfg!(target_family = "wasm");

/// The files that a search may write. By default there is no limit, and temporary files are in the system's
/// directory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Disk {
    /// The directory for temporary files, or `None` for the system's own.
    pub directory: Option<PathBuf>,
    /// Maximum number of bytes, or `None` for no limit.
    pub max_bytes: Option<u64>,
}

impl Disk {
    /// Creates a file without a name, which is deleted when it is closed, in any case.
    pub(crate) fn file(&self) -> io::Result<File> {
        match self.directory() {
            Some(directory) => tempfile::tempfile_in(directory),
            None => tempfile::tempfile(),
        }
    }

    /// Returns the directory for temporary files, if one is given. In WebAssembly the system's directory
    /// cannot be queried without a panic. Creating a file in the returned one fails there.
    pub(crate) fn directory(&self) -> Option<&Path> {
        let nowhere = (!HAS_FILES).then_some(Path::new("nowhere"));
        self.directory.as_deref().or(nowhere)
    }

    /// Checks whether files can be written.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn try_to_write(&self) -> io::Result<()> {
        self.file().and_then(|mut file| file.write_all(&[0]))
    }

    /// Whether this number of bytes exceeds the limit.
    pub(crate) fn forbids(&self, bytes: u64) -> bool {
        self.max_bytes.is_some_and(|most| bytes > most)
    }
}
