//! The operators and their precedence.
//!
//! All binary operators are left-associative. The two semantics differ in the levels of precedence. LTSmin compiles
//! models to C, with the levels of C. The grammar of DiVinE 2 has `or` and `and` on one level, and `|`, `^` and `&` on
//! another.

use super::token::Token;
use crate::Semantics;
use crate::syntax::{BinaryOperator, PrefixOperator};

/// Returns the binary operator of a token.
pub(super) fn binary(token: Token<'_>) -> Option<BinaryOperator> {
    let (Token::Symbol(sign) | Token::Keyword(sign)) = token else { return None };
    Some(match sign {
        "imply" => BinaryOperator::Imply,
        "or" | "||" => BinaryOperator::Or,
        "and" | "&&" => BinaryOperator::And,
        "|" => BinaryOperator::BitOr,
        "^" => BinaryOperator::BitXor,
        "&" => BinaryOperator::BitAnd,
        "==" => BinaryOperator::Equal,
        "!=" => BinaryOperator::Unequal,
        "<" => BinaryOperator::Less,
        "<=" => BinaryOperator::AtMost,
        ">" => BinaryOperator::Greater,
        ">=" => BinaryOperator::AtLeast,
        "<<" => BinaryOperator::ShiftLeft,
        ">>" => BinaryOperator::ShiftRight,
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Remainder,
        _ => return None,
    })
}

/// Returns the prefix operator of a token. All of them bind tighter than binary operators.
pub(super) fn prefix(token: Token<'_>) -> Option<PrefixOperator> {
    match token {
        Token::Symbol("-") => Some(PrefixOperator::Negate),
        Token::Symbol("~") => Some(PrefixOperator::Invert),
        Token::Keyword("not") => Some(PrefixOperator::Not),
        _ => None,
    }
}

/// Returns the precedence of a binary operator; higher values bind tighter.
pub(super) fn level(operator: BinaryOperator, semantics: Semantics) -> u8 {
    use BinaryOperator as Op;
    let divides = semantics == Semantics::Ltsmin;
    match operator {
        Op::Imply => 0,
        Op::And if divides => 2,
        Op::Or | Op::And => 1,
        Op::BitXor if divides => 4,
        Op::BitAnd if divides => 5,
        Op::BitOr | Op::BitXor | Op::BitAnd => 3,
        Op::Equal | Op::Unequal => 6,
        Op::Less | Op::AtMost | Op::Greater | Op::AtLeast => 7,
        Op::ShiftLeft | Op::ShiftRight => 8,
        Op::Add | Op::Subtract => 9,
        Op::Multiply | Op::Divide | Op::Remainder => 10,
    }
}

/// Returns whether `(a ∘ b) ∘ c` and `a ∘ (b ∘ c)` are equivalent in value, errors and order.
///
/// DiVinE 2 tests whether a right operand is positive, and whether a left one is nonzero.
pub(super) fn is_associative(operator: BinaryOperator, semantics: Semantics) -> bool {
    semantics == Semantics::Ltsmin && matches!(operator, BinaryOperator::Or | BinaryOperator::And)
}
