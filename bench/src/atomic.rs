//! Files that are either written whole or not at all.
//!
//! The text goes to a new file in the same folder, which takes the place of the old one by a
//! rename when everything has reached the disk. Whoever reads the path meanwhile, and whatever
//! interrupts the writer, finds the old text or the new, never a piece.

use std::io::{self, Write};
use std::path::Path;

/// Writes the text to the file at `path`, which may exist.
///
/// # Errors
/// Those of the file system; the file at `path` is then as it was.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    replace(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new();
    // Others may read it as far as the user lets them read any file; drafts of the library are for the user alone.
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
