//! Expressions, by operator precedence: V. R. Pratt, *Top Down Operator Precedence*, POPL 1973.
//!
//! An expression is a prefix (an atom, `not`, `-` or a parenthesis) and then operators with their
//! right sides, as long as they bind at least as tightly as the caller asks. One function recurses,
//! and it counts its depth. Chains of `and`, `or`, `+` and comparisons are loops, so that their
//! length is not limited; a second `iff` in a row is refused, as readers differ about its meaning.

use sanderling_net::{Diagnostic, Span};

use super::{Abandoned, MAX_DEPTH, Parsed, Parser, Quantity, hint};
use crate::lexer::Token;
use crate::operand::{Operand, Value, excerpt, joined, too_large};
use crate::syntax::{BindingsSyntax, Condition, Sum, TokensSyntax};
use crate::{Relation, TooLarge};

/// How tightly operators bind, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Power {
    Iff,
    Implies,
    Or,
    And,
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
    And,
    Compare(Relation),
    Plus,
    Minus,
    Times,
}

impl Operator {
    fn of(token: &Token<'_>) -> Option<Self> {
        Some(match token {
            Token::Word("iff") | Token::Symbol("<->") => Self::Iff,
            Token::Word("implies") | Token::Symbol("->") => Self::Implies,
            Token::Word("or") | Token::Symbol("||") => Self::Or,
            Token::Word("and") | Token::Symbol("&&") => Self::And,
            Token::Symbol("<") => Self::Compare(Relation::Less),
            Token::Symbol("<=") => Self::Compare(Relation::AtMost),
            Token::Symbol(">") => Self::Compare(Relation::Greater),
            Token::Symbol(">=") => Self::Compare(Relation::AtLeast),
            Token::Symbol("==" | "=") => Self::Compare(Relation::Equal),
            Token::Symbol("!=") => Self::Compare(Relation::Unequal),
            Token::Symbol("+") => Self::Plus,
            Token::Symbol("-") => Self::Minus,
            Token::Symbol("*") => Self::Times,
            _ => return None,
        })
    }

    fn power(self) -> Power {
        match self {
            Self::Iff => Power::Iff,
            Self::Implies => Power::Implies,
            Self::Or => Power::Or,
            Self::And => Power::And,
            Self::Compare(_) => Power::Comparison,
            Self::Plus | Self::Minus => Power::Sum,
            Self::Times => Power::Product,
        }
    }
}

