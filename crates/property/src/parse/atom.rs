//! Atoms of expressions: words, numbers, names, and parentheses.
//!
//! The context determines the meaning of a bare name: the tokens of a place if a number is wanted, the enabledness of a
//! transition if a condition is wanted. A word of the language is a name only in quotes.

use super::expression::Power;
use super::value::negated;
use super::{Parsed, Parser, Quantity, hint};
use crate::lexer::Token;
use crate::operand::{Operand, Value, joined};
use crate::syntax::{BindingsSyntax, Condition, Name, Sum, TermSyntax, TokensSyntax};
use crate::{Logic, TooLarge};

impl Parser<'_> {
    /// Returns whether this token begins an expression and is not a binary operator.
    pub(super) fn begins_operand(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Word(_) => self.operator_of(token).is_none(),
            Token::Quoted(_) | Token::Number(_) => true,
            Token::Symbol("<>") => self.logic == Some(Logic::Ltl),
            Token::Symbol(symbol) => matches!(*symbol, "(" | "!" | "[]"),
            Token::Foreign(_) | Token::End => false,
        }
    }

    pub(super) fn prefix(&mut self, least: Power) -> Parsed<Operand> {
        let start = self.span;
        let counts = self.quantity == Quantity::Tokens;
        if let Some(value) = self.about_runs()? {
            return Ok(Operand { value, span: joined(start, self.previous) });
        }
        if let Some(value) = self.of_program()? {
            return Ok(Operand { value, span: joined(start, self.previous) });
        }
        let value = match &self.token {
            Token::Quoted(_) if self.is_about_program() => self.held()?,
            Token::Word("not" | "NOT") | Token::Symbol("!") => self.not()?,
            Token::Symbol("-") => self.sign()?,
            Token::Symbol("(") => self.parenthesis()?,
            Token::Word("true" | "TRUE") => self.word(Condition::Constant(true)),
            Token::Word("false" | "FALSE") => self.word(Condition::Constant(false)),
            Token::Word("deadlock" | "DEADLOCK") => self.word(Condition::Deadlock),
            Token::Word("INITIAL") => self.word(Condition::Initial(start)),
            Token::Word("fireable" | "FIREABLE" | "is-fireable") => {
                Condition::Fireable(self.transitions()?).into()
            }
            Token::Word("tokens" | "tokens-count") if counts => Sum::tokens(self.places()?).into(),
            Token::Word("value") if self.quantity == Quantity::Value => Sum::tokens(self.places()?).into(),
            Token::Number(digits) => {
                let digits = *digits;
                self.number_literal(digits)
            }
            Token::Quoted(name) => {
                let name = name.clone();
                self.bare(name)
            }
            Token::Word(word) if self.is_about_program() && self.is_bare(word) => self.held()?,
            Token::Word(word) if self.is_bare(word) => {
                let name = (*word).to_owned();
                self.bare(name)
            }
            _ => return self.no_operand(least),
        };
        Ok(Operand { value, span: joined(start, self.previous) })
    }

    fn no_operand(&mut self, least: Power) -> Parsed<Operand> {
        if let Some(help) = hint::of_other_logic(self.logic, &self.token) {
            return self.found_with("a condition or a number", |_| Some(help));
        }
        match (least > Power::Comparison, self.quantity) {
            (true, Quantity::Value) => self.found_with("a number", hint::operand_of_values),
            (true, Quantity::Program) => self.found_with("a number, such as `x`", hint::operand_of_program),
            (false, Quantity::Program) => {
                self.found_with("a condition or a number", hint::operand_of_program)
            }
            (true, Quantity::Tokens) => self.found_with("a number", hint::operand),
            (false, _) => self.found_with("a condition or a number", hint::operand),
        }
    }

    fn word(&mut self, condition: Condition) -> Value {
        self.advance();
        condition.into()
    }

    fn number_literal(&mut self, digits: &str) -> Value {
        let span = self.span;
        self.advance();
        let number = digits.parse().map_err(|_| TooLarge::Constant).and_then(Sum::number);
        match self.limited(number, span) {
            Value::Number(sum) if self.is_about_program() => TermSyntax::Number(sum.constant).into(),
            value => value,
        }
    }

    fn not(&mut self) -> Parsed<Value> {
        self.advance();
        let operand = self.expression(Power::Not)?;
        Ok(self.condition(operand).map_or(Value::Wrong, |inner| Condition::Not(Box::new(inner)).into()))
    }

    fn sign(&mut self) -> Parsed<Value> {
        self.advance();
        let operand = self.expression(Power::Sign)?;
        if self.is_about_program() {
            return Ok(self.term(operand).map_or(Value::Wrong, |term| negated(term).into()));
        }
        Ok(self.number(operand).map_or(Value::Wrong, |sum| sum.negated().into()))
    }

    fn parenthesis(&mut self) -> Parsed<Value> {
        let open = self.span;
        self.advance();
        let inner = self.expression(Power::Iff)?;
        if !self.take(")") {
            let help = self.advice_on_operator();
            return self.unclosed(open, "`)` or an operator such as `and`", help);
        }
        Ok(inner.value)
    }

    /// Parses a place, which denotes its number of tokens, or a transition, which denotes that it is enabled.
    fn bare(&mut self, text: String) -> Value {
        let name = Name { text, span: self.span };
        self.advance();
        Value::Bare(name)
    }

    /// Returns whether a word is a bare name here: it is not a word of the language, and the text after it does not
    /// indicate another language.
    fn is_bare(&self, word: &str) -> bool {
        let is_reserved =
            matches!(word, "always" | "reach" | "property" | "ltl" | "ctl") || self.operator().is_some();
        let next = self.peek();
        let is_foreign = hint::is_temporal(word) && self.begins_operand(&next);
        !(is_reserved || is_foreign || next == Token::Symbol("("))
    }

    /// Parses places in parentheses, after the word for token counts.
    fn places(&mut self) -> Parsed<Vec<TokensSyntax>> {
        self.advance();
        self.list("a place", |parser| {
            let place = parser.name("a place")?;
            let colours = if parser.at("(") { Some(parser.colours()?) } else { None };
            Ok(TokensSyntax { place, colours })
        })
    }

    /// Parses transitions in parentheses, after the word for enabledness.
    fn transitions(&mut self) -> Parsed<Vec<BindingsSyntax>> {
        self.advance();
        self.list("a transition", |parser| {
            let transition = parser.name("a transition")?;
            let values = if parser.at("(") { parser.values()? } else { Vec::new() };
            Ok(BindingsSyntax { transition, values })
        })
    }

    /// Parses one or more items in parentheses, with commas between them.
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
}
