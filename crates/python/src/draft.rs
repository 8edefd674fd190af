//! Files that are written in full or not at all: until the content is complete it has another name in the same folder.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is going to be written. It is made before the work whose result it is to hold, so that nobody works in vain.
#[derive(Debug)]
pub(crate) struct Draft {
    target: PathBuf,
    draft: PathBuf,
    file: File,
}

impl Draft {
    /// Begins the file at a path.
    pub(crate) fn begin(path: &str) -> io::Result<Self> {
        // Through a link the file behind it is replaced, not the link.
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

    /// Writes all of it, and gives it its name.
    pub(crate) fn publish(&self, content: &[u8]) -> io::Result<()> {
        (&self.file).write_all(content)?;
        self.file.sync_all()?;
        fs::rename(&self.draft, &self.target)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What has its name is no draft any more.
        let _ = fs::remove_file(&self.draft);
    }
}
