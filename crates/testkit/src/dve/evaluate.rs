//! The value of an expression, in 32 bits.
//!
//! `and`, `or` and `imply` evaluate their right operand only if the left one does not decide; all other operators
//! evaluate both, from left to right. In guards and effects of DiVinE 2, a right operand of these three counts as true
//! only if it is positive.

use sanderling_dve::syntax::{
    BinaryOperator as Binary, Expression, ExpressionKind as Kind, PrefixOperator as Prefix, Width,
};

use super::names::Names;
use super::state::{Fault, State};

/// Context in which an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) names: &'a Names<'a>,
    /// Process that contains the expression.
    pub(super) process: Option<usize>,
    /// Whether right operands of `and`, `or` and `imply` must be positive to be true.
    pub(super) only_positive_is_true: bool,
}

/// Cell of a variable.
pub(super) type Cell = (usize, usize);

impl Evaluation<'_> {
    pub(super) fn value(&self, expression: &Expression, state: &State) -> Result<i32, Fault> {
        match &expression.kind {
            Kind::Number(number) => Ok(*number),
            Kind::Variable(name) => read(state, self.cell(&name.text, None, state)?),
            Kind::Element(name, index) => read(state, self.cell(&name.text, Some(index), state)?),
            Kind::Location(process, location) => {
                let process = self.names.process(&process.text);
                let location = self.names.location(process, &location.text);
                Ok(i32::from(state.locations[process] == location))
            }
            Kind::Foreign(process, name, index) => {
                let variable = self.names.variable(Some(self.names.process(&process.text)), &name.text);
                read(state, (variable, self.index(index.as_deref(), state)?))
            }
            Kind::Prefix(operator, operand) => prefix(*operator, self.value(operand, state)?),
            Kind::Binary(operator, operands) => self.binary(*operator, operands, state),
        }
    }

    /// Returns the cell of `name[index]`; an array without index is its first element.
    pub(super) fn cell(&self, name: &str, index: Option<&Expression>, state: &State) -> Result<Cell, Fault> {
        let variable = self.names.variable(self.process, name);
        let index = self.index(index, state)?;
        if index < state.variables[variable].len() { Ok((variable, index)) } else { Err(Fault::Index) }
    }

    fn index(&self, index: Option<&Expression>, state: &State) -> Result<usize, Fault> {
        let Some(index) = index else { return Ok(0) };
        usize::try_from(self.value(index, state)?).map_err(|_| Fault::Index)
    }

    fn binary(&self, operator: Binary, [left, right]: &[Expression; 2], state: &State) -> Result<i32, Fault> {
        let left = self.value(left, state)?;
        let right = || self.value(right, state);
        let truth = |value: i32| i32::from(if self.only_positive_is_true { value > 0 } else { value != 0 });
        match operator {
            Binary::And if left == 0 => Ok(0),
            Binary::Or if left != 0 => Ok(1),
            Binary::Imply if left == 0 => Ok(1),
            Binary::And | Binary::Or | Binary::Imply => Ok(truth(right()?)),
            _ => strict(operator, left, right()?),
        }
    }
}

fn read(state: &State, (variable, cell): Cell) -> Result<i32, Fault> {
    state.variables[variable].get(cell).copied().ok_or(Fault::Index)
}

fn prefix(operator: Prefix, value: i32) -> Result<i32, Fault> {
    match operator {
        Prefix::Negate => value.checked_neg().ok_or(Fault::Overflow),
        Prefix::Invert => Ok(!value),
        Prefix::Not => Ok(i32::from(value == 0)),
    }
}

fn strict(operator: Binary, left: i32, right: i32) -> Result<i32, Fault> {
    let count = || u32::try_from(right).ok().filter(|&count| count < 32).ok_or(Fault::ShiftCount);
    match operator {
        Binary::BitOr => Ok(left | right),
        Binary::BitXor => Ok(left ^ right),
        Binary::BitAnd => Ok(left & right),
        Binary::Equal => Ok(i32::from(left == right)),
        Binary::Unequal => Ok(i32::from(left != right)),
        Binary::Less => Ok(i32::from(left < right)),
        Binary::AtMost => Ok(i32::from(left <= right)),
        Binary::Greater => Ok(i32::from(left > right)),
        Binary::AtLeast => Ok(i32::from(left >= right)),
        Binary::ShiftLeft => narrow(i64::from(left) << count()?),
        Binary::ShiftRight => Ok(left >> count()?),
        Binary::Add => narrow(i64::from(left) + i64::from(right)),
        Binary::Subtract => narrow(i64::from(left) - i64::from(right)),
        Binary::Multiply => narrow(i64::from(left) * i64::from(right)),
        Binary::Divide | Binary::Remainder if right == 0 => Err(Fault::DivisionByZero),
        Binary::Divide => narrow(i64::from(left) / i64::from(right)),
        Binary::Remainder => narrow(i64::from(left) % i64::from(right)),
        Binary::And | Binary::Or | Binary::Imply => unreachable!("they do not look at both operands"),
    }
}

fn narrow(number: i64) -> Result<i32, Fault> {
    i32::try_from(number).map_err(|_| Fault::Overflow)
}

/// Returns the content of a cell of this width after `value` was stored in it.
pub(super) fn wrap(width: Width, value: i32) -> i32 {
    match width {
        Width::Byte => value & 0xff,
        Width::Int => (value << 16) >> 16,
    }
}
