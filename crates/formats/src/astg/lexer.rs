//! The lexer: splits a text into words and ends of lines.
//!
//! A word is a directive such as `.graph`, a node such as `a+/1(2)`, an implicit place such as `<a+,b+>`, or one of the
//! signs `{`, `}` and `=`. `#` begins a comment. A `\` at the end of a line joins it with the next one.

use sanderling_net::{Position, Span};

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    EndOfLine,
    End,
}

/// The rest of a text, and its position.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer for `text`, which is shorter than 4 GiB.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START }
    }

    /// Returns the next token and its position. At the end of the text, it always returns `End`.
    pub(crate) fn next(&mut self) -> (Token<'a>, Span) {
        loop {
            let rest = self.rest.trim_start_matches(is_blank);
            self.move_to(rest);
            if rest.starts_with('#') {
                self.move_to(&rest[rest.find('\n').unwrap_or(rest.len())..]);
            } else if let Some(joined) = joined_line(rest) {
                self.move_to(joined);
            } else {
                break;
            }
        }
        let start = self.at;
        let (token, length) = match self.rest.chars().next() {
            None => (Token::End, 0),
            Some('\n') => (Token::EndOfLine, 1),
            Some(_) => {
                let word = &self.rest[..word_length(self.rest)];
                (Token::Word(word), word.len())
            }
        };
        self.move_to(&self.rest[length..]);
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
    matches!(c, ' ' | '\t' | '\r')
}

/// Returns the text after a `\` at the end of a line.
fn joined_line(text: &str) -> Option<&str> {
    text.strip_prefix('\\')?.trim_start_matches(is_blank).strip_prefix('\n')
}

/// Returns the length in bytes of the first word. An implicit place extends to its `>`, if that is in the same line.
fn word_length(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    if text.starts_with(['{', '}', '=']) {
        return first;
    }
    if text.starts_with('<') {
        let line = text.find(['\n', '#']).unwrap_or(text.len());
        if let Some(end) = text[..line].find('>') {
            return end + 1;
        }
    }
    let ends = |c: char| is_blank(c) || matches!(c, '\n' | '#' | '{' | '}' | '=' | '<');
    text[first..].find(ends).map_or(text.len(), |end| first + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<&str> {
        let mut lexer = Lexer::new(text);
        let next = || match lexer.next().0 {
            Token::Word(word) => Some(word),
            Token::EndOfLine => Some("|"),
            Token::End => None,
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn lines_are_cut_into_words() {
        assert_eq!(tokens("a+ b+/1(2)\r\n c"), ["a+", "b+/1(2)", "|", "c"]);
        assert_eq!(
            tokens(".marking{p=2 <a+, b->=3}"),
            [".marking", "{", "p", "=", "2", "<a+, b->", "=", "3", "}"]
        );
        assert_eq!(tokens("a # b\nc\\\n d \\ \n e\\f"), ["a", "|", "c\\", "|", "d", "e\\f"]);
        assert_eq!(tokens("<a\n>"), ["<a", "|", ">"]);
    }
}
