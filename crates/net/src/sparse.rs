//! Sparse rows: lists of pairs of an index and a value. INVARIANT: a row is sorted by index, holds each index at most
//! once, and usually holds no value 0.

/// Returns the value at an index; 0 if the row does not hold the index.
#[must_use]
pub fn value<K: Ord + Copy, V: Copy + Default>(row: &[(K, V)], index: K) -> V {
    row.binary_search_by_key(&index, |&(at, _)| at).map_or(V::default(), |position| row[position].1)
}

/// Returns the indices that either row holds, sorted, with their values in both.
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
