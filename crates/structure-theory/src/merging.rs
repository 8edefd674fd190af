//! Merging of rows that have the same weight in every solution.
//!
//! If weighted sums of columns have to be 0, a column with two entries a and −a requires two equal weights. Most places
//! of a large net have one input and one output, and most transitions move one token, so hardly any rows are left for a
//! linear program. Once rows are merged, other columns may have two entries, so merging is repeated a few times.

use crate::incidence::Matrix;

/// A matrix whose rows may represent several rows of the original matrix.
pub(crate) struct Merged {
    pub(crate) matrix: Matrix,
    /// For each original row, the row that represents it.
    row: Vec<usize>,
}

impl Merged {
    /// Merges rows, for weights with which the sum of every column is 0. Cost: about linear in the entries.
    pub(crate) fn of(matrix: &Matrix) -> Self {
        const MAX_ROUNDS: usize = 16;
        let mut merged = Self { matrix: matrix.clone(), row: (0..matrix.row_count).collect() };
        for _ in 0..MAX_ROUNDS {
            if !merged.merge() {
                break;
            }
        }
        merged
    }

    /// Returns the weights of the original rows.
    pub(crate) fn spread(&self, weights: &[i128]) -> Vec<i128> {
        self.row.iter().map(|&row| weights[row]).collect()
    }

    /// Merges the rows that columns of two entries connect, and returns whether there are any.
    fn merge(&mut self) -> bool {
        let mut above: Vec<usize> = (0..self.matrix.row_count).collect();
        for column in &self.matrix.columns {
            if let &[(one, entry), (other, opposite)] = &column[..]
                && entry.checked_add(opposite) == Some(0)
            {
                let (one, other) = (root(&mut above, one), root(&mut above, other));
                above[other] = one;
            }
        }
        let mut numbers = vec![None; above.len()];
        let mut row_count = 0;
        let row: Vec<usize> = (0..above.len())
            .map(|row| {
                *numbers[root(&mut above, row)].get_or_insert_with(|| {
                    row_count += 1;
                    row_count - 1
                })
            })
            .collect();
        let Some(columns) = self.matrix.columns.iter().map(|column| renumbered(column, &row)).collect()
        else {
            return false;
        };
        let has_merged = row_count < self.matrix.row_count;
        self.matrix = Matrix { row_count, columns };
        self.row.iter_mut().for_each(|known| *known = row[*known]);
        has_merged
    }
}

/// Returns a column in terms of other rows, with sums of merged entries, or `None` if one does not fit.
fn renumbered(column: &[(usize, i128)], row: &[usize]) -> Option<Vec<(usize, i128)>> {
    let mut entries: Vec<(usize, i128)> = column.iter().map(|&(old, entry)| (row[old], entry)).collect();
    entries.sort_unstable_by_key(|&(row, _)| row);
    let sum = |same: &[(usize, i128)]| {
        let sum = same.iter().try_fold(0_i128, |sum, &(_, entry)| sum.checked_add(entry));
        sum.map(|sum| (same[0].0, sum))
    };
    let sums: Option<Vec<_>> = entries.chunk_by(|a, b| a.0 == b.0).map(sum).collect();
    sums.map(|sums| sums.into_iter().filter(|&(_, sum)| sum != 0).collect())
}

/// Returns the root of a number in a union-find forest with the parents `above`. Halves the path to the root.
pub(crate) fn root(above: &mut [usize], mut number: usize) -> usize {
    while above[number] != number {
        above[number] = above[above[number]];
        number = above[number];
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_a_column_makes_equal_are_merged() {
        // Rows 0 and 1 are equal, so by the second column 2 and 3 are as well. The last column then adds nothing.
        let columns = vec![
            vec![(0, 2), (1, -2)],
            vec![(0, 1), (1, -1), (2, 1), (3, -1)],
            vec![(2, 1), (3, 1), (4, -1)],
            vec![(2, 1), (3, -1)],
        ];
        let merged = Merged::of(&Matrix { row_count: 5, columns });
        assert_eq!(merged.matrix.row_count, 3);
        assert_eq!(merged.matrix.columns, [vec![], vec![], vec![(1, 2), (2, -1)], vec![]]);
        assert_eq!(merged.spread(&[7, 1, 2]), [7, 7, 1, 1, 2]);
    }
}
