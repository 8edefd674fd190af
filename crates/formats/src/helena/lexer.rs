//! The lexer. It omits comments and the parts that `#ifdef` and `#ifndef` exclude.
//!
//! Symbols of the preprocessor are only defined and tested, never replaced.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Position, Span, excerpt};

/// The symbols. If one is a prefix of another, the longer one comes first.
const SYMBOLS: [&str; 33] = [
    "<(", ")>", ":=", "..", "->", "!=", ">=", "<=", "::", "{", "}", "(", ")", "[", "]", ";", ":", ",", "*",
    "+", "-", "/", "%", "=", "<", ">", "?", "'", "|", ".", "&", "!", "_",
];

/// Maximum length of a token in messages.
const SHOWN: usize = 60;

/// A result, or a lexical error.
type Lexed<T> = Result<T, Box<Diagnostic>>;

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A keyword or a name.
    Word(&'a str),
    /// Digits.
    Number(&'a str),
    /// A text between double quotes.
    Text,
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of the file.
    End,
}

impl Token<'_> {
    /// Returns a description for messages.
    pub(crate) fn description(self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", excerpt(word)),
            Token::Number(digits) => format!("the number {}", &digits[..digits.len().min(SHOWN)]),
            Token::Text => "a text".into(),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".into(),
        }
    }
}

/// Returns the first `count` tokens of a text, or fewer if they cannot be read.
pub(crate) fn beginning(text: &str, count: usize) -> Vec<Token<'_>> {
    let mut lexer = Lexer::new(text);
    let tokens = std::iter::from_fn(|| lexer.next().ok().map(|(token, _)| token));
    tokens.take_while(|token| *token != Token::End).take(count).collect()
}

/// Returns the tokens of a text, including its end.
pub(crate) fn tokens(text: &str) -> Lexed<Vec<(Token<'_>, Span)>> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    loop {
        let (token, span) = lexer.next()?;
        tokens.push((token, span));
        if token == Token::End {
            return Ok(tokens);
        }
    }
}

