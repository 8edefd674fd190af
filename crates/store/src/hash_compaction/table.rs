//! A table of keys in which a slot holds only what its position does not tell.
//!
//! The bucket of a key is `key · slots / 2ᵇ`, which grows with the key; keys with the same bucket differ in
//! a rest, less than `2ᵇ / slots`. A slot holds the rest, and how far from its bucket it is, plus one; 0 is a free
//! slot. Keys stand in the order of their buckets (the first comes first: Celis, Larson and Munro, *Robin Hood Hashing*,
//! FOCS 1985), so that a look-up ends early, and even in a full table no key is far from its bucket. From position and
//! slot follows the key, so that a table can be made larger from itself, by any factor.
//!
//! INVARIANT: between its bucket and the slot of a key no slot is free, and none holds a key whose bucket is
//! behind that bucket.

use crate::Visit;

/// As many bits of a slot say how far from its bucket it is.
const DISTANCE_BITS: u32 = 7;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;
/// The slots of a table that is not empty, at the least. PERF: a slot is read and written at a stroke,
/// of whichever bit it begins at, as long as it has no more than 57 bits; so 56 bits of a key need 64 slots.
const MIN_SLOTS: usize = 64;
/// At most so many twentieths of the slots are taken.
const MAX_TWENTIETHS: usize = 17;
/// Tables with fewer keys than one in so many slots are full when no key finds a slot: more slots would not help.
const SPARSE: usize = 64;

/// A table. See the module's page.
#[derive(Debug, Default)]
pub(super) struct Table {
    key_bits: u32,
    slots: usize,
    /// The bits of a slot.
    width: u32,
    keys: usize,
    bytes: Vec<u8>,
}

/// A table as a checkpoint keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedTable {
    /// The number of its slots.
    pub slots: usize,
    /// The slots, and a word behind them; nothing where there are none.
    pub bytes: Vec<u8>,
}

/// What became of a key that is to be put in.
enum Put {
    New,
    Known,
    /// No slot near enough is free for this one, which need not be the key that was given: that is then in.
    NoSlot(u64),
}

impl Table {
    /// A table without slots, for keys of this number of bits.
    pub(super) fn new(key_bits: u32) -> Self {
        debug_assert!(key_bits <= 56);
        Self { key_bits, ..Self::default() }
    }

    /// The number of slots, and the bytes that hold them.
    pub(super) fn parts(&self) -> (usize, &[u8]) {
        (self.slots, &self.bytes)
    }

    /// The table that was kept; `None` where it was none.
    pub(super) fn restored(key_bits: u32, SavedTable { slots, bytes }: SavedTable) -> Option<Self> {
        if slots == 0 {
            return bytes.is_empty().then(|| Self::new(key_bits));
        }
        // INVARIANT: a slot has a bit at the least, so that there are as many bytes as the table takes.
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

    /// The number of keys.
    pub(super) fn keys(&self) -> usize {
        self.keys
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
    }

    /// Looks a key up, and puts it in where it is new.
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

    /// Gives a slot a new content; what was there, and behind it up to the first free slot, moves on by one.
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

    /// Where a key belongs, and what that does not tell of it.
    #[inline(always)]
    fn bucket_and_rest(&self, key: u64) -> (usize, u64) {
        let product = u128::from(key) * self.slots as u128;
        let fraction = product as u64 & ((1 << self.key_bits) - 1);
        ((product >> self.key_bits) as usize, fraction / self.slots as u64)
    }

    /// The key that a slot has by its position and its content.
    fn key(&self, at: usize, content: u64) -> u64 {
        let distance = (content & DISTANCE_MASK) as usize - 1;
        let bucket = if at >= distance { at - distance } else { at + self.slots - distance };
        let first_key = ((bucket as u128) << self.key_bits).div_ceil(self.slots as u128);
        first_key as u64 + (content >> DISTANCE_BITS)
    }

    /// Makes a table of the same keys that is larger by a quarter.
    fn grow(&mut self) {
        let slots = (self.slots + self.slots / 4).max(MIN_SLOTS);
        let old = std::mem::replace(self, Self::with_slots(self.key_bits, slots));
        self.keys = old.keys;
        for at in 0..old.slots {
            let content = old.slot(at);
            if content != 0 {
                let put = self.put(old.key(at, content));
                // Buckets are as far apart as before or farther, so that no key is farther from its own.
                debug_assert!(matches!(put, Put::New), "a larger table has a slot for each key");
            }
        }
    }

    fn with_slots(key_bits: u32, slots: usize) -> Self {
        let max_rest = ((1_u64 << key_bits) - 1) / slots as u64;
        let width = u64::BITS - max_rest.leading_zeros() + DISTANCE_BITS;
        // The last slot is read with the bytes behind it.
        let bytes = (slots as u64 * u64::from(width)).div_ceil(8) as usize + size_of::<u64>();
        Self { key_bits, slots, width, keys: 0, bytes: vec![0; bytes] }
    }

    #[inline(always)]
    fn slot(&self, at: usize) -> u64 {
        let (byte, shift) = self.start(at);
        self.word(byte) >> shift & ((1 << self.width) - 1)
    }

    /// The byte and the bit of it where a slot begins. Bits may be more than a size in memory can count.
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
    fn position_and_slot_tell_the_key() {
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

    /// The greatest keys, and ones behind each other, go round the end of the table and crowd.
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
