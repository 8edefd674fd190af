//! Expressions over the cells of a machine, simplified as they are built.
//!
//! Conditions are the numbers 0 and 1. An expression may be *undefined* for some contents of the cells: a division by
//! zero, or an index outside of its array.

use std::rc::Rc;

use crate::constant;
use crate::program::Range;
use crate::syntax::{Binary, Unary};

/// A number that depends on the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Formula {
    Number(i64),
    /// Content of a cell.
    Cell(usize, Range),
    /// Element of an array, by its index.
    Element(usize, Range, Rc<Formula>),
    Unary(Unary, Rc<Formula>),
    Binary(Binary, Rc<[Formula; 2]>),
    If(Rc<[Formula; 3]>),
    /// 1 if all are true; evaluated from left to right up to the first that is false.
    All(Rc<[Formula]>),
    /// 1 if one is true; evaluated from left to right up to that one.
    Any(Rc<[Formula]>),
    /// The number, cut to as many bits as the range has.
    Wrap(Range, Rc<Formula>),
    /// The number if it is in the range; undefined otherwise.
    Within(Range, Rc<Formula>),
}

use Formula as F;

impl Formula {
    pub(crate) const TRUE: Self = F::Number(1);
    pub(crate) const FALSE: Self = F::Number(0);

    /// Returns the number, if it does not depend on the cells.
    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            F::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn is_false(&self) -> bool {
        *self == Self::FALSE
    }

    pub(crate) fn is_true(&self) -> bool {
        self.number().is_some_and(|number| number != 0)
    }

    /// Returns whether the value is 0 or 1.
    pub(crate) fn is_condition(&self) -> bool {
        use Binary as B;
        match self {
            F::All(_) | F::Any(_) | F::Unary(Unary::Not, _) => true,
            F::Binary(operator, _) => {
                matches!(operator, B::Equal | B::Unequal | B::Less | B::Greater | B::AtMost | B::AtLeast)
            }
            _ => false,
        }
    }

    /// Returns a range that contains all values.
    pub(crate) fn range(&self) -> Range {
        match self {
            F::Number(number) => Range { low: *number, high: *number },
            F::Cell(_, range) | F::Element(_, range, _) | F::Wrap(range, _) | F::Within(range, _) => *range,
            F::Unary(Unary::Not, _) | F::All(_) | F::Any(_) => Range::BIT,
            F::Unary(Unary::Negate, operand) => {
                let Range { low, high } = operand.range();
                Range { low: -high, high: -low }
            }
            F::Unary(Unary::Invert, operand) => {
                let Range { low, high } = operand.range();
                Range { low: -high - 1, high: -low - 1 }
            }
            F::If(parts) => {
                let (yes, no) = (parts[1].range(), parts[2].range());
                Range { low: yes.low.min(no.low), high: yes.high.max(no.high) }
            }
            F::Binary(operator, parts) => binary_range(*operator, parts[0].range(), parts[1].range()),
        }
    }

    pub(crate) fn unary(operator: Unary, operand: Self) -> Self {
        match (operator, &operand) {
            (_, F::Number(number)) => F::Number(constant::unary(operator, *number)),
            (Unary::Not, _) => operand.not(),
            _ => to_int(F::Unary(operator, Rc::new(operand))),
        }
    }

    pub(crate) fn not(self) -> Self {
        match self {
            F::Number(number) => F::Number(i64::from(number == 0)),
            F::Unary(Unary::Not, inner) if inner.is_condition() => (*inner).clone(),
            F::Binary(Binary::Equal, parts) => F::Binary(Binary::Unequal, parts),
            F::Binary(Binary::Unequal, parts) => F::Binary(Binary::Equal, parts),
            F::Binary(Binary::Less, parts) => F::Binary(Binary::AtLeast, parts),
            F::Binary(Binary::AtLeast, parts) => F::Binary(Binary::Less, parts),
            F::Binary(Binary::Greater, parts) => F::Binary(Binary::AtMost, parts),
            F::Binary(Binary::AtMost, parts) => F::Binary(Binary::Greater, parts),
            // Long conjunctions of short conditions are the easiest to compile.
            F::Any(parts) => Self::all(parts.iter().cloned().map(Self::not)),
            F::All(parts) => Self::any(parts.iter().cloned().map(Self::not)),
            other => F::Unary(Unary::Not, Rc::new(other.condition())),
        }
    }

