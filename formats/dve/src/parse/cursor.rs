//! The parser's position in the text: one token of look-ahead, and the reports about it.

use sanderling_net::{Diagnostic, Diagnostics, Span};

use super::findings::Findings;
use super::lexer::Lexer;
use super::token::Token;
use super::{Abandoned, Parsed, Step, blank, hint};
use crate::Semantics;
use crate::syntax::{Name, Number};

/// The state of the parser, and the problems it found.
pub(super) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token, not yet consumed.
    pub(super) token: Token<'a>,
    pub(super) span: Span,
    /// Span of the last consumed token.
    pub(super) previous: Span,
    pub(super) semantics: Semantics,
    /// Number of parentheses and brackets that are open around the operand.
    pub(super) depth: usize,
    /// Whether the content of the braces of transitions is parsed, but omitted from the tree.
    pub(super) leaves_bodies_out: bool,
    findings: Findings,
    /// Offset of the token that was reported last.
    blamed: Option<u32>,
}

impl<'a> Parser<'a> {
    /// Creates a parser for `text`, which is shorter than 4 GiB.
    pub(super) fn new(text: &'a str, semantics: Semantics) -> Self {
        Self::over(text, Lexer::new(text), semantics)
    }

    /// Creates a parser at the beginning of a part of `text` that has been parsed before.
    pub(super) fn new_at(text: &'a str, piece: Span, semantics: Semantics) -> Self {
        Self::over(text, Lexer::new_at(text, piece), semantics)
    }

    fn over(text: &'a str, mut lexer: Lexer<'a>, semantics: Semantics) -> Self {
        let (token, span) = lexer.next();
        Self {
            text,
            lexer,
            token,
            span,
            previous: span,
            semantics,
            depth: 0,
            leaves_bodies_out: false,
            findings: Findings::default(),
            blamed: None,
        }
    }

    /// Parses the whole file. Returns a model only if there are no errors.
    pub(super) fn file(mut self) -> Result<Parsed, Diagnostics> {
        let model = self.model();
        match model {
            Ok(model) if !self.findings.has_errors() => {
                Ok(Parsed { model, warnings: self.findings.finish() })
            }
            _ => Err(self.findings.finish()),
        }
    }

    pub(super) fn advance(&mut self) {
        self.previous = self.span;
        (self.token, self.span) = self.lexer.next();
    }

    pub(super) fn at(&self, symbol: &str) -> bool {
        matches!(self.token, Token::Symbol(found) if found == symbol)
    }

    pub(super) fn at_keyword(&self, keyword: &str) -> bool {
        matches!(self.token, Token::Keyword(found) if found == keyword)
    }

    /// Returns whether the next token is the first on its line.
    pub(super) fn is_first_on_line(&self) -> bool {
        self.span.line > self.previous.line
    }

    pub(super) fn take(&mut self, symbol: &str) -> bool {
        let found = self.at(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn take_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a symbol, or reports another token.
    pub(super) fn expect(&mut self, symbol: &str, expected: &str) -> Step<()> {
        if self.take(symbol) { Ok(()) } else { self.found(expected) }
    }

    /// Consumes the symbol after an expression, or reports another token. The expression might also have continued.
    pub(super) fn expect_behind(&mut self, symbol: &str, expected: &str) -> Step<()> {
        if self.take(symbol) { Ok(()) } else { self.found_with(expected, hint::operator) }
    }

    /// Parses a name; `expected` describes it. A keyword is reported and accepted as a name.
    pub(super) fn name(&mut self, expected: &str) -> Step<Name> {
        let text = match self.token {
            Token::Word(text) => text,
            // The keyword was meant as a name, not as the beginning of the next clause.
            Token::Keyword(keyword) if !self.is_first_on_line() => {
                let _: Step<()> = self.found_with(expected, hint::name);
                keyword
            }
            _ => return self.found_with(expected, hint::name),
        };
        let name = Name { text: text.to_owned(), span: self.span };
        self.advance();
        Ok(name)
    }

    /// Parses names with commas between them; at least one.
    pub(super) fn names(&mut self, expected: &str) -> Step<Vec<Name>> {
        let mut names = vec![self.name(expected)?];
        while self.take(",") {
            names.push(self.name(expected)?);
        }
        Ok(names)
    }

    /// Parses a number literal. One that is too large is reported and becomes 0.
    pub(super) fn number(&mut self, expected: &str) -> Step<Number> {
        let Token::Number(digits) = self.token else { return self.found_with(expected, hint::number) };
        let span = self.span;
        let value = digits.parse().unwrap_or_else(|_| {
            let found = format!("the number {digits}");
            self.report(Diagnostic::error(found).at(span).expected(format!("at most {}", i32::MAX)));
            0
        });
        self.advance();
        Ok(Number { value, span })
    }

    /// Returns the span from `first` to the last consumed token.
    pub(super) fn since(&self, first: Span) -> Span {
        joined(first, self.previous)
    }

    /// Returns a part of the text.
    pub(super) fn excerpt(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }

    /// Reports the next token as unexpected.
    pub(super) fn found<T>(&mut self, expected: &str) -> Step<T> {
        self.found_with(expected, |_| None)
    }

    /// Reports the next token as unexpected, with advice.
    pub(super) fn found_with<T>(
        &mut self,
        expected: &str,
        help: impl FnOnce(Token<'a>) -> Option<&'static str>,
    ) -> Step<T> {
        let diagnostic = self.unexpected(expected, help);
        self.blame(diagnostic);
        Err(Abandoned)
    }

    /// Reports a missing end of a construct that began elsewhere.
    pub(super) fn found_before_end<T>(&mut self, expected: &str, begin: Span, label: &str) -> Step<T> {
        let diagnostic = self.unexpected(expected, |_| None);
        self.blame(match self.token {
            Token::Unclosed => diagnostic,
            _ => diagnostic.related(begin, label),
        });
        Err(Abandoned)
    }

    fn unexpected(&self, expected: &str, help: impl FnOnce(Token<'a>) -> Option<&'static str>) -> Diagnostic {
        let found = self.token.description();
        let (found, expected, help) = match self.token {
            Token::Unclosed => {
                let comment = &self.text[self.span.start as usize..];
                (found, "`*/`", blank::is_hidden(comment).then_some(hint::HIDDEN_END))
            }
            Token::Foreign(character) => (format!("found {found}"), expected, hint::foreign(character)),
            token => (format!("found {found}"), expected, help(token)),
        };
        let diagnostic = Diagnostic::error(found).expected(expected);
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Reports a problem with the next token, unless the token was reported before.
    pub(super) fn blame(&mut self, diagnostic: Diagnostic) {
        if self.blamed != Some(self.span.start) {
            self.blamed = Some(self.span.start);
            self.report(diagnostic.at(self.span));
        }
    }
}

/// Returns the span from the beginning of `first` to the end of `last`.
pub(super) fn joined(first: Span, last: Span) -> Span {
    Span { end: last.end, ..first }
}
