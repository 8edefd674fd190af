//! Theorems of the alternative: a positive weighting of the rows, or a combination of columns that refutes it.
//!
//! For an integer matrix A, exactly one alternative has a solution (the theorems of Stiemke, 1915, and of Gordan and
//! Farkas; in this form in Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VI.C):
//!
//! * y > 0 with y·A = 0, or x with A·x ≥ 0 and A·x ≠ 0;
//! * y > 0 with y·A ≤ 0, or x ≥ 0 with A·x ≥ 0 and A·x ≠ 0.
//!
//! Both are linear programs. In contrast to the source, a floating-point solver only proposes a solution of one or the
//! other, which is then checked in integers. Weights that are all 1, and combinations of one column, need no solver.
//!
//! Rows whose weights have to be equal are [merged](crate::merging) before.
//!
//! INVARIANT: every result has passed [`Relation::is_met`] or [`Relation::is_refuted`].

use sanderling_proof::{LinearProgram, Solved, Variable, float, multiples};

use crate::budget::{Budget, Unknown};
use crate::incidence::Matrix;
use crate::merging::Merged;

/// The condition on the weighted sum of each column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The sum is 0.
    Equal,
    /// The sum is at most 0.
    AtMost,
}

/// A solution of one of the two alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Alternative {
    /// A positive weight for each row.
    Weights(Vec<i128>),
    /// A multiplier for each column, such that the sum has no negative entry and a positive one.
    Refuted(Vec<i128>),
}

impl Relation {
    /// Whether these weights are positive and satisfy the relation.
    pub(crate) fn is_met(self, matrix: &Matrix, weights: &[i128]) -> bool {
        let holds = |sums: Vec<i128>| match self {
            Self::Equal => sums.iter().all(|&sum| sum == 0),
            Self::AtMost => sums.iter().all(|&sum| sum <= 0),
        };
        weights.iter().all(|&weight| weight > 0) && matrix.left_product(weights).is_some_and(holds)
    }

    /// Whether these multipliers prove that there are no such weights.
    pub(crate) fn is_refuted(self, matrix: &Matrix, times: &[i128]) -> bool {
        let holds = |sums: Vec<i128>| sums.iter().all(|&sum| sum >= 0) && sums.iter().any(|&sum| sum > 0);
        (self == Self::Equal || times.iter().all(|&times| times >= 0))
            && matrix.right_product(times).is_some_and(holds)
    }
}

/// Decides which alternative has a solution.
pub(crate) fn decide(
    matrix: &Matrix,
    relation: Relation,
    budget: &Budget<'_>,
) -> Result<Alternative, Unknown> {
    let ones = vec![1; matrix.row_count];
    if relation.is_met(matrix, &ones) {
        return Ok(Alternative::Weights(ones));
    }
    if let Some(times) = single_column(matrix, relation) {
        return Ok(Alternative::Refuted(times));
    }
    let met = match relation {
        Relation::AtMost => weights(matrix, relation, budget)?,
        Relation::Equal => {
            let merged = Merged::of(matrix);
            weights(&merged.matrix, relation, budget)?.map(|weights| merged.spread(&weights))
        }
    };
    match met {
        Some(weights) if relation.is_met(matrix, &weights) => Ok(Alternative::Weights(weights)),
        Some(_) => Err(Unknown::Unconfirmed),
        None => refutation(matrix, relation, budget)?.map(Alternative::Refuted).ok_or(Unknown::Unconfirmed),
    }
}

/// Returns multipliers with a single column that refutes the weights alone.
fn single_column(matrix: &Matrix, relation: Relation) -> Option<Vec<i128>> {
    let multiplier = |column: &Vec<(usize, i128)>| {
        let has_sign = |positive: bool| column.iter().all(|&(_, entry)| (entry > 0) == positive);
        match column.is_empty() {
            false if has_sign(true) => Some(1),
            false if has_sign(false) && relation == Relation::Equal => Some(-1),
            _ => None,
        }
    };
    let (column, by) =
        matrix.columns.iter().enumerate().find_map(|(index, column)| Some((index, multiplier(column)?)))?;
    let mut times = vec![0; matrix.columns.len()];
    times[column] = by;
    Some(times)
}

/// Returns positive weights with a minimal sum, or `None` if there seem to be none.
fn weights(matrix: &Matrix, relation: Relation, budget: &Budget<'_>) -> Result<Option<Vec<i128>>, Unknown> {
    let mut program = LinearProgram::default();
    let variables: Vec<Variable> =
        (0..matrix.row_count).map(|_| program.variable(1.0, 1.0, f64::INFINITY)).collect();
    for column in matrix.distinct_columns() {
        let mut terms = Vec::with_capacity(matrix.columns[column].len());
        for &(row, entry) in &matrix.columns[column] {
            terms.push((variables[row], float(entry).ok_or(Unknown::Overflow)?));
        }
        match relation {
            Relation::Equal => program.equal(&terms, 0.0),
            Relation::AtMost => program.at_most(&terms, 0.0),
        }
    }
    match program.solve(&budget.of_program()) {
        Solved::Infeasible => Ok(None),
        Solved::Unknown => Err(given_up(&program, budget)),
        Solved::Minimum(values) => {
            let found = multiples(&values).find(|weights| relation.is_met(matrix, weights));
            found.map(Some).ok_or(Unknown::Unconfirmed)
        }
    }
}

