//! Expressions, by operator precedence: V. R. Pratt, *Top Down Operator Precedence*, POPL 1973.
//!
//! An expression is a prefix (an atom, `not`, `-` or a parenthesis), followed by operators with their right sides, as
//! long as they bind at least as tightly as the caller requires. One function recurses, and it counts its depth. Chains
//! of `and`, `or`, `+` and comparisons are loops, so their length is not limited. A second `iff` in a row is refused,
//! because readers disagree about its meaning.

use sanderling_net::{Diagnostic, Span};

use super::temporal::of_two;
use super::{Abandoned, MAX_DEPTH, Parsed, Parser};
use crate::lexer::Token;
use crate::operand::{Operand, Value, excerpt, joined, too_large};
use crate::syntax::{Condition, Sum, TokensSyntax};
use crate::{Factor, Logic, PathOperator, Relation, TooLarge};

/// The precedence of operators, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Power {
    Iff,
    Implies,
    Or,
    And,
    Until,
    Not,
    Comparison,
    Sum,
    Product,
    Sign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    Compare(Relation),
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    /// An operator of LTL.
    Path(PathOperator),
}

impl Operator {
    pub(super) fn of(token: &Token<'_>) -> Option<Self> {
        Some(match token {
            Token::Word("iff") | Token::Symbol("<->") => Self::Iff,
            Token::Word("implies" | "imply") | Token::Symbol("->") => Self::Implies,
            Token::Word("or" | "OR") | Token::Symbol("||") => Self::Or,
            Token::Word("xor" | "XOR") => Self::Xor,
            Token::Word("and" | "AND") | Token::Symbol("&&") => Self::And,
            Token::Symbol("<") => Self::Compare(Relation::Less),
            Token::Symbol("<=") => Self::Compare(Relation::AtMost),
            Token::Symbol(">") => Self::Compare(Relation::Greater),
            Token::Symbol(">=") => Self::Compare(Relation::AtLeast),
            Token::Symbol("==" | "=") => Self::Compare(Relation::Equal),
            Token::Symbol("!=" | "<>") => Self::Compare(Relation::Unequal),
            Token::Symbol("+") => Self::Plus,
            Token::Symbol("-") => Self::Minus,
            Token::Symbol("*") => Self::Times,
            Token::Symbol("/") => Self::Divide,
            Token::Symbol("%") => Self::Remainder,
            _ => return None,
        })
    }

    fn power(self) -> Power {
        match self {
            Self::Iff => Power::Iff,
            Self::Implies => Power::Implies,
            Self::Or | Self::Xor => Power::Or,
            Self::And => Power::And,
            Self::Path(_) => Power::Until,
            Self::Compare(_) => Power::Comparison,
            Self::Plus | Self::Minus => Power::Sum,
            Self::Times | Self::Divide | Self::Remainder => Power::Product,
        }
    }
}

