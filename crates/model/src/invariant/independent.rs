//! Independent columns of a matrix, and their number.
//!
//! Whether y·C = 0 depends only on the space that the columns span: a column that is a combination of others adds no
//! condition. An unfolded net has many more transitions than places, so most of its columns can be omitted. They are
//! found by Gaussian elimination in integers, without divisions (Bareiss, *Sylvester's Identity and Multistep
//! Integer-Preserving Gaussian Elimination*, Mathematics of Computation, 1968; here each vector is divided by the
//! greatest common divisor of its entries instead). A column is omitted only if it has been reduced to zero. If a
//! number does not fit 64 bits or the budget is spent, the column stays.

use super::incidence::Incidence;
use super::row::{Sparse, combine, gcd};

/// Returns the matrix with columns that span the same space. Columns with few entries are preferred.
///
/// Uses at most about `budget` elementary operations, and none once `is_stopped` returns true.
pub(super) fn spanning(incidence: &Incidence, mut budget: usize, is_stopped: &dyn Fn() -> bool) -> Incidence {
    let mut columns: Vec<&Sparse> = incidence.columns.iter().collect();
    columns.sort_by_key(|column| column.len());
    let mut echelon = Echelon { vectors: vec![None; incidence.excluded.len()] };
    let may_be_new = |column: &&Sparse| is_stopped() || echelon.adds(column, &mut budget) != Some(false);
    let mut kept: Vec<Sparse> = columns.into_iter().filter(may_be_new).cloned().collect();
    kept.sort_unstable();
    Incidence { columns: kept, excluded: incidence.excluded.clone(), inexact: incidence.inexact.clone() }
}

/// Computes the number of independent columns with at most about `budget` elementary operations.
///
/// Returns `None` if that is insufficient, a number does not fit 64 bits, or `is_stopped` returns true.
pub(super) fn rank(incidence: &Incidence, mut budget: usize, is_stopped: &dyn Fn() -> bool) -> Option<usize> {
    if incidence.excluded.contains(&true) {
        return None;
    }
    let mut columns: Vec<&Sparse> = incidence.columns.iter().collect();
    columns.sort_by_key(|column| column.len());
    let mut echelon = Echelon { vectors: vec![None; incidence.excluded.len()] };
    let mut rank = 0;
    for column in columns {
        if is_stopped() {
            return None;
        }
        rank += usize::from(echelon.adds(column, &mut budget)?);
    }
    Some(rank)
}

/// Independent vectors, indexed by their first index, which is different for each.
struct Echelon {
    vectors: Vec<Option<Sparse>>,
}

impl Echelon {
    /// Adds a column and returns `true` if it is independent of the columns added before, and returns `false`
    /// otherwise. Returns `None` if this cannot be decided.
    fn adds(&mut self, column: &Sparse, budget: &mut usize) -> Option<bool> {
        let mut rest = column.clone();
        while let Some(&(first, entry)) = rest.first() {
            let Some(pivot) = &self.vectors[first as usize] else {
                self.vectors[first as usize] = Some(rest);
                return Some(true);
            };
            *budget = budget.saturating_sub(rest.len() + pivot.len());
            rest = reduced(&rest, entry, pivot).filter(|_| *budget > 0)?;
        }
        Some(false)
    }
}

/// Returns a multiple of `vector`, whose first entry is `entry`, minus a multiple of `pivot` that cancels this entry.
fn reduced(vector: &Sparse, entry: i64, pivot: &Sparse) -> Option<Sparse> {
    let lead = pivot[0].1;
    let divisor = gcd(entry, lead);
    let mut difference = combine(lead / divisor, vector, (entry / divisor).checked_neg()?, pivot)?;
    let common = difference.iter().fold(0, |common, &(_, entry)| gcd(common, entry)).max(1);
    difference.iter_mut().for_each(|(_, entry)| *entry /= common);
    Some(difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn incidence(rows: usize, columns: &[&[(u32, i64)]]) -> Incidence {
        let columns = columns.iter().map(|column| column.to_vec()).collect();
        Incidence { columns, excluded: vec![false; rows], inexact: vec![false; rows] }
    }

    #[test]
    fn a_sum_of_others_is_left_out() {
        let all =
            incidence(3, &[&[(0, -1), (1, 1)], &[(0, -1), (2, 1)], &[(1, -1), (2, 1)], &[(0, 2), (2, -2)]]);
        let few = spanning(&all, 1000, &|| false);
        assert_eq!(few.columns, [vec![(0, -1), (1, 1)], vec![(0, -1), (2, 1)]]);
    }

    #[test]
    fn columns_without_a_proved_combination_stay() {
        let all = incidence(2, &[&[(0, -1), (1, 1)], &[(0, 1), (1, -1)]]);
        assert_eq!(spanning(&all, 0, &|| false).columns.len(), 2, "without a budget");
        let large = incidence(2, &[&[(0, i64::MAX), (1, 5)], &[(0, i64::MAX - 1), (1, 7)], &[(0, 1)]]);
        assert!(spanning(&large, 1000, &|| false).columns.len() >= 2);
    }

    #[test]
    fn the_rank_is_the_number_of_independent_columns_or_nothing() {
        let all =
            incidence(3, &[&[(0, -1), (1, 1)], &[(0, -1), (2, 1)], &[(1, -1), (2, 1)], &[(0, 2), (2, -2)]]);
        assert_eq!(rank(&all, 1000, &|| false), Some(2));
        assert_eq!(rank(&all, 0, &|| false), None, "without a budget");
        assert_eq!(rank(&all, 1000, &|| true), None, "stopped");
        let large = incidence(2, &[&[(0, i64::MAX), (1, 5)], &[(0, i64::MAX - 1), (1, 7)]]);
        assert_eq!(rank(&large, 1000, &|| false), None, "numbers that are too large");
    }

    #[test]
    fn a_negative_lead_serves_as_well() {
        let all = incidence(3, &[&[(0, -3), (1, 2)], &[(0, 6), (2, 5)], &[(1, 4), (2, 5)]]);
        assert_eq!(spanning(&all, 1000, &|| false).columns.len(), 2);
    }
}
