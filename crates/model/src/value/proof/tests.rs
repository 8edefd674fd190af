//! Tests of proved ranges on random contents.

use std::collections::HashSet;

use sanderling_data_net::Binary;
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{Firing, Random, cells, fire};

use super::*;

/// Returns contents that rules reach from the initial ones, at most `most` of them.
fn reached(cells: &Cells, rules: &[Rule], most: usize) -> Vec<Vec<i64>> {
    let initial: Vec<i64> = cells.ids().map(|id| cells.cell(id).initial).collect();
    let mut known = HashSet::from([initial.clone()]);
    let mut all = vec![initial];
    let mut next = 0;
    while let Some(contents) = all.get(next).filter(|_| all.len() < most).cloned() {
        for rule in rules {
            if let Firing::Successor(successor) = fire(rule, cells, &contents)
                && known.insert(successor.clone())
            {
                all.push(successor);
            }
        }
        next += 1;
    }
    all
}

#[test]
fn ranges_cover_all_that_a_model_reaches() {
    for_seeds(100, |seed| {
        let mut random = Random::new(seed);
        let cells = random.world().cells;
        let rules: Vec<Rule> = (0..4).map(|_| random.rule(&cells)).collect();
        let proof = prove(&cells, &rules, &|| false).unwrap();
        for contents in reached(&cells, &rules, 300) {
            for (cell, &number) in cells.ids().zip(&contents) {
                let range = proof.cell(cell);
                assert!(range.contains(number), "{cell:?} of {contents:?} is not in {range:?}: {rules:?}");
            }
        }
        assert!(cells.ids().all(|id| cells.cell(id).sort.includes(proof.cell(id))));
    });
}

fn binary(operation: Binary, cell: usize, number: i64) -> Expression {
    let cell = Expression::Cell(CellId::new(cell));
    Expression::Binary(operation, Box::new([cell, Expression::Number(number)]))
}

/// Creates a rule with a guard that adds a number to a cell.
fn step(guard: Expression, cell: usize, by: i64) -> Rule {
    let statements = vec![Statement::Set(CellId::new(cell), binary(Binary::Add, cell, by))];
    Rule { guard: vec![guard], statements, ..Rule::default() }
}

const BYTE: Interval = Interval::new(0, 255);

fn proved(rules: &[Rule]) -> CellRanges {
    prove(&cells([BYTE; 3], BYTE, BYTE), rules, &|| false).unwrap()
}

#[test]
fn a_guarded_counter_goes_no_further_than_its_guard() {
    let up = step(binary(Binary::Less, 0, 4), 0, 1);
    assert_eq!(proved(std::slice::from_ref(&up)).0[0], Interval::new(0, 4));
    let far = step(binary(Binary::Less, 0, 100), 0, 1);
    assert_eq!(proved(&[far]).0[0], Interval::new(0, 100), "by a threshold");
    let free = step(Expression::Number(1), 0, 1);
    assert_eq!(proved(&[free]).0[0], BYTE);
    let down = step(binary(Binary::Unequal, 0, 0), 0, -1);
    assert_eq!(proved(&[up, down]).0[0], Interval::new(0, 4));
}

#[test]
fn steps_that_are_never_enabled_put_nothing() {
    let never = step(binary(Binary::Equal, 1, 7), 0, 1);
    assert_eq!(proved(&[never]).0[0], Interval::only(0));
}
