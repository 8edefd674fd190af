//! The tests of cells by a rule's conditions.
//!
//! Conditions are processed from left to right, each in the ranges that the previous ones leave. If one is undefined,
//! the rule counts as enabled, independently of later conditions. After a condition that may be undefined, no tests of
//! single cells can therefore be derived.

use sanderling_cutoff::{HOLES, VALUES_TRIED};
use sanderling_data_net::{Binary, CellId, Expression, Narrowed, Ranges, simplify};
use sanderling_system::{Condition, Test};

use super::{for_each_read, slot};

/// The tests of a rule, from the conditions processed so far.
pub(super) struct Tests<'a> {
    narrowed: Narrowed<'a>,
    tests: Vec<Test>,
    /// Whether a condition may have been undefined.
    may_fail: bool,
}

impl<'a> Tests<'a> {
    pub(super) fn new(narrowed: Narrowed<'a>) -> Self {
        Self { narrowed, tests: Vec::new(), may_fail: false }
    }

    /// Returns the tests, and the ranges of the cells before the statements.
    pub(super) fn finish(self) -> (Vec<Test>, Narrowed<'a>) {
        (self.tests, self.narrowed)
    }

    /// Processes the next condition.
    pub(super) fn add(&mut self, condition: &Expression) {
        match simplify(condition, &self.narrowed) {
            Expression::All(parts) => parts.iter().for_each(|part| self.add(part)),
            part => self.add_part(&part),
        }
    }

    fn add_part(&mut self, part: &Expression) {
        self.may_fail |= part.estimate(&self.narrowed).may_fail;
        match self.of_one_cell(part).filter(|_| !self.may_fail) {
            Some((cell, conditions)) => {
                let tests = conditions.into_iter().map(|condition| Test { slot: slot(cell), condition });
                self.tests.extend(tests);
            }
            None => {
                let tests = &mut self.tests;
                for_each_read(part, &self.narrowed, &mut |cell| {
                    tests.push(Test { slot: slot(cell), condition: Condition::Depends });
                });
            }
        }
        // If the condition cannot be true, the rule is never enabled, and the ranges do not matter.
        self.narrowed.assume(part, true);
    }

    /// Returns the only cell of a condition, and the tests of it.
    fn of_one_cell(&self, part: &Expression) -> Option<(CellId, Vec<Condition>)> {
        if let Some((cell, condition)) = comparison(part) {
            return Some((cell, vec![condition]));
        }
        let cell = part.only_cell()?;
        let range = self.narrowed.cell(cell);
        if !VALUES_TRIED.admits(range.size()) {
            return None;
        }
        let mut passing = Vec::new();
        for number in range.low..=range.high {
            if part.value(&|_| number)? != 0 {
                passing.push(number);
            }
        }
        conditions(&passing).map(|conditions| (cell, conditions))
    }
}

/// Returns the conditions that exactly these sorted numbers pass, or `None` if that would take too many.
fn conditions(passing: &[i64]) -> Option<Vec<Condition>> {
    let (Some(&first), Some(&last)) = (passing.first(), passing.last()) else {
        return Some(vec![Condition::Within { least: 1, most: 0 }]);
    };
    let mut conditions = vec![Condition::Within { least: first.into(), most: last.into() }];
    let holes = (first..last).filter(|number| passing.binary_search(number).is_err());
    conditions.extend(holes.map(|number| Condition::Not(number.into())));
    (HOLES.admits(conditions.len().saturating_sub(1))).then_some(conditions)
}

/// Recognises a comparison of a cell with a number.
fn comparison(part: &Expression) -> Option<(CellId, Condition)> {
    let Expression::Binary(operation, sides) = part else { return None };
    let (cell, condition) = match (operation, &**sides) {
        (
            Binary::Equal,
            [Expression::Cell(cell), Expression::Number(n)] | [Expression::Number(n), Expression::Cell(cell)],
        ) => (cell, Condition::exactly(i128::from(*n))),
        (
            Binary::Unequal,
            [Expression::Cell(cell), Expression::Number(n)] | [Expression::Number(n), Expression::Cell(cell)],
        ) => (cell, Condition::Not(i128::from(*n))),
        (Binary::Less, [Expression::Cell(cell), Expression::Number(n)]) => {
            (cell, Condition::at_most(i128::from(*n) - 1))
        }
        (Binary::Less, [Expression::Number(n), Expression::Cell(cell)]) => {
            (cell, Condition::at_least(i128::from(*n) + 1))
        }
        (Binary::AtMost, [Expression::Cell(cell), Expression::Number(n)]) => {
            (cell, Condition::at_most(i128::from(*n)))
        }
        (Binary::AtMost, [Expression::Number(n), Expression::Cell(cell)]) => {
            (cell, Condition::at_least(i128::from(*n)))
        }
        _ => return None,
    };
    Some((*cell, condition))
}
