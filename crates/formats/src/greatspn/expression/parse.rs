//! The parser, by recursive descent: one function for each level of precedence.
//!
//! `<` opens a tuple if a multiset is expected, and is a comparison elsewhere; the two never occur together without
//! brackets between them. If the editor's grammar applies a leading minus to a whole sum, the parser requires
//! parentheses.

use super::token::{Token, TokenKind, tokens};
use super::{Comparison, Expression, Kind, Power, Sign, Tuple};
use crate::greatspn::text::{Step, error, remedied, shortened};

/// Maximum nesting depth of brackets.
const MAX_DEPTH: usize = 32;

/// Functions on numbers. The first argument of `If` is a condition.
const FUNCTIONS: [&str; 20] = [
    "CN",
    "If",
    "Mod",
    "Min",
    "Max",
    "Pow",
    "Fract",
    "Binomial",
    "Abs",
    "Factorial",
    "Ceil",
    "Floor",
    "Round",
    "Sqrt",
    "Exp",
    "Log",
    "Sin",
    "Cos",
    "Tan",
    "Subclass",
];

/// The constructs that an expression may contain in addition to numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Comparisons and conditions.
    Scalar,
    /// Tuples.
    Multiset,
    /// Colours and sets of them.
    Element,
}

pub(super) struct Parser<'t> {
    text: &'t str,
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) at: usize,
    depth: usize,
}

/// Parses a number.
pub(crate) fn number(text: &str) -> Step<Expression<'_>> {
    whole(text, |parser| parser.sum(Mode::Scalar))
}

/// Parses a condition.
pub(crate) fn condition(text: &str) -> Step<Expression<'_>> {
    whole(text, Parser::scalar)
}

/// Parses a multiset of colours.
pub(crate) fn multiset(text: &str) -> Step<Expression<'_>> {
    whole(text, |parser| parser.sum(Mode::Multiset))
}

