//! The incidence matrix, and its products with vectors in checked integers.
//!
//! An entry is post − pre for a place and a transition, or 0 if the transition resets the place. Callers must therefore
//! exclude reset arcs.

use std::collections::HashSet;

use crate::flow::Flow;

/// A sparse integer matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub(crate) row_count: usize,
    /// The non-zero entries of each column, by row.
    pub(crate) columns: Vec<Vec<(usize, i128)>>,
}

impl Matrix {
    /// Returns the matrix with a row for each place and a column for each transition.
    pub(crate) fn of_places(flow: &Flow<'_>) -> Self {
        let structure = flow.structure();
        let column = |transition| {
            let effect = structure.effect(transition).iter();
            effect.map(|&(place, effect)| (place.index(), effect)).collect()
        };
        Self { row_count: structure.place_count(), columns: structure.transition_ids().map(column).collect() }
    }

    /// Returns the matrix of pre − post, with a row for each transition and a column for each place.
    pub(crate) fn of_transitions(flow: &Flow<'_>) -> Self {
        let of_places = Self::of_places(flow);
        let mut columns = vec![Vec::new(); of_places.row_count];
        for (transition, effects) in of_places.columns.iter().enumerate() {
            for &(place, effect) in effects {
                columns[place].push((transition, -effect));
            }
        }
        Self { row_count: of_places.columns.len(), columns }
    }

    /// Returns the product of a row vector and each column, or `None` if it does not fit.
    pub(crate) fn left_product(&self, rows: &[i128]) -> Option<Vec<i128>> {
        let product = |column: &Vec<(usize, i128)>| {
            let mut terms = column.iter();
            terms.try_fold(0_i128, |sum, &(row, entry)| sum.checked_add(entry.checked_mul(rows[row])?))
        };
        self.columns.iter().map(product).collect()
    }

    /// Returns the sum of the columns with these multipliers, or `None` if it does not fit.
    pub(crate) fn right_product(&self, times: &[i128]) -> Option<Vec<i128>> {
        let mut sums = vec![0_i128; self.row_count];
        for (column, &times) in self.columns.iter().zip(times).filter(|&(_, &times)| times != 0) {
            for &(row, entry) in column {
                sums[row] = sums[row].checked_add(entry.checked_mul(times)?)?;
            }
        }
        Some(sums)
    }

    /// Returns the distinct columns, each represented by its first occurrence.
    pub(crate) fn distinct_columns(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        (0..self.columns.len()).filter(|&column| seen.insert(&self.columns[column])).collect()
    }
}
