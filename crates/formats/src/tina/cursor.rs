//! One token of look-ahead, and messages about unexpected tokens.

use std::borrow::Cow;

use sanderling_net::{Diagnostic, Span};

use crate::tina::builder::Builder;
use crate::tina::lexer::{Language, Lexer, Token};
use crate::tina::name::{KEYWORDS, Name, NoName, is_unwritable, unescaped};
use crate::tina::number::{NoNumber, number};

/// The rest of a declaration cannot be read; the reason has been reported.
#[derive(Debug)]
pub(crate) struct Abandoned;

/// The result of a rule: a part of the declaration, or nothing if an error was reported.
pub(crate) type Step<T> = Result<T, Abandoned>;

/// The reader's position in a text, and the net so far.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    lexer: Lexer<'a>,
    language: Language,
    /// The next token, and its span.
    pub(crate) token: Token<'a>,
    pub(crate) span: Span,
    pub(crate) builder: Builder<'a>,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of a text.
    pub(crate) fn new(text: &'a str, language: Language, builder: Builder<'a>) -> Self {
        let mut lexer = Lexer::new(text, language);
        let (token, span) = lexer.next();
        Self { lexer, language, token, span, builder }
    }

    /// Advances to the next token, and returns the span of the current one.
    pub(crate) fn advance(&mut self) -> Span {
        let passed = self.span;
        (self.token, self.span) = self.lexer.next();
        passed
    }

    /// Returns whether the declaration ends here.
    pub(crate) fn is_at_end(&self) -> bool {
        matches!(self.token, Token::LineEnd | Token::End)
    }

    /// Skips to the end of the line.
    pub(crate) fn skip_line(&mut self) {
        while !self.is_at_end() {
            self.advance();
        }
    }

    /// Returns the number of tokens up to the end of the line.
    pub(crate) fn words_in_line(&self) -> usize {
        let (mut lexer, mut token, mut count) = (self.lexer.clone(), self.token, 0);
        while !matches!(token, Token::LineEnd | Token::End) {
            count += 1;
            token = lexer.next().0;
        }
        count
    }

    /// Reports an unexpected token.
    pub(crate) fn unexpected<T>(&mut self, expected: &str) -> Step<T> {
        let found = Diagnostic::error(self.token.description()).expected(expected);
        self.fail(found)
    }

    /// Reports an error at the next token.
    pub(crate) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Step<T> {
        self.builder.report.say(diagnostic.at(self.span));
        Err(Abandoned)
    }

    /// Consumes the symbol if it is next.
    pub(crate) fn accept(&mut self, symbol: &str) -> bool {
        let is_next = matches!(self.token, Token::Symbol(next) if next == symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Consumes the symbol, or reports an error.
    pub(crate) fn expect(&mut self, symbol: &str) -> Step<()> {
        if self.accept(symbol) { Ok(()) } else { self.unexpected(&format!("`{symbol}`")) }
    }

    /// Parses the name of a node, which must not be empty.
    pub(crate) fn node_name(&mut self) -> Step<Name<'a>> {
        let is_empty = self.token == Token::Quoted("");
        if is_empty {
            return self.fail(Diagnostic::error("an empty name").expected("a character at least"));
        }
        self.name()
    }

    /// Parses a name, which may be empty.
    pub(crate) fn name(&mut self) -> Step<Name<'a>> {
        let text = match self.token {
            Token::Word(word) if self.language == Language::Text && KEYWORDS.contains(&word) => {
                let keyword = Diagnostic::error(format!("the keyword `{word}`")).expected("a name");
                return self.fail(keyword.help(format!("as a name it is written `{{{word}}}`")));
            }
            Token::Word(word) if word.contains(|c| is_unwritable(c) || matches!(c, '{' | '}' | '\\')) => {
                return self.unexpected("a name, in braces if it has such characters");
            }
            Token::Word(word) => Cow::Borrowed(word),
            Token::Quoted(raw) => match unescaped(raw) {
                Ok(name) => name,
                Err(NoName::Escape) => {
                    return self.unexpected("`\\` before `{`, `}` and `\\`, and nowhere else");
                }
                Err(NoName::Character) => {
                    let found =
                        Diagnostic::error("a line end, another control character or no UTF-8 in a name");
                    return self.fail(found.help("close the braces, or choose another name"));
                }
            },
            _ => return self.unexpected("a name"),
        };
        Ok(Name { text, span: self.advance() })
    }

    /// Parses a word that is not a name.
    pub(crate) fn word(&mut self, expected: &str) -> Step<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => self.unexpected(expected),
        }
    }

    /// Parses a weight or a marking.
    pub(crate) fn number(&mut self) -> Step<u64> {
        match self.token {
            Token::Word(word) => self.number_of(word),
            _ => self.unexpected("a number"),
        }
    }

    /// Parses the digits at the end of the next word.
    pub(crate) fn number_of(&mut self, digits: &str) -> Step<u64> {
        match number(digits) {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(NoNumber::Other) => self.unexpected("a number"),
            Err(NoNumber::TooLarge) => self.unexpected("a number up to 2^64 - 1"),
        }
    }
}