pub(super) fn whole<'t, T>(text: &'t str, parse: impl FnOnce(&mut Parser<'t>) -> Step<T>) -> Step<T> {
    let mut parser = Parser { text, tokens: tokens(text)?, at: 0, depth: 0 };
    let parsed = parse(&mut parser)?;
    match parser.peek() {
        None => Ok(parsed),
        Some(_) => Err(parser.unexpected("the end of the expression")),
    }
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    /// Returns whether the next token is this sign or word.
    pub(super) fn sees(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text)
    }

    pub(super) fn takes(&mut self, text: &str) -> bool {
        let sees = self.sees(text);
        self.at += usize::from(sees);
        sees
    }

    pub(super) fn expect(&mut self, text: &str) -> Step<()> {
        if self.takes(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Box<sanderling_net::Diagnostic> {
        let found = match self.peek() {
            Some(token) => format!("`{}`", shortened(&self.text[token.start..])),
            None => "the end".to_owned(),
        };
        error(format!("{found} in the expression `{}`", shortened(self.text)), expected)
    }

    pub(super) fn name(&mut self) -> Step<&'t str> {
        match self.peek() {
            Some(Token { kind: TokenKind::Name, text, .. }) => {
                self.at += 1;
                Ok(text)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Parses the content of brackets, which may contain brackets again.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(error(format!("brackets more than {MAX_DEPTH} deep"), "a simpler expression"));
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Builds an expression of this kind, which began with the token at `from`.
    fn built(&self, from: usize, kind: Kind<'t>) -> Expression<'t> {
        let start = self.tokens.get(from).map_or(0, |token| token.start);
        let end = self.tokens[..self.at].last().map_or(start, |token| token.start + token.text.len());
        Expression { kind, text: self.text.get(start..end).unwrap_or_default() }
    }

    fn scalar(&mut self) -> Step<Expression<'t>> {
        self.nested(Self::equivalence)
    }

    fn equivalence(&mut self) -> Step<Expression<'t>> {
        let from = self.at;
        let left = self.implication()?;
        if !self.takes("<->") {
            return Ok(left);
        }
        let right = self.implication()?;
        self.single("<->")?;
        Ok(self.built(from, Kind::Equivalent(Box::new([left, right]))))
    }

    fn implication(&mut self) -> Step<Expression<'t>> {
        let from = self.at;
        let left = self.disjunction()?;
        if !self.takes("->") {
            return Ok(left);
        }
        let right = self.disjunction()?;
        self.single("->")?;
        Ok(self.built(from, Kind::Imply(Box::new([left, right]))))
    }

    /// Refuses a second arrow in a row; the user must add parentheses.
    fn single(&self, arrow: &str) -> Step<()> {
        if self.sees(arrow) {
            let found = format!("a second `{arrow}` in `{}`", shortened(self.text));
            return Err(remedied(found, "put parentheses around what belongs together"));
        }
        Ok(())
    }

    fn disjunction(&mut self) -> Step<Expression<'t>> {
        self.chain("||", Self::conjunction, Kind::Or)
    }

    fn conjunction(&mut self) -> Step<Expression<'t>> {
        self.chain("&&", Self::negation, Kind::And)
    }

    fn chain(
        &mut self,
        sign: &str,
        operand: fn(&mut Self) -> Step<Expression<'t>>,
        kind: fn(Vec<Expression<'t>>) -> Kind<'t>,
    ) -> Step<Expression<'t>> {
        let from = self.at;
        let first = operand(self)?;
        if !self.sees(sign) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.takes(sign) {
            operands.push(operand(self)?);
        }
        Ok(self.built(from, kind(operands)))
    }

    fn negation(&mut self) -> Step<Expression<'t>> {
        let from = self.at;
        if !self.takes("!") {
            return self.comparison();
        }
        let operand = self.nested(Self::negation)?;
        Ok(self.built(from, Kind::Not(Box::new(operand))))
    }

    fn comparison(&mut self) -> Step<Expression<'t>> {
        let from = self.at;
        let left = self.sum(Mode::Scalar)?;
        let is_negated =
            self.sees("!") && self.tokens.get(self.at + 1).is_some_and(|token| token.text == "in");
        self.at += usize::from(is_negated);
        if self.takes("in") {
            let right = self.sum(Mode::Element)?;
            let parts = Box::new([left, right]);
            return Ok(self.built(from, Kind::Contained { is_negated, parts }));
        }
        let Some(comparison) = self.peek().and_then(|token| comparison(token.text)) else { return Ok(left) };
        self.at += 1;
        let right = self.sum(Mode::Scalar)?;
        Ok(self.built(from, Kind::Compare(comparison, Box::new([left, right]))))
    }

    pub(super) fn sum(&mut self, mode: Mode) -> Step<Expression<'t>> {
        let from = self.at;
        let is_negative = self.sees("-");
        let first = self.product(mode)?;
        if !self.sees("+") && !self.sees("-") {
            return Ok(first);
        }
        if is_negative {
            let found = format!("a minus before a sum in `{}`", shortened(self.text));
            return Err(remedied(
                found,
                "put parentheses around what it belongs to: `(-a) + b` or `-(a + b)`",
            ));
        }
        let mut terms = vec![(Sign::Plus, first)];
        loop {
            let sign = if self.takes("+") {
                Sign::Plus
            } else if self.takes("-") {
                Sign::Minus
            } else {
                return Ok(self.built(from, Kind::Sum(terms)));
            };
            terms.push((sign, self.product(mode)?));
        }
    }

    fn product(&mut self, mode: Mode) -> Step<Expression<'t>> {
        let from = self.at;
        if mode == Mode::Multiset && (self.sees("<") || self.sees("[")) {
            return self.tuple(from, None);
        }
        let first = self.factor(mode)?;
        let mut factors = vec![(Power::Times, first)];
        loop {
            let power = if self.takes("*") {
                Power::Times
            } else if self.takes("/") {
                Power::Over
            } else {
                break;
            };
            factors.push((power, self.factor(mode)?));
        }
        let product = match factors.len() {
            1 => factors.remove(0).1,
            _ => self.built(from, Kind::Product(factors)),
        };
        if mode == Mode::Multiset && (self.sees("<") || self.sees("[")) {
            return self.tuple(from, Some(product));
        }
        Ok(product)
    }

    fn tuple(&mut self, from: usize, coefficient: Option<Expression<'t>>) -> Step<Expression<'t>> {
        let guard = if self.takes("[") {
            let guard = self.scalar()?;
            self.expect("]")?;
            Some(guard)
        } else {
            None
        };
        self.expect("<")?;
        let mut parts = Vec::new();
        loop {
            parts.push(self.sum(Mode::Element)?);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(">")?;
        let has_filter = self.takes("[");
        if has_filter {
            self.scalar()?;
            self.expect("]")?;
        }
        let tuple = Tuple { coefficient, guard, parts, has_filter };
        Ok(self.built(from, Kind::Tuple(Box::new(tuple))))
    }

    fn factor(&mut self, mode: Mode) -> Step<Expression<'t>> {
        let from = self.at;
        if self.takes("-") {
            let operand = self.nested(|parser| parser.factor(mode))?;
            return Ok(self.built(from, Kind::Negate(Box::new(operand))));
        }
        let operand = self.operand(mode)?;
        let mut steps = 0_i64;
        let is_shifted = self.sees("++") || self.sees("--");
        loop {
            if self.takes("++") {
                steps += 1;
            } else if self.takes("--") {
                steps -= 1;
            } else {
                break;
            }
        }
        Ok(if is_shifted { self.built(from, Kind::Shifted(Box::new(operand), steps)) } else { operand })
    }

    fn operand(&mut self, mode: Mode) -> Step<Expression<'t>> {
        let from = self.at;
        let Some(token) = self.peek() else { return Err(self.unexpected("a number, a name or a bracket")) };
        match (token.kind, token.text) {
            (TokenKind::Integer, digits) => {
                self.at += 1;
                let number = digits.parse();
                let number = number
                    .map_err(|_| error(format!("the number {}", shortened(digits)), "one below 2^63"))?;
                Ok(self.built(from, Kind::Integer(number)))
            }
            (TokenKind::Real, _) => {
                self.at += 1;
                Ok(self.built(from, Kind::Real))
            }
            (TokenKind::Name, _) => self.named(),
            (_, "(") => {
                self.at += 1;
                let inner = match mode {
                    Mode::Scalar => self.scalar()?,
                    _ => self.nested(|parser| parser.sum(mode))?,
                };
                self.expect(")")?;
                Ok(Expression { text: self.built(from, Kind::Marking).text, ..inner })
            }
            (_, "#") => {
                self.at += 1;
                self.name()?;
                Ok(self.built(from, Kind::Marking))
            }
            _ => Err(self.unexpected("a number, a name or a bracket")),
        }
    }

    fn named(&mut self) -> Step<Expression<'t>> {
        let from = self.at;
        let name = self.name()?;
        if !self.sees("[") || !(FUNCTIONS.contains(&name) || name == "Card") {
            return Ok(self.built(from, Kind::Name(name)));
        }
        self.at += 1;
        if name == "Card" {
            let counted = self.nested(|parser| parser.sum(Mode::Multiset))?;
            self.expect("]")?;
            return Ok(self.built(from, Kind::Cardinality(Box::new(counted))));
        }
        let mut arguments = vec![self.scalar()?];
        while self.takes(",") {
            arguments.push(self.scalar()?);
        }
        self.expect("]")?;
        Ok(self.built(from, Kind::Call(name, arguments)))
    }
}

fn comparison(sign: &str) -> Option<Comparison> {
    match sign {
        "==" => Some(Comparison::Equal),
        "!=" => Some(Comparison::NotEqual),
        "<" => Some(Comparison::Less),
        "<=" => Some(Comparison::LessOrEqual),
        ">" => Some(Comparison::Greater),
        ">=" => Some(Comparison::GreaterOrEqual),
        _ => None,
    }
}
