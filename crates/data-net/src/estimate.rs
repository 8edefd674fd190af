//! Interval arithmetic: the numbers that an expression can be while cells are in given ranges.

use crate::cell::CellId;
use crate::expression::{Binary, Expression, TemporaryId, Unary};
use crate::interval::Interval;
use crate::narrowed::Narrowed;

/// Knowledge about the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Range of the value, if it is defined.
    pub range: Interval,
    /// Whether it may be undefined.
    pub may_fail: bool,
}

impl Estimate {
    fn of(range: Interval) -> Self {
        Self { range, may_fail: false }
    }
}

/// Ranges of cells and temporaries.
pub trait Ranges {
    /// Returns the range of a cell.
    fn cell(&self, cell: CellId) -> Interval;
    /// Returns the range of a temporary.
    fn temporary(&self, temporary: TemporaryId) -> Interval;
}

/// Range of each cell.
#[derive(Debug, Clone)]
pub struct CellRanges(pub Vec<Interval>);

impl Ranges for CellRanges {
    fn cell(&self, cell: CellId) -> Interval {
        self.0[cell.index()]
    }

    fn temporary(&self, _: TemporaryId) -> Interval {
        Interval::ALL
    }
}

impl Expression {
    /// Returns the estimate of the expression while the cells are in their ranges.
    #[must_use]
    pub fn estimate(&self, ranges: &dyn Ranges) -> Estimate {
        match self {
            Self::Number(number) => Estimate::of(Interval::only(*number)),
            Self::Cell(cell) => Estimate::of(ranges.cell(*cell)),
            Self::Temporary(temporary) => Estimate::of(ranges.temporary(*temporary)),
            Self::Element(elements, index) => {
                let index = index.estimate(ranges);
                let Some(inside) = elements.indices().and_then(|all| index.range.intersection(all)) else {
                    return Estimate { range: Interval::only(0), may_fail: true };
                };
                let cells = (inside.low..=inside.high).map(|at| ranges.cell(elements.cell(at as usize)));
                let range = cells.reduce(Interval::hull).unwrap_or(Interval::only(0));
                let is_long_enough = elements.length.is_none_or(|l| inside.high < ranges.cell(l).low);
                Estimate { range, may_fail: index.may_fail || inside != index.range || !is_long_enough }
            }
            Self::Choice(numbers, index) => {
                let index = index.estimate(ranges);
                let all = Interval::new(0, numbers.len() as i64 - 1);
                let chosen = numbers.iter().map(|&number| Interval::only(number)).reduce(Interval::hull);
                let range = chosen.unwrap_or(Interval::only(0));
                Estimate { range, may_fail: index.may_fail || !all.includes(index.range) }
            }
            Self::Unary(operation, a) => {
                let a = a.estimate(ranges);
                let range = match operation {
                    Unary::Negate => -a.range,
                    Unary::Invert => !a.range,
                    Unary::Not => truth(a.range == Interval::only(0), !a.range.contains(0)),
                };
                Estimate { range, may_fail: a.may_fail || is_cut(range) }
            }
            Self::Binary(operation, parts) => {
                let [a, b] = [parts[0].estimate(ranges), parts[1].estimate(ranges)];
                let (range, may_fail) = estimate_binary(*operation, a.range, b.range);
                Estimate { range, may_fail: may_fail || a.may_fail || b.may_fail }
            }
            Self::All(parts) | Self::Any(parts) => {
                estimate_chain(parts, matches!(self, Self::All(_)), ranges)
            }
            Self::If(parts) => {
                let [c, a, b] = [&parts[0], &parts[1], &parts[2]].map(|part| part.estimate(ranges));
                if c.range == Interval::only(0) || !c.range.contains(0) {
                    // One of the two is never computed.
                    let chosen = if c.range.contains(0) { b } else { a };
                    return Estimate { may_fail: c.may_fail || chosen.may_fail, ..chosen };
                }
                let may_fail = c.may_fail || a.may_fail || b.may_fail;
                Estimate { range: a.range.hull(b.range), may_fail }
            }
            Self::Wrap(sort, a) => {
                let a = a.estimate(ranges);
                Estimate { range: a.range.wrap(*sort), may_fail: a.may_fail }
            }
            Self::Within(sort, a) => {
                let a = a.estimate(ranges);
                let range = a.range.intersection(*sort).unwrap_or(*sort);
                Estimate { range, may_fail: a.may_fail || !sort.includes(a.range) }
            }
        }
    }
}

/// Returns the range of a condition that is certainly true, or certainly false, or neither.
fn truth(is_true: bool, is_false: bool) -> Interval {
    match (is_true, is_false) {
        (true, _) => Interval::only(1),
        (_, true) => Interval::only(0),
        _ => Interval::TRUTH,
    }
}

/// Returns the estimate of a chain of conditions that continues while they are true (`is_all`), or while they are
/// false: each is evaluated only if all before it were so.
fn estimate_chain(parts: &[Expression], is_all: bool, ranges: &dyn Ranges) -> Estimate {
    let mut narrowed = Narrowed::new(ranges);
    let (mut may_fail, mut may_end) = (false, false);
    for part in parts {
        let estimate = part.estimate(&narrowed);
        may_fail |= estimate.may_fail;
        may_end |= if is_all { estimate.range.contains(0) } else { estimate.range != Interval::only(0) };
        if !narrowed.assume(part, is_all) {
            // The parts after this one are never evaluated.
            return Estimate { range: Interval::only(i64::from(!is_all)), may_fail };
        }
    }
    let range = if may_end { Interval::TRUTH } else { Interval::only(i64::from(is_all)) };
    Estimate { range, may_fail }
}

/// Returns whether results may have been cut off at 64 bits.
fn is_cut(range: Interval) -> bool {
    range.low == i64::MIN || range.high == i64::MAX
}

fn estimate_binary(operation: Binary, a: Interval, b: Interval) -> (Interval, bool) {
    let checked = |range: Interval| (range, is_cut(range));
    let shifts = Interval::SHIFTS_OF_I64;
    match operation {
        Binary::Add => checked(a + b),
        Binary::Subtract => checked(a - b),
        Binary::Multiply => checked(a * b),
        Binary::Divide => (a / b, b.contains(0) || is_cut(a)),
        Binary::Remainder => (a % b, b.contains(0) || is_cut(a)),
        Binary::And => (a & b, false),
        Binary::Or => (a | b, false),
        Binary::Xor => (a ^ b, false),
        Binary::ShiftLeft => {
            let shifted = a << b;
            (shifted, is_cut(shifted) || !shifts.includes(b))
        }
        Binary::ShiftRight => (a >> b, !shifts.includes(b)),
        Binary::Equal => (truth(a.single().is_some() && a == b, a.intersection(b).is_none()), false),
        Binary::Unequal => (truth(a.intersection(b).is_none(), a.single().is_some() && a == b), false),
        Binary::Less => (truth(a.high < b.low, a.low >= b.high), false),
        Binary::AtMost => (truth(a.high <= b.low, a.low > b.high), false),
    }
}
