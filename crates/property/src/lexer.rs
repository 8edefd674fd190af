//! The lexer: words, quoted names, numbers and symbols.
//!
//! A `-` or `.` belongs to a word if there are letters or digits on both sides of it. Ids such as `P-free_2` and `a.b`
//! therefore need no quotes, while `true->false` is three tokens. Sums are not affected, because in a sum a `-` follows
//! a number or a parenthesis, never a word.
//!
//! In texts about a program there are a few more symbols, and a `-` is never part of a word, because names of programs
//! do not contain it.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{digit1, satisfy};
use nom::combinator::{map, recognize};
use nom::multi::many0_count;
use nom::{IResult, Parser as _};
use sanderling_net::{Diagnostic, Position, Span, is_obeyed};

use crate::parse::hint::is_reserved;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    /// A name in quotes, its escapes replaced.
    Quoted(String),
    Number(&'a str),
    Symbol(&'static str),
    /// Something that no property contains, with a diagnostic.
    Foreign(Box<Diagnostic>),
    End,
}

/// The rest of the text, and its position.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    rest: &'a str,
    at: Position,
    is_about_program: bool,
    /// Whether brackets are symbols, as in CTL.
    pub(crate) takes_brackets: bool,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer for `text`, which is shorter than 4 GiB.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, at: Position::START, is_about_program: false, takes_brackets: false }
    }

    /// Creates a lexer for a text about a program.
    pub(crate) fn about_program(text: &'a str) -> Self {
        Self { is_about_program: true, ..Self::new(text) }
    }

    /// Returns the next token and its span. At the end of the text, it always returns `End`.
    pub(crate) fn next(&mut self) -> (Token<'a>, Span) {
        self.skip_blank();
        let start = self.at;
        let (rest, token) = match self.bracket() {
            Some(bracket) => bracket,
            None if self.is_about_program => token_of_program(self.rest),
            None => token(self.rest),
        };
        let length = self.rest.len() - rest.len();
        self.consume(length);
        let span = start.to(self.at.offset);
        match token {
            Token::Foreign(diagnostic) => (foreign(diagnostic.at(span)), span),
            other => (other, span),
        }
    }

    /// Returns a single bracket, if brackets are symbols.
    fn bracket(&self) -> Option<(&'a str, Token<'a>)> {
        let symbol = ["[", "]"].into_iter().find(|symbol| self.rest.starts_with(symbol))?;
        let is_one = self.takes_brackets && !self.rest.starts_with("[]");
        is_one.then(|| (&self.rest[symbol.len()..], Token::Symbol(symbol)))
    }

    /// Returns the span of the end of the text.
    pub(crate) fn last_span(mut self) -> Span {
        self.consume(self.rest.len());
        self.at.to(self.at.offset)
    }

    fn consume(&mut self, bytes: usize) {
        let (eaten, rest) = self.rest.split_at(bytes);
        self.at.advance(eaten.as_bytes());
        self.rest = rest;
    }

    /// Skips white space, a byte order mark, and comments: from `#` or `//` to the end of the line, and from `/*` to `*/`.
    fn skip_blank(&mut self) {
        loop {
            let blank = |c: char| !(c.is_whitespace() || c == '\u{feff}');
            self.consume(self.rest.find(blank).unwrap_or(self.rest.len()));
            let end = match self.rest {
                line if line.starts_with('#') || line.starts_with("//") => {
                    line.find('\n').unwrap_or(line.len())
                }
                block if block.starts_with("/*") => match block.find("*/") {
                    Some(end) => end + 2,
                    None => return,
                },
                _ => return,
            };
            self.consume(end);
        }
    }
}

/// The symbols, each before its prefixes. Symbols with advice belong to other languages.
const SYMBOLS: [(&str, Option<&str>); 29] = [
    ("-->", Some("`a` leads to `b` is about paths; write `a -> b` for an implication")),
    ("<->", None),
    ("->", None),
    ("<=", None),
    (">=", None),
    ("==", None),
    ("!=", None),
    ("&&", None),
    ("||", None),
    ("=>", Some("`>=` compares numbers, `->` is `implies`")),
    ("=<", Some("write `<=`")),
    ("<>", None),
    ("[]", None),
    ("<", None),
    (">", None),
    ("=", None),
    ("!", None),
    ("(", None),
    (")", None),
    (",", None),
    (";", None),
    (":", None),
    ("+", None),
    ("-", None),
    ("*", None),
    ("'", Some("a name is quoted with `\"`")),
    ("[", Some("write `(`")),
    ("?", Some("whether a transition is enabled: `fireable(t)`")),
    (
        "/",
        Some(
            "there is no division: multiply the other side; a comment begins with `#` or `//`, or stands between `/*` and `*/`",
        ),
    ),
];

