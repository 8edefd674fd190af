//! Sets of numbers that can be cleared in constant time.
//!
//! A number is in the set if its stamp is the current one. Clearing the set changes the current stamp.

/// A set of numbers below some bound.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    stamps: Box<[u32]>,
    current: u32,
}

impl Marks {
    /// Creates an empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self { stamps: vec![0; bound].into(), current: 1 }
    }

    /// Removes all numbers.
    pub(super) fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.stamps.fill(0);
            self.current = 1;
        }
    }

    /// Adds a number, and returns whether it was not in the set.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.stamps[number as usize], self.current) != self.current
    }

    /// Takes a number out.
    #[inline]
    pub(super) fn remove(&mut self, number: u32) {
        self.stamps[number as usize] = 0;
    }

    /// Whether a number is in the set.
    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        self.stamps[number as usize] == self.current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emptied_sets_are_empty_even_when_stamps_run_out() {
        let mut marks = Marks::new(3);
        marks.current = u32::MAX - 1;
        for _ in 0..4 {
            assert!(!marks.has(1) && marks.insert(1) && !marks.insert(1) && marks.has(1) && !marks.has(2));
            marks.clear();
        }
        marks.insert(2);
        marks.remove(2);
        assert!(!marks.has(2));
    }
}
