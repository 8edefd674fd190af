//! The conformance models of the reference, with the counts of both implementations.

use std::fs;

use crate::support::explore::explore;
use crate::support::{models, shared};
use sanderling_dve::Semantics;

/// What we give instead of LTSmin's statistics, and how many edges lead to an error; in the order of the models.
/// Freed slots are zeroed, what is undefined is an error, the property process is left out, and an
/// array without index is its element 0.
const OTHERWISE: [(&str, [usize; 4]); 7] = [
    ("c13-buffer-stale-slot", [6, 6, 1, 0]),
    ("c17-index-out-of-bounds", [3, 2, 2, 1]),
    ("c18-index-error-in-guard", [3, 2, 2, 1]),
    ("c19-division-by-zero", [3, 2, 2, 1]),
    ("c26-property-product", [2, 2, 0, 0]),
    ("c27-property-stutter", [2, 1, 1, 0]),
    ("c30-unindexed-array", [3, 2, 1, 0]),
];

/// A line of the table: a model's name, and its statistics where there are any.
fn expected(line: &str, column: usize) -> (String, Option<[usize; 3]>) {
    let cells: Vec<&str> = line.split(',').collect();
    let number = |position: usize| cells[column + position].parse().ok();
    let statistics = || Some([number(0)?, number(1)?, number(2)?]);
    (cells[0].to_owned(), statistics())
}

fn check(semantics: Semantics, column: usize) {
    let Some(folder) = shared("reference/dve-conformance") else { return };
    let table = fs::read_to_string(folder.join("expected.csv")).unwrap();
    let table: Vec<_> = table.lines().skip(1).map(|line| expected(line, column)).collect();
    assert_eq!((table.len(), models(&folder).len()), (30, 30));
    let mut wrong = Vec::new();
    for (name, statistics) in table {
        let found = explore(fs::read(folder.join(format!("{name}.dve"))).unwrap(), semantics);
        let other = OTHERWISE.iter().find(|(other, _)| *other == name).map(|(_, statistics)| *statistics);
        let is_property = name.contains("property");
        let is_right = match other.filter(|_| is_property || semantics == Semantics::Ltsmin) {
            Some([states, edges, deadlocks, undefined]) => {
                found.statistics() == [states, edges, deadlocks] && found.undefined == undefined
            }
            None => Some(found.statistics()) == statistics,
        };
        if !is_right {
            wrong.push((name, found, statistics));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn models_mean_what_ltsmin_makes_of_them() {
    check(Semantics::Ltsmin, 4);
}

#[test]
fn models_mean_what_divine_2_makes_of_them() {
    check(Semantics::Divine2, 1);
}
