//! Tokens: words, numbers, symbols.

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word that may be a name.
    Word(&'a str),
    /// A reserved word.
    Keyword(&'static str),
    /// Decimal digits.
    Number(&'a str),
    /// An operator, a bracket or a separator.
    Symbol(&'static str),
    /// A character that is not part of the language.
    Foreign(char),
    /// A comment that is never closed; the text ends in it.
    Unclosed,
    /// The end of the text.
    End,
}

/// The reserved words.
pub(super) const KEYWORDS: [&str; 28] = [
    "accept", "and", "assert", "async", "buchi", "byte", "channel", "commit", "const", "effect", "false",
    "genbuchi", "guard", "imply", "init", "int", "muller", "not", "or", "process", "property", "rabin",
    "state", "streett", "sync", "system", "trans", "true",
];

/// The symbols. If one is a prefix of another, the longer one comes first.
pub(super) const SYMBOLS: [&str; 36] = [
    "->", "=>", "==", "=", "<<", "<=", "<", ">>", ">=", ">", "!=", "!", "||", "|", "&&", "&", "++", "+",
    "--", "-", ".", ",", ";", ":", "{", "}", "[", "]", "(", ")", "?", "~", "*", "/", "%", "^",
];

impl Token<'_> {
    /// Returns whether this is the last token.
    pub(super) fn is_end(self) -> bool {
        matches!(self, Token::End | Token::Unclosed)
    }

    /// Returns a description for messages.
    pub(super) fn description(self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) => format!("`{text}`"),
            Token::Keyword(word) => format!("the keyword `{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::Foreign(char::REPLACEMENT_CHARACTER) => "bytes that are not UTF-8 text".to_owned(),
            Token::Foreign(character) if character.is_control() => {
                format!("the character U+{:04X}", u32::from(character))
            }
            Token::Foreign(character) => format!("the character `{character}`"),
            Token::Unclosed => "a comment that is never closed".to_owned(),
            Token::End => "the end of the file".to_owned(),
        }
    }
}
