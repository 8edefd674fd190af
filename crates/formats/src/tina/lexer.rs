//! The lexer.
//!
//! A name may consist of letters, digits, primes and underscores, so numbers look like names. The context decides what
//! a [`Token::Word`] is. In a drawing, every run of characters without blanks is a word, because there are coordinates
//! and colours. A comment extends from `#` to the end of the line; in a drawing, `#` must be at the beginning of a
//! line.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while1};
use nom::character::complete::{anychar, char, none_of};
use nom::combinator::{map, recognize, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser as _};
use sanderling_net::{Position, Span, excerpt};

/// The symbols. If one is a prefix of another, the longer one comes first.
const SYMBOLS: [&str; 14] = ["->", "?-", "!-", "?", "!", "*", "(", ")", "[", "]", ",", ":", "<", ">"];

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// The language of `.net` files.
    Text,
    /// The language of `.ndr` files.
    Drawing,
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name or a number.
    Word(&'a str),
    /// The raw text between braces.
    Quoted(&'a str),
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of a line.
    LineEnd,
    /// The end of the text.
    End,
    /// A brace that is never closed, and the text after it.
    Unclosed,
    /// A character that does not begin a token.
    Foreign(char),
}

impl Token<'_> {
    /// Returns a description for messages.
    pub(crate) fn description(self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", excerpt(word)),
            Token::Quoted(raw) => format!("`{{{}}}`", excerpt(raw)),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::LineEnd => "the end of the line".into(),
            Token::End => "the end of the file".into(),
            Token::Unclosed => "a `{` that is never closed".into(),
            Token::Foreign(char::REPLACEMENT_CHARACTER) => "bytes that are not UTF-8 text".into(),
            Token::Foreign(character) if character.is_control() => {
                format!("the character U+{:04X}", u32::from(character))
            }
            Token::Foreign(character) => format!("the character `{character}`"),
        }
    }
}

/// The rest of a text, and its position.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
    language: Language,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer for `text`, which is shorter than 4 GiB.
    pub(crate) fn new(text: &'a str, language: Language) -> Self {
        Self { rest: text, at: Position::START, language }
    }

    /// Returns the next token and its span. At the end of the text, it returns the same token forever.
    pub(crate) fn next(&mut self) -> (Token<'a>, Span) {
        self.skip_blanks();
        let start = self.at;
        let (token, rest) = first(self.rest, self.language);
        self.move_to(rest);
        (token, start.to(self.at.offset))
    }

    fn skip_blanks(&mut self) {
        let text = self.rest.trim_start_matches(is_blank);
        let may_comment = self.language == Language::Text || self.at.column == 1;
        let is_comment = may_comment && text.starts_with('#');
        let end = if is_comment { text.find('\n').unwrap_or(text.len()) } else { 0 };
        self.move_to(&text[end..]);
    }

    /// Moves to a later part of the rest.
    fn move_to(&mut self, rest: &'a str) {
        let passed = self.rest.len() - rest.len();
        self.at.advance(&self.rest.as_bytes()[..passed]);
        self.rest = rest;
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\u{b}' | '\u{c}')
}

/// Returns whether a name may contain the character without braces around it. The manual does not define letters.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '_')
}

/// Returns the first token of a text, and the text after it.
fn first(text: &str, language: Language) -> (Token<'_>, &str) {
    let mut characters = text.chars();
    let Some(foreign) = characters.next() else { return (Token::End, text) };
    let behind = characters.as_str();
    if foreign == '\n' {
        return (Token::LineEnd, behind);
    }
    if foreign == '{' {
        return quoted(text).map_or((Token::Unclosed, ""), |(rest, raw)| (Token::Quoted(raw), rest));
    }
    let token = match language {
        Language::Text => alt((plain, symbol)).parse(text),
        Language::Drawing => run(text),
    };
    match token {
        Ok((rest, token)) => (token, rest),
        Err(_) => (Token::Foreign(foreign), behind),
    }
}

fn plain(text: &str) -> IResult<&str, Token<'_>> {
    map(take_while1(is_plain), Token::Word).parse(text)
}

fn run(text: &str) -> IResult<&str, Token<'_>> {
    map(take_till1(|c| c == '\n' || is_blank(c)), Token::Word).parse(text)
}

/// Parses text between braces, in which braces are escaped by a backslash.
fn quoted(text: &str) -> IResult<&str, &str> {
    let escaped = recognize(pair(char('\\'), anychar));
    let raw = recognize(many0_count(alt((recognize(none_of("\\}")), escaped))));
    delimited(char('{'), raw, char('}')).parse(text)
}

fn symbol(text: &str) -> IResult<&str, Token<'_>> {
    let symbol = SYMBOLS.iter().find(|symbol| text.starts_with(**symbol)).unwrap_or(&"->");
    value(Token::Symbol(symbol), tag(*symbol)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, language: Language) -> Vec<String> {
        let mut lexer = Lexer::new(text, language);
        let tokens = std::iter::from_fn(|| Some(lexer.next().0).filter(|token| *token != Token::End));
        tokens.map(Token::description).collect()
    }

    #[test]
    fn the_longest_symbol_wins() {
        let found = tokens("a?-1->b'!-2 c!3", Language::Text);
        assert_eq!(found, ["`a`", "`?-`", "`1`", "`->`", "`b'`", "`!-`", "`2`", "`c`", "`!`", "`3`"]);
    }

    #[test]
    fn every_symbol_is_read_whole() {
        for symbol in SYMBOLS {
            assert_eq!(tokens(symbol, Language::Text), [format!("`{symbol}`")]);
        }
    }

    #[test]
    fn braces_hold_escaped_braces_and_comments_do_not_begin_in_them() {
        let found = tokens("{a\\}#b} # c\n{", Language::Text);
        assert_eq!(found, ["`{a\\}#b}`", "the end of the line", "a `{` that is never closed"]);
    }

    #[test]
    fn a_drawing_has_comments_at_the_beginning_of_lines_alone() {
        let found = tokens("# x\nh {a b} -1.5 #fff\r\n", Language::Drawing);
        let line_end = "the end of the line";
        assert_eq!(found, [line_end, "`h`", "`{a b}`", "`-1.5`", "`#fff`", line_end]);
    }

    #[test]
    fn characters_that_begin_no_token_are_named() {
        let expected = ["the character `§`", "the character U+0000", "bytes that are not UTF-8 text"];
        assert_eq!(tokens("§\0\u{fffd}", Language::Text), expected);
    }
}
