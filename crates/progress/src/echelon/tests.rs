//! Tests of equations with known solutions.

use super::{Added, Equations};

fn solved(rows: &[&[(usize, i128)]]) -> (Vec<Added>, Vec<(usize, i128)>) {
    let mut equations = Equations::new(1000);
    let added = rows.iter().map(|row| equations.add(row)).collect();
    (added, equations.solution().unwrap().into_iter().collect())
}

fn product(row: &[(usize, i128)], solution: &[(usize, i128)]) -> i128 {
    let value = |column| solution.iter().find(|&&(at, _)| at == column).map_or(0, |&(_, value)| value);
    row.iter().map(|&(column, entry)| entry * value(column)).sum()
}

#[test]
fn independent_rows_get_equal_positive_results() {
    let rows: [&[_]; 3] = [&[(0, 2), (1, -3)], &[(1, 5), (4, 1)], &[(0, -7), (4, 3)]];
    let (added, solution) = solved(&rows);
    assert_eq!(added, [Added::Independent; 3]);
    let results: Vec<_> = rows.iter().map(|row| product(row, &solution)).collect();
    assert!(results[0] > 0 && results.iter().all(|&result| result == results[0]), "{results:?}");
}

#[test]
fn combinations_of_other_rows_are_dependent() {
    let (added, solution) = solved(&[&[(0, 1)], &[(1, -1)], &[(0, -2), (1, -2)], &[(0, -1)]]);
    assert_eq!(added, [Added::Independent, Added::Independent, Added::Dependent, Added::Dependent]);
    assert_eq!(solution, [(0, 1), (1, -1)]);
}

#[test]
fn a_row_that_grows_too_large_changes_nothing() {
    let mut equations = Equations::new(1000);
    let prime = (1 << 126) - 137;
    assert_eq!(equations.add(&[(0, prime), (1, prime - 2)]), Added::Independent);
    let before = equations.solution();
    assert_eq!(equations.add(&[(0, prime - 4), (1, prime - 8)]), Added::Refused);
    assert_eq!(equations.solution(), before);
}

#[test]
fn work_is_bounded() {
    let mut equations = Equations::new(12);
    let added: Vec<_> = (0..10).map(|i| equations.add(&[(i, 1), (i + 1, -1)])).collect();
    assert_eq!(added[0], Added::Independent);
    assert_eq!(added[2], Added::Refused, "two rows would have to change");
    assert!(equations.solution().is_some());
}
