//! Tables that store each entry once, and number it when it is first met.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The memory of all tables together, and its limit.
#[derive(Debug)]
pub(super) struct Room {
    max_bytes: u64,
    bytes: AtomicU64,
}

impl Room {
    pub(super) fn new(max_bytes: u64) -> Self {
        Self { max_bytes, bytes: AtomicU64::new(0) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Reserves `bytes` bytes if they are available.
    fn take(&self, bytes: u64) -> bool {
        let taken = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let is_room = taken.saturating_add(bytes) <= self.max_bytes;
        if !is_room {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        is_room
    }
}

#[derive(Debug)]
struct Entries<T> {
    numbers: HashMap<Arc<T>, u32>,
    all: Vec<Arc<T>>,
}

/// A table that all threads share.
///
/// INVARIANT: an entry keeps its number for ever, and no two entries are equal.
#[derive(Debug)]
pub(super) struct Table<T> {
    entries: RwLock<Entries<T>>,
    max_entries: u32,
}

impl<T: Hash + Eq> Table<T> {
    pub(super) fn new(max_entries: u32) -> Self {
        Self { entries: RwLock::new(Entries { numbers: HashMap::new(), all: Vec::new() }), max_entries }
    }

    /// Returns the entry with this number.
    ///
    /// # Panics
    /// If no entry has it.
    pub(super) fn get(&self, number: u32) -> Arc<T> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&entries.all[number as usize])
    }

    /// Returns all entries, by number.
    pub(super) fn all(&self) -> Vec<Arc<T>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).all.clone()
    }

    /// Returns the number of an entry. A new entry is added and takes `bytes` bytes. Returns `None` if there is no room
    /// for it.
    pub(super) fn number(&self, entry: T, bytes: impl FnOnce(&T) -> u64, room: &Room) -> Option<u32> {
        // A panic leaves the entries unchanged, so a poisoned lock can be used.
        let known = self.entries.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&entry).copied();
        if known.is_some() {
            return known;
        }
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = entries.numbers.get(&entry) {
            return Some(number);
        }
        let number = u32::try_from(entries.all.len()).ok().filter(|&number| number < self.max_entries)?;
        if !room.take(bytes(&entry)) {
            return None;
        }
        let entry = Arc::new(entry);
        entries.all.push(Arc::clone(&entry));
        entries.numbers.insert(entry, number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, Table};

    #[test]
    fn an_entry_keeps_its_number() {
        let (table, room) = (Table::new(10), Room::new(100));
        let number = |entry: &'static str| table.number(entry, |_| 10, &room);
        assert_eq!([number("a"), number("b"), number("a")], [Some(0), Some(1), Some(0)]);
        assert_eq!((*table.get(1), room.bytes()), ("b", 20));
    }

    #[test]
    fn a_full_table_still_knows_its_entries() {
        let (table, room) = (Table::new(2), Room::new(100));
        let number = |entry: u32| table.number(entry, |_| 10, &room);
        assert_eq!([number(7), number(8), number(9), number(8)], [Some(0), Some(1), None, Some(1)]);
        let little = Room::new(25);
        let table = Table::new(10);
        let number = |entry: u32| table.number(entry, |_| 10, &little);
        assert_eq!([number(7), number(8), number(9), number(7)], [Some(0), Some(1), None, Some(0)]);
        assert_eq!(little.bytes(), 20);
    }
}
