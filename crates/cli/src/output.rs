//! Where results go: standard output, or a file that is written in full or not at all.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use sanderling_net::is_obeyed;

use crate::failure::Failure;

/// Returns text with escapes such as `\u{202e}` for characters that a terminal would [obey](is_obeyed), since a name
/// may hold any character. Quoted names of properties have the same escapes.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| is_obeyed(c) && c != '\n';
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_escaped(c) { format!("\\u{{{:x}}}", u32::from(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// Whether another process prints the results.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Disables all printing on standard output from now on.
#[cfg(feature = "distributed")]
pub(crate) fn silence() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Whether another process prints the results.
pub(crate) fn is_silent() -> bool {
    IS_SILENT.load(Ordering::Relaxed)
}

/// Prints on standard output. A closed pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_with(|sink| sink.write_all(text.as_bytes()))
}

/// Lets `write` write to standard output.
pub(crate) fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_silent() {
        return Ok(());
    }
    let mut sink = BufWriter::new(io::stdout().lock());
    let written = write(&mut sink).and_then(|()| sink.flush());
    // Otherwise dropping the sink would write its buffer, and fail again.
    let _ = sink.into_parts();
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Lets `write` write a file, and returns the file's size. Until the content is complete it has another name in the
/// same folder, so readers of `path` see the old file or the whole new one. If `path` is not a regular file (a pipe, a
/// device), it is written directly.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    // If `path` is a link, its target is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    match fs::metadata(&target) {
        Ok(existing) if existing.is_dir() => {
            Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"))
        }
        Ok(existing) if !existing.is_file() => {
            write_through(OpenOptions::new().write(true).open(&target)?, write)
        }
        Ok(existing) => replace(&target, Some(existing.permissions()), write),
        Err(_) => replace(&target, None, write),
    }
}

fn replace(
    target: &Path,
    permissions: Option<fs::Permissions>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<u64> {
    let (draft, file) = Draft::create(target)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    let size = write_through(file, write)?;
    draft.publish(target)?;
    Ok(size)
}

fn write_through(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<u64> {
    let mut sink = Counting { sink: BufWriter::new(file), bytes: 0 };
    write(&mut sink)?;
    sink.flush()?;
    let file = sink.sink.get_ref();
    // A pipe cannot be synchronised, and need not be.
    if file.metadata()?.is_file() {
        file.sync_all()?;
    }
    Ok(sink.bytes)
}

/// An incomplete file, which is removed unless it is published.
struct Draft {
    path: PathBuf,
    is_published: bool,
}

impl Draft {
    fn create(target: &Path) -> io::Result<(Self, File)> {
        let name =
            target.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it has no name"))?;
        for attempt in 0..100 {
            let mut draft = std::ffi::OsString::from(".");
            draft.push(name);
            draft.push(format!(".{}-{attempt}.tmp", std::process::id()));
            let path = target.with_file_name(draft);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Self { path, is_published: false }, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many unfinished files beside it"))
    }

    fn publish(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_published {
            let _ = fs::remove_file(&self.path);
        }
    }
}

struct Counting<W> {
    sink: W,
    bytes: u64,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(buffer)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn control_characters_are_escaped_for_terminals() {
        assert_eq!(printable("p 1→0\n"), "p 1→0\n");
        assert_eq!(printable("p\u{1b}[2J\r\n"), "p\\u{1b}[2J\\u{d}\n");
        for obeyed in "\u{0}\u{7}\u{8}\u{9}\u{d}\u{7f}\u{85}\u{9b}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{feff}".chars() {
            let shown = printable(&format!("a{obeyed}b")).into_owned();
            assert_eq!(shown, format!("a\\u{{{:x}}}b", u32::from(obeyed)));
        }
        for kept in ["é", "e\u{301}", "שלום", "می\u{200c}خواهم", "👩\u{200d}🔬", "p_1", "∞", "\u{a0}"]
        {
            assert_eq!(printable(kept), kept);
        }
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.pnml");
        assert_eq!(write_file(&path, |sink| sink.write_all(b"old")).unwrap(), 3);
        let failed = write_file(&path, |sink| {
            sink.write_all(b"half of the new")?;
            Err(io::Error::other("the writer gave up"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(files(folder.path()), ["net.pnml"]);
    }

    #[test]
    fn a_file_is_replaced_in_full() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        write_file(&path, |sink| sink.write_all(b"a long first text")).unwrap();
        write_file(&path, |sink| sink.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(files(folder.path()), ["x.json"]);
    }

    #[test]
    fn a_directory_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_file(folder.path(), |sink| sink.write_all(b"x")).is_err());
        assert!(files(folder.path()).is_empty());
    }
}
