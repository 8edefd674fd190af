//! The arithmetic of DVE: 32-bit signed integers, without a result on overflow.
//!
//! The implementations leave open what an overflow gives. Here it is undefined, as is a division by zero. Comparisons
//! give 0 and 1. Division rounds towards zero.

use crate::syntax::{BinaryOperator, PrefixOperator, Width};

/// The reason why there is no result.
pub(crate) type Undefined = &'static str;

const OVERFLOW: Undefined = "a number beyond 32 bits";
const ZERO: Undefined = "a division by zero";
const SHIFT: Undefined = "a shift by a number of bits outside 0 to 31";

/// Returns the minimum and the maximum value of a cell.
pub(crate) fn bounds(width: Width) -> (i32, i32) {
    match width {
        Width::Byte => (0, 255),
        Width::Int => (-32768, 32767),
    }
}

/// Returns the keyword for the width.
pub(crate) fn keyword(width: Width) -> &'static str {
    match width {
        Width::Byte => "byte",
        Width::Int => "int",
    }
}

/// Returns the value that a cell holds after a number is stored in it, truncated to its width.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is the meaning of it")]
pub(crate) fn wrap(width: Width, number: i32) -> i32 {
    match width {
        Width::Byte => i32::from(number as u8),
        Width::Int => i32::from(number as i16),
    }
}

/// Applies a prefix operator.
pub(crate) fn prefix(operator: PrefixOperator, operand: i32) -> Result<i32, Undefined> {
    match operator {
        PrefixOperator::Negate => operand.checked_neg().ok_or(OVERFLOW),
        PrefixOperator::Invert => Ok(!operand),
        PrefixOperator::Not => Ok(i32::from(operand == 0)),
    }
}

/// Applies a binary operator; `None` for `and`, `or` and `imply`, which do not always need both operands.
pub(crate) fn binary(operator: BinaryOperator, left: i32, right: i32) -> Option<Result<i32, Undefined>> {
    use BinaryOperator as Op;
    let truth = |truth: bool| Ok(i32::from(truth));
    Some(match operator {
        Op::Imply | Op::Or | Op::And => return None,
        Op::BitOr => Ok(left | right),
        Op::BitXor => Ok(left ^ right),
        Op::BitAnd => Ok(left & right),
        Op::Equal => truth(left == right),
        Op::Unequal => truth(left != right),
        Op::Less => truth(left < right),
        Op::AtMost => truth(left <= right),
        Op::Greater => truth(left > right),
        Op::AtLeast => truth(left >= right),
        Op::ShiftLeft => shift(right).and_then(|bits| {
            let shifted = i64::from(left) << bits;
            i32::try_from(shifted).map_err(|_| OVERFLOW)
        }),
        Op::ShiftRight => shift(right).map(|bits| left >> bits),
        Op::Add => left.checked_add(right).ok_or(OVERFLOW),
        Op::Subtract => left.checked_sub(right).ok_or(OVERFLOW),
        Op::Multiply => left.checked_mul(right).ok_or(OVERFLOW),
        Op::Divide | Op::Remainder if right == 0 => Err(ZERO),
        Op::Divide => left.checked_div(right).ok_or(OVERFLOW),
        Op::Remainder => Ok(left.wrapping_rem(right)),
    })
}

fn shift(bits: i32) -> Result<u32, Undefined> {
    u32::try_from(bits).ok().filter(|bits| *bits < 32).ok_or(SHIFT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_towards_zero() {
        assert_eq!(binary(BinaryOperator::Divide, -7, 2), Some(Ok(-3)));
        assert_eq!(binary(BinaryOperator::Remainder, -7, 2), Some(Ok(-1)));
        assert_eq!(binary(BinaryOperator::ShiftRight, -7, 1), Some(Ok(-4)));
        assert_eq!(binary(BinaryOperator::Remainder, i32::MIN, -1), Some(Ok(0)));
    }

    #[test]
    fn overflows_have_no_result() {
        assert_eq!(binary(BinaryOperator::Multiply, 65536, 32768), Some(Err(OVERFLOW)));
        assert_eq!(binary(BinaryOperator::ShiftLeft, 1, 31), Some(Err(OVERFLOW)));
        assert_eq!(binary(BinaryOperator::ShiftLeft, -1, 31), Some(Ok(i32::MIN)));
        assert_eq!(binary(BinaryOperator::ShiftLeft, 1, 32), Some(Err(SHIFT)));
        assert_eq!(binary(BinaryOperator::Divide, i32::MIN, -1), Some(Err(OVERFLOW)));
        assert_eq!(prefix(PrefixOperator::Negate, i32::MIN), Err(OVERFLOW));
    }

    #[test]
    fn stores_keep_the_low_bits() {
        assert_eq!((wrap(Width::Byte, 300), wrap(Width::Byte, -1)), (44, 255));
        assert_eq!((wrap(Width::Int, 32768), wrap(Width::Int, -32769)), (-32768, 32767));
    }
}