/// Signs of mathematics and of other tools, with the corresponding symbols.
const OTHER_SIGNS: [(&str, &str); 17] = [
    ("<=>", "<->"),
    ("/\\", "&&"),
    ("\\/", "||"),
    ("&", "&&"),
    ("|", "||"),
    ("~", "!"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("¬", "!"),
    ("∧", "&&"),
    ("∨", "||"),
    ("→", "->"),
    ("⇒", "->"),
    ("↔", "<->"),
    ("·", "*"),
    ("−", "-"),
];

/// The signs that are bit operators in programs.
const OF_BITS: [&str; 3] = ["&", "|", "~"];

/// The symbols that only texts about programs have.
const SYMBOLS_OF_PROGRAMS: [&str; 4] = ["[", "]", "/", "%"];

/// Returns the first token of a text about a program, as [`token`] does.
fn token_of_program(text: &str) -> (&str, Token<'_>) {
    let own = SYMBOLS_OF_PROGRAMS.into_iter().find(|symbol| text.starts_with(symbol));
    if let Some(symbol) = own.filter(|_| !text.starts_with("[]")) {
        return (&text[symbol.len()..], Token::Symbol(symbol));
    }
    if let Some(sign) =
        OF_BITS.into_iter().find(|sign| text.starts_with(sign) && !text.starts_with(&sign.repeat(2)))
    {
        let help = "write `&&`, `||` or `!`: properties have no operators on bits";
        return (&text[sign.len()..], foreign(means_nothing(sign).help(help)));
    }
    match token(text) {
        (rest, Token::Word(word)) => {
            let (end, _) = word.split_once('-').unwrap_or((word, ""));
            (&text[text.len() - rest.len() - word.len() + end.len()..], Token::Word(end))
        }
        other => other,
    }
}

/// Returns the first token of `text` and the text after it. `text` does not begin with white space.
fn token(text: &str) -> (&str, Token<'_>) {
    let readable: IResult<_, _> = alt((map(word, Token::Word), map(digit1, Token::Number))).parse(text);
    match (readable, text.chars().next()) {
        (Ok(read), _) => read,
        (_, None) => (text, Token::End),
        (_, Some('"')) => quoted(text),
        (_, Some(character)) => symbol(text).unwrap_or_else(|| nothing(text, character)),
    }
}

fn symbol(text: &str) -> Option<(&str, Token<'_>)> {
    let is_own = ["&&", "||"].into_iter().any(|symbol| text.starts_with(symbol));
    let mut others = OTHER_SIGNS.iter().filter(|(sign, _)| !is_own && text.starts_with(sign));
    if let Some(&(sign, symbol)) = others.next() {
        return Some((&text[sign.len()..], Token::Symbol(symbol)));
    }
    let &(symbol, help) = SYMBOLS.iter().find(|(symbol, _)| text.starts_with(symbol))?;
    let token = help.map_or(Token::Symbol(symbol), |help| foreign(means_nothing(symbol).help(help)));
    Some((&text[symbol.len()..], token))
}

fn nothing(text: &str, character: char) -> (&str, Token<'_>) {
    let (found, rest) = text.split_at(character.len_utf8());
    (rest, foreign(means_nothing(&found.escape_debug().to_string())))
}

fn means_nothing(found: &str) -> Diagnostic {
    Diagnostic::error(format!("`{found}` means nothing here"))
}

fn foreign(diagnostic: Diagnostic) -> Token<'static> {
    Token::Foreign(Box::new(diagnostic))
}

fn word(text: &str) -> IResult<&str, &str> {
    let joined = (take_while1(|c| c == '-' || c == '.'), take_while1(is_word_part));
    recognize((satisfy(is_word_start), take_while(is_word_part), many0_count(joined))).parse(text)
}

