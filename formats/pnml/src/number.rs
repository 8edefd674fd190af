//! Token counts and weights, as integers of XML Schema.
//!
//! A sign and leading zeros are legal, and white space around the digits is layout. Counts beyond 2^64 − 1 are refused
//! and never rounded.

use sanderling_net::{Diagnostic, Span};

use crate::limits;

/// The reason why a text is not a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberError {
    /// The text contains characters other than digits.
    NoNumber,
    /// The number is below zero.
    Negative,
    /// The number has too many digits.
    TooLong,
    /// The number is beyond 2^64 − 1.
    TooLarge,
}

/// Parses a count.
pub(crate) fn parse(text: &str) -> Result<u64, NumberError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NumberError::NoNumber);
    }
    if digits.len() > limits::DIGITS {
        return Err(NumberError::TooLong);
    }
    match digits.parse() {
        Ok(count) if count > 0 && negative => Err(NumberError::Negative),
        Ok(count) => Ok(count),
        Err(_) if negative => Err(NumberError::Negative),
        Err(_) => Err(NumberError::TooLarge),
    }
}

impl NumberError {
    /// Returns the message about `text`, which should have been `what`, such as `the initial marking`.
    pub(crate) fn diagnostic(self, what: &str, text: &str, span: Span) -> Diagnostic {
        let shown = shortened(text);
        let error = match self {
            Self::NoNumber => Diagnostic::error(format!("`{shown}` as {what}")).expected("an integer"),
            Self::Negative => Diagnostic::error(format!("`{shown}` as {what}, which is below zero"))
                .expected("an integer from 0 on"),
            Self::TooLong => {
                Diagnostic::error(format!("a number of more than {} digits as {what}", limits::DIGITS))
                    .expected("at most 18446744073709551615")
            }
            Self::TooLarge => Diagnostic::error(format!("`{shown}` as {what}, which is too large"))
                .expected("at most 18446744073709551615"),
        };
        error.at(span)
    }
}

/// Returns the beginning of a text from the file, for a message.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 80;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_leading_zeros_are_legal() {
        assert_eq!(parse("+007"), Ok(7));
        assert_eq!(parse("-0"), Ok(0));
        assert_eq!(parse("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn other_texts_are_refused_for_what_they_are() {
        assert_eq!(parse(""), Err(NumberError::NoNumber));
        assert_eq!(parse("1.0"), Err(NumberError::NoNumber));
        assert_eq!(parse("1 2"), Err(NumberError::NoNumber));
        assert_eq!(parse("٣"), Err(NumberError::NoNumber));
        assert_eq!(parse("-3"), Err(NumberError::Negative));
        assert_eq!(parse("18446744073709551616"), Err(NumberError::TooLarge));
        assert_eq!(parse(&"0".repeat(41)), Err(NumberError::TooLong));
    }
}