    /// Returns 1 for all numbers except 0.
    pub(crate) fn condition(self) -> Self {
        match self {
            F::Number(number) => F::Number(i64::from(number != 0)),
            other if other.is_condition() => other,
            other => F::Binary(Binary::Unequal, Rc::new([other, F::Number(0)])),
        }
    }

    pub(crate) fn binary(operator: Binary, left: Self, right: Self) -> Self {
        match operator {
            Binary::And => return Self::all([left, right]),
            Binary::Or => return Self::any([left, right]),
            _ => {}
        }
        if let (F::Number(left), F::Number(right)) = (&left, &right)
            && let Some(result) = constant::binary(operator, *left, *right)
        {
            return F::Number(result);
        }
        let right = match operator {
            Binary::ShiftLeft | Binary::ShiftRight => Self::within(Range { low: 0, high: 31 }, right),
            _ => right,
        };
        match (operator, &left, &right) {
            (Binary::Add, F::Number(0), _) => return right,
            (Binary::Add | Binary::Subtract, _, F::Number(0)) => return left,
            _ => {}
        }
        if let Some(truth) = decided(operator, left.range(), right.range()) {
            return F::Number(i64::from(truth));
        }
        to_int(F::Binary(operator, Rc::new([left, right])))
    }

    pub(crate) fn equal(left: Self, right: Self) -> Self {
        Self::binary(Binary::Equal, left, right)
    }

    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::chain(parts, true)
    }

    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::chain(parts, false)
    }

    fn chain(parts: impl IntoIterator<Item = Self>, is_all: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match (part.condition(), is_all) {
                (F::Number(number), _) if (number != 0) == is_all => {}
                (F::Number(number), _) => {
                    kept.push(F::Number(number));
                    break;
                }
                (F::All(inner), true) | (F::Any(inner), false) => kept.extend(inner.iter().cloned()),
                (other, _) => kept.push(other),
            }
        }
        // A constant that decides hides what precedes it only if nothing before it can be undefined.
        match kept.last() {
            None => F::Number(i64::from(is_all)),
            Some(F::Number(number)) if kept[..kept.len() - 1].iter().all(Self::is_defined) => {
                F::Number(*number)
            }
            Some(_) if kept.len() == 1 => kept.swap_remove(0),
            Some(_) if is_all => F::All(kept.into()),
            Some(_) => F::Any(kept.into()),
        }
    }

    /// Returns whether the formula depends on a cell.
    pub(crate) fn reads(&self, cell: usize) -> bool {
        match self {
            F::Number(_) => false,
            F::Cell(own, _) => *own == cell,
            F::Element(own, _, index) => *own == cell || index.reads(cell),
            F::Unary(_, part) | F::Wrap(_, part) | F::Within(_, part) => part.reads(cell),
            F::Binary(_, parts) => parts.iter().any(|part| part.reads(cell)),
            F::If(parts) => parts.iter().any(|part| part.reads(cell)),
            F::All(parts) | F::Any(parts) => parts.iter().any(|part| part.reads(cell)),
        }
    }

    /// Returns whether the formula has a value whatever the cells contain.
    pub(crate) fn is_defined(&self) -> bool {
        match self {
            F::Number(_) | F::Cell(..) => true,
            F::Element(..) | F::Within(..) => false,
            F::Unary(_, operand) | F::Wrap(_, operand) => operand.is_defined(),
            F::Binary(Binary::Divide | Binary::Remainder, parts) => {
                parts[0].is_defined() && parts[1].number().is_some_and(|number| number != 0)
            }
            F::Binary(_, parts) => parts.iter().all(Self::is_defined),
            F::If(parts) => parts.iter().all(Self::is_defined),
            F::All(parts) | F::Any(parts) => parts.iter().all(Self::is_defined),
        }
    }

    pub(crate) fn select(condition: Self, yes: Self, no: Self) -> Self {
        match condition.condition() {
            F::Number(0) => no,
            F::Number(_) => yes,
            _ if yes == no => yes,
            condition => F::If(Rc::new([condition, yes, no])),
        }
    }

    pub(crate) fn wrap(range: Range, number: Self) -> Self {
        match number {
            F::Number(number) => F::Number(range.wrap(number)),
            number if range.includes(number.range()) => number,
            number => F::Wrap(range, Rc::new(number)),
        }
    }

    pub(crate) fn within(range: Range, number: Self) -> Self {
        if range.includes(number.range()) { number } else { F::Within(range, Rc::new(number)) }
    }

    /// Returns the number of parts of the formula, written out, up to a limit.
    pub(crate) fn size(&self, limit: usize) -> usize {
        fn left(formula: &F, limit: usize) -> usize {
            let Some(limit) = limit.checked_sub(1) else { return 0 };
            let parts: &[F] = match formula {
                F::Number(_) | F::Cell(..) => &[],
                F::Element(_, _, part) | F::Unary(_, part) | F::Wrap(_, part) | F::Within(_, part) => {
                    std::slice::from_ref(part)
                }
                F::Binary(_, parts) => &parts[..],
                F::If(parts) => &parts[..],
                F::All(parts) | F::Any(parts) => parts,
            };
            parts.iter().fold(limit, |limit, part| if limit == 0 { 0 } else { left(part, limit) })
        }
        limit - left(self, limit)
    }
}

