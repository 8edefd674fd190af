//! A row of Farkas' tableau: a weighting of the places, and the remaining effect of each transition on it.
//!
//! The weights y are positive on the row's support and 0 elsewhere. `pending` is y·C restricted to the columns that
//! have not been eliminated yet; when it is empty the row is finished. An accepted loss becomes a weight as well, of an
//! artificial place that collects the loss of that column: its slack. Arithmetic is checked. Two rows whose combination
//! does not fit 64 bits are not combined, and no row ever wraps.
//!
//! INVARIANT: both vectors are sorted by index, have no zeros, and have no common divisor but 1.

use sanderling_net::sparse;

/// A sparse integer vector, sorted by index, without zeros.
pub(crate) type Sparse = Vec<(u32, i64)>;

/// A row of the tableau.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The weights of the places, followed by those of the slacks.
    pub(crate) weights: Sparse,
    /// The weighted effect of each remaining transition.
    pub(crate) pending: Sparse,
    /// Whether the weighted sum of tokens never changes. Otherwise it may also fall.
    pub(crate) exact: bool,
    /// A bit for every place of the support, by its index modulo 64.
    signature: u64,
}

impl Row {
    /// Creates a row with these weights and effects, divided by their greatest common divisor.
    pub(crate) fn new(mut weights: Sparse, mut pending: Sparse, exact: bool) -> Self {
        let divisor = weights.iter().chain(&pending).fold(0, |divisor, &(_, value)| gcd(divisor, value));
        if divisor > 1 {
            for (_, value) in weights.iter_mut().chain(&mut pending) {
                *value /= divisor;
            }
        }
        let signature = weights.iter().fold(0, |bits, &(index, _)| bits | 1 << (index % 64));
        Self { weights, pending, exact, signature }
    }

    /// Returns the effect of the transition at `column`.
    pub(crate) fn effect(&self, column: u32) -> i64 {
        sparse::value(&self.pending, column)
    }

    /// Returns the work of one pass over the row.
    pub(crate) fn len(&self) -> usize {
        self.weights.len() + self.pending.len()
    }

    /// Returns the smallest positive combination of a row that `column` raises and one that it lowers, such that it
    /// does neither.
    pub(crate) fn cancel(raised: &Self, lowered: &Self, column: u32) -> Option<Self> {
        let (gain, loss) = (raised.effect(column), lowered.effect(column).checked_neg()?);
        let divisor = gcd(gain, loss);
        let (times_raised, times_lowered) = (loss / divisor, gain / divisor);
        let weights = combine(times_raised, &raised.weights, times_lowered, &lowered.weights)?;
        let pending = combine(times_raised, &raised.pending, times_lowered, &lowered.pending)?;
        Some(Self::new(weights, pending, raised.exact && lowered.exact))
    }

    /// Returns this row with a slack of this index that collects the loss at `column`.
    pub(crate) fn accept_loss(&self, column: u32, slack: u32) -> Self {
        let (mut weights, mut pending) = (self.weights.clone(), self.pending.clone());
        let position = weights.partition_point(|&(index, _)| index < slack);
        weights.insert(position, (slack, self.effect(column).saturating_neg()));
        pending.retain(|&(index, _)| index != column);
        Self::new(weights, pending, false)
    }

    /// Whether this row's support may be within the other's. This is a quick test, whose answer `false` is certain.
    pub(crate) fn may_be_within(&self, other: &Self) -> bool {
        self.signature & !other.signature == 0 && self.weights.len() <= other.weights.len()
    }

    /// Whether every place of this row's support is in the other's.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut places = other.weights.iter();
        self.weights.iter().all(|(place, _)| places.any(|(candidate, _)| candidate == place))
    }
}

/// Returns left · x + right · y, or `None` if it does not fit.
pub(super) fn combine(left: i64, x: &[(u32, i64)], right: i64, y: &[(u32, i64)]) -> Option<Sparse> {
    let mut sum = Sparse::with_capacity(x.len() + y.len());
    for (index, from_x, from_y) in sparse::merge(x, y) {
        let value = left.checked_mul(from_x)?.checked_add(right.checked_mul(from_y)?)?;
        if value != 0 {
            sum.push((index, value));
        }
    }
    Some(sum)
}

/// Returns the greatest common divisor. That of 0 and a number is the number without its sign.
pub(crate) fn gcd(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i64::try_from(left).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_finds_the_smallest_combination() {
        let raised = Row::new(vec![(0, 1)], vec![(7, 4)], true);
        let lowered = Row::new(vec![(1, 1)], vec![(7, -6), (9, 1)], true);
        let row = Row::cancel(&raised, &lowered, 7).unwrap();
        assert_eq!((row.weights, row.pending), (vec![(0, 3), (1, 2)], vec![(9, 2)]));
    }

    #[test]
    fn overflowing_rows_are_given_up() {
        let raised = Row::new(vec![(0, i64::MAX)], vec![(7, 1)], true);
        let lowered = Row::new(vec![(0, 1)], vec![(7, -2)], true);
        assert_eq!(Row::cancel(&raised, &lowered, 7), None);
    }

    #[test]
    fn a_support_lies_within_a_larger_one() {
        let small = Row::new(vec![(1, 5), (70, 1)], vec![], true);
        let large = Row::new(vec![(0, 1), (1, 1), (70, 9)], vec![], true);
        assert!(small.is_within(&large) && !large.is_within(&small) && small.is_within(&small));
        let other = Row::new(vec![(1, 1), (6, 1)], vec![], true);
        assert!(other.may_be_within(&small) && !other.is_within(&small), "70 and 6 share a bit");
    }

    #[test]
    fn common_divisors_are_taken_out() {
        let row = Row::new(vec![(0, 4)], vec![(1, -6)], true);
        assert_eq!((row.weights, row.pending), (vec![(0, 2)], vec![(1, -3)]));
    }
}