/// Returns multipliers of columns with a minimal sum that prove that there are no weights.
fn refutation(
    matrix: &Matrix,
    relation: Relation,
    budget: &Budget<'_>,
) -> Result<Option<Vec<i128>>, Unknown> {
    let columns = matrix.distinct_columns();
    let signs: &[f64] = if relation == Relation::Equal { &[1.0, -1.0] } else { &[1.0] };
    let mut program = LinearProgram::default();
    let (mut rows, mut total) = (vec![Vec::new(); matrix.row_count], Vec::new());
    for &column in &columns {
        for sign in signs {
            let variable = program.variable(1.0, 0.0, f64::INFINITY);
            let mut sum = 0_i128;
            for &(row, entry) in &matrix.columns[column] {
                rows[row].push((variable, sign * float(entry).ok_or(Unknown::Overflow)?));
                sum = sum.checked_add(entry).ok_or(Unknown::Overflow)?;
            }
            total.push((variable, sign * float(sum).ok_or(Unknown::Overflow)?));
        }
    }
    rows.iter().for_each(|row| program.at_least(row, 0.0));
    program.equal(&total, 1.0);
    match program.solve(&budget.of_program()) {
        Solved::Infeasible => Ok(None),
        Solved::Unknown => Err(given_up(&program, budget)),
        Solved::Minimum(values) => Ok(multiples(&values)
            .filter_map(|values| spread(matrix, &columns, signs.len(), &values))
            .find(|times| relation.is_refuted(matrix, times))),
    }
}

/// Extends multipliers of the distinct columns, with one for each sign, to all columns.
fn spread(matrix: &Matrix, columns: &[usize], signs: usize, values: &[i128]) -> Option<Vec<i128>> {
    let mut times = vec![0_i128; matrix.columns.len()];
    for (&column, values) in columns.iter().zip(values.chunks(signs)) {
        times[column] = values[0].checked_sub(values.get(1).copied().unwrap_or(0))?;
    }
    Some(times)
}

/// Returns the reason why a linear program was not solved.
fn given_up(program: &LinearProgram, budget: &Budget<'_>) -> Unknown {
    match () {
        () if budget.is_stopped() => Unknown::Stopped,
        () if program.entry_count() > budget.max_entries => Unknown::OverBudget,
        () => Unknown::Unconfirmed,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use sanderling_testkit::random::{for_seeds_as_usual, is_met};

    use super::*;

    fn random_matrix(seed: u64) -> Matrix {
        let mut random = StdRng::seed_from_u64(seed);
        let (rows, columns) = (random.random_range(1..=6), random.random_range(1..=6));
        let mut column = || {
            let entries = (0..rows).filter_map(|row| {
                let entry = random.random_range(-3..=3_i128);
                (entry != 0 && entry.abs() < 3).then_some((row, entry))
            });
            entries.collect()
        };
        Matrix { row_count: rows, columns: (0..columns).map(|_| column()).collect() }
    }

    /// Both alternatives cannot hold, so any result is right. On small matrices there is always a result.
    #[test]
    fn one_of_the_alternatives_is_found() {
        for relation in [Relation::Equal, Relation::AtMost] {
            let found = [Cell::new(0), Cell::new(0)];
            for_seeds_as_usual(3000, |seed| {
                let matrix = random_matrix(seed);
                match decide(&matrix, relation, &Budget::new(&|| false)).unwrap() {
                    Alternative::Weights(weights) => {
                        assert!(relation.is_met(&matrix, &weights));
                        found[0].update(|count| count + 1);
                    }
                    Alternative::Refuted(times) => {
                        assert!(relation.is_refuted(&matrix, &times));
                        found[1].update(|count| count + 1);
                    }
                }
            });
            println!("{relation:?}: {found:?}");
            assert!(found.iter().all(|count| is_met(count.get(), 100)), "{relation:?}: {found:?}");
        }
    }

    #[test]
    fn undecided_relations_have_a_reason() {
        let entry = |row, by| vec![(0, by), (row, -1)];
        let large = Matrix { row_count: 3, columns: vec![entry(1, 1), entry(2, 1 << 60)] };
        let decided = |budget: &Budget<'_>| decide(&large, Relation::Equal, budget).unwrap_err();
        assert_eq!(decided(&Budget::new(&|| false)), Unknown::Overflow);
        let small = Matrix { row_count: 2, columns: vec![entry(1, 2)] };
        let decided = |budget: &Budget<'_>| decide(&small, Relation::Equal, budget).unwrap_err();
        assert_eq!(decided(&Budget::new(&|| true)), Unknown::Stopped);
        assert_eq!(decided(&Budget { max_entries: 1, ..Budget::new(&|| false) }), Unknown::OverBudget);
    }
}