/// Returns the value of a comparison if the ranges of its operands decide it.
fn decided(operator: Binary, left: Range, right: Range) -> Option<bool> {
    let (below, above) = (left.high < right.low, left.low > right.high);
    match operator {
        Binary::Equal if below || above => Some(false),
        Binary::Unequal if below || above => Some(true),
        Binary::Less if below => Some(true),
        Binary::Less if left.low >= right.high => Some(false),
        Binary::AtMost if left.high <= right.low => Some(true),
        Binary::AtMost if above => Some(false),
        Binary::Greater => decided(Binary::Less, right, left),
        Binary::AtLeast => decided(Binary::AtMost, right, left),
        _ => None,
    }
}

/// Reduces a number to 32 bits.
fn to_int(number: Formula) -> Formula {
    Formula::wrap(Range::INT, number)
}

fn binary_range(operator: Binary, a: Range, b: Range) -> Range {
    use Binary as B;
    let hull = |numbers: &[i64]| Range {
        low: numbers.iter().copied().min().unwrap_or(0),
        high: numbers.iter().copied().max().unwrap_or(0),
    };
    let corners = |apply: fn(i64, i64) -> i64| {
        hull(&[apply(a.low, b.low), apply(a.low, b.high), apply(a.high, b.low), apply(a.high, b.high)])
    };
    let ones = |range: Range| {
        if range.low < 0 { i64::MAX } else { (range.high as u64 + 1).next_power_of_two() as i64 - 1 }
    };
    match operator {
        B::Add => Range { low: a.low + b.low, high: a.high + b.high },
        B::Subtract => Range { low: a.low - b.high, high: a.high - b.low },
        B::Multiply => corners(i64::saturating_mul),
        B::Divide => hull(&[a.low, a.high, -a.low, -a.high]),
        B::Remainder => Range { low: a.low.min(0), high: a.high.max(0) },
        B::BitAnd if a.low >= 0 => Range { low: 0, high: a.high },
        B::BitAnd if b.low >= 0 => Range { low: 0, high: b.high },
        B::BitOr | B::BitXor if a.low >= 0 && b.low >= 0 => Range { low: 0, high: ones(a).max(ones(b)) },
        B::BitAnd | B::BitOr | B::BitXor => Range::INT,
        B::ShiftLeft => {
            let shifts = |number: i64| [number << b.low.clamp(0, 31), number << b.high.clamp(0, 31)];
            hull(&[shifts(a.low), shifts(a.high)].concat())
        }
        B::ShiftRight => {
            let shifts = |number: i64| [number >> b.low.clamp(0, 31), number >> b.high.clamp(0, 31)];
            hull(&[shifts(a.low), shifts(a.high)].concat())
        }
        _ => Range::BIT,
    }
}
