//! A folder for what is only needed while a task goes on.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own among the temporary files, which goes when this does.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A new folder, whose name tells the task.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub(crate) fn new(task: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("sanderling-{task}-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // NOTE: what cannot be removed is only untidy.
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_all_that_is_in_it() {
        let scratch = Scratch::new("test-of-scratch").unwrap();
        let path = scratch.path().to_owned();
        fs::write(path.join("file"), "text").unwrap();
        assert!(Scratch::new("test-of-scratch").is_err(), "there is one already");
        drop(scratch);
        assert!(!path.exists());
    }
}
