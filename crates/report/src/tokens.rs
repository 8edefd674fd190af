//! The contents of a place in a report.
//!
//! There are three kinds of contents, and the net determines which applies. A place without colours holds a number of
//! tokens. A place of a program, which is a variable, a control location or a channel, holds one token with a value.
//! Any other coloured place holds a number of tokens of each colour. In JSON they are a number, the value itself and an
//! object. JSON does not distinguish a number of tokens from a value that is a number; the sort of the place does. Such
//! a value is read as a [`Tokens::Plain`], which is written back unchanged.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Count, Ordered};

/// The contents of a place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Tokens {
    /// A number of tokens without colours.
    Plain(Count),
    /// One token of a program, with this value.
    Value(TokenValue),
    /// The number of tokens of each colour, by the colour's printed form.
    Coloured(Ordered<Count>),
}

/// The value of a token.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TokenValue {
    /// A number of magnitude at most 2^53, which every reader of JSON keeps exactly.
    Number(i64),
    /// A constant by its id, or the printed form of any other value.
    Text(String),
    /// The values of an array, of a list or of a tuple.
    List(Vec<TokenValue>),
}

/// The contents of places; the others are empty.
pub type Marking = Ordered<Tokens>;

impl<C: Into<Count>> From<C> for Tokens {
    fn from(count: C) -> Self {
        Self::Plain(count.into())
    }
}

impl From<TokenValue> for Tokens {
    fn from(value: TokenValue) -> Self {
        Self::Value(value)
    }
}

impl Tokens {
    /// Whether there are no tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Plain(count) => *count == Count::ZERO,
            Self::Value(_) => false,
            Self::Coloured(colours) => colours.iter().all(|(_, count)| *count == Count::ZERO),
        }
    }

    /// Returns the colour, if there is exactly one token, of one colour.
    #[must_use]
    pub fn only_colour(&self) -> Option<&str> {
        match self {
            Self::Coloured(colours) => match colours.0.as_slice() {
                [(colour, Count::Finite(1))] => Some(colour),
                _ => None,
            },
            Self::Plain(_) | Self::Value(_) => None,
        }
    }
}

impl fmt::Display for Tokens {
    /// Writes the number, the value, or `{red=2, blue=1}`; a single token is written as its colour. Equal contents of a
    /// place are written alike, even if they were read from JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(count) => count.fmt(f),
            Self::Value(value) => value.fmt(f),
            Self::Coloured(colours) => {
                if let Some(colour) = self.only_colour() {
                    return f.write_str(colour);
                }
                let parts: Vec<_> =
                    colours.iter().map(|(colour, count)| format!("{colour}={count}")).collect();
                write!(f, "{{{}}}", parts.join(", "))
            }
        }
    }
}

impl fmt::Display for TokenValue {
    /// Writes the number, the text, or `[1, 2]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::List(values) => {
                let parts: Vec<_> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", parts.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> TokenValue {
        TokenValue::List(numbers.iter().copied().map(TokenValue::Number).collect())
    }

    #[test]
    fn tokens_are_numbers_values_or_objects() {
        let coloured =
            Tokens::Coloured([("red", Count::from(2u64)), ("(1,b)", Count::Infinite)].into_iter().collect());
        for (tokens, expected) in [
            (Tokens::from(3u64), "3"),
            (Tokens::from(u64::MAX), "\"18446744073709551615\""),
            (TokenValue::Number(-3).into(), "-3"),
            (TokenValue::Text("idle".into()).into(), "\"idle\""),
            (list(&[1, -2]).into(), "[1,-2]"),
            (TokenValue::List(vec![list(&[1, 2]), list(&[])]).into(), "[[1,2],[]]"),
            (coloured, r#"{"red":2,"(1,b)":"+inf"}"#),
        ] {
            let json = serde_json::to_string(&tokens).unwrap();
            assert_eq!(json, expected);
            assert_eq!(serde_json::from_str::<Tokens>(&json).unwrap(), tokens);
        }
    }

    #[test]
    fn a_value_that_is_a_natural_number_is_written_and_printed_as_it_was_read() {
        let value = Tokens::from(TokenValue::Number(3));
        let json = serde_json::to_string(&value).unwrap();
        let read: Tokens = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        assert_eq!(read.to_string(), value.to_string());
    }

    #[test]
    fn one_token_alone_is_printed_as_its_colour() {
        let coloured = |count: u64| Tokens::Coloured([("red", Count::from(count))].into_iter().collect());
        assert_eq!((coloured(1).to_string(), coloured(2).to_string()), ("red".into(), "{red=2}".into()));
    }

    #[test]
    fn only_places_without_tokens_are_empty() {
        assert!(Tokens::from(0u64).is_empty() && Tokens::Coloured(Ordered::default()).is_empty());
        assert!(!Tokens::from(1u64).is_empty() && !Tokens::from(TokenValue::Number(0)).is_empty());
    }
}
