//! Multisets of values: the tokens in a place.

use std::collections::{BTreeMap, btree_map};
use std::iter::Chain;
use std::option;

use crate::Value;

/// A finite multiset of values, ordered by value.
///
/// INVARIANT: no count is 0, and the sum of all counts fits 64 bits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiset(Counts);

/// The count of each value.
///
/// PERF: most places of most nets hold plain tokens, and a marking of a large net has one multiset for each place.
///
/// INVARIANT: `Plain` if there is no value other than the dot, so that equal multisets have equal counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Counts {
    /// The number of dots; there are no other values.
    Plain(u64),
    Each(BTreeMap<Value, u64>),
}

/// The values of a multiset with their counts, in order.
pub(super) type Iter<'a> = Chain<option::IntoIter<(&'a Value, &'a u64)>, btree_map::Iter<'a, Value, u64>>;

/// The value that an iterator refers to if only the number of dots is stored.
static DOT: Value = Value::Dot;

impl Default for Multiset {
    fn default() -> Self {
        Self(Counts::Plain(0))
    }
}

impl Multiset {
    /// Returns the multiset of `count` copies of one value.
    #[must_use]
    pub fn of(value: Value, count: u64) -> Self {
        if value == Value::Dot || count == 0 {
            Self(Counts::Plain(count))
        } else {
            Self(Counts::Each(BTreeMap::from([(value, count)])))
        }
    }

    /// Returns the number of copies of `value`.
    #[must_use]
    pub fn count(&self, value: &Value) -> u64 {
        match &self.0 {
            Counts::Plain(count) if *value == Value::Dot => *count,
            Counts::Plain(_) => 0,
            Counts::Each(counts) => counts.get(value).copied().unwrap_or(0),
        }
    }

    /// Returns the number of elements, counted with multiplicity.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.0 {
            Counts::Plain(count) => *count,
            Counts::Each(counts) => counts.values().sum(),
        }
    }

    /// Returns the maximum multiplicity of a value.
    #[must_use]
    pub fn max_count(&self) -> u64 {
        self.iter().map(|(_, &count)| count).max().unwrap_or(0)
    }

    /// Returns the number of different values.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Counts::Plain(count) => usize::from(*count > 0),
            Counts::Each(counts) => counts.len(),
        }
    }

    /// Returns whether the multiset is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == Counts::Plain(0)
    }

    /// Returns the values with their counts, in order.
    pub fn iter(&self) -> Iter<'_> {
        let (plain, each) = match &self.0 {
            Counts::Plain(count) => ((*count > 0).then_some((&DOT, count)), btree_map::Iter::default()),
            Counts::Each(counts) => (None, counts.iter()),
        };
        plain.into_iter().chain(each)
    }

    /// Returns whether the multiset holds every value at least as often as `other`.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        other.iter().all(|(value, &count)| self.count(value) >= count)
    }

    /// Returns the multiset with `count` more copies of `value`; `None` if it would have 2^64 elements or more.
    #[must_use]
    pub fn with(mut self, value: Value, count: u64) -> Option<Self> {
        self.total().checked_add(count)?;
        self.add(value, count);
        Some(self)
    }

    /// Returns the multiset with one more copy of `value`; the result must have fewer than 2^64 elements.
    pub(super) fn with_one(mut self, value: Value) -> Self {
        self.add(value, 1);
        self
    }

    /// Returns the sum of two multisets; `None` if that has 2^64 elements or more.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        self.total().checked_add(other.total())?;
        let mut sum = self.clone();
        other.iter().for_each(|(value, &count)| sum.add(value.clone(), count));
        Some(sum)
    }

    /// Returns this multiset minus `other`; `None` if it does not include `other`.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if !self.includes(other) {
            return None;
        }
        Some(Self::of_counts(self.iter().map(|(value, count)| (value, count - other.count(value)))))
    }

    /// Returns this multiset minus `other`; negative counts become zero.
    #[must_use]
    pub fn truncated_sub(&self, other: &Self) -> Self {
        Self::of_counts(self.iter().map(|(value, count)| (value, count.saturating_sub(other.count(value)))))
    }

    /// Returns `factor` times this multiset; `None` if that has 2^64 elements or more.
    #[must_use]
    pub fn checked_mul(&self, factor: u64) -> Option<Self> {
        self.total().checked_mul(factor)?;
        Some(Self::of_counts(self.iter().map(|(value, count)| (value, count * factor))))
    }

    /// Returns the multiset with these counts, whose sum must fit 64 bits.
    fn of_counts<'a>(counts: impl Iterator<Item = (&'a Value, u64)>) -> Self {
        let mut all = Self::default();
        counts.for_each(|(value, count)| all.add(value.clone(), count));
        all
    }

    /// Adds copies of a value; the sum of all counts must fit 64 bits.
    fn add(&mut self, value: Value, count: u64) {
        match &mut self.0 {
            _ if count == 0 => {}
            Counts::Plain(plain) if value == Value::Dot => *plain += count,
            Counts::Plain(0) => *self = Self::of(value, count),
            Counts::Plain(plain) => {
                self.0 = Counts::Each(BTreeMap::from([(Value::Dot, *plain), (value, count)]));
            }
            Counts::Each(counts) => *counts.entry(value).or_insert(0) += count,
        }
    }
}

impl<'a> IntoIterator for &'a Multiset {
    type Item = (&'a Value, &'a u64);
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
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

    /// Equality does not depend on how a multiset was built: from plain tokens alone, values alone, or both.
    #[test]
    fn equal_multisets_are_equal_however_they_came_to_be() {
        let plain = |count| Multiset::of(Value::Dot, count);
        let one = |count| Multiset::of(Value::Integer(1), count);
        let both = plain(2).with(Value::Integer(1), 3).unwrap();
        assert_eq!(one(3).checked_add(&plain(2)).as_ref(), Some(&both));
        assert_eq!(both.iter().map(|(_, &count)| count).collect::<Vec<_>>(), [2, 3]);
        assert_eq!((both.count(&Value::Dot), both.total(), both.len(), both.max_count()), (2, 5, 2, 3));
        assert_eq!(both.checked_sub(&one(3)), Some(plain(2)));
        assert_eq!(both.checked_sub(&plain(2)), Some(one(3)));
        assert_eq!(both.checked_sub(&both), Some(Multiset::default()));
        assert!(both.includes(&plain(2)) && !both.includes(&plain(3)) && !plain(9).includes(&one(1)));
        for empty in [plain(0), one(0), plain(1).checked_mul(0).unwrap()] {
            assert!(empty == Multiset::default() && empty.is_empty() && empty.iter().next().is_none());
            assert_eq!((empty.len(), empty.max_count()), (0, 0));
        }
        assert!(plain(1) < plain(2) && plain(0) < one(1) && one(1) < one(2));
        assert_eq!(plain(1 << 63).checked_add(&plain(1 << 63)), None);
    }
}