/// The rest of a text, and its position.
struct Lexer<'a> {
    rest: &'a str,
    at: Position,
    /// The symbols of the preprocessor that are defined.
    defined: HashSet<&'a str>,
    /// The open conditions of the preprocessor: their positions, and whether the text is read.
    conditions: Vec<(Span, bool)>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START, defined: HashSet::new(), conditions: Vec::new() }
    }

    fn next(&mut self) -> Lexed<(Token<'a>, Span)> {
        loop {
            self.advance(self.rest.len() - self.rest.trim_start().len());
            if self.rest.starts_with('#') && self.at.column == 1 {
                self.directive()?;
            } else if self.rest.starts_with("//") || (self.is_left_out() && !self.rest.is_empty()) {
                self.advance(self.line().len());
            } else if let Some(within) = self.rest.strip_prefix("/*") {
                let end = within.find("*/").ok_or_else(|| self.unclosed("a comment", "`*/`"))?;
                self.advance(end + 4);
            } else {
                return self.token();
            }
        }
    }

    fn token(&mut self) -> Lexed<(Token<'a>, Span)> {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return self.end() };
        let run = |is_part: fn(char) -> bool| &rest[..rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())];
        if first.is_ascii_alphabetic() {
            let word = run(|c| c.is_ascii_alphanumeric() || c == '_');
            return Ok((Token::Word(word), self.advance(word.len())));
        }
        if first.is_ascii_digit() {
            let digits = run(|c| c.is_ascii_digit());
            return Ok((Token::Number(digits), self.advance(digits.len())));
        }
        if first == '"' {
            let length = text_length(rest).ok_or_else(|| self.unclosed("a text", "`\"`"))?;
            return Ok((Token::Text, self.advance(length)));
        }
        match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            Some(symbol) => Ok((Token::Symbol(symbol), self.advance(symbol.len()))),
            None => {
                let shown =
                    if first.is_control() { "a control character".into() } else { format!("`{first}`") };
                let error = Diagnostic::error(format!("{shown}, which begins nothing in this language"));
                Err(Box::new(error.at(self.at.to(self.at.offset + first.len_utf8()))))
            }
        }
    }

    fn end(&mut self) -> Lexed<(Token<'a>, Span)> {
        match self.conditions.last() {
            Some((span, _)) => {
                let error = Diagnostic::error("a condition that is never closed").at(*span);
                Err(Box::new(error.expected("`#endif`")))
            }
            None => Ok((Token::End, self.advance(0))),
        }
    }

    fn is_left_out(&self) -> bool {
        self.conditions.iter().any(|(_, is_read)| !is_read)
    }

    /// Returns the rest of the line.
    fn line(&self) -> &'a str {
        self.rest.split('\n').next().unwrap_or_default()
    }

    fn directive(&mut self) -> Lexed<()> {
        let line = self.line();
        let mut words = line[1..].split_whitespace();
        let (name, symbol) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_left_out = self.is_left_out();
        let span = self.advance(line.len());
        let unexpected = |expected: &str| {
            let error = Diagnostic::error(format!("the directive `#{}`", excerpt(name))).at(span);
            Box::new(error.expected(expected))
        };
        match name {
            "define" | "undefine" | "undef" if is_left_out => {}
            "define" => _ = self.defined.insert(symbol),
            "undefine" | "undef" => _ = self.defined.remove(symbol),
            "ifdef" => self.conditions.push((span, self.defined.contains(symbol))),
            "ifndef" => self.conditions.push((span, !self.defined.contains(symbol))),
            "else" => match self.conditions.last_mut() {
                Some((_, is_read)) => *is_read = !*is_read,
                None => return Err(unexpected("an `#ifdef` before it")),
            },
            "endif" => {
                self.conditions.pop().ok_or_else(|| unexpected("an `#ifdef` before it"))?;
            }
            _ if is_left_out => {}
            _ => {
                return Err(unexpected("`#define`, `#undefine`, `#ifdef`, `#ifndef`, `#else` or `#endif`"));
            }
        }
        Ok(())
    }

    fn unclosed(&self, what: &str, expected: &str) -> Box<Diagnostic> {
        let error = Diagnostic::error(format!("{what} that is never closed"));
        Box::new(error.at(self.at.to(self.at.offset + 1)).expected(expected))
    }

    /// Advances by `length` bytes, and returns their span.
    fn advance(&mut self, length: usize) -> Span {
        let start = self.at;
        self.at.advance(&self.rest.as_bytes()[..length]);
        self.rest = &self.rest[length..];
        start.to(self.at.offset)
    }
}

/// Returns the length of the text in double quotes with which `rest` begins.
fn text_length(rest: &str) -> Option<usize> {
    let mut is_escaped = false;
    let closing = |&(_, c): &(usize, char)| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    };
    rest.char_indices().skip(1).find(closing).map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tokens = tokens(text).unwrap_or_else(|found| panic!("{found}"));
        tokens.into_iter().map(|(token, _)| token.description()).collect()
    }

    #[test]
    fn symbols_are_as_long_as_they_can_be() {
        assert_eq!(words("<(x)>:=..")[..], ["`<(`", "`x`", "`)>`", "`:=`", "`..`", "the end of the file"]);
    }

    #[test]
    fn comments_and_texts_are_skipped_in_one_piece() {
        assert_eq!(words("a // b\n/* c\n*/ \"d \\\" e\" f").len(), 4);
    }

    #[test]
    fn tokens_under_a_false_condition_are_skipped() {
        let text = "#ifdef A\na\n#else\nb\n#endif\n#define A\n#ifdef A\nc\n#ifndef A\nd\n#endif\n#endif\ne";
        assert_eq!(words(text), ["`b`", "`c`", "`e`", "the end of the file"]);
    }

    #[test]
    fn unclosed_parts_are_reported_where_they_begin() {
        for (text, place) in
            [("a /* b", "1:3"), ("\n \"a", "2:2"), ("#ifdef A\nb", "1:1"), ("a\n#endif", "2:1")]
        {
            let found = tokens(text).unwrap_err().to_string();
            assert!(found.starts_with(place), "{found}");
        }
    }
}
