//! A visited set that keeps a signature of each state: hash compaction.
//!
//! Sources: Wolper and Leroy, *Reliable Hashing without Collision Detection*, CAV 1993; Stern and Dill,
//! *Improved Probabilistic Verification by Hash Compaction*, CHARME 1995. A state is taken for another
//! one where their signatures are equal: with `n` states in the set and signatures of `b` bits, a new
//! one is left out with probability `n / 2ᵇ`, see [`Omissions`]. Where we differ: the signature is not
//! compared besides the position in the table, it *is* the position and the rest that a slot holds (Cleary,
//! *Compact Hash Tables Using Bidirectional Linear Probing*, 1984), so that a table can grow without
//! the states, and how full it is does not matter to the probability. Tables are small and many, and
//! grow one at a time: growing takes no memory worth speaking of.

mod table;

pub use self::table::SavedTable;

use self::table::Table;
use crate::{Fingerprint, Omissions, Visit};

/// The number of bits of a signature that choose the table.
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
    /// The fewest bits of a signature.
    pub const MIN_BITS: u32 = 16;
    /// The most bits of a signature.
    pub const MAX_BITS: u32 = 64;

    /// An empty set, with signatures of this number of bits.
    ///
    /// # Panics
    /// Where these are fewer or more than there may be.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        assert!((Self::MIN_BITS..=Self::MAX_BITS).contains(&bits), "a signature has 16 to 64 bits");
        let tables = (0..1 << TABLE_BITS).map(|_| Table::new(bits - TABLE_BITS)).collect();
        Self { bits, tables, states: 0, omissions: Omissions::default() }
    }

    /// A set of these tables; `None` where there is no such set.
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

    /// Of each table, the number of slots, and the bytes that hold them.
    pub(crate) fn parts(&self) -> Vec<(usize, &[u8])> {
        self.tables.iter().map(Table::parts).collect()
    }

    /// The number of bits of a signature.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Looks a state up by its hash, and puts it in where nothing like it is there.
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

    /// How likely the next new state is to be taken for one that is there.
    #[inline(always)]
    fn probability(&self) -> f64 {
        self.states as f64 * (-f64::from(self.bits)).exp2()
    }

    /// How many different signatures there are.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// What has been left out, as far as can be told.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        self.omissions
    }

    /// The memory that the set has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum::<usize>() + self.tables.len() * size_of::<Table>()
    }

    /// Forgets everything.
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
            // Every state comes twice, and many have the same signature where that is short.
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
