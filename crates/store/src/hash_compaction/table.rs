//! A table of keys in which a slot omits the part of the key that its position determines.
//!
//! The bucket of a key is `key · slots / 2ᵇ`, which grows with the key. Keys with the same bucket differ in a rest
//! below `2ᵇ / slots`. A slot contains the rest, and its distance from the bucket plus one; a free slot is 0. Keys are
//! in the order of their buckets (first come, first served: Celis, Larson and Munro, *Robin Hood Hashing*, FOCS 1985).
//! A lookup therefore ends early, and no key is far from its bucket, even in a full table. Position and slot determine
//! the key, so a table can be enlarged by any factor without other data.
//!
//! INVARIANT: no slot between the bucket and the slot of a key is free, and none contains a key with a later bucket.

use crate::Visit;

/// Number of bits of a slot for the distance from its bucket.
const DISTANCE_BITS: u32 = 7;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;
/// Minimum number of slots of a non-empty table.
///
/// PERF: a slot of at most 57 bits is read and written as one word, no matter at which bit it begins. Keys of 56 bits
/// therefore need 64 slots.
const MIN_SLOTS: usize = 64;
/// Maximum load of a table, in twentieths of its slots.
const MAX_TWENTIETHS: usize = 17;
/// Number of slots per key above which a table counts as sparse. If a key finds no slot in a sparse table, the table is
/// full, since more slots would not help.
const SPARSE: usize = 64;

/// A table of keys; see the module documentation.
#[derive(Debug, Default)]
pub(super) struct Table {
    key_bits: u32,
    slots: usize,
    /// The number of bits of a slot.
    width: u32,
    keys: usize,
    bytes: Vec<u8>,
}

/// The form of a table in a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedTable {
    /// The number of slots.
    pub slots: usize,
    /// The slots, followed by one word; empty if there are no slots.
    pub bytes: Vec<u8>,
}

/// The outcome of inserting a key.
enum Put {
    New,
    Known,
    /// No slot near enough is free for this key. It may be another key than the one given, which is then in the table.
    NoSlot(u64),
}

impl Table {
    /// Creates a table without slots, for keys of `key_bits` bits.
    pub(super) fn new(key_bits: u32) -> Self {
        debug_assert!(key_bits <= 56);
        Self { key_bits, ..Self::default() }
    }

    /// Returns the number of slots and the bytes that store them.
    pub(super) fn parts(&self) -> (usize, &[u8]) {
        (self.slots, &self.bytes)
    }

    /// Restores a saved table, or returns `None` if it is not valid.
    pub(super) fn restored(key_bits: u32, SavedTable { slots, bytes }: SavedTable) -> Option<Self> {
        if slots == 0 {
            return bytes.is_empty().then(|| Self::new(key_bits));
        }
        // INVARIANT: a slot has at least one bit, so the allocation is bounded by the number of bytes given.
        if slots < MIN_SLOTS || slots / 8 > bytes.len() {
            return None;
        }
        let table = Self::with_slots(key_bits, slots);
        if table.bytes.len() != bytes.len() {
            return None;
        }
        let mut table = Self { bytes, ..table };
        let is_sound = |at: usize| {
            let content = table.slot(at);
            let distance = (content & DISTANCE_MASK) as usize;
            content == 0 || (1..=slots).contains(&distance) && table.key(at, content) >> key_bits == 0
        };
        if !(0..slots).all(is_sound) {
            return None;
        }
        table.keys = (0..slots).filter(|&at| table.slot(at) != 0).count();
        Some(table)
    }

    pub(super) fn keys(&self) -> usize {
        self.keys
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
    }

    /// Looks a key up, and inserts it if it is new.
    #[inline]
    pub(super) fn visit(&mut self, key: u64) -> Visit {
        if (self.keys + 1) * 20 > self.slots * MAX_TWENTIETHS {
            self.grow();
        }
        let mut key = key;
        loop {
            match self.put(key) {
                Put::Known => return Visit::Known,
                Put::New => {
                    self.keys += 1;
                    return Visit::New;
                }
                Put::NoSlot(_) if self.slots > MIN_SLOTS && self.keys < self.slots / SPARSE => {
                    return Visit::Full;
                }
                Put::NoSlot(other) => {
                    key = other;
                    self.grow();
                }
            }
        }
    }

    #[inline]
    fn put(&mut self, key: u64) -> Put {
        let (bucket, rest) = self.bucket_and_rest(key);
        let (mut at, mut sought) = (bucket, rest << DISTANCE_BITS | 1);
        loop {
            let slot = self.slot(at);
            if slot == sought {
                return Put::Known;
            }
            if slot & DISTANCE_MASK < sought & DISTANCE_MASK {
                return self.push_in(at, sought);
            }
            if sought & DISTANCE_MASK == DISTANCE_MASK {
                return Put::NoSlot(key);
            }
            (at, sought) = (self.behind(at), sought + 1);
        }
    }

