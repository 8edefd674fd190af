//! What a progress measure is, and its value in a state.
//!
//! A component is a linear function of slots; or the values of one slot in another order than that of
//! numbers, as the locations of a process have no order of their own. Numbers too large for 64 bits are
//! cut off at the ends. Then states that should differ may have the same progress; but what comes later
//! never seems to come earlier.
//!
//! INVARIANT: the value depends on the values of slots alone. Which function it is endangers no answer.

use sanderling_system::{Dependencies, SlotId};

/// How far along a state is: numbers that are compared lexicographically, greater ones being further.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measure {
    /// The most significant one first.
    pub components: Vec<Component>,
}

/// A number of a [`Measure`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Component {
    /// A linear function of slots.
    Linear(Linear),
    /// The rank of one slot's value.
    Ranked(Ranked),
}

/// A linear function of slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// Slots with their coefficients.
    pub terms: Vec<(SlotId, i64)>,
    /// What is added.
    pub constant: i64,
}

/// The values of a slot in an order that is not that of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    slot: SlotId,
    ranks: Vec<(i128, i64)>,
}

impl Measure {
    /// Writes the progress of a state, a number for each component. `scratch` is prepared for the
    /// state. The [end](Dependencies::is_end), where nothing is enabled, is further than all others.
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
    /// The number where slots have these values.
    pub fn of(&self, value: &impl Fn(SlotId) -> i128) -> i64 {
        match self {
            Self::Linear(linear) => linear.of(value),
            Self::Ranked(ranked) => ranked.rank(value(ranked.slot)),
        }
    }
}

impl Linear {
    /// A slot's value, or where it counts backwards, what is left to 0.
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
    /// The slot with these ranks for its values. Of several ranks for a value one remains.
    ///
    /// # Panics
    /// Where there are none.
    #[must_use]
    pub fn new(slot: SlotId, mut ranks: Vec<(i128, i64)>) -> Self {
        assert!(!ranks.is_empty(), "some value has a rank");
        ranks.sort_unstable();
        ranks.dedup_by_key(|&mut (value, _)| value);
        Self { slot, ranks }
    }

    /// The slot.
    #[must_use]
    pub fn slot(&self) -> SlotId {
        self.slot
    }

    /// The rank of each value that has one, by value.
    #[must_use]
    pub fn ranks(&self) -> &[(i128, i64)] {
        &self.ranks
    }

    /// The rank of a value; of one without, that of the nearest value that has one, the smaller one of two.
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
