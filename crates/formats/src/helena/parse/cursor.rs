//! The parser's position, and its expectations there.

use sanderling_net::{Diagnostic, Span};

use super::Parsed;
use crate::helena::lexer::Token;
use crate::helena::syntax::Name;

/// The reserved words.
const RESERVED: [&str; 46] = [
    "accept",
    "and",
    "assert",
    "capacity",
    "card",
    "case",
    "constant",
    "default",
    "description",
    "dom",
    "else",
    "empty",
    "enum",
    "epsilon",
    "exists",
    "for",
    "forall",
    "function",
    "guard",
    "if",
    "import",
    "in",
    "inhibit",
    "init",
    "let",
    "list",
    "max",
    "min",
    "mod",
    "mult",
    "not",
    "of",
    "or",
    "out",
    "pick",
    "place",
    "pred",
    "priority",
    "proposition",
    "range",
    "return",
    "set",
    "struct",
    "subtype",
    "succ",
    "sum",
];
/// The first words of definitions.
const DEFINITIONS: [&str; 8] =
    ["type", "subtype", "constant", "function", "import", "place", "transition", "proposition"];

/// A position in the tokens of a file.
pub(super) struct Cursor<'t, 'a> {
    tokens: &'t [(Token<'a>, Span)],
    at: usize,
}

impl<'t, 'a> Cursor<'t, 'a> {
    pub(super) fn new(tokens: &'t [(Token<'a>, Span)]) -> Self {
        Self { tokens, at: 0 }
    }

    /// Returns the current token. At the end of the file, it always returns the last one.
    pub(super) fn token(&self) -> Token<'a> {
        self.ahead(0)
    }

    /// Returns the token `by` tokens ahead.
    pub(super) fn ahead(&self, by: usize) -> Token<'a> {
        self.tokens[(self.at + by).min(self.tokens.len() - 1)].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Returns the span from `start` to the previous token.
    pub(super) fn since(&self, start: Span) -> Span {
        let end = self.tokens[self.at.saturating_sub(1)].1.end;
        Span { end: end.max(start.end), ..start }
    }

    pub(super) fn is_at(&self, text: &str) -> bool {
        matches!(self.token(), Token::Symbol(found) | Token::Word(found) if found == text)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.token() == Token::End
    }

    pub(super) fn next(&mut self) -> (Token<'a>, Span) {
        let next = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        next
    }

    /// Consumes a symbol or keyword, if it is next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_there = self.is_at(text);
        if is_there {
            self.next();
        }
        is_there
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed<Span> {
        let span = self.span();
        if self.take(text) { Ok(span) } else { Err(self.instead_of(&format!("`{text}`"))) }
    }

    pub(super) fn expect_end(&mut self) -> Parsed<()> {
        if self.is_at_end() { Ok(()) } else { Err(self.instead_of("the end of the file")) }
    }

    /// Parses a name that is not a reserved word.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Name<'a>> {
        match self.token() {
            Token::Word(text) if !is_reserved(text) => {
                let (_, span) = self.next();
                Ok(Name { text, span })
            }
            _ => Err(self.instead_of(what)),
        }
    }

    pub(super) fn number(&mut self) -> Parsed<(&'a str, Span)> {
        match self.token() {
            Token::Number(digits) => Ok((digits, self.next().1)),
            _ => Err(self.instead_of("a number")),
        }
    }

    /// Returns the error that something else was expected here.
    pub(super) fn instead_of(&self, expected: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.token().description()).at(self.span()).expected(expected))
    }

    /// Skips to the possible beginning of the next definition.
    pub(super) fn skip_definition(&mut self) {
        let begins = |token: Token<'_>| matches!(token, Token::Word(word) if DEFINITIONS.contains(&word));
        self.next();
        // The rest of a definition may contain blocks, but these do not contain the first words of definitions.
        while !(self.is_at_end() || (begins(self.token()) && self.is_behind_a_definition())) {
            self.next();
        }
    }

    fn is_behind_a_definition(&self) -> bool {
        matches!(self.tokens[self.at - 1].0, Token::Symbol("}" | ";"))
    }
}

fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
        || matches!(word, "transition" | "type" | "vector" | "while" | "with" | "product")
}
