//! Sets of states, one bit for each state.

use bitvec::order::Lsb0;
use bitvec::vec::BitVec;

/// A set of the states of a [`Backwards`](super::Backwards).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateSet(BitVec<usize, Lsb0>);

impl StateSet {
    /// Creates an empty set for this number of states.
    #[must_use]
    pub fn none(states: usize) -> Self {
        Self(BitVec::repeat(false, states))
    }

    /// Creates the set of all of this number of states.
    #[must_use]
    pub fn all(states: usize) -> Self {
        Self(BitVec::repeat(true, states))
    }

    /// Whether a state is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, state: u32) -> bool {
        self.0[state as usize]
    }

    /// Adds a state, and returns whether it is new.
    #[inline]
    pub fn insert(&mut self, state: u32) -> bool {
        !self.0.replace(state as usize, true)
    }

    /// Returns the states in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter_ones().map(|state| state as u32)
    }

    /// Returns the complement.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Returns the intersection.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self(self.0 & &other.0)
    }

    /// Returns the union.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        Self(self.0 | &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_do_what_lists_of_their_states_do() {
        for states in [0_u32, 1, 63, 64, 65, 200] {
            let mut thirds = StateSet::none(states as usize);
            (0..states).filter(|state| state % 3 == 0).for_each(|state| assert!(thirds.insert(state)));
            (0..states).filter(|state| state % 3 == 0).for_each(|state| assert!(!thirds.insert(state)));
            let is = |set: &StateSet, holds: &dyn Fn(u32) -> bool| {
                assert_eq!(
                    set.iter().collect::<Vec<_>>(),
                    (0..states).filter(|&s| holds(s)).collect::<Vec<_>>()
                );
                assert!((0..states).all(|state| set.contains(state) == holds(state)));
            };
            let mut halves = StateSet::none(states as usize);
            (0..states).filter(|state| state % 2 == 0).for_each(|state| assert!(halves.insert(state)));
            is(&thirds, &|state| state % 3 == 0);
            is(&thirds.clone().complement(), &|state| state % 3 != 0);
            is(&thirds.clone().and(&halves), &|state| state % 6 == 0);
            is(&thirds.or(&halves), &|state| state % 3 == 0 || state % 2 == 0);
            is(&StateSet::all(states as usize), &|_| true);
        }
    }
}
