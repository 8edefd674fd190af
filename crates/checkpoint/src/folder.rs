//! A folder of checkpoints, which one process at a time has.

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
    /// Locked as long as it is open, and no longer, however the process ends.
    _lock: Option<File>,
}

/// Which checkpoint of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Which {
    /// The newest one.
    #[default]
    Newest,
    /// The one before it.
    Earlier,
}

/// The file that is locked.
const LOCK: &str = "in-use";

impl Folder {
    /// A folder for a search that begins; it is made where it is not there.
    ///
    /// # Errors
    /// Where that cannot be, another process has it, or there is a checkpoint in it.
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

    /// A folder in which a search goes on.
    ///
    /// # Errors
    /// Where there is none, or another process has it.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let _lock = Some(lock(path)?);
        Ok(Self { path: path.to_owned(), _lock })
    }

    /// A folder that is only looked at, whoever writes there.
    #[must_use]
    pub fn look(path: &Path) -> Self {
        Self { path: path.to_owned(), _lock: None }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A checkpoint, as its manifest says.
    ///
    /// # Errors
    /// Where there is none, or it is damaged or has another version.
    pub fn manifest(&self, which: Which) -> Result<Manifest, Problem> {
        let numbers = self.numbers()?;
        let number = match which {
            Which::Newest => numbers.last(),
            Which::Earlier => numbers.iter().rev().nth(1),
        };
        self.manifest_of(*number.ok_or_else(|| Problem::Nothing(self.path.clone()))?)
    }

    /// Whether there is a checkpoint, damaged or not.
    #[must_use]
    pub fn has_checkpoint(&self) -> bool {
        self.numbers().is_ok_and(|numbers| !numbers.is_empty())
    }

    /// All checkpoints, the newest last, and what is wrong with those that cannot be used: damaged manifests, and logs and other files that are gone or too short.
    ///
    /// # Errors
    /// Where the folder cannot be read.
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

    /// The blocks of a log that a checkpoint counts.
    ///
    /// # Errors
    /// Where it does not, or the log is not there or too short.
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

    /// The numbers of the checkpoints, in order.
    pub(crate) fn numbers(&self) -> Result<Vec<u64>, Problem> {
        let number = |name: &str| name.strip_prefix("checkpoint-")?.strip_suffix(".json")?.parse().ok();
        let mut numbers: Vec<u64> = self.names()?.iter().filter_map(|name| number(name)).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Removes the logs that nobody needs.
    pub(crate) fn remove_logs_but(&self, is_needed: impl Fn(&str) -> bool) -> Result<(), Problem> {
        for name in self.names()? {
            if name.strip_suffix(".log").is_some_and(|log| !is_needed(log)) {
                self.remove(&self.path.join(name))?;
            }
        }
        Ok(())
    }

    /// Removes the files of the caller that nobody needs.
    pub(crate) fn remove_kept_but(&self, is_needed: impl Fn(u64) -> bool) -> Result<(), Problem> {
        for number in self.names()?.iter().filter_map(|name| kept::number_of(name)) {
            if !is_needed(number) {
                self.remove(&kept::path_of(&self.path, number))?;
            }
        }
        Ok(())
    }

    /// A number that no file of the caller has, nor any above.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn next_kept(&self) -> Result<u64, Problem> {
        Ok(self.names()?.iter().filter_map(|name| kept::number_of(name)).max().map_or(0, |last| last + 1))
    }

    /// Removes a file.
    pub(crate) fn remove(&self, path: &Path) -> Result<(), Problem> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Problem::io(path, "it cannot be removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// The names of the files.
    fn names(&self) -> Result<Vec<String>, Problem> {
        let said = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Problem::io(&self.path, "there is no such folder", &error),
            _ => Problem::io(&self.path, "the folder cannot be read", &error),
        };
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(said)? {
            names.extend(entry.map_err(said)?.file_name().into_string());
        }
        Ok(names)
    }

    /// Waits until what is in the folder is on the disk: its names, not the contents of its files.
    pub(crate) fn sync(&self) -> Result<(), Problem> {
        // Only where a folder is a file that can be opened.
        let synced =
            if cfg!(unix) { File::open(&self.path).and_then(|folder| folder.sync_all()) } else { Ok(()) };
        synced.map_err(|error| Problem::io(&self.path, "the folder cannot be written", &error))
    }
}

fn lock(folder: &Path) -> Result<File, Problem> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Problem::io(folder, "there is no such folder", &error),
        _ => Problem::io(&path, "the file cannot be made", &error),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Problem::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(Problem::io(&path, "the file cannot be locked", &error)),
    }
}
