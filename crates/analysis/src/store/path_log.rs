//! An append-only log of the paths to states whose predecessors are forgotten.
//!
//! Each discovery is an entry: the entry of the predecessor, and the event. Following the entries back gives
//! the path. Entries are read only when a path is requested, so they can be in a file. A short log is in
//! memory, and a longer one in an unnamed temporary file.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use sanderling_cutoff::PATH_BYTES_IN_MEMORY;
use sanderling_store::StateId;
use sanderling_store::hash::SHARDS;
use sanderling_system::EventId;
use tempfile::SpooledTempFile;

use super::Disk;
use crate::checkpoint::snapshot::{Sink, Snapshot, Source};
use crate::growth::make_room;

/// Size of an entry in bytes: the number of another entry, and an event.
pub(crate) const ENTRY_BYTES: usize = 12;

/// The number of an entry.
type Entry = u64;

/// The predecessor of the initial state.
const NOWHERE: Entry = Entry::MAX;

/// The log, and the entry of each stored state.
#[derive(Debug)]
pub(crate) struct PathLog {
    file: BufWriter<SpooledTempFile>,
    disk: Disk,
    length: Entry,
    entries: Vec<Vec<Entry>>,
    /// The error of the file, if any.
    failure: Option<io::ErrorKind>,
}

impl PathLog {
    /// Creates an empty log, whose file is placed according to `disk`.
    pub(crate) fn new(disk: &Disk) -> Self {
        let file = match disk.directory() {
            Some(directory) => SpooledTempFile::new_in(PATH_BYTES_IN_MEMORY.size(), directory),
            None => SpooledTempFile::new(PATH_BYTES_IN_MEMORY.size()),
        };
        Self {
            file: BufWriter::new(file),
            disk: disk.clone(),
            length: 0,
            entries: vec![Vec::new(); SHARDS],
            failure: None,
        }
    }

    /// Records the predecessor of a state, and the events from it. The initial state has no predecessor.
    pub(crate) fn add(&mut self, id: StateId, from: Option<StateId>, events: &[EventId]) {
        let mut entry = from.map_or(NOWHERE, |pred| self.entry(pred));
        if events.is_empty() {
            entry = self.append(entry, 0);
        }
        for event in events {
            entry = self.append(entry, event.index() as u32);
        }
        let entries = &mut self.entries[id.shard()];
        if entries.len() <= id.position() {
            make_room(entries, id.position() + 1);
            entries.resize(id.position() + 1, NOWHERE);
        }
        entries[id.position()] = entry;
    }

