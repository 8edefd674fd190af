//! Rows of different lengths in a single vector.
//!
//! A net is sparse: a transition is connected to a handful of places out of thousands. Compressed sparse rows store
//! such a relation in two vectors, independently of the number of rows, and return a row as a slice. INVARIANT:
//! `starts` begins with 0, never falls, and ends with the number of entries.

/// A table whose rows have different lengths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ragged<T> {
    starts: Vec<usize>,
    entries: Vec<T>,
}

impl<T> Ragged<T> {
    /// Creates a table without rows.
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Appends a row.
    pub(crate) fn push_row(&mut self, row: impl IntoIterator<Item = T>) {
        self.entries.extend(row);
        self.starts.push(self.entries.len());
    }

    #[inline]
    pub(crate) fn row(&self, index: usize) -> &[T] {
        &self.entries[self.starts[index]..self.starts[index + 1]]
    }

    /// Iterates over all rows, in order.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.starts.windows(2).map(|bounds| &self.entries[bounds[0]..bounds[1]])
    }
}

impl<T: Copy> Ragged<T> {
    /// Creates the table that has `value` in row `key` for every `(key, value)` in `pairs`, in their order.
    ///
    /// Every key must be less than `len`.
    pub(crate) fn group(len: usize, pairs: &[(usize, T)]) -> Self {
        let mut starts = vec![0; len + 1];
        for &(key, _) in pairs {
            starts[key + 1] += 1;
        }
        for row in 0..len {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = pairs.first().map_or_else(Vec::new, |&(_, any)| vec![any; pairs.len()]);
        for &(key, value) in pairs {
            entries[next[key]] = value;
            next[key] += 1;
        }
        Self { starts, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::Ragged;

    #[test]
    fn rows_come_back_as_they_were_pushed() {
        let mut table = Ragged::new();
        table.push_row([1, 2]);
        table.push_row([]);
        table.push_row([3]);
        assert_eq!(table.rows().collect::<Vec<_>>(), [&[1, 2][..], &[], &[3]]);
        assert_eq!((table.len(), table.entry_count(), table.row(2)), (3, 3, &[3][..]));
    }

    #[test]
    fn grouping_keeps_the_order_within_a_row() {
        let table = Ragged::group(3, &[(2, 'a'), (0, 'b'), (2, 'c')]);
        assert_eq!(table.rows().collect::<Vec<_>>(), [&['b'][..], &[], &['a', 'c']]);
    }
}
