//! The values of a sort: membership, count and enumeration.
//!
//! A sort describes a set that may be too large to list. All functions here therefore work on the description, and
//! those that list values take a limit. They expect sorts that [`Net::validate`] has accepted: no circular references,
//! and [a bounded depth](crate::validate::MAX_SORT_DEPTH).

use crate::{Net, Sort, SortId, Value};

impl Net {
    /// Returns whether `value` belongs to the sort.
    #[must_use]
    pub fn is_value_of(&self, sort: SortId, value: &Value) -> bool {
        let all = |element: SortId, values: &[Value]| values.iter().all(|v| self.is_value_of(element, v));
        match (self.sort(sort), value) {
            (Sort::Dot, Value::Dot) | (Sort::Bool, Value::Bool(_)) | (Sort::String, Value::String(_)) => true,
            (Sort::Enumeration { constants, .. }, Value::Constant(position)) => {
                (*position as usize) < constants.len()
            }
            (Sort::Range { start, end }, Value::Integer(number)) => (start..=end).contains(&number),
            (Sort::Integer { minimum }, Value::Integer(number)) => minimum.is_none_or(|m| m <= *number),
            (Sort::Product(sorts), Value::Tuple(values)) => {
                sorts.len() == values.len()
                    && sorts.iter().zip(values).all(|(&sort, value)| self.is_value_of(sort, value))
            }
            (Sort::List { element, capacity }, Value::List(values)) => {
                capacity.is_none_or(|capacity| values.len() as u64 <= capacity) && all(*element, values)
            }
            (Sort::Array { element, length }, Value::List(values)) => {
                values.len() as u64 == *length && all(*element, values)
            }
            _ => false,
        }
    }

    /// Returns the number of values of the sort; `None` if it has infinitely many, or 2^64 or more.
    #[must_use]
    pub fn value_count(&self, sort: SortId) -> Option<u64> {
        let mut known = vec![None; self.declarations.sorts.len()];
        self.value_count_with(sort, &mut known)
    }

    /// Returns the number of values of a sort. `known` caches the counts of other sorts, because sorts may share their
    /// parts many times over.
    fn value_count_with(&self, sort: SortId, known: &mut [Option<Option<u64>>]) -> Option<u64> {
        if let Some(count) = known[sort.index()] {
            return count;
        }
        let count = match self.sort(sort) {
            Sort::Dot => Some(1),
            Sort::Bool => Some(2),
            Sort::Enumeration { constants, .. } => Some(constants.len() as u64),
            Sort::Range { start, end } => match end.checked_sub(*start) {
                Some(width) => Some(u64::try_from(width).map_or(0, |width| width + 1)),
                None if start > end => Some(0),
                None => end.abs_diff(*start).checked_add(1),
            },
            Sort::Integer { .. } | Sort::String | Sort::List { capacity: None, .. } => None,
            Sort::Product(sorts) => sorts
                .iter()
                .map(|&sort| self.value_count_with(sort, known))
                .try_fold(1_u64, |product, count| product.checked_mul(count?)),
            Sort::List { element, capacity: Some(capacity) } => {
                self.value_count_with(*element, known).and_then(|count| list_count(count, *capacity))
            }
            Sort::Array { element, length } => {
                self.value_count_with(*element, known).and_then(|count| power(count, *length))
            }
        };
        known[sort.index()] = Some(count);
        count
    }

    /// Returns the sort's values in order; `None` if there are more than `limit`, or too many to hold.
    ///
    /// Enumerations have the order of their declaration, and numbers are ordered by size. Compound values are ordered
    /// lexicographically, with short lists before long ones.
    #[must_use]
    pub fn values_of(&self, sort: SortId, limit: u64) -> Option<Vec<Value>> {
        match self.value_count(sort)? {
            0 => return Some(Vec::new()),
            count if count > limit => return None,
            _ => {}
        }
        Some(match self.sort(sort) {
            Sort::Dot => vec![Value::Dot],
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Enumeration { constants, .. } => {
                (0..constants.len()).filter_map(|i| u32::try_from(i).ok()).map(Value::Constant).collect()
            }
            Sort::Range { start, end } => (*start..=*end).map(Value::Integer).collect(),
            Sort::Integer { .. } | Sort::String | Sort::List { capacity: None, .. } => return None,
            Sort::Product(sorts) => {
                let parts = sorts.iter().map(|&s| self.values_of(s, limit)).collect::<Option<Vec<_>>>()?;
                sequences(&parts).into_iter().map(Value::Tuple).collect()
            }
            Sort::List { element, capacity: Some(capacity) } => {
                let part = self.values_of(*element, limit)?;
                if part.len() == 1 && capacity.saturating_mul(*capacity) > limit {
                    return None; // few lists, but long ones
                }
                let longest = if part.is_empty() { 0 } else { usize::try_from(*capacity).ok()? };
                (0..=longest).flat_map(|n| sequences(&vec![part.clone(); n])).map(Value::List).collect()
            }
            Sort::Array { element, length } => {
                let part = self.values_of(*element, limit)?;
                sequences(&vec![part; usize::try_from(*length).ok()?]).into_iter().map(Value::List).collect()
            }
        })
    }
}

