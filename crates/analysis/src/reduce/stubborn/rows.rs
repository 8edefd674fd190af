//! Lists of numbers, stored one after the other in memory and indexed by row number.

/// A list for each row.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// The end of each row.
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Rows {
    /// Adds a row, and returns its number.
    pub(super) fn push(&mut self, items: impl IntoIterator<Item = u32>) -> u32 {
        self.items.extend(items);
        self.ends.push(self.items.len());
        number(self.ends.len() - 1)
    }

    /// Returns the items of a row.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[u32] {
        let row = row as usize;
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.items[start..self.ends[row]]
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>() + self.items.capacity() * size_of::<u32>()
    }
}

/// # Panics
/// If a number does not fit 32 bits. The numbers of events and of all other items are smaller.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).ok().filter(|&number| number < u32::MAX).expect("less than 2^32 - 1 of each kind")
}
