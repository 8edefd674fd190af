//! Advice in messages, for common mistakes.

use super::token::Token;

/// Advice about a token, if there is any.
type Hint = Option<&'static str>;

pub(super) const UNTYPED: &str = "a channel with a buffer says what it holds: `channel {byte} c[2];`";
pub(super) const RENDEZVOUS: &str = "`[0]` for a channel whose sender and receiver move together";
pub(super) const BEHIND_SYSTEM: &str = "`system` comes last, after all processes";
pub(super) const ONE_INITIAL: &str = "a process begins in one state";
pub(super) const LAST_TRANSITION: &str = "write `;`, not `,`, after the last transition";
pub(super) const FIRST_TRANSITION: &str = "the first transition must name its source; later ones may omit it";
pub(super) const PROBABILISTIC: &str = "without its probabilities, it is one transition for each target";
pub(super) const FOREIGN_TARGET: &str = "a variable of another process cannot be assigned";
pub(super) const HIDDEN_END: &str = "within a comment, `//` hides the rest of its line, and a `*/` with it";
pub(super) const LISTS: &str = "write all names after one keyword, with commas between them";
pub(super) const PARENTHESES: &str = "write the variable without parentheses";
const DECREMENT: &str = "there is no `--`; to subtract a negative number, put a space: `x - -1`";
const INCREMENT: &str = "there is no `++`; write `x = x + 1`";
const NEGATION: &str = "negation is written `not`";
const COMPARISON: &str = "use `==` to compare; an assignment is not a value";

/// Returns advice about a character that is not part of the language.
pub(super) fn foreign(character: char) -> Hint {
    match character {
        '\\' => Some("a backslash is only allowed at the end of a line that continues on the next"),
        '\'' | '"' => Some("there are neither characters nor strings in the language"),
        char::REPLACEMENT_CHARACTER => Some("only a comment may hold such bytes"),
        '#' | '$' => Some("`#` and `$` stand in names, but not first"),
        '≤' => Some("write `<=`"),
        '≥' => Some("write `>=`"),
        '≠' => Some("write `!=`"),
        '¬' => Some(NEGATION),
        '∧' => Some("write `and`"),
        '∨' => Some("write `or`"),
        '→' => Some("write `->`"),
        '\0' => Some("the file seems to be no text"),
        letter if letter.is_alphabetic() => Some("names are of the letters `a` to `z` and `A` to `Z`"),
        _ => None,
    }
}

/// Returns advice about a token in place of an operand.
pub(super) fn operand(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("!") => Some(NEGATION),
        Token::Symbol("--") => Some(DECREMENT),
        Token::Symbol("++" | "+") => Some("omit the sign of a positive number"),
        Token::Symbol("{") => Some("a list of values is only allowed after `!`, `?` and the `=` of an array"),
        Token::Symbol(">") => Some("unequal is `!=`"),
        Token::Keyword(_) => Some("a keyword cannot be a name"),
        Token::Symbol("&") => Some("there are no addresses; write `and` or `&&` for a conjunction"),
        _ => None,
    }
}

/// Returns advice about a token in place of an operator or the end of an expression.
pub(super) fn operator(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("--") => Some(DECREMENT),
        Token::Symbol("++") => Some(INCREMENT),
        Token::Symbol("=") => Some(COMPARISON),
        Token::Symbol("=>") => Some("`>=` compares, `imply` is the implication"),
        Token::Symbol("->") => {
            Some("`->` is only allowed after the name of a process; write `imply` for an implication")
        }
        Token::Symbol("!") => Some("unequal is `!=`, negation is `not`"),
        Token::Symbol("?" | ":") => {
            Some("there is no conditional expression; a comparison has the value 0 or 1")
        }
        Token::Symbol("[") => Some("only a variable has an index, and only one"),
        Token::Symbol(".") => Some("`.` is only allowed after the name of a process"),
        Token::Word("xor") => Some("exclusive or is `^` for numbers, `!=` for conditions"),
        Token::Word("mod") => Some("the remainder is `%`"),
        Token::Word("div") => Some("the quotient is `/`"),
        Token::Word(word) => lower_case(word).or_else(|| hexadecimal(word)),
        _ => None,
    }
}

fn lower_case(word: &str) -> Hint {
    let is = |keyword: &str| word.eq_ignore_ascii_case(keyword);
    ["and", "or", "not", "imply"].into_iter().any(is).then_some("keywords are in lower case")
}

fn hexadecimal(word: &str) -> Hint {
    let digits = word.strip_prefix(['x', 'X'])?;
    let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hexadecimal.then_some("numbers are decimal")
}

/// Returns advice about a token in place of a name.
pub(super) fn name(token: Token<'_>) -> Hint {
    match token {
        Token::Keyword(_) => Some("a keyword cannot be a name"),
        Token::Number(_) => Some("a name begins with a letter or `_`"),

        _ => None,
    }
}

