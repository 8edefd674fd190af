//! Writes files atomically.
//!
//! The text is written to a new file in the same folder. When it has reached the disk, a rename replaces the
//! old file. Concurrent readers, and any interruption, see either the old or the new text, never a part of
//! it.

use std::io::{self, Write};
use std::path::Path;

/// Writes the text to the file at `path`, replacing an existing one.
///
/// # Errors
/// The errors of the file system. The file at `path` is then unchanged.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    replace(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new();
    // Use the permissions that the user's umask allows; the library's drafts are private to the user.
    #[cfg(unix)]
    draft.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = draft.prefix(".").suffix(".part").tempfile_in(folder)?;
    draft.write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_text_is_replaced_whole_and_no_draft_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        for text in ["a longer text", "short"] {
            write(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(write(&folder.path().join("none/table.csv"), "text").unwrap_err().contains("none"));
        assert!(write(Path::new("/"), "text").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
