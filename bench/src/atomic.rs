//! Files that are either written whole or not at all.
//!
//! The content goes to a new file in the same folder, which takes the place of the old one by a
//! rename when everything has reached the disk. Whoever reads the path meanwhile, and whatever
//! interrupts the writer, finds the old content or the new, never a piece.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes what `fill` writes to the file at `path`, which may exist.
///
/// # Errors
/// Those of `fill` and of the file system; the file at `path` is then as it was.
pub(crate) fn write<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let (draft, file) = new_file_beside(path)?;
    let written = fill_and_sync(file, fill).and_then(|()| Ok(fs::rename(&draft, path)?));
    if written.is_err() {
        // NOTE: the first error is the one to report; a draft that cannot be removed is only untidy.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn fill_and_sync<E: From<io::Error>>(
    file: File,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut sink = BufWriter::new(file);
    fill(&mut sink)?;
    let file = sink.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

/// A file that did not exist before, in the folder of `path`, whose name shows what it is.
fn new_file_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path does not name a file"));
    };
    let mut draft_name = std::ffi::OsString::from(".");
    draft_name.push(name);
    draft_name.push(format!(".{}.part", std::process::id()));
    let draft = path.with_file_name(draft_name);
    let file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
    Ok((draft, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_content_and_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.pnml");
        write::<io::Error>(&path, |sink| sink.write_all(b"old")).unwrap();
        let failed = write::<io::Error>(&path, |sink| {
            sink.write_all(b"ne")?;
            Err(io::Error::other("no more room"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more room");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_second_write_replaces_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.pnml");
        for content in ["a longer content", "short"] {
            write::<io::Error>(&path, |sink| sink.write_all(content.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
    }

    #[test]
    fn a_path_without_a_file_name_is_refused() {
        assert!(write::<io::Error>(Path::new("/"), |_| Ok(())).is_err());
    }
}
