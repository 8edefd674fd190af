//! Expressions over cells: what terms become once it is known where the values stand.
//!
//! Everything is a number here: conditions are 0 and 1, constants of enumerations their positions. An
//! expression may be *undefined* for some contents of the cells (a division by zero, an element beyond
//! the end); [`Expression::range`] tells what it may be, and whether that can happen.

use std::sync::Arc;

use super::cell::CellId;
use super::narrowed::Narrowed;
use super::range::Range;

/// A value that code computes on the way: a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TemporaryId(pub(super) u32);

/// A number that depends on the cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    /// Always this.
    Number(i64),
    /// What a cell holds.
    Cell(CellId),
    /// What one of several cells holds, by an index from 0; undefined beyond them.
    Element(Elements, Box<Expression>),
    /// One of several numbers, by an index from 0; undefined beyond them.
    Choice(Arc<[i64]>, Box<Expression>),
    /// What code has computed.
    Temporary(TemporaryId),
    /// An operation on one number.
    Unary(Unary, Box<Expression>),
    /// An operation on two numbers.
    Binary(Binary, Box<[Expression; 2]>),
    /// 1 where all are 1; from left to right, and no further than the first that is 0.
    All(Vec<Expression>),
    /// 1 where one is 1; from left to right, and no further than it.
    Any(Vec<Expression>),
    /// The second where the first is 1, otherwise the third.
    If(Box<[Expression; 3]>),
    /// The number of the range that differs by a multiple of its size.
    Wrap(Range, Box<Expression>),
    /// The number where it is in the range; undefined otherwise.
    Within(Range, Box<Expression>),
}

/// Cells that an index chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Elements {
    /// The cell at index 0.
    pub(super) first: CellId,
    /// From one to the next.
    pub(super) stride: u32,
    /// How many there are.
    pub(super) count: u32,
    /// The cell that tells how many of them count, of a list.
    pub(super) length: Option<CellId>,
}

impl Elements {
    /// The cell at an index.
    pub(super) fn cell(self, index: usize) -> CellId {
        CellId::new(self.first.index() + index * self.stride as usize)
    }

    /// The cell that an index always means, if that is known.
    pub(super) fn at(self, index: &Expression) -> Option<CellId> {
        match index {
            Expression::Number(at) if self.length.is_none() && (0..i64::from(self.count)).contains(at) => {
                Some(self.cell(*at as usize))
            }
            _ => None,
        }
    }

    /// All cells of the array.
    pub(super) fn cells(self) -> impl Iterator<Item = CellId> {
        (0..self.count as usize).map(move |index| self.cell(index))
    }

    /// The indices that can be meant.
    pub(super) fn indices(self) -> Option<Range> {
        (self.count > 0).then(|| Range { lo: 0, hi: i64::from(self.count) - 1 })
    }
}

/// An operation on one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Negate,
    Invert,
    Not,
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    Unequal,
    Less,
    AtMost,
}

impl Binary {
    /// Whether the operation is a comparison.
    pub(super) fn is_comparison(self) -> bool {
        matches!(self, Self::Equal | Self::Unequal | Self::Less | Self::AtMost)
    }

    /// What a comparison says.
    #[inline(always)]
    pub(super) fn compares(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            _ => a <= b,
        }
    }

    /// The result; `None` where it is undefined, or beyond 64 bits.
    #[inline]
    pub(super) fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => a.checked_div(b),
            Self::Remainder => a.checked_rem(b),
            Self::And => Some(a & b),
            Self::Or => Some(a | b),
            Self::Xor => Some(a ^ b),
            Self::ShiftLeft if (0..64).contains(&b) => Some(a << b).filter(|shifted| shifted >> b == a),
            Self::ShiftRight if (0..64).contains(&b) => Some(a >> b),
            Self::ShiftLeft | Self::ShiftRight => None,
            Self::Equal => Some(i64::from(a == b)),
            Self::Unequal => Some(i64::from(a != b)),
            Self::Less => Some(i64::from(a < b)),
            Self::AtMost => Some(i64::from(a <= b)),
        }
    }
}

impl Unary {
    pub(super) fn apply(self, a: i64) -> Option<i64> {
        match self {
            Self::Negate => a.checked_neg(),
            Self::Invert => Some(!a),
            Self::Not => Some(i64::from(a == 0)),
        }
    }
}

/// `number` wrapped around into `sort`.
pub(super) fn wrap(sort: Range, number: i64) -> i64 {
    let (lo, size) = (i128::from(sort.lo), i128::from(sort.size()));
    (lo + (i128::from(number) - lo).rem_euclid(size)) as i64
}

/// What is known of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Estimate {
    /// The values that the expression may have, where it is defined.
    pub(super) range: Range,
    /// Whether it may be undefined.
    pub(super) may_fail: bool,
}

