//! Where what does not fit memory is written.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Whether there may be files at all. In WebAssembly there are none.
pub const HAS_FILES: bool = !cfg!(target_family = "wasm");

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
        match self.directory() {
            Some(directory) => tempfile::tempfile_in(directory),
            None => tempfile::tempfile(),
        }
    }

    /// The directory for temporary files, unless the system has one. In WebAssembly there is none, and asking for it would panic: no file can
    /// be made in the one that is named then.
    pub(crate) fn directory(&self) -> Option<&Path> {
        let nowhere = (!HAS_FILES).then_some(Path::new("nowhere"));
        self.directory.as_deref().or(nowhere)
    }

    /// Whether files can be written.
    ///
    /// # Errors
    /// Why not.
    pub fn try_to_write(&self) -> io::Result<()> {
        self.file().and_then(|mut file| file.write_all(&[0]))
    }

    /// Whether this number of bytes are too many.
    pub(crate) fn forbids(&self, bytes: u64) -> bool {
        self.max_bytes.is_some_and(|most| bytes > most)
    }
}
