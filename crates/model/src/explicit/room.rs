//! The memory of the tables, and tables that find numbers by hash.

/// The memory of all tables together, and its limit.
#[derive(Debug)]
pub(super) struct Room {
    max_bytes: u64,
    bytes: u64,
}

impl Room {
    pub(super) fn new(max_bytes: u64) -> Self {
        Self { max_bytes, bytes: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reserves `bytes` bytes if they are available.
    pub(super) fn take(&mut self, bytes: u64) -> Option<()> {
        let taken = self.bytes.saturating_add(bytes);
        (taken <= self.max_bytes).then(|| self.bytes = taken)
    }
}

/// Approximate memory of an entry of an [`Index`], in bytes.
pub(super) const INDEX_BYTES: u64 = 16;

/// A hash table of numbers of entries that are stored elsewhere, with open addressing.
///
/// A slot contains 32 bits of the hash, to avoid most comparisons, and the number plus one; 0 is vacant.
#[derive(Debug, Default)]
pub(super) struct Index {
    slots: Vec<u64>,
    len: usize,
}

impl Index {
    /// Returns the number of the entry with this hash for which `is_same` holds.
    pub(super) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return None;
            }
            let number = entry as u32 - 1;
            if entry >> 32 == hash >> 32 && is_same(number) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds an entry that is not in the table. Its number is less than 2^32 - 1.
    pub(super) fn add(&mut self, hash: u64, number: u32) {
        if (self.len + 1) * 2 > self.slots.len() {
            let longer = vec![0; (self.slots.len() * 2).max(8)];
            let slots = std::mem::replace(&mut self.slots, longer);
            slots.into_iter().filter(|&entry| entry != 0).for_each(|entry| self.place(entry));
        }
        self.len += 1;
        self.place(hash >> 32 << 32 | u64::from(number + 1));
    }

    fn place(&mut self, entry: u64) {
        let mask = self.slots.len() - 1;
        let mut slot = (entry >> 32) as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, Room};

    #[test]
    fn room_is_never_exceeded() {
        let mut room = Room::new(25);
        assert_eq!((room.take(20), room.take(6), room.take(5), room.bytes()), (Some(()), None, Some(()), 25));
    }

    #[test]
    fn entries_are_found_by_hash_and_comparison() {
        let mut index = Index::default();
        assert_eq!(index.find(0, |_| true), None);
        // Few hashes, so that many entries have the same one.
        let hash = |number: u32| u64::from(number % 7) << 61;
        (0..100).for_each(|number| index.add(hash(number), number));
        for number in 0..100 {
            assert_eq!(index.find(hash(number), |other| other == number), Some(number));
        }
        assert_eq!(index.find(hash(3), |other| other == 200), None);
    }
}
