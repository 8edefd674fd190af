//! A set of positions, a bit for each: which positions of an array are free, or taken.
//!
//! PERF: written by hand, since a search that forgets states changes it with each of them.

/// A set of positions.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// 64 positions at a time.
    words: Vec<u64>,
}

impl Positions {
    /// Whether a position is in the set.
    #[inline]
    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words.get(position / 64).is_some_and(|bits| bits >> (position % 64) & 1 == 1)
    }

    /// Puts in a position below `bound`, after making room for all positions below it. The bound never falls.
    #[inline]
    pub(crate) fn insert(&mut self, position: usize, bound: usize) {
        self.words.resize(bound.div_ceil(64), 0);
        self.words[position / 64] |= 1 << (position % 64);
    }

    /// Takes out a position that was put in before.
    #[inline]
    pub(crate) fn remove(&mut self, position: usize) {
        self.words[position / 64] &= !(1 << (position % 64));
    }

    /// The memory that the set has taken.
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