    /// Replaces the contents of a slot, and moves the old contents, up to the first free slot, on by one.
    fn push_in(&mut self, mut at: usize, content: u64) -> Put {
        let mut moved = content;
        loop {
            let slot = self.slot(at);
            self.set_slot(at, moved);
            if slot == 0 {
                return Put::New;
            }
            if slot & DISTANCE_MASK == DISTANCE_MASK {
                return Put::NoSlot(self.key(at, slot));
            }
            (at, moved) = (self.behind(at), slot + 1);
        }
    }

    /// Returns the bucket of a key, and the rest that the bucket does not determine.
    #[inline(always)]
    fn bucket_and_rest(&self, key: u64) -> (usize, u64) {
        let product = u128::from(key) * self.slots as u128;
        let fraction = product as u64 & ((1 << self.key_bits) - 1);
        ((product >> self.key_bits) as usize, fraction / self.slots as u64)
    }

    /// Returns the key of a slot with this position and these contents.
    fn key(&self, at: usize, content: u64) -> u64 {
        let distance = (content & DISTANCE_MASK) as usize - 1;
        let bucket = if at >= distance { at - distance } else { at + self.slots - distance };
        let first_key = ((bucket as u128) << self.key_bits).div_ceil(self.slots as u128);
        first_key as u64 + (content >> DISTANCE_BITS)
    }

    /// Makes the table larger by a quarter.
    fn grow(&mut self) {
        let slots = (self.slots + self.slots / 4).max(MIN_SLOTS);
        let old = std::mem::replace(self, Self::with_slots(self.key_bits, slots));
        self.keys = old.keys;
        for at in 0..old.slots {
            let content = old.slot(at);
            if content != 0 {
                let put = self.put(old.key(at, content));
                // Buckets are at least as far apart as before, so no key moves farther from its own.
                debug_assert!(matches!(put, Put::New), "a larger table has a slot for each key");
            }
        }
    }

    fn with_slots(key_bits: u32, slots: usize) -> Self {
        let max_rest = ((1_u64 << key_bits) - 1) / slots as u64;
        let width = u64::BITS - max_rest.leading_zeros() + DISTANCE_BITS;
        // Reading the last slot also reads the bytes behind it.
        let bytes = (slots as u64 * u64::from(width)).div_ceil(8) as usize + size_of::<u64>();
        Self { key_bits, slots, width, keys: 0, bytes: vec![0; bytes] }
    }

    #[inline(always)]
    fn slot(&self, at: usize) -> u64 {
        let (byte, shift) = self.start(at);
        self.word(byte) >> shift & ((1 << self.width) - 1)
    }

    /// Returns the byte and the bit within it where a slot begins. The number of bits may exceed a `usize`.
    #[inline(always)]
    fn start(&self, at: usize) -> (usize, u64) {
        let bit = at as u64 * u64::from(self.width);
        ((bit / 8) as usize, bit % 8)
    }

    #[inline(always)]
    fn set_slot(&mut self, at: usize, content: u64) {
        let (byte, shift) = self.start(at);
        let mask = ((1 << self.width) - 1) << shift;
        let word = self.word(byte) & !mask | content << shift;
        self.bytes[byte..][..8].copy_from_slice(&word.to_le_bytes());
    }

    #[inline(always)]
    fn word(&self, byte: usize) -> u64 {
        u64::from_le_bytes(self.bytes[byte..][..8].try_into().expect("eight bytes"))
    }

    #[inline(always)]
    fn behind(&self, at: usize) -> usize {
        if at + 1 == self.slots { 0 } else { at + 1 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys_of(table: &Table) -> BTreeSet<u64> {
        let taken = (0..table.slots).filter(|&at| table.slot(at) != 0);
        taken.map(|at| table.key(at, table.slot(at))).collect()
    }

    #[test]
    fn position_and_slot_determine_the_key() {
        for key_bits in [8, 9, 20, 40, 56] {
            let mut table = Table::new(key_bits);
            let mut keys = BTreeSet::new();
            let mut seed = 1_u64;
            for _ in 0..1000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let key = seed >> (64 - key_bits);
                let expected = if keys.insert(key) { Visit::New } else { Visit::Known };
                assert_eq!(table.visit(key), expected, "key {key} of {key_bits} bits");
            }
            assert_eq!(keys_of(&table), keys);
        }
    }

    /// The greatest keys, which are consecutive, crowd and wrap around the end of the table.
    #[test]
    fn crowded_keys_make_the_table_grow_and_stay() {
        let mut table = Table::new(10);
        let keys: BTreeSet<u64> = (0..700).map(|number| (1 << 10) - 1 - number).collect();
        assert!(keys.iter().all(|&key| table.visit(key) == Visit::New));
        assert!(keys.iter().all(|&key| table.visit(key) == Visit::Known));
        assert_eq!(keys_of(&table), keys);
    }

    #[test]
    fn a_table_that_growing_does_not_help_is_full() {
        let mut table = Table::new(56);
        let visits: Vec<Visit> = (0..200).map(|key| table.visit(key)).collect();
        assert_eq!(visits[0], Visit::New);
        assert_eq!(visits[199], Visit::Full);
        assert!(table.slots < 200 * SPARSE);
    }
}
