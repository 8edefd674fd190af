//! The parser for properties.
//!
//! A property ends at `;`, at the first word of the next property, or at the end of the text. After a syntax error, the
//! rest of the property is skipped, up to a `;` or to a line that begins with a word such as `always` or `property`, so
//! that each property of a file can report its own error.
//!
//! Quantifiers are in [`quantifier`], expressions in [`expression`], [`comparison`], [`atom`] and [`temporal`],
//! patterns of names in [`livelock`], and advice for messages in [`hint`].

mod atom;
mod colour;
mod comparison;
mod expression;
pub(crate) mod hint;
mod livelock;
mod quantifier;
mod temporal;
mod value;

use sanderling_net::{Diagnostic, Diagnostics, Net, Span};

use crate::lexer::{Lexer, Token};
use crate::operand::{Operand, excerpt, joined};
use crate::syntax::{Name, Scope, Sum, TermSyntax};
use crate::{Logic, PropertySyntax, Quantifier};
use expression::Power;

/// Maximum nesting depth of parentheses, `not`, `-` and the right sides of operators.
pub const MAX_DEPTH: usize = 256;

/// Parses a text with one property.
///
/// # Errors
/// Errors of the text, each with its line and column.
pub fn parse(text: &str) -> Result<PropertySyntax, Diagnostics> {
    only(text, parse_all(text)?)
}

fn only(text: &str, properties: Vec<PropertySyntax>) -> Result<PropertySyntax, Diagnostics> {
    let mut properties = properties.into_iter();
    let Some(property) = properties.next() else {
        let end = Lexer::new(text).last_span();
        return Err(Diagnostic::error("no property").at(end).expected(QUANTIFIER).into());
    };
    match properties.next() {
        None => Ok(property),
        Some(second) => {
            let message = format!("a second property, `{}`", excerpt(text, second.span));
            Err(Diagnostic::error(message).at(second.span).expected("one property").into())
        }
    }
}

/// Parses a text with any number of properties.
///
/// # Errors
/// Errors of all properties, in the order of the text.
pub fn parse_all(text: &str) -> Result<Vec<PropertySyntax>, Diagnostics> {
    let (properties, diagnostics) = read(text);
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
}

/// Returns the quantifier at the beginning of a text; `None` if the text is a condition.
#[must_use]
pub fn quantifier_of(text: &str) -> Option<Quantifier> {
    u32::try_from(text.len()).ok()?;
    Parser::new(text).quantifier_at_start()
}

/// Parses a text with one condition and no quantifier, as a property with this quantifier.
///
/// # Errors
/// As for [`parse`].
pub fn parse_condition(quantifier: Quantifier, text: &str) -> Result<PropertySyntax, Diagnostics> {
    read_condition(quantifier, text, Quantity::Tokens)
}

/// Parses a text about this net, as [`parse_condition`] does.
pub(crate) fn parse_condition_about(
    quantifier: Quantifier,
    text: &str,
    net: &Net,
) -> Result<PropertySyntax, Diagnostics> {
    read_condition(quantifier, text, Quantity::of(net))
}

fn read_condition(
    quantifier: Quantifier,
    text: &str,
    quantity: Quantity,
) -> Result<PropertySyntax, Diagnostics> {
    if let Some(found) = is_too_long(text) {
        return Err(found);
    }
    let mut parser = Parser::about(text, quantity);
    match parser.condition_alone(quantifier) {
        Ok(Some(property)) if !parser.diagnostics.has_errors() => Ok(property),
        _ => Err(parser.diagnostics),
    }
}

/// Returns the properties that can be parsed, and the errors of the others, in the order of the text.
pub(crate) fn read(text: &str) -> (Vec<PropertySyntax>, Diagnostics) {
    match is_too_long(text) {
        Some(found) => (Vec::new(), found),
        None => Parser::new(text).file(),
    }
}

/// Parses a text about this net, as [`read`] does.
pub(crate) fn read_about(text: &str, net: &Net) -> (Vec<PropertySyntax>, Diagnostics) {
    match is_too_long(text) {
        Some(found) => (Vec::new(), found),
        None => Parser::about(text, Quantity::of(net)).file(),
    }
}

/// Parses a text about this net, as [`parse`] does.
pub(crate) fn parse_about(text: &str, net: &Net) -> Result<PropertySyntax, Diagnostics> {
    let (properties, diagnostics) = read_about(text, net);
    if diagnostics.has_errors() { Err(diagnostics) } else { only(text, properties) }
}

fn is_too_long(text: &str) -> Option<Diagnostics> {
    let is_too_long = u32::try_from(text.len()).is_err();
    is_too_long.then(|| Diagnostic::error("a text of 4 GiB or more").expected("a shorter one").into())
}

