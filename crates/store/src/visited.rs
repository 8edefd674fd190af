//! Sets that say of a state whether it has been visited, and hold no states.
//!
//! Both kinds are inexact in the same way: a new state may be taken for a known one, never the other
//! way round. So what a search with such a set finds is there; what it does not find may be, too.

mod saved;

pub use self::saved::{SavedSet, SetParts};
use crate::{Bitstate, Fingerprint, HashCompaction, Omissions};

/// What a set says of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// The state had certainly not been visited; now it has.
    New,
    /// The state has been visited, or one that the set cannot tell from it.
    Known,
    /// The state had not been visited, and there is no room for it.
    Full,
}

/// One of the kinds of sets.
#[derive(Debug)]
pub enum VisitedSet {
    /// A signature of each state.
    HashCompaction(HashCompaction),
    /// A few bits of each state.
    Bitstate(Bitstate),
}

/// Evaluates one expression for whichever kind of set there is.
macro_rules! of_each_kind {
    ($set:expr, $kind:ident => $expression:expr) => {
        match $set {
            VisitedSet::HashCompaction($kind) => $expression,
            VisitedSet::Bitstate($kind) => $expression,
        }
    };
}

impl VisitedSet {
    /// Looks a state up, and puts it in where nothing like it is there.
    #[inline]
    pub fn visit(&mut self, state: &[u64]) -> Visit {
        let print = Fingerprint::of(state);
        of_each_kind!(self, set => set.visit(print))
    }

    /// How many states were new.
    #[must_use]
    pub fn states(&self) -> u64 {
        of_each_kind!(self, set => set.states())
    }

    /// What has been left out, as far as can be told.
    #[must_use]
    pub fn omissions(&self) -> Omissions {
        of_each_kind!(self, set => set.omissions())
    }

    /// The memory that the set has taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        of_each_kind!(self, set => set.bytes())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        of_each_kind!(self, set => set.clear());
    }
}
