//! The tokens of expressions.

use crate::greatspn::text::{Step, error, shortened};

/// A token, and the byte at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    pub(crate) start: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Name,
    Integer,
    Real,
    Sign,
}

/// The signs. If one is a prefix of another, the longer one comes first.
const SIGNS: [&str; 30] = [
    "<->", "<=", "<", ">=", ">", "->", "--", "-", "++", "+", "&&", "||", "==", "!=", "!", "..", "*", "/",
    "^", ",", ":", ";", "(", ")", "[", "]", "{", "}", "#", "@",
];

/// Returns the tokens of an expression.
pub(crate) fn tokens(text: &str) -> Step<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or_default();
        if first.is_ascii_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = token(rest).ok_or_else(|| {
            let found = format!("the character `{first}` in `{}`", shortened(text));
            error(found, "an expression of GreatSPN")
        })?;
        tokens.push(Token { kind, text: &rest[..length], start });
        start += length;
    }
    Ok(tokens)
}

/// Returns the kind and the length of the first token.
fn token(rest: &str) -> Option<(TokenKind, usize)> {
    let run = |accepts: fn(char) -> bool| rest.find(|c| !accepts(c)).unwrap_or(rest.len());
    let first = rest.chars().next()?;
    if first.is_ascii_alphabetic() || first == '_' {
        return Some((TokenKind::Name, run(|c| c.is_ascii_alphanumeric() || c == '_')));
    }
    let digits = run(|c| c.is_ascii_digit());
    match fraction(&rest[digits..]) {
        0 if digits > 0 => Some((TokenKind::Integer, digits)),
        0 => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map(|sign| (TokenKind::Sign, sign.len())),
        fraction => Some((TokenKind::Real, digits + fraction)),
    }
}

/// Returns the length of a decimal point with digits and of an exponent; 0 in `1..3`.
fn fraction(rest: &str) -> usize {
    let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
    if !rest.starts_with('.') || digits(1) == 0 {
        return 0;
    }
    let mantissa = 1 + digits(1);
    let exponent = match rest.as_bytes()[mantissa..] {
        [b'e' | b'E', b'+' | b'-', ..] if digits(mantissa + 2) > 0 => 2 + digits(mantissa + 2),
        [b'e' | b'E', ..] if digits(mantissa + 1) > 0 => 1 + digits(mantissa + 1),
        _ => 0,
    };
    mantissa + exponent
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn the_longest_sign_is_taken_and_intervals_are_no_fractions() {
        let cut =
            |text: &str| tokens(text).unwrap().iter().map(|token| token.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(cut("<x++>-<y--,z>"), ["<", "x", "++", ">", "-", "<", "y", "--", ",", "z", ">"]);
        assert_eq!(cut("c{1..20} 1.5e-3 .5"), ["c", "{", "1", "..", "20", "}", "1.5e-3", ".5"]);
        assert_eq!(cut("a!=b<->!c->d<=e"), ["a", "!=", "b", "<->", "!", "c", "->", "d", "<=", "e"]);
        assert!(tokens("a ? b").is_err());
    }
}
