//! Unpacks archives with models: `.tgz`, `.tar.gz`, `.tar` and `.zip`.
//!
//! Regardless of an archive's content, only regular files and folders below the target are written. The
//! number of bytes and files is limited, so a small archive cannot fill a disk.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;

/// Maximum number of bytes of an unpacked archive.
const MAX_BYTES: u64 = 4 << 30;
/// Maximum number of files of an archive.
const MAX_FILES: usize = 100_000;

/// Returns whether a file is an archive, by its name.
pub(super) fn is_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    [".tgz", ".tar.gz", ".tar", ".zip"].iter().any(|ending| name.ends_with(ending))
}

/// Unpacks an archive into a new folder.
///
/// # Errors
/// The archive cannot be read or written, or it is too large. Files unpacked before remain.
pub(super) fn unpack(path: &Path, target: &Path) -> Result<(), String> {
    let name = path.to_string_lossy().to_lowercase();
    let open = || File::open(path);
    let unpacked = open().and_then(|file| {
        fs::create_dir_all(target)?;
        let mut target = Target { folder: target, bytes_left: MAX_BYTES, files_left: MAX_FILES };
        if name.ends_with(".zip") {
            target.unpack_zip(file)
        } else if name.ends_with(".tar") {
            target.unpack_tar(file)
        } else {
            target.unpack_tar(MultiGzDecoder::new(file))
        }
    });
    unpacked.map_err(|error| format!("the archive cannot be unpacked: {error}"))
}

/// The target folder, with the remaining limits.
struct Target<'a> {
    folder: &'a Path,
    bytes_left: u64,
    files_left: usize,
}

impl Target<'_> {
    fn unpack_tar(&mut self, reader: impl Read) -> io::Result<()> {
        for entry in tar::Archive::new(reader).entries()? {
            let entry = entry?;
            if entry.header().entry_type().is_file() {
                let path = entry.path()?.into_owned();
                self.write(&path, entry)?;
            }
        }
        Ok(())
    }

    fn unpack_zip(&mut self, file: File) -> io::Result<()> {
        let mut archive = zip::ZipArchive::new(file)?;
        for index in 0..archive.len() {
            let entry = archive.by_index(index)?;
            if entry.is_file() {
                let path = PathBuf::from(entry.name()?.as_ref());
                self.write(&path, entry)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, path: &Path, content: impl Read) -> io::Result<()> {
        let usual = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !path.components().all(usual) {
            return Err(io::Error::other(format!("`{}` leads out of the archive", path.display())));
        }
        self.files_left = self.files_left.checked_sub(1).ok_or_else(|| io::Error::other("too many files"))?;
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(self.folder))?;
        let written = io::copy(&mut content.take(self.bytes_left + 1), &mut File::create(path)?)?;
        self.bytes_left =
            self.bytes_left.checked_sub(written).ok_or_else(|| io::Error::other("it holds too much"))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn tar_with(name: &str, content: &[u8]) -> Vec<u8> {
        let mut header = tar::Header::new_gnu();
        // The crate's function for setting a name would reject one that leads out of the folder.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        let mut builder = tar::Builder::new(Vec::new());
        builder.append(&header, content).unwrap();
        builder.into_inner().unwrap()
    }

    fn unpacked(name: &str, bytes: &[u8]) -> (tempfile::TempDir, Result<(), String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let result = unpack(&path, &folder.path().join("out"));
        (folder, result)
    }

    #[test]
    fn archives_of_all_kinds_are_unpacked() {
        let tar = tar_with("a/model.pnml", b"net");
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&tar).unwrap();
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.start_file("a/model.pnml", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"net").unwrap();
        let zip = zip.finish().unwrap().into_inner();
        for (name, bytes) in [("x.tar", &tar), ("x.TGZ", &gzip.finish().unwrap()), ("x.zip", &zip)] {
            let (folder, result) = unpacked(name, bytes);
            assert_eq!(result, Ok(()), "{name}");
            assert_eq!(fs::read(folder.path().join("out/a/model.pnml")).unwrap(), b"net");
        }
    }

    #[test]
    fn nothing_is_written_outside_of_the_target() {
        for name in ["../out.txt", "/out.txt", "a/../../out.txt"] {
            let (folder, result) = unpacked("x.tar", &tar_with(name, b"net"));
            assert!(result.unwrap_err().contains("leads out"), "{name}");
            assert!(!folder.path().join("out.txt").exists());
        }
    }

    #[test]
    fn a_broken_archive_says_so() {
        for name in ["x.tgz", "x.zip"] {
            let (_folder, result) = unpacked(name, b"no archive at all");
            assert!(result.unwrap_err().starts_with("the archive cannot be unpacked"), "{name}");
        }
        assert!(is_archive(Path::new("A.tar.gz")) && !is_archive(Path::new("a.pnml")));
    }
}