    fn append(&mut self, pred: Entry, event: u32) -> Entry {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&pred.to_le_bytes());
        bytes[8..].copy_from_slice(&event.to_le_bytes());
        if let Err(error) = self.file.write_all(&bytes) {
            self.failure.get_or_insert(error.kind());
        }
        self.length += 1;
        if self.disk.forbids(self.length * ENTRY_BYTES as u64) {
            self.failure.get_or_insert(io::ErrorKind::FileTooLarge);
        }
        self.length - 1
    }

    fn entry(&self, id: StateId) -> Entry {
        self.entries[id.shard()][id.position()]
    }

    /// Returns the events from the initial state to a stored one.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn path_to(&mut self, id: StateId) -> io::Result<Vec<EventId>> {
        self.file.flush()?;
        let mut events = Vec::new();
        let mut entry = self.entry(id);
        let mut bytes = [0; ENTRY_BYTES];
        loop {
            let file = self.file.get_mut();
            file.seek(SeekFrom::Start(entry * ENTRY_BYTES as u64))?;
            file.read_exact(&mut bytes)?;
            let (pred, event) = bytes.split_at(8);
            entry = Entry::from_le_bytes(pred.try_into().expect("eight bytes"));
            if entry == NOWHERE {
                break;
            }
            let event = u32::from_le_bytes(event.try_into().expect("four bytes"));
            events.push(EventId::new(event as usize));
        }
        self.file.get_mut().seek(SeekFrom::End(0))?;
        events.reverse();
        Ok(events)
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.length as usize
    }

    /// Appends the bytes of these entries.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(&mut self, entries: Range<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.file.flush()?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start((entries.start * ENTRY_BYTES) as u64))?;
        let length = entries.len() * ENTRY_BYTES;
        let read = file.take(length as u64).read_to_end(bytes)?;
        file.seek(SeekFrom::End(0))?;
        if read == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Adds an entry with these bytes, and returns whether it is a valid next one.
    pub(crate) fn restore(&mut self, bytes: &[u8; ENTRY_BYTES]) -> bool {
        let (&pred, event) = bytes.split_first_chunk().expect("eight bytes of twelve");
        let (pred, event) = (Entry::from_le_bytes(pred), event.try_into().expect("four bytes"));
        let is_one = pred == NOWHERE || pred < self.length;
        if is_one {
            self.append(pred, u32::from_le_bytes(event));
        }
        is_one
    }

    /// Writes the log to a checkpoint, except for the entries.
    pub(crate) fn save(&self, to: &mut Sink<'_>) {
        self.entries.save(to);
    }

    /// Reads the entries of states from a checkpoint, for a store with this number of positions in each
    /// shard. Returns `None` if some entries are missing.
    pub(crate) fn load(&mut self, from: &mut Source, positions: impl Fn(usize) -> usize) -> Option<()> {
        self.entries = Snapshot::load(from)?;
        let is_of_shard = |shard: usize| self.entries[shard].len() >= positions(shard);
        let is_there = |&entry: &Entry| entry < self.length || entry == NOWHERE;
        let are_sound = self.entries.len() == SHARDS
            && (0..SHARDS).all(is_of_shard)
            && self.entries.iter().flatten().all(is_there);
        are_sound.then_some(())
    }

    /// Whether writing has failed, so that paths are lost.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Returns the memory of the log in bytes, without the file.
    pub(crate) fn bytes(&self) -> usize {
        let written = usize::try_from(self.length * ENTRY_BYTES as u64).unwrap_or(usize::MAX);
        written.min(PATH_BYTES_IN_MEMORY.size())
            + self.entries.iter().map(|entries| entries.capacity() * size_of::<Entry>()).sum::<usize>()
    }

    /// Moves the entries to new ids of states.
    pub(crate) fn moved(&mut self, moves: impl Iterator<Item = (StateId, StateId)>) {
        let mut moved = vec![Vec::new(); SHARDS];
        for (old, new) in moves {
            let entries: &mut Vec<Entry> = &mut moved[new.shard()];
            let length = entries.len().max(new.position() + 1);
            make_room(entries, length);
            entries.resize(length, NOWHERE);
            entries[new.position()] = self.entry(old);
        }
        self.entries = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_followed_back_from_memory_and_from_a_file() {
        for length in [3, 2 * PATH_BYTES_IN_MEMORY.size() / ENTRY_BYTES] {
            let mut log = PathLog::new(&Disk::default());
            let id = |number: usize| StateId::new(number % 2, number / 2 % 4);
            log.add(id(0), None, &[]);
            for number in 1..length {
                log.add(id(number), Some(id(number - 1)), &[EventId::new(number % 100)]);
                if number == length / 2 {
                    let path = log.path_to(id(number)).unwrap();
                    assert_eq!(path.len(), number);
                }
            }
            let path = log.path_to(id(length - 1)).unwrap();
            assert_eq!(path, (1..length).map(|number| EventId::new(number % 100)).collect::<Vec<_>>());
            assert!(!log.has_failed());
        }
    }

    #[test]
    fn a_log_that_is_larger_than_it_may_be_or_cannot_be_written_has_failed() {
        let forbidden = Disk { max_bytes: Some(100), ..Disk::default() };
        let nowhere = Disk { directory: Some("/dev/null/nowhere".into()), ..Disk::default() };
        for (disk, entries) in [(forbidden, 8), (nowhere, PATH_BYTES_IN_MEMORY.size() / ENTRY_BYTES)] {
            let mut log = PathLog::new(&disk);
            log.add(StateId::new(0, 0), None, &[]);
            for _ in 1..entries {
                log.add(StateId::new(0, 0), Some(StateId::new(0, 0)), &[EventId::new(3)]);
                assert!(!log.has_failed(), "{disk:?}");
            }
            for _ in 0..1000 {
                log.add(StateId::new(0, 0), Some(StateId::new(0, 0)), &[EventId::new(3)]);
            }
            assert!(log.has_failed(), "{disk:?}");
        }
    }
}