/// The kind of contents of places that an expression refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Token counts: `tokens(p)`.
    Tokens,
    /// Values: `value(x)`.
    Value,
    /// The contents of variables, processes and channels of a program, in its terms.
    Program,
}

impl Quantity {
    /// Returns the kind for properties of this net.
    fn of(net: &Net) -> Self {
        if net.program.is_some() { Self::Program } else { Self::Tokens }
    }
}

/// Parses sums with commas between them, and returns them with their texts.
pub(crate) fn read_sums(text: &str, quantity: Quantity) -> Result<Vec<(Sum, String)>, Diagnostics> {
    read_list(text, quantity, Parser::number)
}

/// Parses terms of a program, as [`read_sums`] does.
pub(crate) fn read_terms(text: &str) -> Result<Vec<(TermSyntax, String)>, Diagnostics> {
    read_list(text, Quantity::Program, Parser::term)
}

fn read_list<'a, T>(
    text: &'a str,
    quantity: Quantity,
    number: fn(&mut Parser<'a>, Operand) -> Option<T>,
) -> Result<Vec<(T, String)>, Diagnostics> {
    if let Some(found) = is_too_long(text) {
        return Err(found);
    }
    let mut parser = Parser::about(text, quantity);
    match parser.sums(number) {
        Ok(sums) if !parser.diagnostics.has_errors() => Ok(sums),
        _ => Err(parser.diagnostics),
    }
}

const QUANTIFIER: &str =
    "`always` or `reach` and a condition, `ltl` or `ctl` and a formula, or `no livelock`";

/// The rest of the property cannot be parsed; the reason has been reported.
struct Abandoned;

