//! A folder of checkpoints, which one process at a time may use.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::kept;
use crate::log::Blocks;
use crate::manifest::Manifest;
use crate::problem::Problem;

/// A folder of checkpoints.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The lock file. It is locked while it is open, and is released however the process ends.
    _lock: Option<File>,
}

/// The choice of a checkpoint in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Which {
    /// The newest one.
    #[default]
    Newest,
    /// The one before it.
    Earlier,
}

/// The name of the lock file.
const LOCK: &str = "in-use";

impl Folder {
    /// Opens a folder for a new search, and creates it if necessary.
    ///
    /// # Errors
    /// If the folder cannot be created, is in use by another process, or contains a checkpoint.
    pub fn create(path: &Path) -> Result<Self, Problem> {
        fs::create_dir_all(path).map_err(|error| Problem::io(path, "the folder cannot be made", &error))?;
        let folder = Self { path: path.to_owned(), _lock: Some(lock(path)?) };
        if !folder.numbers()?.is_empty() {
            return Err(Problem::Occupied(path.to_owned()));
        }
        folder.remove_logs_but(|_| false)?;
        folder.remove_kept_but(|_| false)?;
        Ok(folder)
    }

    /// Opens a folder to resume a search.
    ///
    /// # Errors
    /// If there is no such folder, or another process uses it.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let _lock = Some(lock(path)?);
        Ok(Self { path: path.to_owned(), _lock })
    }

    /// Opens a folder for reading only, even if another process writes there.
    #[must_use]
    pub fn look(path: &Path) -> Self {
        Self { path: path.to_owned(), _lock: None }
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the manifest of a checkpoint.
    ///
    /// # Errors
    /// If there is no checkpoint, or it is damaged or has another version.
    pub fn manifest(&self, which: Which) -> Result<Manifest, Problem> {
        let numbers = self.numbers()?;
        let number = match which {
            Which::Newest => numbers.last(),
            Which::Earlier => numbers.iter().rev().nth(1),
        };
        self.manifest_of(*number.ok_or_else(|| Problem::Nothing(self.path.clone()))?)
    }

    /// Whether the folder contains a checkpoint, damaged or not.
    #[must_use]
    pub fn has_checkpoint(&self) -> bool {
        self.numbers().is_ok_and(|numbers| !numbers.is_empty())
    }

    /// Reads the manifests of all usable checkpoints, the newest last, and the problems of the others: damaged
    /// manifests, and logs and other files that are missing or too short.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn manifests(&self) -> Result<(Vec<Manifest>, Vec<Problem>), Problem> {
        let (mut whole, mut problems) = (Vec::new(), Vec::new());
        for number in self.numbers()? {
            let manifest = self.manifest_of(number).and_then(|manifest| {
                manifest.logs.keys().try_for_each(|log| self.blocks(&manifest, log).map(|_| ()))?;
                let mut files = manifest.files.iter();
                files.try_for_each(|(&number, &bytes)| kept::check(&self.path, number, bytes))?;
                Ok(manifest)
            });
            match manifest {
                Ok(manifest) => whole.push(manifest),
                Err(problem) => problems.push(problem),
            }
        }
        Ok((whole, problems))
    }

    fn manifest_of(&self, number: u64) -> Result<Manifest, Problem> {
        let path = self.path_of_manifest(number);
        let text = fs::read(&path).map_err(|error| Problem::io(&path, "it cannot be read", &error))?;
        let text = String::from_utf8(text).map_err(|_| Problem::damaged(&path, "it is no text"))?;
        let manifest = Manifest::read(&path, &text)?;
        if manifest.number != number {
            return Err(Problem::damaged(&path, format!("it is that of checkpoint {}", manifest.number)));
        }
        Ok(manifest)
    }

    /// Opens the blocks of a log that belong to a checkpoint.
    ///
    /// # Errors
    /// If the checkpoint does not include the log, or the log is missing or too short.
    pub fn blocks(&self, manifest: &Manifest, log: &str) -> Result<Blocks, Problem> {
        let path = self.path_of_log(log);
        let extent = manifest.logs.get(log);
        Blocks::open(
            &path,
            *extent.ok_or_else(|| Problem::damaged(&path, "the checkpoint does not know it"))?,
        )
    }

    pub(crate) fn path_of_manifest(&self, number: u64) -> PathBuf {
        self.path.join(format!("checkpoint-{number}.json"))
    }

    pub(crate) fn path_of_log(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.log"))
    }

    /// Returns the numbers of the checkpoints, in order.
    pub(crate) fn numbers(&self) -> Result<Vec<u64>, Problem> {
        let number = |name: &str| name.strip_prefix("checkpoint-")?.strip_suffix(".json")?.parse().ok();
        let mut numbers: Vec<u64> = self.names()?.iter().filter_map(|name| number(name)).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Removes the logs that are not needed.
    pub(crate) fn remove_logs_but(&self, is_needed: impl Fn(&str) -> bool) -> Result<(), Problem> {
        for name in self.names()? {
            if name.strip_suffix(".log").is_some_and(|log| !is_needed(log)) {
                self.remove(&self.path.join(name))?;
            }
        }
        Ok(())
    }

    /// Removes the files of the caller that are not needed.
    pub(crate) fn remove_kept_but(&self, is_needed: impl Fn(u64) -> bool) -> Result<(), Problem> {
        for number in self.names()?.iter().filter_map(|name| kept::number_of(name)) {
            if !is_needed(number) {
                self.remove(&kept::path_of(&self.path, number))?;
            }
        }
        Ok(())
    }

    /// Returns a number greater than those of all files of the caller.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn next_kept(&self) -> Result<u64, Problem> {
        Ok(self.names()?.iter().filter_map(|name| kept::number_of(name)).max().map_or(0, |last| last + 1))
    }

    /// Removes a file, if it exists.
    pub(crate) fn remove(&self, path: &Path) -> Result<(), Problem> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Problem::io(path, "it cannot be removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the names of the files.
    fn names(&self) -> Result<Vec<String>, Problem> {
        let to_problem = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Problem::NoFolder(self.path.clone()),
            _ => Problem::io(&self.path, "the folder cannot be read", &error),
        };
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(to_problem)? {
            names.extend(entry.map_err(to_problem)?.file_name().into_string());
        }
        Ok(names)
    }

    /// Waits until the entries of the folder are on the disk, but not the contents of its files.
    pub(crate) fn sync(&self) -> Result<(), Problem> {
        // Folders can be opened as files only on Unix.
        let synced =
            if cfg!(unix) { File::open(&self.path).and_then(|folder| folder.sync_all()) } else { Ok(()) };
        synced.map_err(|error| Problem::io(&self.path, "the folder cannot be written", &error))
    }
}

fn lock(folder: &Path) -> Result<File, Problem> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Problem::NoFolder(folder.to_owned()),
        _ => Problem::io(&path, "the file cannot be made", &error),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Problem::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(Problem::io(&path, "the file cannot be locked", &error)),
    }
}
