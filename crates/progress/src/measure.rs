//! Progress measures, and their values in a state.
//!
//! A component is a linear function of slots, or the values of one slot in another order than the numeric
//! one. The locations of a process, for example, have no natural order. Numbers too large for 64 bits are
//! clamped. Then states of different progress may have equal values, but the order is never reversed.
//!
//! INVARIANT: the value depends only on the values of slots. The choice of the function does not affect the
//! correctness of a search.

use sanderling_system::{Dependencies, SlotId};

/// A progress measure: numbers that are compared lexicographically. Greater vectors mean more progress.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measure {
    /// The components, the most significant one first.
    pub components: Vec<Component>,
}

/// A number of a [`Measure`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Component {
    /// A linear function of slots.
    Linear(Linear),
    /// The rank of the value of one slot.
    Ranked(Ranked),
}

/// A linear function of slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// Slots with their coefficients.
    pub terms: Vec<(SlotId, i64)>,
    /// The constant term.
    pub constant: i64,
}

/// The values of a slot in an order other than the numeric one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    slot: SlotId,
    ranks: Vec<(i128, i64)>,
}

impl Measure {
    /// Writes the progress of a state, one number for each component. `scratch` is prepared for the state.
    /// The [end](Dependencies::is_end) has more progress than all other states.
    pub fn evaluate<S: Dependencies>(
        &self,
        system: &S,
        state: &[u64],
        scratch: &S::Scratch,
        into: &mut Vec<i64>,
    ) {
        into.clear();
        if system.is_end(state) {
            into.resize(self.components.len(), i64::MAX);
            return;
        }
        let value = |slot| system.value(state, scratch, slot);
        into.extend(self.components.iter().map(|component| component.of(&value)));
    }

    /// Whether all states have the same progress.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.components.iter().all(|component| match component {
            Component::Linear(linear) => linear.terms.iter().all(|&(_, coefficient)| coefficient == 0),
            Component::Ranked(ranked) => ranked.ranks.iter().all(|&(_, rank)| rank == ranked.ranks[0].1),
        })
    }
}

impl Component {
    /// Returns the value of the function for these values of slots.
    pub fn of(&self, value: &impl Fn(SlotId) -> i128) -> i64 {
        match self {
            Self::Linear(linear) => linear.of(value),
            Self::Ranked(ranked) => ranked.rank(value(ranked.slot)),
        }
    }
}

impl Linear {
    /// Creates the function that multiplies a slot by `coefficient`. With a negative one the slot counts backwards.
    #[must_use]
    pub fn slot(slot: SlotId, coefficient: i64) -> Self {
        Self { terms: vec![(slot, coefficient)], constant: 0 }
    }

    fn of(&self, value: &impl Fn(SlotId) -> i128) -> i64 {
        let term = |&(slot, coefficient): &(SlotId, i64)| value(slot).saturating_mul(coefficient.into());
        let sum = self.terms.iter().map(term).fold(i128::from(self.constant), i128::saturating_add);
        sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

impl Ranked {
    /// Creates the component of a slot with these ranks of its values. If a value has several ranks, one is
    /// kept.
    ///
    /// # Panics
    /// If there are no ranks.
    #[must_use]
    pub fn new(slot: SlotId, mut ranks: Vec<(i128, i64)>) -> Self {
        assert!(!ranks.is_empty(), "some value has a rank");
        ranks.sort_unstable();
        ranks.dedup_by_key(|&mut (value, _)| value);
        Self { slot, ranks }
    }

    /// Returns the slot.
    #[must_use]
    pub fn slot(&self) -> SlotId {
        self.slot
    }

    /// Returns the ranks of values, sorted by value.
    #[must_use]
    pub fn ranks(&self) -> &[(i128, i64)] {
        &self.ranks
    }

    /// Returns the rank of a value. A value without rank has the rank of the nearest value with one, the
    /// smaller of two.
    #[must_use]
    pub fn rank(&self, value: i128) -> i64 {
        let next = self.ranks.partition_point(|&(known, _)| known < value);
        let (Some(&above), Some(&below)) = (self.ranks.get(next), self.ranks.get(next.wrapping_sub(1)))
        else {
            return self.ranks[next.min(self.ranks.len() - 1)].1;
        };
        if value.abs_diff(below.0) <= above.0.abs_diff(value) { below.1 } else { above.1 }
    }
}

#[cfg(test)]
mod tests;
