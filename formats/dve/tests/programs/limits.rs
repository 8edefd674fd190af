//! What is out of proportion: nesting, chains, numbers of errors. Nothing of it costs more than its
//! length, and nothing ends in a stack that runs over.

use crate::support::read;
use sanderling_dve::Semantics;
use sanderling_dve::parse::{MAX_DEPTH, Parsed, parse};
use sanderling_dve::syntax::{Declaration, Expression, ExpressionKind, Initialiser};
use sanderling_net::{Diagnostics, Source};

const MANY: usize = 100_000;
const REST: &str = ";\nprocess P { state s; init s; }\nsystem async;\n";

fn read_value(value: &str, semantics: Semantics) -> Result<Parsed, Diagnostics> {
    parse(&Source::new("test.dve", format!("int x = {value}{REST}")), semantics)
}

fn value(parsed: &Parsed) -> &Expression {
    match &parsed.model.declarations[0] {
        Declaration::Variable(variable) => match &variable.initial {
            Some(Initialiser::Value(value)) => value,
            other => panic!("{other:?}"),
        },
        Declaration::Channel(channel) => panic!("{channel:?}"),
    }
}

fn height(expression: &Expression) -> usize {
    match &expression.kind {
        ExpressionKind::Prefix(_, inner) | ExpressionKind::Element(_, inner) => 1 + height(inner),
        ExpressionKind::Foreign(_, _, Some(inner)) => 1 + height(inner),
        ExpressionKind::Binary(_, operands) => 1 + operands.iter().map(height).max().unwrap(),
        _ => 0,
    }
}

fn chain(operator: &str, operands: usize) -> String {
    vec!["x"; operands].join(operator)
}

/// What is read up to `MAX_DEPTH` times, and refused once more and very often more.
fn check_limit(value_of: impl Fn(usize) -> String, semantics: Semantics, message: &str) {
    let parsed = read_value(&value_of(MAX_DEPTH), semantics).unwrap();
    assert!(height(value(&parsed)) <= MAX_DEPTH);
    for count in [MAX_DEPTH + 1, MANY] {
        let found = read_value(&value_of(count), semantics).unwrap_err();
        assert_eq!(found.len(), 1, "{found}");
        assert!(found.iter().next().unwrap().message.contains(message), "{found}");
    }
}

const DEEP: &str = "an expression that nests deeper than 200 levels";
const ENCLOSED: &str = "more than 200 parentheses and brackets within one another";

#[test]
fn parentheses_and_indices_nest_so_deep_and_no_deeper() {
    let parentheses = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    check_limit(parentheses, Semantics::Ltsmin, ENCLOSED);
    let indices = |depth: usize| format!("{}1{}", "a[".repeat(depth), "]".repeat(depth));
    check_limit(indices, Semantics::Ltsmin, ENCLOSED);
    let foreign = |depth: usize| format!("{}1{}", "P->a[".repeat(depth), "]".repeat(depth));
    check_limit(foreign, Semantics::Ltsmin, ENCLOSED);
}

#[test]
fn prefixes_nest_so_deep_and_no_deeper() {
    for prefix in ["- ", "~", "not "] {
        check_limit(|depth| format!("{}x", prefix.repeat(depth)), Semantics::Ltsmin, DEEP);
    }
    let found = read_value(&format!("{}x", "not - ~(".repeat(MAX_DEPTH)), Semantics::Ltsmin).unwrap_err();
    assert!(found.has_errors());
}

#[test]
fn the_depth_of_a_chain_is_its_length() {
    for operator in [" + ", " - ", " * ", " imply ", " | ", " == ", " << "] {
        check_limit(|depth| chain(operator, depth + 1), Semantics::Ltsmin, DEEP);
        check_limit(|depth| chain(operator, depth + 1), Semantics::Divine2, DEEP);
    }
    check_limit(|depth| chain(" or ", depth + 1), Semantics::Divine2, DEEP);
}

