//! Sets that decide whether a state has been visited, without storing states.
//!
//! Both kinds are inexact in the same direction: a new state may be taken for a known one, but never vice versa.
//! Everything that a search with such a set finds exists; something that it does not find may exist as well.

mod saved;

pub use self::saved::{SavedSet, SetParts};
use crate::{Bitstate, Fingerprint, HashCompaction, Omissions};

/// The result of looking up a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// The state had certainly not been visited. Now it has.
    New,
    /// The state has been visited, or another one that the set cannot distinguish from it.
    Known,
    /// The state had not been visited, and there is no room for it.
    Full,
}

/// A visited set of either kind.
#[derive(Debug)]
pub enum VisitedSet {
    /// The set stores a signature of each state.
    HashCompaction(HashCompaction),
    /// The set stores a few bits of each state.
    Bitstate(Bitstate),
}

/// Evaluates an expression for the kind of the set.
macro_rules! of_each_kind {
    ($set:expr, $kind:ident => $expression:expr) => {
        match $set {
            VisitedSet::HashCompaction($kind) => $expression,
            VisitedSet::Bitstate($kind) => $expression,
        }
    };
}

impl VisitedSet {
    /// Looks a state up, and inserts it if the set contains no state like it.
    #[inline]
    pub fn visit(&mut self, state: &[u64]) -> Visit {
        let print = Fingerprint::of(state);
        of_each_kind!(self, set => set.visit(print))
    }

    /// Returns the number of states recognised as new.
    #[must_use]
    pub fn states(&self) -> u64 {
        of_each_kind!(self, set => set.states())
    }

    /// Returns the estimated omissions.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        of_each_kind!(self, set => set.omissions())
    }

    /// Returns the memory of the set, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_each_kind!(self, set => set.bytes())
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        of_each_kind!(self, set => set.clear());
    }
}
