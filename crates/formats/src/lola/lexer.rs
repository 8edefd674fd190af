//! The lexer.
//!
//! A word extends to a blank or one of `,;:(){}`, whether it is a keyword, a number or a name. Comments are in `{ }` or
//! in `/* */`. In LoLA, a `{` extends to the *last* `}` of its line. If that would include more than comments, the
//! meaning is ambiguous. Unlike in LoLA, a comment in braces may span several lines.

use sanderling_net::{Position, Span, excerpt};

/// The characters that are tokens by themselves.
const SYMBOLS: &str = ",;:()";

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A keyword, a number or a name.
    Word(&'a str),
    /// One of [`SYMBOLS`].
    Symbol(char),
    /// The end of the text.
    End,
    /// A comment that is never closed, and the text after it.
    Unclosed,
    /// A comment that ends differently for LoLA and for people.
    Doubtful,
    /// A closing brace without an opening one.
    Brace,
}

impl Token<'_> {
    /// Returns a description for messages.
    pub(crate) fn description(self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", excerpt(word)),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".into(),
            Token::Unclosed => "a comment that is never closed".into(),
            Token::Doubtful => "a comment with something between its `}` and the last one of the line".into(),
            Token::Brace => "a `}` that closes no comment".into(),
        }
    }
}

/// The rest of a text, and its position.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer for `text`, which is shorter than 4 GiB.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START }
    }

    /// Returns the next token and its span. At the end of the text, it returns the same token forever.
    pub(crate) fn next(&mut self) -> (Token<'a>, Span) {
        loop {
            self.move_to(self.rest.trim_start_matches(is_blank));
            match comment(self.rest) {
                Some((None, behind)) => self.move_to(behind),
                Some((Some(found), behind)) => return self.take(found, behind),
                None => {
                    let (token, behind) = first(self.rest);
                    return self.take(token, behind);
                }
            }
        }
    }

    fn take(&mut self, token: Token<'a>, behind: &'a str) -> (Token<'a>, Span) {
        let start = self.at;
        self.move_to(behind);
        (token, start.to(self.at.offset))
    }

    /// Moves to a later part of the rest.
    fn move_to(&mut self, rest: &'a str) {
        let passed = self.rest.len() - rest.len();
        self.at.advance(&self.rest.as_bytes()[..passed]);
        self.rest = rest;
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Returns the text after the comment at its beginning, and the problem with the comment, if there is one.
fn comment(text: &str) -> Option<(Option<Token<'static>>, &str)> {
    let end = match text.strip_prefix("/*") {
        Some(within) => within.split_once("*/").map(|(_, behind)| (None, behind)),
        None => text.strip_prefix('{')?.split_once('}').map(|(within, behind)| match within.contains('\n') {
            true => (None, behind),
            false => rest_of_line(behind),
        }),
    };
    Some(end.unwrap_or((Some(Token::Unclosed), "")))
}

/// Returns the text after the last `}` of the line, and whether there is more than comments before it.
fn rest_of_line(text: &str) -> (Option<Token<'static>>, &str) {
    let line = text.split('\n').next().unwrap_or_default();
    let (mut between, behind) = text.split_at(line.rfind('}').map_or(0, |last| last + 1));
    while let Some(within) = between.trim_start_matches(is_blank).strip_prefix('{') {
        between = within.split_once('}').map_or("", |(_, behind)| behind);
    }
    let is_doubtful = !between.trim_start_matches(is_blank).is_empty();
    (is_doubtful.then_some(Token::Doubtful), behind)
}

/// Returns the first token of a text, which does not begin with a blank or a comment, and the text after it.
fn first(text: &str) -> (Token<'_>, &str) {
    let mut characters = text.chars();
    match characters.next() {
        None => (Token::End, text),
        Some('}') => (Token::Brace, characters.as_str()),
        Some(symbol) if SYMBOLS.contains(symbol) => (Token::Symbol(symbol), characters.as_str()),
        Some(_) => {
            let ends = |c: char| is_blank(c) || SYMBOLS.contains(c) || matches!(c, '{' | '}');
            let (word, behind) = text.split_at(text.find(ends).unwrap_or(text.len()));
            (Token::Word(word), behind)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text);
        let tokens = std::iter::from_fn(|| Some(lexer.next().0).filter(|token| *token != Token::End));
        tokens.map(Token::description).collect()
    }

    #[test]
    fn words_hold_what_ends_none() {
        assert_eq!(tokens("a.b-c:3,//x;"), ["`a.b-c`", "`:`", "`3`", "`,`", "`//x`", "`;`"]);
        assert_eq!(tokens("(a)b"), ["`(`", "`a`", "`)`", "`b`"]);
    }

    #[test]
    fn comments_are_no_tokens() {
        assert_eq!(
            tokens("a /* } * */b{}\nc{ x }{y} \t{z}d\n{ e\nf }g"),
            ["`a`", "`b`", "`c`", "`d`", "`g`"]
        );
    }

    #[test]
    fn nested_comment_brackets_are_doubtful() {
        let doubtful = Token::Doubtful.description();
        assert_eq!(tokens("a {b} c {d} e"), ["`a`", doubtful.as_str(), "`e`"]);
        assert_eq!(tokens("{b {c} d}\ne"), [doubtful.as_str(), "`e`"]);
    }

    #[test]
    fn a_comment_that_is_never_closed_takes_the_rest() {
        for text in ["a {b\nc", "a /* b }"] {
            assert_eq!(tokens(text), ["`a`", "a comment that is never closed"]);
        }
    }

    #[test]
    fn a_brace_that_closes_nothing_is_reported() {
        assert_eq!(tokens("a } b"), ["`a`", "a `}` that closes no comment", "`b`"]);
    }
}
