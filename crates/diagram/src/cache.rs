//! A lossy cache of results of operations: a direct-mapped table that doubles while entries displace each other.

use crate::nodes::{Id, Kept, hash};

/// An operation with its arguments. The last two words are ids of nodes, or [`Id::MAX`].
pub(crate) type Key = [u32; 3];

pub(crate) struct Cache {
    /// The key and the result. A free entry has only zeros, and no operation has this key.
    entries: Vec<[u32; 4]>,
    /// The number of used entries that were overwritten since the table was resized.
    displaced: usize,
    /// Maximum number of entries.
    most: usize,
}

impl Cache {
    /// Creates a cache with `first` entries at first, and at most as many as fit in `bytes`.
    pub(crate) fn new(first: usize, bytes: usize) -> Self {
        let most = entries_in(bytes);
        Self { entries: vec![[0; 4]; first.next_power_of_two().min(most)], displaced: 0, most }
    }

    /// Changes the maximum size. A table that is larger is kept.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.most = entries_in(bytes);
    }

    /// Returns the only position of a key. Children that were created one after the other have neighboring positions, so
    /// the operations on the children of a node find each other's cache lines.
    #[inline]
    fn position(&self, [operation, a, b]: Key) -> usize {
        let distance = if b == Id::MAX { Id::MAX } else { b.wrapping_sub(a) };
        (hash(&[operation, distance]) as usize).wrapping_add(a as usize / 2) & (self.entries.len() - 1)
    }

    /// Returns the result of an operation, if it is in the cache.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Id> {
        let [a, b, c, result] = self.entries[self.position(key)];
        ([a, b, c] == key).then_some(result)
    }

    /// Stores the result of an operation.
    #[inline]
    pub(crate) fn put(&mut self, key @ [a, b, c]: Key, result: Id) {
        let position = self.position(key);
        let entry = &mut self.entries[position];
        self.displaced += usize::from(*entry != [0; 4]);
        *entry = [a, b, c, result];
        if self.displaced > self.entries.len() / 2 && self.entries.len() < self.most {
            self.resize(self.entries.len() * 2);
        }
    }

    fn resize(&mut self, length: usize) {
        let old = std::mem::replace(&mut self.entries, vec![[0; 4]; length]);
        for entry @ [a, b, c, _] in old {
            if entry != [0; 4] {
                let position = self.position([a, b, c]);
                self.entries[position] = entry;
            }
        }
        self.displaced = 0;
    }

    /// Renames the nodes, and removes entries with nodes that are not kept.
    pub(crate) fn keep(&mut self, kept: &Kept) {
        let moved = |&[operation, a, b, result]: &[u32; 4]| {
            Some([operation, kept.moved(a)?, kept.moved(b)?, kept.moved(result)?])
        };
        let entries: Vec<_> =
            self.entries.iter().filter(|&&entry| entry != [0; 4]).filter_map(moved).collect();
        self.entries.fill([0; 4]);
        for entry @ [a, b, c, _] in entries {
            let position = self.position([a, b, c]);
            self.entries[position] = entry;
        }
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * 16
    }
}

/// Returns the greatest power of two of entries that fit.
fn entries_in(bytes: usize) -> usize {
    1 << (bytes / 16).max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_returns_only_what_was_stored_and_grows_to_its_limit() {
        let mut cache = Cache::new(2, 16 << 6);
        for number in 1..10_000 {
            cache.put([number, 2, number], number + 7);
            assert_eq!(cache.get([number, 2, number]), Some(number + 7));
        }
        assert_eq!(cache.entries.len(), 1 << 6);
        let found = (1..10_000).filter(|&number| {
            let result = cache.get([number, 2, number]);
            result.inspect(|&result| assert_eq!(result, number + 7)).is_some()
        });
        assert!((20..=64).contains(&found.count()));
    }
}
