//! Expressions over cells, to which terms are translated when the positions of the values are known.
//!
//! All values are numbers here: conditions are 0 and 1, constants of enumerations their positions. An expression may be
//! *undefined* for some contents of the cells (a division by zero, an element beyond the end); [`Expression::estimate`]
//! returns its possible values, and whether it may be undefined.

use std::sync::Arc;

use crate::cell::CellId;
use crate::interval::Interval;

/// Intermediate value that code computes: a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TemporaryId(
    /// Counted from 0 in each rule.
    pub u32,
);

/// Number that depends on the cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A constant.
    Number(i64),
    /// Content of a cell.
    Cell(CellId),
    /// Content of one of several cells, by an index from 0; undefined beyond them.
    Element(Elements, Box<Expression>),
    /// One of several numbers, by an index from 0; undefined beyond them.
    Choice(Arc<[i64]>, Box<Expression>),
    /// Value that code has computed.
    Temporary(TemporaryId),
    /// An operation on one number.
    Unary(Unary, Box<Expression>),
    /// An operation on two numbers.
    Binary(Binary, Box<[Expression; 2]>),
    /// 1 if all are 1; evaluated from left to right, no further than the first that is 0.
    All(Vec<Expression>),
    /// 1 if one is 1; evaluated from left to right, no further than that one.
    Any(Vec<Expression>),
    /// The second if the first is 1, otherwise the third.
    If(Box<[Expression; 3]>),
    /// The number of the range that differs from the operand by a multiple of the range's size.
    Wrap(Interval, Box<Expression>),
    /// The number if it is in the range; undefined otherwise.
    Within(Interval, Box<Expression>),
}

/// Cells that an index chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Elements {
    /// Cell at index 0.
    pub first: CellId,
    /// Distance from one cell to the next.
    pub stride: u32,
    /// Number of cells.
    pub count: u32,
    /// Cell that holds the number of them in use, for a list.
    pub length: Option<CellId>,
}

impl Elements {
    /// Returns the cell at an index.
    #[must_use]
    #[inline]
    pub fn cell(self, index: usize) -> CellId {
        CellId::new(self.first.index() + index * self.stride as usize)
    }

    /// Returns the cell that an index always denotes, if that is known.
    #[must_use]
    pub fn at(self, index: &Expression) -> Option<CellId> {
        match index {
            Expression::Number(at) if self.length.is_none() && (0..i64::from(self.count)).contains(at) => {
                Some(self.cell(*at as usize))
            }
            _ => None,
        }
    }

    /// Returns all of them.
    pub fn cells(self) -> impl Iterator<Item = CellId> {
        (0..self.count as usize).map(move |index| self.cell(index))
    }

    /// Returns the valid indices.
    #[must_use]
    pub fn indices(self) -> Option<Interval> {
        (self.count > 0).then(|| Interval::new(0, i64::from(self.count) - 1))
    }
}

/// An operation on one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// The negative number.
    Negate,
    /// All bits inverted.
    Invert,
    /// 1 for 0, and 0 for other numbers.
    Not,
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient towards zero; undefined for a divisor of 0.
    Divide,
    /// The remainder, with the dividend's sign; undefined for a divisor of 0.
    Remainder,
    /// The bits that are set in both.
    And,
    /// The bits that are set in at least one.
    Or,
    /// The bits that are set in exactly one.
    Xor,
    /// The product with a power of two; undefined for distances outside 0 to 63.
    ShiftLeft,
    /// The quotient by a power of two, downwards; undefined for distances outside 0 to 63.
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

impl Binary {
    /// Returns whether the operation is a comparison.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Equal | Self::Unequal | Self::Less | Self::AtMost)
    }

    /// Evaluates a comparison.
    #[must_use]
    #[inline(always)]
    pub fn compares(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            _ => a <= b,
        }
    }

    /// Returns the result; `None` if it is undefined, or beyond 64 bits.
    #[must_use]
    #[inline]
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
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
    /// Returns the result; `None` if it is beyond 64 bits.
    #[must_use]
    #[inline]
    pub fn apply(self, a: i64) -> Option<i64> {
        match self {
            Self::Negate => a.checked_neg(),
            Self::Invert => Some(!a),
            Self::Not => Some(i64::from(a == 0)),
        }
    }
}

/// Wraps `number` around into `sort`.
// PERF: not inlined: with it in the loop of programs, a firing takes 7 % longer (`cargo bench -p sanderling-model`).
#[must_use]
pub fn wrap(sort: Interval, number: i64) -> i64 {
    let (low, size) = (i128::from(sort.low), i128::from(sort.size()));
    (low + (i128::from(number) - low).rem_euclid(size)) as i64
}

impl Expression {
    /// Returns an operation, computed at once if its operands are numbers.
    #[must_use]
    pub fn binary(operation: Binary, a: Self, b: Self) -> Self {
        if let (Self::Number(a), Self::Number(b)) = (&a, &b)
            && let Some(result) = operation.apply(*a, *b)
        {
            return Self::Number(result);
        }
        Self::Binary(operation, Box::new([a, b]))
    }

    /// Returns an operation, computed at once if its operand is a number.
    #[must_use]
    pub fn unary(operation: Unary, a: Self) -> Self {
        if let Self::Number(number) = &a
            && let Some(result) = operation.apply(*number)
        {
            return Self::Number(result);
        }
        Self::Unary(operation, Box::new(a))
    }

    /// Returns the direct subexpressions.
    pub fn parts(&self) -> &[Self] {
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
    pub fn for_each_cell(&self, see: &mut dyn FnMut(CellId)) {
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

    /// Returns the cell that the expression depends on, if it depends on one cell and on nothing else.
    pub fn only_cell(&self) -> Option<CellId> {
        let mut only = None;
        self.collects_one(&mut only).then_some(only).flatten()
    }

    /// Returns whether the expression has no second cell and no temporary; the cell is stored in `only`.
    fn collects_one(&self, only: &mut Option<CellId>) -> bool {
        let is_one = match self {
            Self::Cell(cell) => *only.get_or_insert(*cell) == *cell,
            Self::Temporary(_) | Self::Element(..) => false,
            _ => true,
        };
        is_one && self.parts().iter().all(|part| part.collects_one(only))
    }

    /// Returns whether the expression has no temporary.
    pub fn is_of_cells(&self) -> bool {
        !matches!(self, Self::Temporary(_)) && self.parts().iter().all(Self::is_of_cells)
    }

    /// Returns whether the expression has at least `operations` operations.
    pub fn is_longer_than(&self, operations: usize) -> bool {
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

    /// Returns the number of operations in the expression.
    pub fn operations(&self) -> usize {
        let own = usize::from(!matches!(self, Self::Number(_) | Self::Cell(_) | Self::Temporary(_)));
        own + self.parts().iter().map(Self::operations).sum::<usize>()
    }

    /// Returns the value for given contents of cells; `None` if it is undefined, or has a temporary in it.
    pub fn value(&self, cell: &dyn Fn(CellId) -> i64) -> Option<i64> {
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
}

/// Returns the truth value of a chain whose evaluation ends at the first part that is `wanted`.
fn first(parts: &[Expression], wanted: i64, cell: &dyn Fn(CellId) -> i64) -> Option<i64> {
    for part in parts {
        if i64::from(part.value(cell)? != 0) == wanted {
            return Some(wanted);
        }
    }
    Some(1 - wanted)
}
