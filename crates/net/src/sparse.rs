//! Sparse rows: values by index, as lists of pairs. INVARIANT: a row is sorted by index, holds each index
//! at most once, and most often none with value 0.

/// The value at an index; 0 where the row does not hold it.
#[must_use]
pub fn value<K: Ord + Copy, V: Copy + Default>(row: &[(K, V)], index: K) -> V {
    row.binary_search_by_key(&index, |&(at, _)| at).map_or(V::default(), |position| row[position].1)
}

/// The indices that either row holds, with their values in both, sorted.
pub fn merge<'a, K: Ord + Copy, V: Copy + Default>(
    left: &'a [(K, V)],
    right: &'a [(K, V)],
) -> impl Iterator<Item = (K, V, V)> + 'a {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    std::iter::from_fn(move || {
        let index = match (left.peek(), right.peek()) {
            (None, None) => return None,
            (Some(&&(index, _)), None) | (None, Some(&&(index, _))) => index,
            (Some(&&(one, _)), Some(&&(other, _))) => one.min(other),
        };
        let in_left = left.next_if(|(at, _)| *at == index).map_or(V::default(), |&(_, value)| value);
        let in_right = right.next_if(|(at, _)| *at == index).map_or(V::default(), |&(_, value)| value);
        Some((index, in_left, in_right))
    })
}
