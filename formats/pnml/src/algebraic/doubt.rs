//! Expressions that the editor would read differently.
//!
//! The editor has three parsers, for patterns, arithmetic and conditions, and tries one after the other. They search
//! for commas, comparisons and words without regard to the context. They silently ignore what none of them understands:
//! a guard is then always true, and a token is never produced. Each function returns the reason if it doubts an
//! expression.

use super::expression::{Expression, Function};

type Doubt = Result<(), &'static str>;

pub(super) const CONDITION: &str = "a condition that the editor leaves out or reads in another way";
const VALUE: &str = "a value that the editor does not understand here";

/// Checks a token of the initial marking.
pub(super) fn token(expression: &Expression) -> Doubt {
    match expression {
        Expression::Integer(_) | Expression::Truth(_) | Expression::Text(_) => Ok(()),
        Expression::List(parts) => parts.iter().try_for_each(token),
        // The editor splits at the first comma and ignores brackets.
        Expression::Pair(parts) if !matches!(parts[0], Expression::List(_)) => {
            parts.iter().try_for_each(token)
        }
        _ => Err("a token that is no value"),
    }
}

/// Checks the text of an input arc: a pattern of variables and constants.
pub(super) fn pattern(expression: &Expression) -> Doubt {
    match expression {
        Expression::Integer(0..) | Expression::Truth(_) | Expression::Variable(..) => Ok(()),
        Expression::List(parts) => parts.iter().try_for_each(pattern),
        Expression::Pair(parts) => parts.iter().try_for_each(pattern),
        _ => Err(
            "something else than a pattern of variables, numbers, truth values, pairs and lists on an arc to a transition",
        ),
    }
}

/// Checks the text of an output arc. A text that begins like a pattern is read as one.
pub(super) fn output(expression: &Expression) -> Doubt {
    match expression {
        Expression::Group(_) => Err("an expression in parentheses, which the editor takes for a pattern"),
        Expression::And(_) | Expression::Or(_) | Expression::Not(_) | Expression::Comparison(..) => {
            condition(expression)
        }
        _ => pattern(expression).or_else(|_| arithmetic(expression)),
    }
}

/// Checks a condition of a guard or on an output arc.
pub(super) fn condition(expression: &Expression) -> Doubt {
    let mut operands = Vec::new();
    level(expression, &mut operands);
    let is_comparison = |operand: &&Expression| matches!(operand, Expression::Comparison(..));
    let last = operands.iter().rposition(is_comparison);
    for (position, operand) in operands.iter().enumerate() {
        match operand {
            Expression::Truth(_) => {}
            Expression::Call(Function::IsSubstringOf, arguments) => plain(arguments)?,
            // A text that begins with one of these is taken for a whole condition.
            Expression::Comparison(_, sides) if matches!(sides[0], Expression::Truth(_)) => {
                return Err(CONDITION);
            }
            Expression::Comparison(_, sides) => sides.iter().try_for_each(side)?,
            // A comparison further to the right would take everything before it as its left side.
            _ if last.is_some_and(|last| last > position) => return Err(CONDITION),
            Expression::Variable(..) => {}
            Expression::Group(inner) => condition(inner)?,
            _ => return Err(CONDITION),
        }
    }
    Ok(())
}

/// Collects the operands of `and`, `or` and `not` on one level, from left to right.
fn level<'e>(expression: &'e Expression, operands: &mut Vec<&'e Expression>) {
    match expression {
        Expression::And(parts) | Expression::Or(parts) => parts.iter().for_each(|part| level(part, operands)),
        Expression::Not(inner) => level(inner, operands),
        operand => operands.push(operand),
    }
}

/// Checks one side of a comparison.
fn side(expression: &Expression) -> Doubt {
    match expression {
        Expression::Truth(_) | Expression::Integer(_) => Ok(()),
        Expression::Pair(parts) if !matches!(parts[0], Expression::List(_)) => {
            parts.iter().try_for_each(side)
        }
        Expression::Call(Function::IsSubstringOf | Function::IsSublistOf, _) => Err(CONDITION),
        other => arithmetic(other).and_then(|()| in_condition(other)),
    }
}

/// Checks that the parser of arithmetic reads an expression.
fn arithmetic(expression: &Expression) -> Doubt {
    match expression {
        Expression::Integer(0..) | Expression::Text(_) | Expression::Variable(..) => Ok(()),
        Expression::List(parts) | Expression::Call(_, parts) => parts.iter().try_for_each(arithmetic),
        Expression::Group(inner) => arithmetic(inner),
        Expression::Arithmetic(_, parts) => parts.iter().try_for_each(arithmetic),
        _ => Err(VALUE),
    }
}

/// Checks the arguments of a function in a condition.
fn plain(arguments: &[Expression]) -> Doubt {
    arguments.iter().try_for_each(|argument| arithmetic(argument).and_then(|()| in_condition(argument)))
}

/// Checks the strings in a condition: the editor also finds the operators of conditions inside strings.
fn in_condition(expression: &Expression) -> Doubt {
    match expression {
        Expression::Text(text) => {
            let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_word =
                ["and", "or", "xor", "implies", "iff"].iter().any(|word| text.eq_ignore_ascii_case(word));
            if is_plain && !is_word {
                Ok(())
            } else {
                Err("a string in a condition with other signs than letters and digits")
            }
        }
        Expression::List(parts) | Expression::Call(_, parts) => parts.iter().try_for_each(in_condition),
        Expression::Group(inner) => in_condition(inner),
        Expression::Arithmetic(_, parts) => parts.iter().try_for_each(in_condition),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::expression;
    use super::*;

    #[test]
    fn conditions_that_the_editor_misreads_are_recognised() {
        let clear = [
            "x<=9",
            "not(p and q) and (p or q) and (p != q)",
            "concat(s, t) == u and isSubstringOf(s, u) and length(u) == 6 and s != t",
            "x == (2, (T, 3))",
            "a:Int + b == 5 and a * d == -2 or p",
            "isSubstringOf(snd(z:Pair),'hello')",
            "T and x == 1",
        ];
        for text in clear {
            assert_eq!(condition(&expression(text).unwrap()), Ok(()), "{text}");
        }
        let misread = [
            "p and x == 1",
            "(p or q) and x == 1",
            "not(p) and x == 1",
            "head(b)",
            "isSublistOf(a, b)",
            "(p and q) == r",
            "isSubstringOf(a, b) == p",
            "T == p",
            "x + 1",
            "s == 'a-b'",
            "s == 'or'",
            "x == ([1], 2)",
        ];
        for text in misread {
            assert!(condition(&expression(text).unwrap()).is_err(), "{text}");
        }
    }

    #[test]
    fn outputs_that_the_editor_skips_are_recognised() {
        for text in [
            "x",
            "x:Int+1",
            "(x, T)",
            "[a, b]",
            "[head(x), length(x)]",
            "'a!'",
            "p and q",
            "not(p)",
            "x == y",
        ] {
            assert_eq!(output(&expression(text).unwrap()), Ok(()), "{text}");
        }
        for text in ["-1", "(x+1, y)", "(x, 'a')", "[T, x+1]", "(x)", "(p and q)", "x + T"] {
            assert!(output(&expression(text).unwrap()).is_err(), "{text}");
        }
    }

    #[test]
    fn only_patterns_stand_on_arcs_to_transitions() {
        assert_eq!(pattern(&expression("[1,x:Int,(T, y)]").unwrap()), Ok(()));
        for text in ["x+1", "'a'", "head(x)", "-1", "(x)"] {
            assert!(pattern(&expression(text).unwrap()).is_err(), "{text}");
        }
    }
}
