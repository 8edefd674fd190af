//! The pieces of a text: words, numbers, symbols.

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word that may be a name.
    Word(&'a str),
    /// A word that may not.
    Keyword(&'static str),
    /// Decimal digits.
    Number(&'a str),
    /// An operator, a bracket or a mark between things.
    Symbol(&'static str),
    /// A character that the language does not have.
    Foreign(char),
    /// A comment that is never closed; the text ends in it.
    Unclosed,
    /// The end of the text.
    End,
}

/// The words that are no names.
pub(super) const KEYWORDS: [&str; 28] = [
    "accept", "and", "assert", "async", "buchi", "byte", "channel", "commit", "const", "effect", "false",
    "genbuchi", "guard", "imply", "init", "int", "muller", "not", "or", "process", "property", "rabin",
    "state", "streett", "sync", "system", "trans", "true",
];

/// The symbols; of two that begin alike the longer stands first.
pub(super) const SYMBOLS: [&str; 36] = [
    "->", "=>", "==", "=", "<<", "<=", "<", ">>", ">=", ">", "!=", "!", "||", "|", "&&", "&", "++", "+",
    "--", "-", ".", ",", ";", ":", "{", "}", "[", "]", "(", ")", "?", "~", "*", "/", "%", "^",
];

impl Token<'_> {
    /// Whether nothing follows.
    pub(super) fn is_end(self) -> bool {
        matches!(self, Token::End | Token::Unclosed)
    }

    /// What it is, for a message.
    pub(super) fn description(self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) => format!("`{text}`"),
            Token::Keyword(word) => format!("the keyword `{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::Foreign(char::REPLACEMENT_CHARACTER) => "bytes that are no UTF-8 text".to_owned(),
            Token::Foreign(character) if character.is_control() => {
                format!("the character U+{:04X}", u32::from(character))
            }
            Token::Foreign(character) => format!("the character `{character}`"),
            Token::Unclosed => "a comment that is never closed".to_owned(),
            Token::End => "the end of the file".to_owned(),
        }
    }
}
