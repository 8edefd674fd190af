//! A visited set that stores a signature of each state: hash compaction.
//!
//! Sources: Wolper and Leroy, *Reliable Hashing without Collision Detection*, CAV 1993; Stern and Dill, *Improved
//! Probabilistic Verification by Hash Compaction*, CHARME 1995. States with equal signatures are taken for the same
//! state. With `n` states in the set and signatures of `b` bits, a new state is omitted with probability `n / 2ᵇ`; see
//! [`Omissions`].
//!
//! In contrast to the sources, the position in the table is part of the signature, and a slot stores only the rest
//! (Cleary, *Compact Hash Tables Using Bidirectional Linear Probing*, 1984). A table can therefore grow without the
//! states, and its load does not affect the probability. There are many small tables, which grow one at a time, so that
//! growing needs hardly any extra memory.

mod table;

pub use self::table::SavedTable;

use self::table::Table;
use crate::{Fingerprint, Omissions, Visit};

/// Number of bits of a signature that choose the table.
const TABLE_BITS: u32 = 8;

/// A set of signatures.
#[derive(Debug)]
pub struct HashCompaction {
    bits: u32,
    tables: Vec<Table>,
    states: u64,
    omissions: Omissions,
}

impl HashCompaction {
    /// Minimum number of bits of a signature.
    pub const MIN_BITS: u32 = 16;
    /// Maximum number of bits of a signature.
    pub const MAX_BITS: u32 = 64;

    /// Creates an empty set with signatures of `bits` bits.
    ///
    /// # Panics
    /// If `bits` is out of range.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        assert!((Self::MIN_BITS..=Self::MAX_BITS).contains(&bits), "a signature has 16 to 64 bits");
        let tables = (0..1 << TABLE_BITS).map(|_| Table::new(bits - TABLE_BITS)).collect();
        Self { bits, tables, states: 0, omissions: Omissions::default() }
    }

    /// Restores a set from its tables, or returns `None` if they are not a valid set.
    pub(crate) fn restored(
        bits: u32,
        tables: Vec<SavedTable>,
        states: u64,
        omissions: Omissions,
    ) -> Option<Self> {
        let restored = |saved| Table::restored(bits - TABLE_BITS, saved);
        let tables = tables.into_iter().map(restored).collect::<Option<Vec<Table>>>()?;
        let keys: usize = tables.iter().map(Table::keys).sum();
        let is_set = tables.len() == 1 << TABLE_BITS && keys as u64 == states && omissions.expected >= 0.0;
        is_set.then_some(Self { bits, tables, states, omissions })
    }

    /// Returns the number of slots and the bytes of each table.
    pub(crate) fn parts(&self) -> Vec<(usize, &[u8])> {
        self.tables.iter().map(Table::parts).collect()
    }

    /// Returns the number of bits of a signature.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Looks a state up by its hash, and inserts it if no state has the same signature.
    #[inline]
    pub fn visit(&mut self, print: Fingerprint) -> Visit {
        let signature = print.first >> (64 - self.bits);
        let key_bits = self.bits - TABLE_BITS;
        let (table, key) = ((signature >> key_bits) as usize, signature & ((1 << key_bits) - 1));
        let visit = self.tables[table].visit(key);
        if visit == Visit::New {
            self.omissions.recognised(self.probability());
            self.states += 1;
        }
        visit
    }

    /// Returns the probability that the next new state is taken for a known one.
    #[inline(always)]
    fn probability(&self) -> f64 {
        self.states as f64 * (-f64::from(self.bits)).exp2()
    }

    /// Returns the number of different signatures.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Returns the estimated omissions.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        self.omissions
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum::<usize>() + self.tables.len() * size_of::<Table>()
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        *self = Self::new(self.bits);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const STATES: u64 = if cfg!(miri) { 300 } else { 40_000 };

    fn print_of(number: u64) -> Fingerprint {
        Fingerprint::of(&[number, 7])
    }

    #[test]
    fn a_state_is_new_exactly_where_its_signature_is() {
        for bits in [16, 17, 24, 40, 63, 64] {
            let (mut set, mut signatures) = (HashCompaction::new(bits), HashSet::new());
            // Every state occurs twice, and many states share a short signature.
            for number in (0..STATES).flat_map(|number| [number, number / 2]) {
                let print = print_of(number);
                let is_new = signatures.insert(print.first >> (64 - bits));
                assert_eq!(set.visit(print), if is_new { Visit::New } else { Visit::Known }, "{bits} bits");
            }
            assert_eq!(set.states(), signatures.len() as u64);
        }
    }

    #[test]
    fn as_many_states_are_left_out_as_expected() {
        if cfg!(miri) {
            return;
        }
        for bits in [18, 20, 24, 28] {
            let mut set = HashCompaction::new(bits);
            let states = (0..STATES).filter(|&number| set.visit(print_of(number)) == Visit::New).count();
            let omitted = (STATES - states as u64) as f64;
            let expected = set.omissions().expected;
            let deviation = expected.sqrt().max(1.0);
            assert!((omitted - expected).abs() < 5.0 * deviation, "{bits} bits: {omitted} for {expected}");
        }
    }

    #[test]
    fn long_signatures_leave_nothing_out() {
        let mut set = HashCompaction::new(64);
        assert!((0..STATES).all(|number| set.visit(print_of(number)) == Visit::New));
        assert!(set.omissions().probability() < 1e-9);
        set.clear();
        assert_eq!((set.states(), set.visit(print_of(3))), (0, Visit::New));
    }

    #[test]
    fn a_state_takes_few_bytes() {
        if cfg!(miri) {
            return;
        }
        for (bits, most) in [(64, 10.5), (48, 7.5), (32, 4.5)] {
            let mut set = HashCompaction::new(bits);
            (0..1_000_000).for_each(|number| _ = set.visit(print_of(number)));
            let bytes = set.bytes() as f64 / set.states() as f64;
            assert!(bytes < most, "{bits} bits: {bytes} bytes");
        }
    }
}