fn is_word_start(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn is_word_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns whether a name needs no quotes.
pub(crate) fn is_word(name: &str) -> bool {
    matches!(word(name), Ok(("", _)))
}

/// Returns a quoted name. Only the opening quote is known to exist.
fn quoted(text: &str) -> (&str, Token<'_>) {
    let mut name = String::new();
    let mut rest = &text[1..];
    loop {
        let Some(character) = rest.chars().next().filter(|&c| c != '\n' && c != '\r') else {
            let diagnostic =
                Diagnostic::error("a quoted name that does not end on its line").expected("`\"`");
            return (rest, foreign(diagnostic));
        };
        rest = &rest[character.len_utf8()..];
        match character {
            '"' => return (rest, Token::Quoted(name)),
            '\\' => match escape(rest) {
                Ok((behind, character)) => {
                    name.push(character);
                    rest = behind;
                }
                Err(_) => return (behind_quote(rest), foreign(unknown_escape(rest))),
            },
            other => name.push(other),
        }
    }
}

/// Parses an escape after its backslash.
fn escape(text: &str) -> IResult<&str, char> {
    let code = |text| -> IResult<&str, char> {
        let (rest, (_, digits, _)) =
            (tag("u{"), take_while1(|c: char| c.is_ascii_hexdigit()), tag("}")).parse(text)?;
        let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        match value {
            Some(character) => Ok((rest, character)),
            None => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Char))),
        }
    };
    alt((
        map(tag("\""), |_| '"'),
        map(tag("\\"), |_| '\\'),
        map(tag("n"), |_| '\n'),
        map(tag("t"), |_| '\t'),
        code,
    ))
    .parse(text)
}

fn unknown_escape(rest: &str) -> Diagnostic {
    let end = |(at, c): &(usize, char)| if rest.starts_with("u{") { *at > 8 || *c == '}' } else { *at == 0 };
    let found: String = match rest.char_indices().find(end) {
        Some((at, last)) => rest[..at + last.len_utf8()].escape_debug().to_string(),
        None => String::new(),
    };
    Diagnostic::error(format!("unknown escape `\\{found}` in a quoted name"))
        .expected(r#"`\"`, `\\`, `\n`, `\t` or `\u{…}` with a character's hexadecimal code"#)
}

/// Returns the text after the closing quote or, if there is none on the line, after the line.
fn behind_quote(text: &str) -> &str {
    let end = text.find(['"', '\n']).map_or(text.len(), |at| at + usize::from(text[at..].starts_with('"')));
    &text[end..]
}

/// Returns the text of a name that stands alone in a property of a program. It is also quoted if it would be a word of
/// the language.
pub(crate) fn written_alone(name: &str) -> String {
    let is_bare = is_word(name) && !name.contains('-') && !is_reserved(name);
    if is_bare { name.to_string() } else { in_quotes(name) }
}

/// Returns the text of a name in a property: bare if possible, otherwise in quotes.
pub(crate) fn written(name: &str) -> String {
    if is_word(name) {
        return name.to_string();
    }
    in_quotes(name)
}

fn in_quotes(name: &str) -> String {
    let mut written = String::from("\"");
    for character in name.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            c if is_obeyed(c) => written.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => written.push(c),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| Some(lexer.next().0).filter(|token| *token != Token::End)).collect()
    }

    #[test]
    fn a_hyphen_joins_words_and_is_a_symbol_elsewhere() {
        assert_eq!(tokens("a-b.c"), [Token::Word("a-b.c")]);
        assert_eq!(tokens("true->x"), [Token::Word("true"), Token::Symbol("->"), Token::Word("x")]);
        assert_eq!(tokens("1-2"), [Token::Number("1"), Token::Symbol("-"), Token::Number("2")]);
        assert_eq!(tokens(")-x"), [Token::Symbol(")"), Token::Symbol("-"), Token::Word("x")]);
    }

    #[test]
    fn columns_count_characters_and_offsets_count_bytes() {
        let mut lexer = Lexer::new("é \n  \"ü\" x");
        let spans: Vec<_> =
            (0..3).map(|_| lexer.next().1).map(|s| (s.line, s.column, s.start, s.end)).collect();
        assert_eq!(spans, [(1, 1, 0, 2), (2, 3, 6, 10), (2, 7, 11, 12)]);
    }

    #[test]
    fn written_names_are_read_back() {
        for name in ["p", "P-1", "a.b", "1", "", "a b", "-", "a-", "x\"y\\", "\n\t\u{1}\r", "été", "or", "#"]
        {
            let written = written(name);
            match &tokens(&written)[..] {
                [Token::Word(word)] => assert_eq!(*word, name),
                [Token::Quoted(quoted)] => assert_eq!(quoted, name),
                other => panic!("{name:?} is written {written} and read as {other:?}"),
            }
        }
    }
}
