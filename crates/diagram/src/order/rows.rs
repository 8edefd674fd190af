//! Rows of numbers in one allocation: hyperedges with their vertices, communities with their members.

use super::clock::Clock;

#[derive(Debug)]
pub(super) struct Rows {
    /// Where each row starts in `items`, and the end of the last row.
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    /// Returns the edges that have at least two vertices, or the first ones after an interruption.
    pub(super) fn edges<'e>(edges: impl Iterator<Item = &'e Vec<u32>>, clock: &mut Clock<'_>) -> Self {
        let mut rows = Self::new();
        for edge in edges.filter(|edge| edge.len() > 1) {
            if clock.is_over_after(edge.len()) {
                break;
            }
            rows.push(edge.iter().copied());
        }
        rows
    }

    /// Returns the members of each group, ascending, given each one's group.
    pub(super) fn grouped(groups: &[u32], count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        for &group in groups {
            starts[group as usize + 1] += 1;
        }
        for group in 0..count {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut items = vec![0; groups.len()];
        for (member, &group) in groups.iter().enumerate() {
            items[next[group as usize]] = member as u32;
            next[group as usize] += 1;
        }
        Self { starts, items }
    }

    pub(super) fn push(&mut self, row: impl Iterator<Item = u32>) {
        self.items.extend(row);
        self.starts.push(self.items.len());
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the length of all rows together.
    pub(super) fn size(&self) -> usize {
        self.items.len()
    }

    pub(super) fn row(&self, index: usize) -> &[u32] {
        &self.items[self.starts[index]..self.starts[index + 1]]
    }

    /// Returns the row of each number, if each number is in one row.
    pub(super) fn groups(&self) -> Vec<u32> {
        let mut groups = vec![0; self.size()];
        for (group, row) in self.iter().enumerate() {
            row.iter().for_each(|&member| groups[member as usize] = group as u32);
        }
        groups
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|index| self.row(index))
    }
}
