//! An append-only log of the states of a search in the order of their discovery, as the keys of a tree
//! store.
//!
//! The states of a breadth-first level are contiguous, so the log is also the queue of the search.
//! Rebuilding a structure from all states also reads the log. The log is read sequentially in pieces, so it
//! can be in a file. A short log is in memory, and a longer one in an unnamed temporary file, which
//! disappears with the search. If no file can be written, or only a short one, the rest stays in memory in
//! pieces that never move.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use sanderling_cutoff::KEYS_IN_MEMORY;
use sanderling_store::Key;

use super::Disk;
use crate::growth::make_room;

const KEY_BYTES: usize = size_of::<Key>();

/// The log.
#[derive(Debug)]
pub(crate) struct KeyLog {
    disk: Disk,
    file: Option<File>,
    /// The number of keys in the file.
    written: usize,
    /// The last keys, which are not in the file yet. All pieces except the last are full.
    rest: Vec<Vec<Key>>,
    keys_of_piece: usize,
    /// Whether the file can no longer be written.
    is_full: bool,
    bytes: Vec<u8>,
}

impl KeyLog {
    pub(crate) fn new(disk: &Disk) -> Self {
        Self {
            disk: disk.clone(),
            file: None,
            written: 0,
            rest: Vec::new(),
            keys_of_piece: KEYS_IN_MEMORY.size(),
            is_full: false,
            bytes: Vec::new(),
        }
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(crate) fn len(&self) -> usize {
        self.written + self.in_memory()
    }

    fn in_memory(&self) -> usize {
        let Some((last, full)) = self.rest.split_last() else { return 0 };
        full.len() * self.keys_of_piece + last.len()
    }

    /// Returns the memory of the log, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let pieces = self.rest.iter().map(|piece| size_of::<Vec<Key>>() + piece.capacity() * KEY_BYTES);
        pieces.sum::<usize>() + self.bytes.capacity()
    }

    /// Returns the disk space of the log, in bytes.
    #[cfg(test)]
    fn disk_bytes(&self) -> u64 {
        (self.written * KEY_BYTES) as u64
    }

    pub(crate) fn push(&mut self, key: Key) {
        let keys_of_piece = self.keys_of_piece;
        let is_whole = |piece: &Vec<Key>| piece.len() == keys_of_piece;
        if self.rest.last().is_some_and(is_whole) && !self.is_full {
            self.write();
        }
        if self.rest.last().is_none_or(is_whole) {
            // A short log takes little memory. Later pieces are filled.
            let capacity = if self.rest.is_empty() { 0 } else { keys_of_piece };
            self.rest.push(Vec::with_capacity(capacity));
        }
        let Some(piece) = self.rest.last_mut() else { return };
        let length = piece.len() + 1;
        make_room(piece, length);
        piece.push(key);
    }

    /// Moves the keys in memory to the file, if possible.
    fn write(&mut self) {
        let length = (self.len() * KEY_BYTES) as u64;
        self.is_full = self.disk.forbids(length) || self.try_to_write().is_err();
    }

    fn try_to_write(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(self.disk.file()?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        self.bytes.clear();
        self.bytes.extend(self.rest.iter().flatten().flat_map(|key| key.to_le_bytes()));
        file.seek(SeekFrom::Start((self.written * KEY_BYTES) as u64))?;
        // If only some keys are written, all stay in memory.
        file.write_all(&self.bytes)?;
        self.written += self.in_memory();
        self.rest.truncate(1);
        self.rest.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Replaces the content of `keys` by the keys with these numbers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(&mut self, numbers: Range<usize>, keys: &mut Vec<Key>) -> io::Result<()> {
        keys.clear();
        keys.reserve_exact(numbers.len());
        let in_file = numbers.start..numbers.end.min(self.written);
        if let Some(file) = &mut self.file
            && !in_file.is_empty()
        {
            file.seek(SeekFrom::Start((in_file.start * KEY_BYTES) as u64))?;
            for start in in_file.clone().step_by(self.keys_of_piece) {
                self.bytes.resize(self.keys_of_piece.min(in_file.end - start) * KEY_BYTES, 0);
                file.read_exact(&mut self.bytes)?;
                let (read, _) = self.bytes.as_chunks::<KEY_BYTES>();
                keys.extend(read.iter().map(|bytes| Key::from_le_bytes(*bytes)));
            }
        }
        let mut start = numbers.start.max(self.written);
        while start < numbers.end {
            let at = start - self.written;
            let piece = &self.rest[at / self.keys_of_piece][at % self.keys_of_piece..];
            let count = piece.len().min(numbers.end - start);
            keys.extend_from_slice(&piece[..count]);
            start += count;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(disk: &Disk) -> KeyLog {
        let mut log = KeyLog::new(disk);
        let count = 3 * KEYS_IN_MEMORY.size() + 77;
        (0..count).for_each(|number| log.push(number as Key * 3));
        assert_eq!(log.len(), count);
        let mut keys = Vec::new();
        for start in (0..count).step_by(9999) {
            let numbers = start..count.min(start + 12_345);
            log.read(numbers.clone(), &mut keys).expect("it can be read");
            assert!(keys.iter().copied().eq(numbers.map(|number| number as Key * 3)));
        }
        log
    }

    #[test]
    fn what_was_written_comes_back_from_file_and_memory() {
        let log = comes_back(&Disk::default());
        assert!(log.disk_bytes() > 0 && KEYS_IN_MEMORY.admits(log.in_memory()));
    }

    #[test]
    fn where_the_disk_is_limited_the_rest_stays_in_memory() {
        let limit = 9 * KEYS_IN_MEMORY.size() as u64;
        let log = comes_back(&Disk { max_bytes: Some(limit), ..Disk::default() });
        assert!(log.disk_bytes() > 0 && log.disk_bytes() <= limit);
    }

    #[test]
    fn where_no_file_can_be_made_everything_stays_in_memory() {
        let directory = Some("does/not/exist".into());
        let log = comes_back(&Disk { directory, ..Disk::default() });
        assert_eq!(log.disk_bytes(), 0);
    }
}