impl Parser<'_> {
    /// An expression whose operators outside parentheses bind at least as tightly as `least`.
    pub(super) fn expression(&mut self, least: Power) -> Parsed<Operand> {
        if self.depth == MAX_DEPTH {
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
                Operator::And => self.chain(left, operator, Power::Not, Condition::And)?,
                Operator::Compare(_) => self.comparisons(left)?,
                Operator::Plus => self.arithmetic(left, Power::Product, Sum::plus)?,
                Operator::Minus => self.arithmetic(left, Power::Product, Sum::minus)?,
                Operator::Times => self.product(left)?,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    pub(super) fn operator(&self) -> Option<Operator> {
        Operator::of(&self.token)
    }

    fn prefix(&mut self, least: Power) -> Parsed<Operand> {
        let start = self.span;
        let value = match self.token {
            Token::Word("not") | Token::Symbol("!") => self.not()?,
            Token::Symbol("-") => self.sign()?,
            Token::Symbol("(") => self.parenthesis()?,
            Token::Word("true") => self.word(Condition::Constant(true)),
            Token::Word("false") => self.word(Condition::Constant(false)),
            Token::Word("deadlock") => self.word(Condition::Deadlock),
            Token::Word("fireable") => Condition::Fireable(self.transitions()?).into(),
            Token::Word("tokens") if self.quantity == Quantity::Tokens => Sum::tokens(self.places()?).into(),
            Token::Word("value") if self.quantity == Quantity::Value => Sum::tokens(self.places()?).into(),
            Token::Number(digits) => self.number_literal(digits),
            _ if least > Power::Comparison && self.quantity == Quantity::Value => {
                return self.found_with("a number, such as `value(x)`", |_| None);
            }
            _ if least > Power::Comparison => return self.found_with("a number", hint::operand),
            _ => return self.found_with("a condition or a number", hint::operand),
        };
        Ok(Operand { value, span: joined(start, self.previous) })
    }

    fn word(&mut self, condition: Condition) -> Value {
        self.advance();
        condition.into()
    }

    fn number_literal(&mut self, digits: &str) -> Value {
        let span = self.span;
        self.advance();
        let number = digits.parse().map_err(|_| TooLarge::Constant).and_then(Sum::number);
        self.limited(number, span)
    }

    fn not(&mut self) -> Parsed<Value> {
        self.advance();
        let operand = self.expression(Power::Not)?;
        Ok(self.condition(operand).map_or(Value::Wrong, |inner| Condition::Not(Box::new(inner)).into()))
    }

    fn sign(&mut self) -> Parsed<Value> {
        self.advance();
        let operand = self.expression(Power::Sign)?;
        Ok(self.number(operand).map_or(Value::Wrong, |sum| sum.negated().into()))
    }

    fn parenthesis(&mut self) -> Parsed<Value> {
        let open = self.span;
        self.advance();
        let inner = self.expression(Power::Iff)?;
        if !self.take(")") {
            return self.unclosed(open, "`)` or an operator such as `and`", hint::operator);
        }
        Ok(inner.value)
    }

    /// Places in parentheses, behind the word that asks for their tokens.
    fn places(&mut self) -> Parsed<Vec<TokensSyntax>> {
        self.advance();
        self.list("a place id", |parser| {
            let place = parser.name("a place id")?;
            let colours = if parser.at("(") { Some(parser.colours()?) } else { None };
            Ok(TokensSyntax { place, colours })
        })
    }

    /// Transitions in parentheses, behind the word that asks whether they are enabled.
    fn transitions(&mut self) -> Parsed<Vec<BindingsSyntax>> {
        self.advance();
        self.list("a transition id", |parser| {
            let transition = parser.name("a transition id")?;
            let values = if parser.at("(") { parser.values()? } else { Vec::new() };
            Ok(BindingsSyntax { transition, values })
        })
    }

    /// One or more of something in parentheses, with commas between them.
    pub(super) fn list<T>(&mut self, kind: &str, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let open = self.expect("(", &format!("`(` and {kind}"))?;
        let mut items = Vec::new();
        loop {
            items.push(item(self)?);
            if self.take(")") {
                return Ok(items);
            }
            if !self.take(",") {
                return self.unclosed(open, "`,` or `)`", hint::behind_name);
            }
        }
    }

    fn unclosed<T>(
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
            let message = "a second `iff` beside the first".to_string();
            let help = "`(a iff b) iff c`, or `(a iff b) and (b iff c)` where all are to be equal";
            return self.report(Diagnostic::error(message).at(self.span).expected("parentheses").help(help));
        }
        Ok(joint)
    }

    fn implies(&mut self, left: Operand) -> Parsed<Operand> {
        self.two_sides(left, Power::Implies, Condition::Implies)
    }

    fn two_sides(
        &mut self,
        left: Operand,
        right: Power,
        join: fn(Box<[Condition; 2]>) -> Condition,
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

    /// `and` or `or`, as often as it comes.
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

    /// A product, of whose factors one is a plain number.
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

    /// The condition that an operand is; where it is none, that is reported.
    pub(super) fn condition(&mut self, operand: Operand) -> Option<Condition> {
        match operand.value {
            Value::Condition(condition) => Some(condition),
            Value::Wrong => None,
            Value::Number(_) => {
                let message = format!("`{}` is a number", excerpt(self.text, operand.span));
                let expected = "a condition, such as `tokens(p) >= 1`";
                self.diagnostics.push(Diagnostic::error(message).at(operand.span).expected(expected));
                None
            }
        }
    }

    pub(super) fn number(&mut self, operand: Operand) -> Option<Sum> {
        match operand.value {
            Value::Number(sum) => Some(sum),
            Value::Wrong => None,
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
