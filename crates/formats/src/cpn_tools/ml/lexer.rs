//! The lexer.

use crate::cpn_tools::problem::{Outcome, Problem};

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Number(i64),
    Text(String),
    /// A name with its structure prefix, or a keyword.
    Word(String),
    /// An operator, a bracket or a comma.
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 35] = [
    "...", "++", "--", "**", "^^", "@+", "@@", "::", "=>", "<>", "<=", ">=", "->", "<<", ">>", "==", "`",
    "+", "-", "*", "/", "^", "=", "<", ">", "@", "(", ")", "[", "]", "{", "}", ",", ":", "#",
];

/// Signs in addition to [`SIGNS`].
const MORE_SIGNS: [&str; 4] = [";", "|", "_", "!"];

/// Returns the tokens of a text, without comments.
pub(crate) fn tokens(text: &str) -> Outcome<Vec<Token>> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let behind = if let Some(comment) = rest.strip_prefix("(*") {
            behind_comment(comment)?
        } else if first.is_ascii_digit()
            || first == '~' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            number(rest, &mut found)?
        } else if first == '"' {
            string(&rest[1..], &mut found)?
        } else if first.is_alphabetic() {
            word(rest, &mut found)
        } else if first == '~' {
            found.push(Token::Word("~".to_owned()));
            &rest[1..]
        } else {
            let sign = SIGNS.iter().chain(&MORE_SIGNS).find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| Problem::new(format!("the sign `{first}`")))?;
            found.push(Token::Sign(sign));
            &rest[sign.len()..]
        };
        rest = behind.trim_start();
    }
    Ok(found)
}

fn behind_comment(mut rest: &str) -> Outcome<&str> {
    let mut depth = 1_usize;
    while depth > 0 {
        let at = rest.find(['(', '*']).ok_or_else(|| Problem::new("a comment that does not end"))?;
        let (here, step) =
            (&rest[at..], if rest[at..].starts_with("(*") || rest[at..].starts_with("*)") { 2 } else { 1 });
        if here.starts_with("(*") {
            depth += 1;
        } else if here.starts_with("*)") {
            depth -= 1;
        }
        rest = &here[step..];
    }
    Ok(rest)
}

fn number<'t>(rest: &'t str, found: &mut Vec<Token>) -> Outcome<&'t str> {
    let digits = rest.strip_prefix('~').unwrap_or(rest);
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (digits, behind) = digits.split_at(length);
    if behind.starts_with('.') && behind[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Problem::new("a number that is not an integer"));
    }
    let sign = if rest.starts_with('~') { "-" } else { "" };
    let number = format!("{sign}{digits}").parse();
    found.push(Token::Number(
        number.map_err(|_| Problem::new(format!("the number {digits}, which is too large")))?,
    ));
    Ok(behind)
}

fn string<'t>(rest: &'t str, found: &mut Vec<Token>) -> Outcome<&'t str> {
    let end = rest.find(['"', '\\']).ok_or_else(|| Problem::new("a string that does not end"))?;
    if rest[end..].starts_with('\\') {
        return Err(Problem::new("`\\` in a string"));
    }
    found.push(Token::Text(rest[..end].to_owned()));
    Ok(&rest[end + 1..])
}

fn word<'t>(rest: &'t str, found: &mut Vec<Token>) -> &'t str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    let mut length = 0;
    loop {
        let more = rest[length..].find(|c: char| !is_part(c)).unwrap_or(rest.len() - length);
        length += more;
        let behind = rest[length..].strip_prefix('.');
        if !behind.is_some_and(|behind| behind.starts_with(char::is_alphabetic)) {
            break;
        }
        length += 1;
    }
    found.push(Token::Word(rest[..length].to_owned()));
    &rest[length..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_signs_are_distinguished() {
        let word = |word: &str| Token::Word(word.to_owned());
        let found = tokens("1`(x',~2) ++ PH.all() (* a (* b *) ) *) \"s\"").unwrap();
        let expected = [
            Token::Number(1),
            Token::Sign("`"),
            Token::Sign("("),
            word("x'"),
            Token::Sign(","),
            Token::Number(-2),
            Token::Sign(")"),
            Token::Sign("++"),
            word("PH.all"),
            Token::Sign("("),
            Token::Sign(")"),
            Token::Text("s".to_owned()),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn invalid_tokens_are_refused() {
        for text in ["(* a", "1.5", "\"a", "\"\\n\"", "99999999999999999999", "a \u{1F600}"] {
            assert!(tokens(text).is_err(), "{text}");
        }
    }
}