impl Estimate {
    fn of(range: Range) -> Self {
        Self { range, may_fail: false }
    }
}

/// The ranges of cells and temporaries.
pub(super) trait Ranges {
    fn cell(&self, cell: CellId) -> Range;
    fn temporary(&self, temporary: TemporaryId) -> Range;
}

impl Expression {
    /// An operation, computed at once where its operands are numbers.
    pub(super) fn binary(operation: Binary, a: Self, b: Self) -> Self {
        if let (Self::Number(a), Self::Number(b)) = (&a, &b)
            && let Some(result) = operation.apply(*a, *b)
        {
            return Self::Number(result);
        }
        Self::Binary(operation, Box::new([a, b]))
    }

    /// An operation, computed at once where its operand is a number.
    pub(super) fn unary(operation: Unary, a: Self) -> Self {
        if let Self::Number(number) = &a
            && let Some(result) = operation.apply(*number)
        {
            return Self::Number(result);
        }
        Self::Unary(operation, Box::new(a))
    }

    /// The expressions right below.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Cell(_) | Self::Temporary(_) => &[],
            Self::Element(_, a) | Self::Choice(_, a) | Self::Unary(_, a) => std::slice::from_ref(a),
            Self::Wrap(_, a) | Self::Within(_, a) => std::slice::from_ref(a),
            Self::Binary(_, parts) => &parts[..],
            Self::If(parts) => &parts[..],
            Self::All(parts) | Self::Any(parts) => parts,
        }
    }

    /// Calls `see` with every cell that may be read.
    pub(super) fn for_each_cell(&self, see: &mut dyn FnMut(CellId)) {
        match self {
            Self::Cell(cell) => see(*cell),
            Self::Element(elements, _) => {
                elements.cells().for_each(&mut *see);
                elements.length.into_iter().for_each(&mut *see);
            }
            _ => {}
        }
        self.parts().iter().for_each(|part| part.for_each_cell(see));
    }

    /// The one cell that the expression depends on, and on nothing else.
    pub(super) fn only_cell(&self) -> Option<CellId> {
        let mut only = None;
        self.collects_one(&mut only).then_some(only).flatten()
    }

    /// Whether no second cell and no temporary is in it; the cell comes into `only`.
    fn collects_one(&self, only: &mut Option<CellId>) -> bool {
        let is_one = match self {
            Self::Cell(cell) => *only.get_or_insert(*cell) == *cell,
            Self::Temporary(_) | Self::Element(..) => false,
            _ => true,
        };
        is_one && self.parts().iter().all(|part| part.collects_one(only))
    }

    /// Whether no temporary is in it.
    pub(super) fn is_of_cells(&self) -> bool {
        !matches!(self, Self::Temporary(_)) && self.parts().iter().all(Self::is_of_cells)
    }

    /// Whether there are at least so many operations in it.
    pub(super) fn is_longer_than(&self, operations: usize) -> bool {
        fn left(expression: &Expression, mut operations: usize) -> usize {
            if !matches!(expression, Expression::Number(_) | Expression::Cell(_) | Expression::Temporary(_)) {
                operations = operations.saturating_sub(1);
            }
            for part in expression.parts() {
                if operations == 0 {
                    return 0;
                }
                operations = left(part, operations);
            }
            operations
        }
        left(self, operations) == 0
    }

    /// How many operations there are in it.
    pub(super) fn operations(&self) -> usize {
        let own = usize::from(!matches!(self, Self::Number(_) | Self::Cell(_) | Self::Temporary(_)));
        own + self.parts().iter().map(Self::operations).sum::<usize>()
    }

    /// The value of the expression for given contents of cells; `None` where it is undefined, or has a
    /// temporary in it.
    pub(super) fn value(&self, cell: &dyn Fn(CellId) -> i64) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Cell(id) => Some(cell(*id)),
            Self::Temporary(_) => None,
            Self::Element(elements, index) => {
                let index = usize::try_from(index.value(cell)?).ok()?;
                let count = elements.length.map_or(i64::from(elements.count), cell);
                ((index as i64) < count).then(|| cell(elements.cell(index)))
            }
            Self::Choice(numbers, index) => numbers.get(usize::try_from(index.value(cell)?).ok()?).copied(),
            Self::Unary(operation, a) => operation.apply(a.value(cell)?),
            Self::Binary(operation, parts) => operation.apply(parts[0].value(cell)?, parts[1].value(cell)?),
            Self::All(parts) => first(parts, 0, cell),
            Self::Any(parts) => first(parts, 1, cell),
            Self::If(parts) => parts[if parts[0].value(cell)? != 0 { 1 } else { 2 }].value(cell),
            Self::Wrap(sort, a) => Some(wrap(*sort, a.value(cell)?)),
            Self::Within(sort, a) => a.value(cell).filter(|&number| sort.contains(number)),
        }
    }

    /// What it may be while the cells are in their ranges.
    pub(super) fn estimate(&self, ranges: &dyn Ranges) -> Estimate {
        match self {
            Self::Number(number) => Estimate::of(Range::only(*number)),
            Self::Cell(cell) => Estimate::of(ranges.cell(*cell)),
            Self::Temporary(temporary) => Estimate::of(ranges.temporary(*temporary)),
            Self::Element(elements, index) => {
                let index = index.estimate(ranges);
                let Some(inside) = elements.indices().and_then(|all| index.range.intersection(all)) else {
                    return Estimate { range: Range::only(0), may_fail: true };
                };
                let cells = (inside.lo..=inside.hi).map(|at| ranges.cell(elements.cell(at as usize)));
                let range = cells.reduce(Range::hull).unwrap_or(Range::only(0));
                let is_long_enough = elements.length.is_none_or(|l| inside.hi < ranges.cell(l).lo);
                Estimate { range, may_fail: index.may_fail || inside != index.range || !is_long_enough }
            }
            Self::Choice(numbers, index) => {
                let index = index.estimate(ranges);
                let all = Range { lo: 0, hi: numbers.len() as i64 - 1 };
                let chosen = numbers.iter().map(|&number| Range::only(number)).reduce(Range::hull);
                let range = chosen.unwrap_or(Range::only(0));
                Estimate { range, may_fail: index.may_fail || !all.includes(index.range) }
            }
            Self::Unary(operation, a) => {
                let a = a.estimate(ranges);
                let range = match operation {
                    Unary::Negate => a.range.negate(),
                    Unary::Invert => a.range.invert(),
                    Unary::Not => truth(a.range == Range::only(0), !a.range.contains(0)),
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
                if c.range == Range::only(0) || !c.range.contains(0) {
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

/// From the left, the first part that is `wanted`, if any is.
fn first(parts: &[Expression], wanted: i64, cell: &dyn Fn(CellId) -> i64) -> Option<i64> {
    for part in parts {
        if i64::from(part.value(cell)? != 0) == wanted {
            return Some(wanted);
        }
    }
    Some(1 - wanted)
}

/// The range of a condition that is surely true, or surely false, or neither.
fn truth(is_true: bool, is_false: bool) -> Range {
    match (is_true, is_false) {
        (true, _) => Range::only(1),
        (_, true) => Range::only(0),
        _ => Range::TRUTH,
    }
}

/// A chain of conditions that goes on while they are true (`is_all`), or while they are false: what
/// comes behind one is evaluated only where it was so.
fn estimate_chain(parts: &[Expression], is_all: bool, ranges: &dyn Ranges) -> Estimate {
    let mut narrowed = Narrowed::new(ranges);
    let (mut may_fail, mut may_end) = (false, false);
    for part in parts {
        let estimate = part.estimate(&narrowed);
        may_fail |= estimate.may_fail;
        may_end |= if is_all { estimate.range.contains(0) } else { estimate.range != Range::only(0) };
        if !narrowed.assume(part, is_all) {
            // What comes behind is never reached.
            return Estimate { range: Range::only(i64::from(!is_all)), may_fail };
        }
    }
    let range = if may_end { Range::TRUTH } else { Range::only(i64::from(is_all)) };
    Estimate { range, may_fail }
}

/// Whether results may have been cut off at 64 bits.
fn is_cut(range: Range) -> bool {
    range.lo == i64::MIN || range.hi == i64::MAX
}

fn estimate_binary(operation: Binary, a: Range, b: Range) -> (Range, bool) {
    let checked = |range: Range| (range, is_cut(range));
    let shifts = Range { lo: 0, hi: 63 };
    match operation {
        Binary::Add => checked(a.add(b)),
        Binary::Subtract => checked(a.subtract(b)),
        Binary::Multiply => checked(a.multiply(b)),
        Binary::Divide => (a.divide(b), b.contains(0) || is_cut(a)),
        Binary::Remainder => (a.remainder(b), b.contains(0) || is_cut(a)),
        Binary::And => (a.bitwise(b, true), false),
        Binary::Or | Binary::Xor => (a.bitwise(b, false), false),
        Binary::ShiftLeft => {
            let shifted = a.shift_left(b);
            (shifted, is_cut(shifted) || !shifts.includes(b))
        }
        Binary::ShiftRight => (a.shift_right(b), !shifts.includes(b)),
        Binary::Equal => (truth(a.single().is_some() && a == b, a.intersection(b).is_none()), false),
        Binary::Unequal => (truth(a.intersection(b).is_none(), a.single().is_some() && a == b), false),
        Binary::Less => (truth(a.hi < b.lo, a.lo >= b.hi), false),
        Binary::AtMost => (truth(a.hi <= b.lo, a.lo > b.hi), false),
    }
}
