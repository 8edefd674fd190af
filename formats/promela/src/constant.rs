//! Constant expressions, and the arithmetic of C's `int`.

use std::collections::HashMap;
use std::rc::Rc;

use crate::syntax::{Binary, Expression, ExpressionKind, Unary};

/// Returns the number of 32 bits with the same last bits.
pub(crate) fn to_int(number: i64) -> i64 {
    i64::from(number as i32)
}

/// Returns the result of an operator.
pub(crate) fn unary(operator: Unary, operand: i64) -> i64 {
    match operator {
        Unary::Not => i64::from(operand == 0),
        Unary::Invert => to_int(!operand),
        Unary::Negate => to_int(-operand),
    }
}

/// Returns the result of an operator; `None` for a division by zero and for a shift by less than 0 or more than 31
/// bits.
pub(crate) fn binary(operator: Binary, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        Binary::Or => i64::from(a != 0 || b != 0),
        Binary::And => i64::from(a != 0 && b != 0),
        Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::BitAnd => a & b,
        Binary::Equal => i64::from(a == b),
        Binary::Unequal => i64::from(a != b),
        Binary::Less => i64::from(a < b),
        Binary::Greater => i64::from(a > b),
        Binary::AtMost => i64::from(a <= b),
        Binary::AtLeast => i64::from(a >= b),
        Binary::ShiftLeft if (0..32).contains(&b) => to_int(a << b),
        Binary::ShiftRight if (0..32).contains(&b) => a >> b,
        Binary::ShiftLeft | Binary::ShiftRight => return None,
        Binary::Add => to_int(a + b),
        Binary::Subtract => to_int(a - b),
        Binary::Multiply => to_int(a.wrapping_mul(b)),
        Binary::Divide => to_int(a.checked_div(b)?),
        Binary::Remainder => to_int(a.checked_rem(b)?),
    })
}

/// Returns the value of a constant expression; `None` if it is not constant or not defined.
pub(crate) fn value(expression: &Expression, symbols: &HashMap<Rc<str>, i64>) -> Option<i64> {
    let of = |part: &Expression| value(part, symbols);
    match &expression.kind {
        ExpressionKind::Number(number) => Some(to_int(*number)),
        ExpressionKind::Reference(reference) => match &reference.parts[..] {
            [(name, None)] => symbols.get(&name.text).copied(),
            _ => None,
        },
        ExpressionKind::Unary(operator, operand) => Some(unary(*operator, of(operand)?)),
        ExpressionKind::Binary(operator, parts) => binary(*operator, of(&parts[0])?, of(&parts[1])?),
        ExpressionKind::Conditional(parts) => of(&parts[if of(&parts[0])? != 0 { 1 } else { 2 }]),
        _ => None,
    }
}
