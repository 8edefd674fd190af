//! A log: blocks of bytes, each with its length and its checksum.
//!
//! ```text
//! length, 4 bytes │ checksum, 4 bytes │ the bytes of the block │ the next block …
//! ```
//!
//! The checksum covers the number of the block and its bytes, so that a misplaced block counts as damage, too.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::manifest::Extent;
use crate::problem::Problem;

/// Number of bytes before the contents of a block.
const HEAD: usize = 8;

/// Maximum length of a block, in bytes.
pub(crate) const MAX_BLOCK: usize = 1 << 30;

fn checksum(block: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&block.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// A log that is being written.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    pub(crate) extent: Extent,
}

impl Log {
    /// Opens a log that is valid up to `extent`, and truncates it there.
    pub(crate) fn open(path: &Path, extent: Extent) -> Result<Self, Problem> {
        let to_problem = |error| Problem::io(path, "the file cannot be opened", &error);
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(to_problem)?;
        file.set_len(extent.bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(to_problem)?;
        Ok(Self { path: path.to_owned(), file, extent })
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        assert!(bytes.len() <= MAX_BLOCK, "blocks are short");
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
        head[4..].copy_from_slice(&checksum(self.extent.blocks, bytes).to_le_bytes());
        let written = self.file.write_all(&head).and_then(|()| self.file.write_all(bytes));
        written.map_err(|error| Problem::io(&self.path, "it cannot be written", &error))?;
        self.extent.bytes += (HEAD + bytes.len()) as u64;
        self.extent.blocks += 1;
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> Result<(), Problem> {
        self.file.sync_data().map_err(|error| Problem::io(&self.path, "it cannot be written", &error))
    }
}

/// An iterator over the valid blocks of a log.
#[derive(Debug)]
pub struct Blocks {
    path: PathBuf,
    file: BufReader<File>,
    left: Extent,
    block: u64,
    bytes: Vec<u8>,
}

impl Blocks {
    pub(crate) fn open(path: &Path, extent: Extent) -> Result<Self, Problem> {
        let to_problem = |error| Problem::io(path, "the file cannot be opened", &error);
        let file = File::open(path).map_err(to_problem)?;
        if file.metadata().map_err(to_problem)?.len() < extent.bytes {
            return Err(Problem::damaged(path, format!("it is shorter than {} bytes", extent.bytes)));
        }
        let file = BufReader::with_capacity(1 << 16, file);
        Ok(Self { path: path.to_owned(), file, left: extent, block: 0, bytes: Vec::new() })
    }

    /// Returns the path of the log.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of the next block, or `None` after the last one.
    ///
    /// # Errors
    /// If they cannot be read, or differ from what was written.
    pub fn next_block(&mut self) -> Result<Option<&[u8]>, Problem> {
        let wrong = |path: &Path, block: u64| Problem::damaged(path, format!("block {block} is another one"));
        if self.left == Extent::default() {
            return Ok(None);
        }
        let unread = |path: &Path, error| Problem::io(path, "it cannot be read", &error);
        let mut head = [0; HEAD];
        if self.left.bytes < HEAD as u64 || self.left.blocks == 0 {
            return Err(wrong(&self.path, self.block));
        }
        self.file.read_exact(&mut head).map_err(|error| unread(&self.path, error))?;
        let (length, expected) = head.split_at(4);
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let length = number(length) as usize;
        if length > MAX_BLOCK || (HEAD + length) as u64 > self.left.bytes {
            return Err(wrong(&self.path, self.block));
        }
        self.bytes.resize(length, 0);
        self.file.read_exact(&mut self.bytes).map_err(|error| unread(&self.path, error))?;
        if checksum(self.block, &self.bytes) != number(expected) {
            return Err(wrong(&self.path, self.block));
        }
        self.left.bytes -= (HEAD + length) as u64;
        self.left.blocks -= 1;
        self.block += 1;
        Ok(Some(&self.bytes))
    }
}