#[test]
fn chains_of_two_hundred_comparisons_are_read_by_both_semantics() {
    for operator in [" and ", " or "] {
        let conditions = vec!["(x == 1)"; MAX_DEPTH].join(operator);
        for semantics in [Semantics::Ltsmin, Semantics::Divine2] {
            assert!(height(value(&read_value(&conditions, semantics).unwrap())) <= MAX_DEPTH);
        }
    }
}

#[test]
fn conjunctions_and_disjunctions_may_be_long_where_their_order_alone_matters() {
    for operator in [" and ", " or ", "&&", "||"] {
        let parsed = read_value(&chain(operator, MANY), Semantics::Ltsmin).unwrap();
        assert_eq!(height(value(&parsed)), 17);
    }
    let parsed = read_value(&chain(" and y or ", MANY), Semantics::Ltsmin).unwrap();
    assert_eq!(height(value(&parsed)), 18);
}

#[test]
fn the_operands_of_a_long_chain_keep_their_order() {
    fn leaves(expression: &Expression, found: &mut Vec<i32>) {
        match &expression.kind {
            ExpressionKind::Number(number) => found.push(*number),
            ExpressionKind::Binary(_, operands) => operands.iter().for_each(|one| leaves(one, found)),
            other => panic!("{other:?}"),
        }
    }
    for length in 1..70 {
        let numbers: Vec<i32> = (0..length).collect();
        let text: Vec<_> = numbers.iter().map(i32::to_string).collect();
        let parsed = read_value(&text.join(" or "), Semantics::Ltsmin).unwrap();
        let mut found = Vec::new();
        leaves(value(&parsed), &mut found);
        assert_eq!(found, numbers);
        assert!(1 << height(value(&parsed)) < 2 * length);
    }
}

#[test]
fn levels_that_alternate_do_not_make_the_parser_call_itself() {
    let steps = [" imply ", " or ", " and ", " | ", " ^ ", " & ", " == ", " < ", " << ", " + ", " * "];
    let rising: String = steps.iter().map(|operator| format!("x{operator}")).collect();
    for (semantics, levels) in [(Semantics::Ltsmin, 11), (Semantics::Divine2, 8)] {
        let parsed = read_value(&format!("{rising}x"), semantics).unwrap();
        assert_eq!(height(value(&parsed)), levels);
        let found = read_value(&format!("{}x", rising.repeat(MANY / 10)), semantics).unwrap_err();
        assert!(found.to_string().contains(DEEP), "{found}");
    }
}

#[test]
fn errors_beyond_a_hundred_are_counted_only() {
    let found = read(format!("{}{}", "byte = 1;\n".repeat(MANY), &REST[1..])).unwrap_err();
    assert_eq!(found.len(), 101);
    let last = found.iter().last().unwrap();
    assert_eq!(last.message, format!("{} more errors, which are not listed", MANY - 100));
}

#[test]
fn warnings_beyond_a_hundred_are_counted_only() {
    let parsed = read(format!("{}{}", "byte x = 1 or 2 and 3;\n".repeat(MANY / 10), &REST[1..])).unwrap();
    assert_eq!(parsed.warnings.len(), 101);
    assert!(!parsed.warnings.has_errors());
}

#[test]
fn long_texts_of_one_kind_of_token_end_in_an_error() {
    let tokens = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        "->",
        "=>",
        "a ",
        "1 ",
        "process ",
        "system ",
        "trans ",
        "byte ",
        "channel ",
        "guard ",
        "state ",
        "init ",
        "process P {",
        "trans a -> {",
        "//",
        "/*",
        "\\",
        "\0",
        "é",
        "!",
    ];
    for before in ["", "byte x = ", "channel {", "process P {", "process P { state a; init a; trans a -> a {"]
    {
        for token in tokens {
            for line_end in ["", "\n"] {
                let text = format!("{before}{}", format!("{token}{line_end}").repeat(3000));
                assert!(read(text).unwrap_err().has_errors());
            }
        }
    }
}
