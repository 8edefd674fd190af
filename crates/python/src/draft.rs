//! Files that are written in full or not at all. Until the content is complete it has another name in the same folder.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file to be written. It is created before the work, so that an unusable path is reported before the search.
#[derive(Debug)]
pub(crate) struct Draft {
    target: PathBuf,
    draft: PathBuf,
    file: File,
}

impl Draft {
    /// Creates the file for a path.
    pub(crate) fn begin(path: &str) -> io::Result<Self> {
        // If the path is a link, its target is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| Path::new(path).to_path_buf());
        if target.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, format!("`{path}` is a directory")));
        }
        let mut name = target.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let draft = target.with_file_name(name);
        let file = File::create_new(&draft)?;
        Ok(Self { target, draft, file })
    }

    /// Writes the content, and gives the file its final name.
    pub(crate) fn publish(&self, content: &[u8]) -> io::Result<()> {
        (&self.file).write_all(content)?;
        self.file.sync_all()?;
        fs::rename(&self.draft, &self.target)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A published file no longer has this name.
        let _ = fs::remove_file(&self.draft);
    }
}