type Parsed<T> = Result<T, Abandoned>;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token, not yet consumed.
    token: Token<'a>,
    span: Span,
    /// Span of the last consumed token.
    previous: Span,
    depth: usize,
    quantity: Quantity,
    /// The logic of the property, if it is about runs.
    logic: Option<Logic>,
    diagnostics: Diagnostics,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self::about(text, Quantity::Tokens)
    }

    fn about(text: &'a str, quantity: Quantity) -> Self {
        let is_program = quantity == Quantity::Program;
        let mut lexer = if is_program { Lexer::about_program(text) } else { Lexer::new(text) };
        let (token, span) = lexer.next();
        let (logic, diagnostics) = (None, Diagnostics::new());
        Self { text, lexer, token, span, previous: span, depth: 0, quantity, logic, diagnostics }
    }

    /// Parses sums with commas between them. Invalid ones are reported and omitted.
    fn sums<T>(&mut self, number: fn(&mut Self, Operand) -> Option<T>) -> Parsed<Vec<(T, String)>> {
        let mut sums = Vec::new();
        loop {
            let start = self.span;
            let operand = self.expression(Power::Sum)?;
            let span = joined(start, self.previous);
            let text = self.text[span.start as usize..span.end as usize].to_string();
            sums.extend(number(self, operand).map(|sum| (sum, text)));
            if self.token == Token::End {
                return Ok(sums);
            }
            if !self.take(",") {
                return self.found("an operator such as `+`, or `,`");
            }
        }
    }

    fn file(mut self) -> (Vec<PropertySyntax>, Diagnostics) {
        let mut properties = Vec::new();
        loop {
            while self.take(";") {}
            if self.token == Token::End {
                return (properties, self.diagnostics);
            }
            (self.depth, self.logic, self.lexer.takes_brackets) = (0, None, false);
            match self.property() {
                Ok(property) => properties.extend(property),
                Err(Abandoned) => self.skip_property(),
            }
        }
    }

    /// Parses a property; `None` if its syntax is right but its meaning is wrong, which has been reported.
    fn property(&mut self) -> Parsed<Option<PropertySyntax>> {
        let start = self.span;
        let name = self.name_of_property()?;
        if self.at_livelock() {
            let (name, scope, condition) = self.livelock(name)?;
            let span = joined(start, self.previous);
            let text = self.text[span.start as usize..span.end as usize].to_string();
            return Ok(Some(PropertySyntax { name, scope, condition, text, span }));
        }
        let head = self.head(name.is_some())?;
        let operand = self.expression(if head.is_implied { Power::Not } else { Power::Iff })?;
        for open in head.open.iter().rev() {
            if !self.take(")") {
                let help = self.advice_on_operator();
                return self.unclosed(*open, "`)` or an operator such as `and`", help);
            }
        }
        if !(self.at(";") || self.token == Token::End || self.at_property()) {
            if head.is_implied {
                return self.found_with("`;`", hint::behind_implied);
            }
            if !head.open.is_empty() {
                return self.found_with("`;`", hint::behind_property);
            }
            let help = self.advice_on_operator();
            return self.found_with("an operator such as `and`, or `;`", help);
        }
        let span = joined(start, self.previous);
        let text = self.text[span.start as usize..span.end as usize].to_string();
        let condition = self.condition(operand).map(|condition| head.about(condition));
        let scope = head.scope;
        Ok(condition.map(|condition| PropertySyntax { name, scope, condition, text, span }))
    }

    /// Parses a condition up to the end of the text; `None` if its meaning is wrong, which has been reported.
    fn condition_alone(&mut self, quantifier: Quantifier) -> Parsed<Option<PropertySyntax>> {
        let start = self.span;
        let operand = self.expression(Power::Iff)?;
        if self.token != Token::End {
            let help = self.advice_on_operator();
            return self.found_with("an operator such as `and`", help);
        }
        let span = joined(start, self.previous);
        let text = self.text[span.start as usize..span.end as usize].to_string();
        let (scope, condition) = (Scope::Markings(quantifier), self.condition(operand));
        Ok(condition.map(|condition| PropertySyntax { name: None, scope, condition, text, span }))
    }

    fn name_of_property(&mut self) -> Parsed<Option<Name>> {
        if !self.take_word("property") {
            return Ok(None);
        }
        let name = self.name("a name for the property")?;
        self.expect(":", "`:` and the property")?;
        Ok(Some(name))
    }

    fn at_property(&self) -> bool {
        let Token::Word(word) = self.token else { return self.at_livelock() };
        const WORDS: [&str; 12] = [
            "property",
            "always",
            "reach",
            "ltl",
            "ctl",
            "A",
            "E",
            "ALLPATH",
            "EXPATH",
            "INVARIANT",
            "REACHABLE",
            "IMPOSSIBLE",
        ];
        WORDS.contains(&word) || temporal::is_branching(word) || self.at_livelock()
    }

    fn skip_property(&mut self) {
        while !(self.token == Token::End || self.at(";")) {
            if self.at_property() && self.span.line > self.previous.line {
                return;
            }
            self.advance();
        }
    }

    /// Returns the token after the next one.
    fn peek(&self) -> Token<'a> {
        self.lexer.clone().next().0
    }

    fn advance(&mut self) {
        self.previous = self.span;
        (self.token, self.span) = self.lexer.next();
    }

    fn at(&self, symbol: &str) -> bool {
        matches!(self.token, Token::Symbol(s) if s == symbol)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn take_word(&mut self, keyword: &str) -> bool {
        let found = matches!(self.token, Token::Word(w) if w == keyword);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str, expected: &str) -> Parsed<Span> {
        let span = self.span;
        if self.take(symbol) { Ok(span) } else { self.found(expected) }
    }

    /// Parses a name, bare or in quotes. No word is reserved at the position of a name.
    fn name(&mut self, expected: &str) -> Parsed<Name> {
        let text = match &self.token {
            Token::Word(word) => (*word).to_string(),
            Token::Quoted(name) => name.clone(),
            _ => return self.found_with(expected, hint::name),
        };
        let span = self.span;
        self.advance();
        Ok(Name { text, span })
    }

    /// Reports the next token as unexpected.
    fn found<T>(&mut self, expected: &str) -> Parsed<T> {
        self.found_with(expected, |_| None)
    }

    fn found_with<T>(
        &mut self,
        expected: &str,
        help: impl FnOnce(&Token<'a>) -> Option<String>,
    ) -> Parsed<T> {
        let diagnostic = self.unexpected(expected, help);
        self.diagnostics.push(diagnostic);
        Err(Abandoned)
    }

    /// Returns the advice about the next token in place of an operator or an end.
    fn advice_on_operator(&self) -> impl FnOnce(&Token<'_>) -> Option<String> + use<'a> {
        let text: &'a str = self.text;
        // Names of a program have no blanks.
        let previous = match self.quantity {
            Quantity::Program => "",
            _ => &text[self.previous.start as usize..self.previous.end as usize],
        };
        move |token| hint::operator(previous, token)
    }

    fn unexpected(&self, expected: &str, help: impl FnOnce(&Token<'a>) -> Option<String>) -> Diagnostic {
        let found = match &self.token {
            Token::Foreign(diagnostic) => return (**diagnostic).clone(),
            Token::End => "found the end of the text".to_string(),
            _ => format!("found `{}`", excerpt(self.text, self.span)),
        };
        let diagnostic = Diagnostic::error(found).at(self.span).expected(expected);
        match help(&self.token) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}
