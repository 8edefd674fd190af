//! Formulas of linear temporal logic.

use super::expression::operator;
use super::{Parsed, Parser, Temporal};
use crate::syntax::Binary;

impl Parser {
    pub(super) fn temporal(&mut self, level: usize) -> Parsed<Temporal> {
        let mut left = self.deeper(Self::temporal_operand)?;
        loop {
            let (name, strength, tokens) = match (self.peek(0), self.peek(1), self.peek(2)) {
                ("<", "->", _) => ("<->", 0, 2),
                ("<", "-", ">") => ("<->", 0, 3),
                ("equivalent", ..) => ("<->", 0, 1),
                ("->" | "implies", ..) => ("->", 0, 1),
                ("||" | "or", ..) => ("or", 1, 1),
                ("&&" | "and", ..) => ("and", 2, 1),
                ("U" | "until" | "stronguntil", ..) => ("U", 3, 1),
                ("W" | "weakuntil", ..) => ("W", 3, 1),
                ("V" | "R" | "release", ..) => ("R", 3, 1),
                _ => return Ok(left),
            };
            if strength < level {
                return Ok(left);
            }
            for _ in 0..tokens {
                self.next()?;
            }
            let right = self.temporal(if name == "->" { strength } else { strength + 1 })?;
            left = Temporal::Binary(name, Box::new([left, right]));
        }
    }

    pub(super) fn temporal_operand(&mut self) -> Parsed<Temporal> {
        let operator = match self.peek(0) {
            "[]" | "always" => Some("[]"),
            "[" if self.peek(1) == "]" => Some("[]"),
            "<>" | "eventually" => Some("<>"),
            "X" | "next" => Some("X"),
            "!" => Some("not"),
            _ => None,
        };
        if let Some(operator) = operator {
            if self.next()?.is("[") {
                self.next()?;
            }
            return Ok(Temporal::Unary(operator, Box::new(self.deeper(Self::temporal_operand)?)));
        }
        // A parenthesis may begin a formula or an expression: `(p) U q`, `(x + 1) == y`.
        if self.peek(0) == "(" {
            let start = self.at;
            self.next()?;
            if let Ok(inner) = self.temporal(0)
                && self.eat(")")
                && operator_of_numbers(self.peek(0)).is_none()
            {
                return Ok(inner);
            }
            self.at = start;
        }
        self.binary(2).map(Temporal::Atom)
    }
}

/// Returns an operator between numbers; `<` also begins `<->`, which is none.
fn operator_of_numbers(sign: &str) -> Option<Binary> {
    operator(sign).filter(|(_, strength)| *strength >= 2).map(|(operator, _)| operator)
}
