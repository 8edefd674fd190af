//! Ranges narrowed by conditions that are known to hold.
//!
//! After the guard `i < 3`, the cell `i` is below 3. This proves that an index stays inside its array, and that a
//! counter stays small. Only comparisons with a cell on one side narrow it.

use std::collections::BTreeMap;

use crate::cell::CellId;
use crate::estimate::Ranges;
use crate::expression::{Binary, Expression, TemporaryId, Unary};
use crate::interval::Interval;

/// Ranges based on others, with narrower bounds for some.
#[derive(Clone)]
pub struct Narrowed<'a> {
    ranges: &'a dyn Ranges,
    /// There are many if a computed index chooses from a long array.
    cells: BTreeMap<CellId, Interval>,
    temporaries: Vec<(TemporaryId, Interval)>,
}

impl Ranges for Narrowed<'_> {
    fn cell(&self, cell: CellId) -> Interval {
        self.cells.get(&cell).copied().unwrap_or_else(|| self.ranges.cell(cell))
    }

    fn temporary(&self, temporary: TemporaryId) -> Interval {
        let known = self.temporaries.iter().find(|(known, _)| *known == temporary);
        known.map_or_else(|| self.ranges.temporary(temporary), |&(_, range)| range)
    }
}

impl<'a> Narrowed<'a> {
    /// Creates an environment in which no condition is known to hold.
    #[must_use]
    pub fn new(ranges: &'a dyn Ranges) -> Self {
        Self { ranges, cells: BTreeMap::new(), temporaries: Vec::new() }
    }

    /// Sets the range of a cell from now on.
    pub fn set(&mut self, cell: CellId, range: Interval) {
        self.cells.insert(cell, range);
    }

    /// Sets the range of a temporary from now on.
    pub fn set_temporary(&mut self, temporary: TemporaryId, range: Interval) {
        match self.temporaries.iter_mut().find(|(known, _)| *known == temporary) {
            Some(known) => known.1 = range,
            None => self.temporaries.push((temporary, range)),
        }
    }

    /// Takes into account that a condition is defined and has this truth value. It returns `false` if that is
    /// impossible.
    pub fn assume(&mut self, condition: &Expression, truth: bool) -> bool {
        match condition {
            Expression::Number(number) => (*number != 0) == truth,
            Expression::Cell(cell) => {
                let range = self.cell(*cell);
                let wanted = if truth { without(range, 0) } else { range.intersection(Interval::only(0)) };
                self.narrow(*cell, wanted)
            }
            Expression::Unary(Unary::Not, part) => self.assume(part, !truth),
            Expression::All(parts) if truth => parts.iter().all(|part| self.assume(part, true)),
            Expression::Any(parts) if !truth => parts.iter().all(|part| self.assume(part, false)),
            Expression::Binary(operation, parts) => {
                let [a, b] = &**parts;
                match (operation, truth) {
                    (Binary::Equal, true) | (Binary::Unequal, false) => self.equal(a, b),
                    (Binary::Equal, false) | (Binary::Unequal, true) => self.unequal(a, b),
                    (Binary::Less, true) => self.ordered(a, b, 1),
                    (Binary::AtMost, true) => self.ordered(a, b, 0),
                    (Binary::Less, false) => self.ordered(b, a, 0),
                    (Binary::AtMost, false) => self.ordered(b, a, 1),
                    _ => true,
                }
            }
            _ => true,
        }
    }

    fn narrow(&mut self, cell: CellId, range: Option<Interval>) -> bool {
        range.is_some_and(|range| {
            self.set(cell, range);
            true
        })
    }

    fn equal(&mut self, a: &Expression, b: &Expression) -> bool {
        let both = a.estimate(self).range.intersection(b.estimate(self).range);
        [a, b].into_iter().all(|side| match side {
            Expression::Cell(cell) => self.narrow(*cell, both),
            _ => both.is_some(),
        })
    }

    fn unequal(&mut self, a: &Expression, b: &Expression) -> bool {
        [(a, b), (b, a)].into_iter().all(|(side, other)| match (side, other.estimate(self).range.single()) {
            (Expression::Cell(cell), Some(number)) => {
                let narrowed = without(self.cell(*cell), number);
                self.narrow(*cell, narrowed)
            }
            _ => true,
        })
    }

    /// Assumes that `a + distance` is at most `b`, and returns whether that is possible.
    fn ordered(&mut self, a: &Expression, b: &Expression, distance: i64) -> bool {
        let (low, high) = (a.estimate(self).range, b.estimate(self).range);
        let most = Interval::new(i64::MIN, high.high.saturating_sub(distance));
        let least = Interval::new(low.low.saturating_add(distance), i64::MAX);
        [(a, low, most), (b, high, least)].into_iter().all(|(side, range, bound)| match side {
            Expression::Cell(cell) => self.narrow(*cell, range.intersection(bound)),
            _ => range.intersection(bound).is_some(),
        })
    }
}

/// Returns the range without a number at one of its ends; `None` if nothing is left.
fn without(range: Interval, number: i64) -> Option<Interval> {
    match range {
        Interval { low, high } if low == high && low == number => None,
        Interval { low, high } if low == number => Some(Interval { low: low + 1, high }),
        Interval { low, high } if high == number => Some(Interval { low, high: high - 1 }),
        _ => Some(range),
    }
}
