//! Tokens, and how a text is divided into them.

use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use crate::files::Start;

/// Maximum size of a file, and of all files that it includes.
pub(crate) const MAX_BYTES: usize = 1 << 24;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a keyword.
    Name,
    /// A number in decimal, octal or hexadecimal digits.
    Number,
    /// A character in single quotes.
    Character,
    /// A text in double quotes, quotes included.
    Text,
    /// An operator or a separator.
    Sign,
    /// The end of a line; exists only before the preprocessor.
    LineEnd,
}

/// A token of the text.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: Rc<str>,
    /// Position in the [files](crate::files); for a token of a macro, that of the macro's use.
    pub(crate) span: Span,
    /// Whether white space precedes it.
    pub(crate) is_spaced: bool,
}

impl Token {
    pub(crate) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign | Kind::Name) && &*self.text == sign
    }
}

/// Signs of more than one character, the longest ones first.
const SIGNS: &[&str] = &[
    "...", "->", "++", "--", "!!", "??", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "..", "##",
    "[]", "<>",
];

/// Divides the text of a file into tokens. Comments count as white space.
///
/// # Errors
/// A character that begins no token, or a comment or a text that does not end.
pub(crate) fn tokens(text: &str, start: Start) -> Result<Vec<Token>, Diagnostics> {
    if text.len() > MAX_BYTES {
        let large = format!("a file of more than {MAX_BYTES} bytes");
        return Err(Diagnostic::error(large).into());
    }
    let mut lexer =
        Lexer { text, at: 0, line: start.lines + 1, column: 1, first: start.bytes, tokens: Vec::new() };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    /// Number of the first byte of the text.
    first: u32,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        for character in self.text[self.at..self.at + bytes].chars() {
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.at += bytes;
    }

    fn span(&self, bytes: usize) -> Span {
        let start = self.first + self.at as u32;
        Span { line: self.line, column: self.column, start, end: start + bytes as u32 }
    }

    fn run(&mut self) -> Result<(), Diagnostics> {
        let mut is_spaced = false;
        while let Some(next) = self.rest().chars().next() {
            if let Some(bytes) = self.blank(next)? {
                self.advance(bytes);
                is_spaced = true;
                continue;
            }
            let (kind, bytes) = self.token(next)?;
            let (text, span) = (Rc::from(&self.rest()[..bytes]), self.span(bytes));
            self.tokens.push(Token { kind, text, span, is_spaced });
            self.advance(bytes);
            is_spaced = false;
        }
        Ok(())
    }

    /// Returns the number of bytes of white space, a comment or a continued line end.
    fn blank(&self, next: char) -> Result<Option<usize>, Diagnostics> {
        let rest = self.rest();
        Ok(match next {
            '\\' if rest[1..].starts_with('\n') => Some(2),
            '\\' if rest[1..].starts_with("\r\n") => Some(3),
            '\n' => None,
            _ if next.is_whitespace() => Some(next.len_utf8()),
            '/' if rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => Some(end + 2),
                None => {
                    let open = Diagnostic::error("a comment that does not end").at(self.span(2));
                    return Err(open.expected("`*/`").into());
                }
            },
            _ => None,
        })
    }

    fn token(&self, next: char) -> Result<(Kind, usize), Diagnostics> {
        let rest = self.rest();
        let while_word =
            || rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        match next {
            '\n' => Ok((Kind::LineEnd, 1)),
            'a'..='z' | 'A'..='Z' | '_' => Ok((Kind::Name, while_word())),
            '0'..='9' => Ok((Kind::Number, while_word())),
            '"' => self.quoted('"').map(|bytes| (Kind::Text, bytes)),
            '\'' => self.quoted('\'').map(|bytes| (Kind::Character, bytes)),
            _ => {
                if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    return Ok((Kind::Sign, sign.len()));
                }
                if "+-*/%&|^~!?=<>(){}[];:,.@#\\$".contains(next) {
                    return Ok((Kind::Sign, 1));
                }
                let bytes = next.len_utf8();
                Err(Diagnostic::error(format!("the character `{next}`")).at(self.span(bytes)).into())
            }
        }
    }

    fn quoted(&self, quote: char) -> Result<usize, Diagnostics> {
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                '\n' if quote == '\'' => break,
                _ if character == quote => return Ok(at + 1),
                _ => {}
            }
        }
        let open = Diagnostic::error("a quotation that does not end").at(self.span(1));
        Err(open.expected(format!("`{quote}`")).into())
    }
}

/// Returns the value of a number or a character; `None` if it is none, or does not fit 32 bits.
pub(crate) fn number(token: &Token) -> Option<i64> {
    let text = &*token.text;
    if token.kind == Kind::Character {
        let inner = &text[1..text.len() - 1];
        let mut characters = inner.chars();
        return match (characters.next()?, characters.next()) {
            ('\\', Some('n')) => Some(10),
            ('\\', Some('t')) => Some(9),
            ('\\', Some('r')) => Some(13),
            ('\\', Some('0')) => Some(0),
            ('\\', Some(other)) => Some(i64::from(u32::from(other))),
            (one, None) => Some(i64::from(u32::from(one))),
            _ => None,
        };
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let parsed = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    parsed.ok().filter(|number| i64::from(i32::MIN) <= *number && *number <= i64::from(u32::MAX))
}
