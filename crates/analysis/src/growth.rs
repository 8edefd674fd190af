//! The growth of arrays with an element for each state, as in the store.
//!
//! Doubling arrays would take much memory at once, without a check beforehand. INVARIANT: little more than
//! an eighth of such an array is ever unused.

/// Arrays grow by one part in this number.
const GROWTH: usize = 8;
/// The minimum number of elements by which an array grows.
const MIN: usize = 16;

/// Reserves room for this number of elements and some more.
pub(crate) fn make_room<T>(elements: &mut Vec<T>, length: usize) {
    if elements.capacity() < length {
        elements.reserve_exact(length + length / GROWTH + MIN - elements.len());
    }
}

#[cfg(test)]
mod tests {
    use super::make_room;

    #[test]
    fn little_of_an_array_is_unused_and_it_seldom_moves() {
        let (mut elements, mut moves) = (Vec::new(), 0);
        for length in 1..100_000 {
            let before = elements.capacity();
            make_room(&mut elements, length);
            elements.resize(length, 0_u32);
            moves += usize::from(elements.capacity() != before);
            assert!(elements.capacity() <= length + length / 8 + 16);
        }
        assert!(moves < 100, "{moves}");
    }
}
