//! An append-only sequence of bytes, in memory while it is short, then in a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sanderling_cutoff::VAULT_BYTES_IN_MEMORY;

use super::saved::SavedFile;
use super::space::{RunError, Space};

/// A sequence of bytes whose pieces are found by their offsets.
#[derive(Debug)]
pub(super) struct Vault {
    space: Arc<Space>,
    /// Whether the file may be kept.
    is_kept: bool,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    file: Option<Arc<File>>,
    /// The number of the file, if it is kept.
    number: Option<u64>,
    /// The number of bytes in the file.
    written: u64,
    /// The bytes after those in the file.
    tail: Vec<u8>,
}

impl Vault {
    pub(super) fn new(space: &Arc<Space>) -> Self {
        Self { space: Arc::clone(space), is_kept: false, inner: Mutex::default() }
    }

    /// Creates a vault whose file is kept, if files are kept.
    pub(super) fn new_kept(space: &Arc<Space>) -> Self {
        Self { space: Arc::clone(space), is_kept: true, inner: Mutex::default() }
    }

    /// Opens the vault in a kept file of `bytes` bytes.
    pub(super) fn of_file(space: &Arc<Space>, number: u64, file: File, bytes: u64) -> Result<Self, RunError> {
        let vault = Self::new_kept(space);
        space.take(bytes)?;
        *vault.lock() =
            Inner { file: Some(Arc::new(file)), number: Some(number), written: bytes, tail: Vec::new() };
        Ok(vault)
    }

    /// Writes all bytes to the file, and returns the file with its number of bytes.
    ///
    /// # Errors
    /// If the file cannot be written, or is not a kept one.
    pub(super) fn flushed(&self) -> Result<SavedFile, RunError> {
        let mut inner = self.lock();
        if inner.file.is_none() || !inner.tail.is_empty() {
            inner.write(&self.space, self.is_kept)?;
        }
        match (&inner.file, inner.number) {
            (Some(file), Some(number)) => {
                Ok(SavedFile { number, file: Arc::clone(file), bytes: inner.written })
            }
            _ => Err(RunError::Unwritable),
        }
    }

    /// Appends a piece, and returns its offset.
    ///
    /// # Errors
    /// If there is no room for it, or no file can be created.
    pub(super) fn append(&self, piece: &[u8]) -> Result<u64, RunError> {
        let mut inner = self.lock();
        let offset = inner.written + inner.tail.len() as u64;
        inner.tail.extend_from_slice(piece);
        if !VAULT_BYTES_IN_MEMORY.admits(inner.tail.len()) {
            inner.write(&self.space, self.is_kept)?;
        }
        Ok(offset)
    }

    /// Reads the piece of this length at an offset into `piece`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(&self, offset: u64, length: usize, piece: &mut Vec<u8>) -> Result<(), RunError> {
        let inner = self.lock();
        piece.clear();
        match (offset.checked_sub(inner.written), &inner.file) {
            (Some(at), _) => {
                let at = at as usize;
                piece.extend_from_slice(
                    inner.tail.get(at..).and_then(|tail| tail.get(..length)).ok_or(RunError::Unreadable)?,
                );
            }
            (None, Some(file)) => {
                piece.resize(length, 0);
                read_at(file, offset, piece).map_err(|_| RunError::Unreadable)?;
                self.space.note_read(length as u64);
            }
            (None, None) => return Err(RunError::Unreadable),
        }
        Ok(())
    }

    /// Marks the vault as complete: if there is a file, the bytes in memory are written to it.
    pub(super) fn seal(&self) -> Result<(), RunError> {
        let mut inner = self.lock();
        if inner.file.is_some() && !inner.tail.is_empty() {
            inner.write(&self.space, self.is_kept)?;
        }
        inner.tail.shrink_to_fit();
        Ok(())
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u64 {
        let inner = self.lock();
        inner.written + inner.tail.len() as u64
    }

    /// Returns the memory of the vault, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.lock().tail.capacity()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_at(mut file: &File, offset: u64, piece: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(piece)
}

impl Inner {
    /// Moves the bytes in memory to the file.
    fn write(&mut self, space: &Space, is_kept: bool) -> Result<(), RunError> {
        if self.file.is_none() {
            let (number, file) = if is_kept { space.kept_file()? } else { (None, space.file()?) };
            (self.number, self.file) = (number, Some(Arc::new(file)));
        }
        let Some(file) = &self.file else { return Ok(()) };
        let mut file: &File = file;
        let length = self.tail.len() as u64;
        space.take(length)?;
        let written = file.seek(SeekFrom::Start(self.written)).and_then(|_| file.write_all(&self.tail));
        if let Err(error) = written {
            space.give_back(length);
            return Err(RunError::of_writing(&error));
        }
        self.written += length;
        self.tail.clear();
        Ok(())
    }
}

impl Drop for Vault {
    fn drop(&mut self) {
        let written = self.lock().written;
        self.space.give_back(written);
    }
}
