//! The lexer: from text to tokens, one at a time.
//!
//! The longest symbol wins: `x>-1` and `c!-1` are four tokens, and `x--1` is three. No rule accepts the token `--`.
//! Numbers are always decimal.

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{digit1, satisfy};
use nom::combinator::{map, recognize};
use nom::{IResult, Parser as _};
use sanderling_net::{Position, Span};

use super::blank::{self, Behind};
use super::token::{KEYWORDS, SYMBOLS, Token};

/// The rest of the text, and its position.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer for `text`, which is shorter than 4 GiB.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START }
    }

    /// Creates a lexer at the beginning of a part of `text`.
    pub(super) fn new_at(text: &'a str, piece: Span) -> Self {
        let offset = piece.start as usize;
        Self { rest: &text[offset..], at: Position { line: piece.line, column: piece.column, offset } }
    }

    /// Returns the next token and its span. At the end of the text, it returns the same token forever.
    pub(super) fn next(&mut self) -> (Token<'a>, Span) {
        match blank::skip(self.rest) {
            Behind::Unclosed(comment) => {
                self.move_to(comment);
                (Token::Unclosed, self.at.to(self.at.offset + 2))
            }
            Behind::Text(text) => {
                self.move_to(text);
                let start = self.at;
                let (rest, token) = first(text);
                self.move_to(rest);
                (token, start.to(self.at.offset))
            }
        }
    }

    /// Moves to a later part of the rest.
    fn move_to(&mut self, rest: &'a str) {
        let passed = self.rest.len() - rest.len();
        self.at.advance(&self.rest.as_bytes()[..passed]);
        self.rest = rest;
    }
}

/// Returns the first token of the text, and the text after it.
fn first(text: &str) -> (&str, Token<'_>) {
    let token: IResult<_, _> = alt((map(word, classified), map(digit1, Token::Number))).parse(text);
    match token {
        Ok(read) => read,
        Err(_) => symbol(text).unwrap_or_else(|| foreign(text)),
    }
}

fn word(text: &str) -> IResult<&str, &str> {
    let first = satisfy(|c| c.is_ascii_alphabetic() || c == '_');
    let later = take_while(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#'));
    recognize((first, later)).parse(text)
}

fn classified(word: &str) -> Token<'_> {
    match KEYWORDS.iter().find(|keyword| begins_alike(keyword, word) && **keyword == word) {
        Some(keyword) => Token::Keyword(keyword),
        None => Token::Word(word),
    }
}

/// Returns whether two texts begin with the same byte: a cheap test for each entry of a table.
fn begins_alike(left: &str, right: &str) -> bool {
    left.as_bytes().first() == right.as_bytes().first()
}

/// Returns the symbol at the beginning of the text.
fn symbol(text: &str) -> Option<(&str, Token<'_>)> {
    let symbol = SYMBOLS.iter().find(|symbol| begins_alike(symbol, text) && text.starts_with(**symbol))?;
    Some((&text[symbol.len()..], Token::Symbol(symbol)))
}

fn foreign(text: &str) -> (&str, Token<'_>) {
    match text.chars().next() {
        None => (text, Token::End),
        Some(character) => (&text[character.len_utf8()..], Token::Foreign(character)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text);
        let tokens = std::iter::from_fn(|| Some(lexer.next().0).filter(|token| !token.is_end()));
        tokens.map(Token::description).collect()
    }

    #[test]
    fn the_longest_symbol_wins() {
        assert_eq!(tokens("x>-1"), ["`x`", "`>`", "`-`", "`1`"]);
        assert_eq!(tokens("c!-1"), ["`c`", "`!`", "`-`", "`1`"]);
        assert_eq!(tokens("c!=1"), ["`c`", "`!=`", "`1`"]);
        assert_eq!(tokens("x--1++"), ["`x`", "`--`", "`1`", "`++`"]);
        assert_eq!(tokens("a->b=>==<<=>>="), ["`a`", "`->`", "`b`", "`=>`", "`==`", "`<<`", "`=>`", "`>=`"]);
        assert_eq!(tokens("&&&|||"), ["`&&`", "`&`", "`||`", "`|`"]);
    }

    #[test]
    fn every_symbol_is_read_whole() {
        for symbol in SYMBOLS {
            assert_eq!(tokens(symbol), [format!("`{symbol}`")]);
        }
    }

    #[test]
    fn keywords_are_distinguished_from_names_by_case_and_length() {
        for keyword in KEYWORDS {
            assert_eq!(tokens(keyword), [format!("the keyword `{keyword}`")]);
            let others = [format!("{keyword}s"), keyword.to_uppercase(), format!("_{keyword}")];
            for other in others {
                assert_eq!(tokens(&other), [format!("`{other}`")]);
            }
        }
    }

    #[test]
    fn names_may_hold_dollars_and_hashes_behind_their_first_character() {
        assert_eq!(tokens("a$#1_ $a 1a"), ["`a$#1_`", "the character `$`", "`a`", "`1`", "`a`"]);
    }

    #[test]
    fn columns_count_characters_and_offsets_count_bytes() {
        let mut lexer = Lexer::new("/* é */ x /*\né*/y\n  z");
        let spans: Vec<_> = (0..4).map(|_| lexer.next().1).collect();
        let spans: Vec<_> = spans.iter().map(|s| (s.line, s.column, s.start, s.end)).collect();
        assert_eq!(spans, [(1, 9, 9, 10), (2, 4, 18, 19), (3, 3, 22, 23), (3, 4, 23, 23)]);
    }

    #[test]
    fn invalid_characters_are_named() {
        let expected = ["the character `@`", "the character U+0000", "bytes that are not UTF-8 text"];
        assert_eq!(tokens("@\0\u{fffd}"), expected);
    }

    #[test]
    fn a_comment_that_is_never_closed_is_met_for_ever() {
        let mut lexer = Lexer::new("x /* y");
        assert_eq!(lexer.next().0, Token::Word("x"));
        for _ in 0..3 {
            let (token, span) = lexer.next();
            assert_eq!((token, span.column), (Token::Unclosed, 3));
        }
    }
}
