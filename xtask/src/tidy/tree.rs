//! The project's files, as input for the checks.
//!
//! They are read once from the disk, without built, fetched or hidden files. In tests, a tree consists of a
//! few short strings. Paths are relative to the project's root, use `/`, and are sorted.

use std::path::Path;
use std::{fs, io};

/// Folders to ignore: built and fetched files, and inputs of fuzz targets, which may be arbitrary.
const FOREIGN: &[&str] =
    &[".git", "target", "fuzz/target", "fuzz/corpus", "fuzz/artifacts", "fuzz/seeds", "fuzz/regressions"];

/// The files of the project.
#[derive(Debug, Default)]
pub(super) struct Tree {
    files: Vec<File>,
}

/// A file.
#[derive(Debug)]
pub(super) struct File {
    /// The path, relative to the project's root.
    pub(super) path: String,
    /// The content of the file; empty if it is not text.
    pub(super) text: String,
}

impl Tree {
    /// Reads the files under `root`.
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if is_foreign(&path) {
                    continue;
                }
                if entry.file_type()?.is_dir() {
                    folders.push(path);
                } else if entry.file_type()?.is_file() {
                    let text = String::from_utf8(fs::read(entry.path())?).unwrap_or_default();
                    files.push(File { path, text });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { files })
    }

    /// Creates a tree of these paths and texts.
    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(path, text)| File { path: path.to_owned(), text: text.to_owned() });
        Self { files: files.collect() }
    }

    /// Returns all files.
    pub(super) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Returns the file at this path.
    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Returns the Rust sources.
    pub(super) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files().filter(|file| file.has_extension("rs"))
    }

    /// Returns the folders directly under `parent` that hold a crate, such as `crates/net` for `crates`.
    pub(super) fn crates_in(&self, parent: &str) -> impl Iterator<Item = &str> {
        let prefix = format!("{parent}/");
        self.files().filter_map(move |file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            let name = folder.strip_prefix(&prefix)?;
            (!name.contains('/')).then_some(folder)
        })
    }
}

impl File {
    /// Returns whether it is in this folder or a subfolder.
    pub(super) fn is_below(&self, folder: &str) -> bool {
        self.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Returns whether its name has this extension.
    pub(super) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    /// Returns the number, from 1, of the first line that satisfies the condition; 1 if there is none.
    pub(super) fn line_where(&self, condition: impl Fn(&str) -> bool) -> usize {
        self.text.lines().position(condition).map_or(1, |index| index + 1)
    }
}

/// Returns whether the path is in [`FOREIGN`], a build folder with another name, or outside the workspace.
fn is_foreign(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    FOREIGN.contains(&path)
        || path.starts_with("target-")
        || name == "node_modules"
        || path.starts_with("crates/") && path.ends_with("/target")
        || path.starts_with("editors/") && matches!(name, "dist" | "out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_output_is_skipped_and_files_are_sorted() {
        let root = tempfile::tempdir().unwrap();
        for path in [
            "target/a.rs",
            ".git/b.rs",
            "fuzz/corpus/c.rs",
            "crates/x/target/d.rs",
            "editors/e/node_modules/e.js",
            "editors/e/out/e.js",
            "z.rs",
            "crates/x/src/lib.rs",
        ] {
            fs::create_dir_all(root.path().join(path).parent().unwrap()).unwrap();
            fs::write(root.path().join(path), "//! .").unwrap();
        }
        let tree = Tree::read(root.path()).unwrap();
        let paths: Vec<_> = tree.files().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["crates/x/src/lib.rs", "z.rs"]);
    }

    #[test]
    fn only_folders_with_a_manifest_are_crates() {
        let tree =
            Tree::of(&[("crates/net/Cargo.toml", ""), ("crates/net/a/Cargo.toml", ""), ("crates/b/c", "")]);
        assert_eq!(tree.crates_in("crates").collect::<Vec<_>>(), ["crates/net"]);
    }
}