/// Returns all sequences with one value from each of `parts`, in lexicographic order.
fn sequences(parts: &[Vec<Value>]) -> Vec<Vec<Value>> {
    parts.iter().fold(vec![Vec::new()], |sequences, part| {
        let longer = |s: &Vec<Value>, v: &Value| s.iter().chain([v]).cloned().collect();
        sequences.iter().flat_map(|s| part.iter().map(move |v| longer(s, v))).collect()
    })
}

/// Returns `base` to the power of `exponent`; `None` from 2^64 on.
fn power(base: u64, exponent: u64) -> Option<u64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// Returns the number of lists of at most `capacity` elements out of `count`; `None` from 2^64 on.
fn list_count(count: u64, capacity: u64) -> Option<u64> {
    match count {
        0 => Some(1),
        1 => capacity.checked_add(1),
        _ if capacity > 64 => None,
        _ => (0..=capacity).try_fold(0_u64, |sum, length| sum.checked_add(power(count, length)?)),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Constant, Net, Sort, SortDeclaration, SortId, Value};

    fn declare(net: &mut Net, sort: Sort) -> SortId {
        net.declarations.sorts.push(SortDeclaration { id: String::new(), name: None, sort });
        SortId::new(net.declarations.sorts.len() - 1)
    }

    fn net_with(sort: impl FnOnce(SortId) -> Sort) -> (Net, SortId) {
        let mut net = Net::new("n");
        let range = declare(&mut net, Sort::Range { start: -1, end: 1 });
        let sort = declare(&mut net, sort(range));
        (net, sort)
    }

    #[test]
    fn listed_values_are_as_many_as_counted_and_all_of_the_sort() {
        let constants = ["a", "b"].map(|id| Constant { id: id.into(), name: None }).to_vec();
        let sorts: [fn(SortId) -> Sort; 6] = [
            |_| Sort::Bool,
            |range| Sort::Product(vec![range, SortId::DOT, range]),
            |range| Sort::List { element: range, capacity: Some(3) },
            |range| Sort::Array { element: range, length: 2 },
            |range| Sort::Array { element: range, length: 0 },
            |_| Sort::Range { start: 3, end: 2 },
        ];
        let mut nets: Vec<_> = sorts.into_iter().map(net_with).collect();
        nets.push(net_with(|_| Sort::Enumeration { cyclic: true, constants }));
        for ((net, sort), count) in nets.iter().zip([2, 9, 40, 9, 1, 0, 2]) {
            let values = net.values_of(*sort, 100).unwrap();
            assert_eq!((values.len(), net.value_count(*sort)), (count, Some(count as u64)));
            assert!(values.iter().all(|value| net.is_value_of(*sort, value)), "{values:?}");
            assert_eq!(values.iter().collect::<std::collections::BTreeSet<_>>().len(), count);
        }
    }

    #[test]
    fn values_of_another_sort_are_recognised() {
        let (net, list) = net_with(|range| Sort::List { element: range, capacity: Some(1) });
        assert!(net.is_value_of(list, &Value::List(vec![Value::Integer(1)])));
        for value in [
            Value::Dot,
            Value::List(vec![Value::Integer(2)]),
            Value::List(vec![Value::Integer(0), Value::Integer(0)]),
        ] {
            assert!(!net.is_value_of(list, &value), "{value:?}");
        }
    }

    #[test]
    fn a_count_too_large_is_no_count() {
        let (net, array) = net_with(|range| Sort::Array { element: range, length: 41 });
        assert_eq!(net.value_count(array), None);
        let (net, all) = net_with(|_| Sort::Range { start: i64::MIN, end: i64::MAX });
        assert_eq!((net.value_count(all), net.values_of(all, 10)), (None, None));
    }

    #[test]
    fn shared_parts_are_counted_once() {
        let mut net = Net::new("n");
        let mut sort = SortId::DOT;
        for _ in 0..60 {
            sort = declare(&mut net, Sort::Product(vec![sort, sort]));
        }
        assert_eq!(net.value_count(sort), Some(1));
    }
}
