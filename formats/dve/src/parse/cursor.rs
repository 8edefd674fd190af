//! The parser's place in the text: one token of look-ahead, and the reports that are made there.

use sanderling_net::{Diagnostic, Diagnostics, Span};

use super::findings::Findings;
use super::lexer::Lexer;
use super::token::Token;
use super::{Abandoned, Parsed, Step, blank, hint};
use crate::Semantics;
use crate::syntax::{Name, Number};

/// Where the parser is, and what it found.
pub(super) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token, not yet consumed, and where it stands.
    pub(super) token: Token<'a>,
    pub(super) span: Span,
    /// Where the token before it stands.
    pub(super) previous: Span,
    pub(super) semantics: Semantics,
    /// How many parentheses and brackets are open around the operand.
    pub(super) depth: usize,
    /// Whether what stands in the braces of transitions is read, but left out of the tree.
    pub(super) leaves_bodies_out: bool,
    findings: Findings,
    /// Where the token begins that was complained of last.
    blamed: Option<u32>,
}

impl<'a> Parser<'a> {
    /// At the beginning of `text`, which is shorter than 4 GiB.
    pub(super) fn new(text: &'a str, semantics: Semantics) -> Self {
        Self::over(text, Lexer::new(text), semantics)
    }

    /// Where a piece of `text` begins that has been read before.
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

    /// The whole file: a model where nothing is wrong with it.
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

    /// Whether the next token is the first on its line.
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

    /// The symbol, or a report that it is not there but something else.
    pub(super) fn expect(&mut self, symbol: &str, expected: &str) -> Step<()> {
        if self.take(symbol) { Ok(()) } else { self.found(expected) }
    }

    /// The symbol behind an expression, which might also have gone on.
    pub(super) fn expect_behind(&mut self, symbol: &str, expected: &str) -> Step<()> {
        if self.take(symbol) { Ok(()) } else { self.found_with(expected, hint::operator) }
    }

    /// A name; `expected` says of what. A keyword is reported and taken for one.
    pub(super) fn name(&mut self, expected: &str) -> Step<Name> {
        let text = match self.token {
            Token::Word(text) => text,
            // It was meant as one, rather than as the beginning of what comes next.
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

    /// Names with commas between them; at least one.
    pub(super) fn names(&mut self, expected: &str) -> Step<Vec<Name>> {
        let mut names = vec![self.name(expected)?];
        while self.take(",") {
            names.push(self.name(expected)?);
        }
        Ok(names)
    }

    /// A number literal; one that is too large is reported, and taken for 0.
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

    /// The span from `first` to the token before the next.
    pub(super) fn since(&self, first: Span) -> Span {
        joined(first, self.previous)
    }

    /// A piece of the text.
    pub(super) fn excerpt(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }

    /// Reports the next token as not the one that was expected.
    pub(super) fn found<T>(&mut self, expected: &str) -> Step<T> {
        self.found_with(expected, |_| None)
    }

    /// Reports an unexpected token, with what there is to say about it.
    pub(super) fn found_with<T>(
        &mut self,
        expected: &str,
        help: impl FnOnce(Token<'a>) -> Option<&'static str>,
    ) -> Step<T> {
        let diagnostic = self.unexpected(expected, help);
        self.blame(diagnostic);
        Err(Abandoned)
    }

    /// Reports that the end of something is missing that began elsewhere.
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

    /// Reports something about the next token, unless it was complained of before.
    pub(super) fn blame(&mut self, diagnostic: Diagnostic) {
        if self.blamed != Some(self.span.start) {
            self.blamed = Some(self.span.start);
            self.report(diagnostic.at(self.span));
        }
    }
}

/// The span from the beginning of one to the end of the other.
pub(super) fn joined(first: Span, last: Span) -> Span {
    Span { end: last.end, ..first }
}
