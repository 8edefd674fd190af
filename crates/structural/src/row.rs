//! Sparse rows: the weights of one kind of arc of one transition, by place.
//!
//! INVARIANT: a row is sorted by place, contains each place at most once, and none with weight 0. All sums and products
//! are checked: if one does not fit 64 bits, there is no row.

use sanderling_net::PlaceId;
pub(crate) use sanderling_net::sparse::{merge, value as weight};

/// Weights by place.
pub(crate) type Row = Vec<(PlaceId, u64)>;

/// Sets the weight of a place; 0 removes it.
pub(crate) fn set(row: &mut Row, place: PlaceId, weight: u64) {
    match (row.binary_search_by_key(&place, |&(p, _)| p), weight) {
        (Ok(position), 0) => drop(row.remove(position)),
        (Ok(position), _) => row[position].1 = weight,
        (Err(_), 0) => {}
        (Err(position), _) => row.insert(position, (place, weight)),
    }
}

pub(crate) fn without(row: &[(PlaceId, u64)], place: PlaceId) -> Row {
    row.iter().copied().filter(|&(p, _)| p != place).collect()
}

/// Returns a multiple of a row, or `None` if a weight would be 2^64 or more.
pub(crate) fn times(row: &[(PlaceId, u64)], factor: u64) -> Option<Row> {
    if factor == 0 {
        return Some(Row::new());
    }
    row.iter().map(|&(place, weight)| Some((place, weight.checked_mul(factor)?))).collect()
}

/// Returns the sum of two rows, or `None` if a weight would be 2^64 or more.
pub(crate) fn plus(left: &[(PlaceId, u64)], right: &[(PlaceId, u64)]) -> Option<Row> {
    merge(left, right).map(|(place, a, b)| Some((place, a.checked_add(b)?))).collect()
}

/// Whether no weight on the left is greater than the one on the right.
pub(crate) fn is_at_most(left: &[(PlaceId, u64)], right: &[(PlaceId, u64)]) -> bool {
    left.len() <= right.len() && left.iter().all(|&(place, needed)| needed <= weight(right, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(weights: &[u64]) -> Row {
        let places = weights.iter().enumerate().map(|(index, &weight)| (PlaceId::new(index), weight));
        places.filter(|&(_, weight)| weight > 0).collect()
    }

    #[test]
    fn rows_add_up_place_by_place() {
        assert_eq!(plus(&row(&[1, 0, 2]), &row(&[0, 3, 4])), Some(row(&[1, 3, 6])));
        assert_eq!(times(&row(&[1, 0, 2]), 3), Some(row(&[3, 0, 6])));
        assert_eq!(times(&row(&[1]), 0), Some(Row::new()));
        assert_eq!(without(&row(&[1, 2]), PlaceId::new(0)), row(&[0, 2]));
    }

    #[test]
    fn overflowing_rows_are_none() {
        assert_eq!(plus(&row(&[u64::MAX]), &row(&[1])), None);
        assert_eq!(times(&row(&[u64::MAX]), 2), None);
    }

    #[test]
    fn rows_compare_place_by_place() {
        assert!(is_at_most(&row(&[1, 0, 2]), &row(&[1, 1, 2])));
        assert!(!is_at_most(&row(&[1, 0, 2]), &row(&[3, 1, 1])));
        assert!(!is_at_most(&row(&[1]), &row(&[0, 1])));
    }

    #[test]
    fn a_weight_of_zero_takes_a_place_out() {
        let mut changed = row(&[1, 2]);
        set(&mut changed, PlaceId::new(0), 0);
        set(&mut changed, PlaceId::new(2), 5);
        assert_eq!(changed, row(&[0, 2, 5]));
        assert_eq!((weight(&changed, PlaceId::new(0)), weight(&changed, PlaceId::new(2))), (0, 5));
    }
}
