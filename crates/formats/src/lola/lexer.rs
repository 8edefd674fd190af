//! Text to tokens, one at a time.
//!
//! A word is everything up to a blank or one of `,;:(){}`, be it a keyword, a number or a name. Comments stand in
//! `{ }` or in `/* */`. LoLA lets a `{` reach to the *last* `}` of its line: where that would swallow more than comments,
//! what is meant is in doubt. Unlike LoLA, a comment in braces may go on over lines.

use sanderling_net::{Position, Span, excerpt};

/// The characters that stand for themselves.
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
    /// A comment that is never closed, and all that comes behind it.
    Unclosed,
    /// A comment of which LoLA and people see different ends.
    Doubtful,
    /// A closing brace that closes nothing.
    Brace,
}

impl Token<'_> {
    /// What messages call the token.
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

/// What is left of a text, and where it begins.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `text`, which is shorter than 4 GiB.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START }
    }

    /// The next token and where it stands; where the text ends, the same for ever.
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

    /// Goes on to what is a later part of the rest.
    fn move_to(&mut self, rest: &'a str) {
        let passed = self.rest.len() - rest.len();
        self.at.advance(&self.rest.as_bytes()[..passed]);
        self.rest = rest;
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// What is behind the comments with which a text begins, and what is wrong with them.
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

/// What is behind the last `}` of the line, and whether more than comments stands before that.
fn rest_of_line(text: &str) -> (Option<Token<'static>>, &str) {
    let line = text.split('\n').next().unwrap_or_default();
    let (mut between, behind) = text.split_at(line.rfind('}').map_or(0, |last| last + 1));
    while let Some(within) = between.trim_start_matches(is_blank).strip_prefix('{') {
        between = within.split_once('}').map_or("", |(_, behind)| behind);
    }
    let is_doubtful = !between.trim_start_matches(is_blank).is_empty();
    (is_doubtful.then_some(Token::Doubtful), behind)
}

/// The token with which a text begins that is neither a blank nor a comment, and the text behind it.
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
    fn a_line_of_which_lola_takes_more_for_a_comment_is_in_doubt() {
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
    fn a_brace_that_closes_nothing_is_told() {
        assert_eq!(tokens("a } b"), ["`a`", "a `}` that closes no comment", "`b`"]);
    }
}