/// Returns advice about a token in place of a number literal.
pub(super) fn number(token: Token<'_>) -> Hint {
    match token {
        Token::Word(_) | Token::Symbol("(") => Some("it has to be a number: no constant, no expression"),
        Token::Symbol("-") => Some("it cannot be negative"),
        Token::Symbol("]") => Some("it cannot be omitted"),
        _ => None,
    }
}

/// Returns advice about a token in place of a type.
pub(super) fn width(token: Token<'_>) -> Hint {
    match token {
        Token::Word(word) => type_name(word),
        _ => None,
    }
}

fn type_name(word: &str) -> Hint {
    match word {
        "bool" | "boolean" | "bit" => Some("the types are `byte` and `int`; `byte` holds 0 and 1 as well"),
        "short" | "long" | "char" | "unsigned" | "uint" | "integer" => {
            Some("the types are `byte`, 0 to 255, and `int`, -32768 to 32767")
        }
        "chan" => Some("the keyword is `channel`"),
        _ => None,
    }
}

/// Returns advice about a token in place of a declaration or a process, before the first process.
pub(super) fn declaration(token: Token<'_>) -> Hint {
    match token {
        Token::Word(word) => type_name(word),
        Token::Keyword("state" | "init" | "trans" | "commit" | "accept" | "assert") => {
            Some("it belongs within a process")
        }
        _ => None,
    }
}

/// Returns advice about a token that cannot follow a process.
pub(super) fn behind_process(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol(";") => Some("write no `;` after a process"),
        Token::Symbol("}") => Some("a brace too many, or one that was missing before"),
        Token::Keyword(_) => Some("the process ended before it; is there a brace too many?"),
        _ => declaration(token),
    }
}

/// Returns advice about a token in place of a clause of a process.
pub(super) fn clause(token: Token<'_>) -> Hint {
    match token {
        Token::Word(word) => type_name(word),
        Token::Symbol(";") => Some("a `;` is only allowed at the end of a clause"),
        Token::Keyword("guard" | "sync" | "effect") => Some("it belongs within the braces of a transition"),
        _ => None,
    }
}

/// Returns advice about a clause that occurs twice (`is_second`), if the order is not the only problem.
pub(super) fn twice(keyword: &str, is_second: bool) -> Hint {
    match keyword {
        _ if !is_second => None,
        "trans" => Some("one `trans` has all transitions, with commas between them"),
        _ => Some("write the parts of a list after one keyword, with commas between them"),
    }
}

/// Returns advice about a token after a transition.
pub(super) fn behind_transition(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("}") => Some("write `;` after the last transition"),
        _ => None,
    }
}

/// Returns advice about a token in the braces of a transition in place of a part, after the part `last`.
pub(super) fn part(token: Token<'_>, last: Option<&str>) -> Hint {
    match (token, last) {
        (Token::Word(_), Some("effect")) => Some("write `,` between assignments, and `;` after the last"),
        (Token::Word(_), Some("guard")) => Some("conditions are joined by `and`"),
        (Token::Word(_), _) => Some("write a condition after `guard`, and an assignment after `effect`"),
        (Token::Symbol(","), _) => Some("is a `}` missing?"),
        _ => None,
    }
}

/// Returns advice about a part of a transition that occurs twice.
pub(super) fn part_twice(keyword: &str) -> &'static str {
    match keyword {
        "guard" => "conditions are joined by `and`",
        "sync" => "a transition communicates once",
        _ => "write all assignments after one `effect`, with commas between them",
    }
}

/// Returns advice about a comma after a guard or a communication.
pub(super) fn comma(keyword: &str) -> Hint {
    Some(if keyword == "guard" {
        "a guard is one condition; conditions are joined by `and`"
    } else {
        "several values stand in braces: `c!{1, 2}`"
    })
}

/// Returns advice about a token in place of the arrow of a transition.
pub(super) fn arrow(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("-") => Some("`->` is one symbol, without a space in it"),
        _ => None,
    }
}

/// Returns advice about a token in place of the braces of a transition.
pub(super) fn body(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("," | ";") => Some("a transition without a condition has empty braces: `a -> b {}`"),
        _ => None,
    }
}

/// Returns advice about a token after a channel's name.
pub(super) fn direction(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("!=") => Some("`!=` is read as unequal; a value is sent as `c!1`"),
        Token::Symbol("->") => Some("channels belong to the model, not to a process"),
        _ => None,
    }
}

/// Returns advice about a token after a variable that is to be assigned.
pub(super) fn assignment(token: Token<'_>) -> Hint {
    match token {
        Token::Symbol("==") => Some("`=` assigns, `==` compares"),
        Token::Symbol("++" | "+") => Some("write `x = x + 1`"),
        Token::Symbol("--" | "-") => Some("write `x = x - 1`"),
        Token::Symbol("->" | ".") => Some(FOREIGN_TARGET),
        Token::Symbol("[") => Some("an array has one index"),
        _ => None,
    }
}
