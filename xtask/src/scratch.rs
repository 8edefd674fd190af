//! A folder for what is not kept.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// The folder, which goes when this does.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// A folder that was not there before.
    ///
    /// # Errors
    /// That it cannot be made.
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
        // NOTE: what cannot be removed is only untidy.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_as_long_as_it_is_needed() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        fs::write(path.join("a"), "").unwrap();
        assert!(Scratch::new().is_err());
        drop(scratch);
        assert!(!path.exists());
    }
}
