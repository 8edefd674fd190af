//! Multisets of values: the tokens in a place.

use std::collections::{BTreeMap, btree_map};

use crate::Value;

/// A finite multiset of values, in the order of the values.
///
/// INVARIANT: no count is 0, and all counts together fit 64 bits.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiset(BTreeMap<Value, u64>);

impl Multiset {
    /// The multiset of `count` copies of one value.
    #[must_use]
    pub fn of(value: Value, count: u64) -> Self {
        Self(BTreeMap::from_iter((count > 0).then_some((value, count))))
    }

    /// How often it holds `value`.
    #[must_use]
    pub fn count(&self, value: &Value) -> u64 {
        self.0.get(value).copied().unwrap_or(0)
    }

    /// How many elements it has, each counted as often as it is held.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// How often it holds the value that it holds most often.
    #[must_use]
    pub fn max_count(&self) -> u64 {
        self.0.values().copied().max().unwrap_or(0)
    }

    /// How many different values it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the multiset is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values that it holds with their counts, in order.
    pub fn iter(&self) -> btree_map::Iter<'_, Value, u64> {
        self.0.iter()
    }

    /// Whether the multiset holds every value at least as often as `other`.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        other.iter().all(|(value, &count)| self.count(value) >= count)
    }

    /// With `count` more copies of `value`; `None` where it would have 2^64 elements or more.
    #[must_use]
    pub fn with(mut self, value: Value, count: u64) -> Option<Self> {
        self.total().checked_add(count)?;
        if count > 0 {
            *self.0.entry(value).or_insert(0) += count;
        }
        Some(self)
    }

    /// With one more copy of `value`, for fewer than 2^64 of them.
    pub(super) fn with_one(mut self, value: Value) -> Self {
        *self.0.entry(value).or_insert(0) += 1;
        self
    }

    /// The sum of two multisets; `None` where that has 2^64 elements or more.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        self.total().checked_add(other.total())?;
        let mut sum = self.clone();
        for (value, count) in other {
            *sum.0.entry(value.clone()).or_insert(0) += count;
        }
        Some(sum)
    }

    /// This multiset less the other; `None` where it does not include the other.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if !self.includes(other) {
            return None;
        }
        let left = self.iter().map(|(value, count)| (value.clone(), count - other.count(value)));
        Some(Self(left.filter(|&(_, count)| count > 0).collect()))
    }

    /// `factor` times this one; `None` where that has 2^64 elements or more.
    #[must_use]
    pub fn checked_mul(&self, factor: u64) -> Option<Self> {
        self.total().checked_mul(factor)?;
        let copies = self.iter().map(|(value, count)| (value.clone(), count * factor));
        Some(Self(copies.filter(|&(_, count)| count > 0).collect()))
    }
}

impl<'a> IntoIterator for &'a Multiset {
    type Item = (&'a Value, &'a u64);
    type IntoIter = btree_map::Iter<'a, Value, u64>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Multiset;
    use crate::Value;

    fn of(counts: &[(i64, u64)]) -> Multiset {
        let with = |m: Multiset, &(n, count): &(i64, u64)| m.with(Value::Integer(n), count).unwrap();
        counts.iter().fold(Multiset::default(), with)
    }

    #[test]
    fn counts_add_up_and_zeros_vanish() {
        let (a, b) = (of(&[(1, 2), (2, 1)]), of(&[(2, 1), (3, 4)]));
        assert_eq!(a.checked_add(&b), Some(of(&[(1, 2), (2, 2), (3, 4)])));
        assert_eq!(a.checked_sub(&of(&[(2, 1)])), Some(of(&[(1, 2)])));
        assert_eq!(a.checked_sub(&b), None);
        assert_eq!(a.checked_mul(0), Some(Multiset::default()));
        assert_eq!(of(&[(1, 0)]), Multiset::default());
        assert_eq!((a.total(), a.max_count(), a.len()), (3, 2, 2));
    }

    #[test]
    fn the_total_never_wraps() {
        let most = of(&[(1, u64::MAX)]);
        assert_eq!(most.total(), u64::MAX);
        assert_eq!(most.checked_add(&of(&[(2, 1)])), None);
        assert_eq!(most.clone().with(Value::Integer(2), 1), None);
        assert_eq!(of(&[(1, 1 << 63), (2, 1)]).checked_mul(2), None);
    }
}
