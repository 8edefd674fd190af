//! Advice in messages, for users who wrote a word of another language.

use super::expression::Operator;
use crate::Logic;
use crate::lexer::{Token, is_word};

const KEYWORDS: [&str; 15] = [
    "always", "reach", "ltl", "ctl", "property", "tokens", "fireable", "deadlock", "true", "false", "not",
    "and", "or", "implies", "iff",
];

/// The supported temporal properties, for users who tried others.
const BEYOND: &str = "a property about runs is `ltl` and a formula with `G F X U W R M`, or `ctl` and one with `AG AF AX EG EF EX`, \
                      `A[p U q]` and `E[p U q]`";

/// Returns whether a word is a path quantifier or a temporal operator of CTL or LTL, in TAPAAL's words or LoLA's.
pub(super) fn is_temporal(word: &str) -> bool {
    const WORDS: [&str; 10] = [
        "ALLPATH",
        "EXPATH",
        "ALWAYS",
        "EVENTUALLY",
        "NEXTSTATE",
        "UNTIL",
        "RELEASE",
        "INVARIANT",
        "REACHABLE",
        "IMPOSSIBLE",
    ];
    word.chars().all(|letter| "AEFGXURWM".contains(letter)) || WORDS.contains(&word)
}

/// Returns whether a word has a meaning at the position of a bare name, in this language or in those of other tools.
pub(crate) fn is_reserved(word: &str) -> bool {
    const WORDS: [&str; 3] = ["xor", "imply", "initial"];
    let lower = word.to_lowercase();
    is_temporal(word) || KEYWORDS.contains(&&*lower) || WORDS.contains(&&*lower)
}

/// Returns advice about a word that looks like one of the language, but is neither that nor a place or transition.
pub(crate) fn word(word: &str) -> Option<String> {
    match word {
        "oo" | "omega" => Some(BOUNDS.into()),
        "k-bound" | "k-bounded" => Some(BOUNDS.into()),
        _ => lower_case(word),
    }
}

const BOUNDS: &str = "to compute bounds of places, use `sanderling check --bounded` and `--bound 'tokens(p)'`; `always p <= 3` checks a given bound";

/// Returns advice about a word in place of a condition or a number.
pub(super) fn operand(token: &Token<'_>) -> Option<String> {
    let word = match token {
        Token::Word(word) => *word,
        Token::Symbol("+") => return Some("omit the sign of a positive number".into()),
        Token::Symbol("[]" | "<>") => return Some(BEYOND.into()),
        _ => return None,
    };
    Some(match word {
        "always" | "reach" | "ltl" | "ctl" => {
            format!("`{word}` can only be used once, at the beginning of a property")
        }
        "property" => return None,
        "enabled" | "is_fireable" => "whether a transition is enabled: `fireable(t)`".into(),
        "marking" | "token" | "m" | "M" => "the tokens in a place: `tokens(p)`, or `p` alone".into(),
        "dead" => "that no transition is enabled: `deadlock`".into(),
        _ if is_temporal(word) => BEYOND.into(),
        _ => lower_case(word)
            .unwrap_or_else(|| "write `tokens(p)` for a place, or `fireable(t)` for a transition".into()),
    })
}

/// Returns advice about a word of another logic than the formula's.
pub(super) fn of_other_logic(logic: Option<Logic>, token: &Token<'_>) -> Option<String> {
    let is_word = matches!(token, Token::Word(word) if is_temporal(word));
    let is_one = is_word || matches!(token, Token::Symbol("[]" | "<>"));
    let help = match logic? {
        Logic::Ltl => {
            "a formula of LTL is about all runs and has no path quantifiers; write formulas with path quantifiers after `ctl`"
        }
        Logic::Ctl => {
            "in CTL, write a path quantifier before each temporal operator: `AG p`, `EF p`, `A[p U q]`"
        }
    };
    is_one.then(|| help.into())
}

/// Returns advice about an operand in a text about a program.
pub(super) fn operand_of_program(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Word("len" | "size" | "nelem") => {
            Some("the number of messages in a channel: `length(c)`".into())
        }
        Token::Word("nfull" | "nempty") => Some("`not full(c)`, `not empty(c)`".into()),
        Token::Word(word) if !is_temporal(word) => lower_case(word).or_else(|| {
            Some(
                "write `x` or `x[1]` for the value of a variable, or `P.s` for a process at a location"
                    .into(),
            )
        }),
        _ => operand(token),
    }
}

/// Returns advice about an operand in an expression about a net whose places do not hold plain tokens.
pub(super) fn operand_of_values(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Word("tokens") => Some(
            "write `value(x)` if each place holds a number; with explicit colours, use the heuristic `distance` or the default"
                .into(),
        ),
        _ => operand(token),
    }
}

/// Returns advice about a token in place of an operator or an end, after the text `previous`.
pub(super) fn operator(previous: &str, token: &Token<'_>) -> Option<String> {
    match token {
        Token::Word("tokens") | Token::Number(_) => Some("a product is written with `*`".into()),
        Token::Word(word) if is_temporal(word) => Some(BEYOND.into()),
        Token::Word(word) => lower_case(word).or_else(|| with_blanks(previous, word)),
        Token::Symbol("(") => Some("write the colours of a place as in `tokens(p(a))`".into()),
        _ => None,
    }
}

/// Returns advice about two words that may be the beginning of one name.
fn with_blanks(first: &str, second: &str) -> Option<String> {
    let are_names = is_word(first) && !is_reserved(first) && !is_reserved(second);
    are_names.then(|| format!("a name with blanks is quoted: `\"{first} {second}\"`"))
}

/// Returns advice about a token after a property in parentheses.
pub(super) fn behind_property(token: &Token<'_>) -> Option<String> {
    let joins = Operator::of(token).is_some();
    joins.then(|| "each quantifier needs a separate property: write both, with `;` between them".into())
}

/// Returns advice about a token after a formula about runs without the name of its logic.
pub(super) fn behind_implied(token: &Token<'_>) -> Option<String> {
    let joins = Operator::of(token).is_some();
    joins.then(|| {
        "write `ctl` or `ltl` before the formula, and put the operand of an operator such as `AG` in parentheses"
            .into()
    })
}

/// Returns advice about a token in place of the beginning of a property.
pub(super) fn quantifier(token: &Token<'_>) -> String {
    let quantifier = match token {
        Token::Word("invariant" | "globally" | "Always") => "always",
        Token::Word("reachable" | "exists" | "eventually" | "Reach" | "REACH") => "reach",
        Token::Word("MAX" | "k-bound" | "k-bounded") => return BOUNDS.into(),
        Token::Symbol("<>") => return BEYOND.into(),
        Token::Word(word) if is_temporal(word) => return BEYOND.into(),
        _ => {
            return "`always` means that a condition holds in every reachable marking, `reach` that it \
                    holds in some"
                .into();
        }
    };
    format!("write `{quantifier}`")
}

/// Returns advice about a token in place of a name.
pub(super) fn name(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Number(_) | Token::Symbol("-") => {
            Some("a name that does not begin with a letter or `_` is quoted: `\"1\"`".into())
        }
        _ => None,
    }
}

/// Returns advice about a token after a name in a list of names.
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
