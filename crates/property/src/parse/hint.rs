//! What a message suggests to somebody who wrote a word of another language.

use crate::lexer::Token;

const KEYWORDS: [&str; 12] = [
    "always", "reach", "property", "tokens", "fireable", "deadlock", "true", "false", "not", "and", "or",
    "implies",
];

/// For a word where a condition or a number was expected.
pub(super) fn operand(token: &Token<'_>) -> Option<String> {
    let word = match token {
        Token::Word(word) => *word,
        Token::Quoted(_) => "…",
        Token::Symbol("+") => return Some("a number is positive without a sign".into()),
        _ => return None,
    };
    Some(match word {
        "always" | "reach" => format!("`{word}` stands at the beginning of a property, and there once"),
        "property" => return None,
        "enabled" | "is-fireable" | "is_fireable" => "whether a transition is enabled: `fireable(t)`".into(),
        "marking" | "token" | "tokens-count" | "m" | "M" => "the tokens in a place: `tokens(p)`".into(),
        "dead" | "Deadlock" => "that no transition is enabled: `deadlock`".into(),
        _ => lower_case(word)
            .unwrap_or_else(|| "write `tokens(p)` for a place, for a transition `fireable(t)`".into()),
    })
}

/// For a word where an operator or an end was expected.
pub(super) fn operator(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Word("tokens") | Token::Number(_) => Some("a product is written with `*`".into()),
        Token::Word("xor") => Some("write `not (a iff b)`".into()),
        Token::Word(word) => lower_case(word),
        _ => None,
    }
}

/// For what stands where a property should begin.
pub(super) fn quantifier(token: &Token<'_>) -> String {
    let quantifier = match token {
        Token::Word("AG" | "G" | "A" | "invariant" | "globally" | "Always" | "ALWAYS") => "always",
        Token::Word("EF" | "F" | "E" | "reachable" | "exists" | "eventually" | "Reach" | "REACH") => "reach",
        _ => {
            return "`always` asks whether a condition holds in every reachable marking, `reach` whether it \
                    holds in some"
                .into();
        }
    };
    format!("write `{quantifier}`")
}

/// For what stands where a name should.
pub(super) fn name(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Number(_) | Token::Symbol("-") => {
            Some("a name that does not begin with a letter or `_` is quoted: `\"1\"`".into())
        }
        _ => None,
    }
}

/// For what stands behind a name in a list of names.
pub(super) fn behind_name(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Symbol("+" | "*") => {
            Some("a sum over places: `tokens(p, q)` or `tokens(p) + tokens(q)`".into())
        }
        Token::Word(_) | Token::Number(_) | Token::Symbol("-" | ":") => {
            Some("a name with other characters than letters, digits, `_`, `-` and `.` is quoted".into())
        }
        _ => None,
    }
}

fn lower_case(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    (lower != word && KEYWORDS.contains(&lower.as_str()))
        .then(|| format!("keywords are in lower case: `{lower}`"))
}