impl Parser<'_> {
    /// Parses an expression whose operators outside parentheses bind at least as tightly as `least`.
    pub(super) fn expression(&mut self, least: Power) -> Parsed<Operand> {
        if self.depth >= MAX_DEPTH {
            let message = format!("an expression nested more than {MAX_DEPTH} levels deep");
            return self.report(Diagnostic::error(message).at(self.span));
        }
        self.depth += 1;
        let mut left = self.prefix(least)?;
        while let Some(operator) = self.operator().filter(|operator| operator.power() >= least) {
            left = match operator {
                Operator::Iff => self.iff(left)?,
                Operator::Implies => self.implies(left)?,
                Operator::Or => self.chain(left, operator, Power::And, Condition::Or)?,
                Operator::Xor => self.xor(left)?,
                Operator::And => self.chain(left, operator, Power::Until, Condition::And)?,
                Operator::Path(operator) => self.until(left, operator)?,
                Operator::Compare(_) => self.comparisons(left)?,
                Operator::Plus | Operator::Minus if self.is_about_program() => {
                    self.sum_of_values(left, operator == Operator::Plus)?
                }
                Operator::Times if self.is_about_program() => self.factor(left, Factor::Times)?,
                Operator::Divide => self.factor(left, Factor::Divide)?,
                Operator::Remainder => self.factor(left, Factor::Remainder)?,
                Operator::Plus => self.arithmetic(left, Power::Product, Sum::plus)?,
                Operator::Minus => self.arithmetic(left, Power::Product, Sum::minus)?,
                Operator::Times => self.product(left)?,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    pub(super) fn operator(&self) -> Option<Operator> {
        self.operator_of(&self.token)
    }

    /// Returns the binary operator of a token.
    pub(super) fn operator_of(&self, token: &Token<'_>) -> Option<Operator> {
        let path = of_two(token).filter(|_| self.logic == Some(Logic::Ltl));
        path.map(Operator::Path).or_else(|| Operator::of(token))
    }

    pub(super) fn unclosed<T>(
        &mut self,
        open: Span,
        expected: &str,
        help: impl FnOnce(&Token<'_>) -> Option<String>,
    ) -> Parsed<T> {
        let diagnostic = self.unexpected(expected, |token| help(token)).related(open, "for the `(`");
        self.report(diagnostic)
    }

    pub(super) fn report<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Abandoned)
    }

    fn iff(&mut self, left: Operand) -> Parsed<Operand> {
        let joint = self.two_sides(left, Power::Implies, Condition::Iff)?;
        if self.operator() == Some(Operator::Iff) {
            let help = "write `(a iff b) iff c`, or `(a iff b) and (b iff c)` if all must be equal";
            return self.second_operator(help);
        }
        Ok(joint)
    }

    /// Refuses a second operator with the same precedence, because readers disagree about its meaning.
    pub(super) fn second_operator<T>(&mut self, help: &str) -> Parsed<T> {
        let message = format!("a second `{}` beside the first", excerpt(self.text, self.span));
        self.report(Diagnostic::error(message).at(self.span).expected("parentheses").help(help))
    }

    /// Parses `xor`, whose grouping with another `xor` or an `or` differs between languages.
    fn xor(&mut self, left: Operand) -> Parsed<Operand> {
        let differ = |sides| Condition::Not(Box::new(Condition::Iff(sides)));
        let joint = self.two_sides(left, Power::And, differ)?;
        self.not_beside_xor(&[Operator::Or, Operator::Xor])?;
        Ok(joint)
    }

    fn not_beside_xor(&mut self, operators: &[Operator]) -> Parsed<()> {
        if !self.operator().is_some_and(|operator| operators.contains(&operator)) {
            return Ok(());
        }
        let message = format!("`{}` beside `xor` or `or`", excerpt(self.text, self.span));
        let help = "`(a xor b) or c` and `a xor (b or c)` differ";
        self.report(Diagnostic::error(message).at(self.span).expected("parentheses").help(help))
    }

    fn implies(&mut self, left: Operand) -> Parsed<Operand> {
        self.two_sides(left, Power::Implies, Condition::Implies)
    }

    pub(super) fn two_sides(
        &mut self,
        left: Operand,
        right: Power,
        join: impl FnOnce(Box<[Condition; 2]>) -> Condition,
    ) -> Parsed<Operand> {
        self.advance();
        let right = self.expression(right)?;
        let span = joined(left.span, right.span);
        let value = match (self.condition(left), self.condition(right)) {
            (Some(left), Some(right)) => join(Box::new([left, right])).into(),
            _ => Value::Wrong,
        };
        Ok(Operand { value, span })
    }

    /// Parses a chain of `and` or `or`.
    fn chain(
        &mut self,
        first: Operand,
        operator: Operator,
        right: Power,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Parsed<Operand> {
        let start = first.span;
        let mut parts = vec![self.condition(first)];
        while self.operator() == Some(operator) {
            self.advance();
            let part = self.expression(right)?;
            parts.push(self.condition(part));
        }
        if operator == Operator::Or {
            self.not_beside_xor(&[Operator::Xor])?;
        }
        let parts: Option<Vec<_>> = parts.into_iter().collect();
        let value = parts.map_or(Value::Wrong, |parts| join(parts).into());
        Ok(Operand { value, span: joined(start, self.previous) })
    }

    fn arithmetic(
        &mut self,
        left: Operand,
        right: Power,
        calculate: impl FnOnce(Sum, Sum) -> Result<Sum, TooLarge>,
    ) -> Parsed<Operand> {
        self.advance();
        let right = self.expression(right)?;
        let span = joined(left.span, right.span);
        let value = match (self.number(left), self.number(right)) {
            (Some(left), Some(right)) => self.limited(calculate(left, right), span),
            _ => Value::Wrong,
        };
        Ok(Operand { value, span })
    }

    /// Parses a product; one of its factors must be a plain number.
    fn product(&mut self, left: Operand) -> Parsed<Operand> {
        let start = left.span;
        let mut both_counts = false;
        let product = self.arithmetic(left, Power::Sign, |left, right| {
            both_counts = !left.terms.is_empty() && !right.terms.is_empty();
            if left.terms.is_empty() { right.times(left.constant) } else { left.times(right.constant) }
        })?;
        if !both_counts {
            return Ok(product);
        }
        let span = joined(start, product.span);
        let message = format!("`{}` multiplies tokens by tokens", excerpt(self.text, span));
        self.diagnostics.push(Diagnostic::error(message).at(span).expected("a number on one side of `*`"));
        Ok(Operand { value: Value::Wrong, span })
    }

    /// Returns the operand as a condition, or reports that it is none.
    pub(super) fn condition(&mut self, operand: Operand) -> Option<Condition> {
        match operand.value {
            Value::Condition(condition) => Some(condition),
            Value::Wrong => None,
            Value::Bare(name) => Some(Condition::Bare(name)),
            Value::Number(_) | Value::Term(_) => {
                let message = format!("`{}` is a number", excerpt(self.text, operand.span));
                let expected = match self.is_about_program() {
                    true => "a condition, such as `x == 1`",
                    false => "a condition, such as `tokens(p) >= 1`",
                };
                self.diagnostics.push(Diagnostic::error(message).at(operand.span).expected(expected));
                None
            }
        }
    }

    pub(super) fn number(&mut self, operand: Operand) -> Option<Sum> {
        match operand.value {
            Value::Number(sum) => Some(sum),
            Value::Bare(place) => Some(Sum::tokens(vec![TokensSyntax { place, colours: None }])),
            // There are no terms if tokens are counted.
            Value::Wrong | Value::Term(_) => None,
            Value::Condition(_) => {
                let message = format!("`{}` is a condition", excerpt(self.text, operand.span));
                let expected = "a number, such as `tokens(p)`";
                self.diagnostics.push(Diagnostic::error(message).at(operand.span).expected(expected));
                None
            }
        }
    }

    pub(super) fn limited(&mut self, sum: Result<Sum, TooLarge>, span: Span) -> Value {
        match sum {
            Ok(sum) => Value::Number(sum),
            Err(limit) => {
                self.diagnostics.push(too_large(limit, span));
                Value::Wrong
            }
        }
    }
}
