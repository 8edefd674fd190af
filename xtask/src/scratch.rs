//! A temporary folder.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// A temporary folder, which is removed on drop.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates a new folder.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub(crate) fn new() -> Result<Self, String> {
        let path = env::temp_dir().join(format!("sanderling-xtask-{}", process::id()));
        fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // NOTE: a folder that cannot be removed does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_exists_until_it_is_dropped() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        fs::write(path.join("a"), "").unwrap();
        assert!(Scratch::new().is_err());
        drop(scratch);
        assert!(!path.exists());
    }
}
