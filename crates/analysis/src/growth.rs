//! How arrays with an element for each state grow: as those of the store do.
//!
//! Arrays that double would take much memory at a stroke, which nobody has looked ahead to. INVARIANT:
//! little more than an eighth of such an array is ever unused.

/// Arrays grow by an eighth.
const GROWTH: usize = 8;
/// The minimum number of elements by which an array grows.
const MIN: usize = 16;

/// Gives an array room for so many elements, and some besides.
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
