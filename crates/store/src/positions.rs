//! A bit set of positions of an array, for example of the free ones.
//!
//! PERF: the set is implemented here, since a search that forgets states updates it for each of them.

/// A set of positions.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// Bits for 64 positions each.
    words: Vec<u64>,
}

impl Positions {
    /// Whether the set contains a position.
    #[inline]
    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words.get(position / 64).is_some_and(|bits| bits >> (position % 64) & 1 == 1)
    }

    /// Inserts a position below `bound`, after making room for all positions below it. The bound never decreases.
    #[inline]
    pub(crate) fn insert(&mut self, position: usize, bound: usize) {
        self.words.resize(bound.div_ceil(64), 0);
        self.words[position / 64] |= 1 << (position % 64);
    }

    /// Removes a position that the set contains.
    #[inline]
    pub(crate) fn remove(&mut self, position: usize) {
        self.words[position / 64] &= !(1 << (position % 64));
    }

    /// Returns the memory of the set, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_and_go() {
        let mut positions = Positions::default();
        assert!(!positions.contains(0) && !positions.contains(1000) && positions.bytes() == 0);
        positions.insert(63, 64);
        positions.insert(129, 130);
        assert!([63, 129].iter().all(|&position| positions.contains(position)));
        assert!([0, 62, 64, 128, 130, 1000].iter().all(|&position| !positions.contains(position)));
        positions.remove(63);
        assert!(!positions.contains(63) && positions.contains(129));
    }
}
