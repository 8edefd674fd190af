//! Conditions on the values of a program: what they mean, and how they are printed.

use sanderling_net::semantics::initial;
use sanderling_property::{Expression, Property, ReferenceValuation};

use crate::sample::program;

/// Whether a condition holds where `x` is 3, `y` is 0, `level` is 1, 2, 0, the channel `c` has the message 5, 6 and `log` the
/// messages 7 and 8, `P` is at `cs` with 1 as `P.i`, and `Q` is at `idle`.
fn holds(text: &str) -> bool {
    let net = program();
    let property = Property::parse(&format!("reach {text}"), &net).unwrap_or_else(|e| panic!("{text}: {e}"));
    let shown = property.display(&net).to_string();
    let again = Property::parse(&shown, &net).unwrap_or_else(|e| panic!("{shown}: {e}"));
    assert_eq!(again.formula, property.formula, "{text} is shown as {shown}");
    let marking = initial(&net).expect("it has one");
    let valuation = ReferenceValuation::build(&net, &marking).expect("it has a meaning");
    let holds = property.formula.holds(&valuation);
    assert_eq!(property.formula.compile().holds(&valuation), holds, "{text}");
    assert_eq!(property.formula.negate().holds(&valuation), !holds, "{text}");
    assert_eq!(property.formula.to_negation_normal_form().holds(&valuation), holds, "{text}");
    holds
}

#[test]
fn conditions_are_about_values_and_locations() {
    for text in [
        "x == 3 and y == 0 and level[1] == 2",
        "value(x) == 3 and value(x, level[1]) == 5",
        "P.cs and Q.idle and not (P.cs and Q.cs)",
        "\"P.cs\" and \"x\" == 3",
        "level[P.i] == 2 and level[level[0]] == 2 and level[x-2] == 2",
        "length(c) == 1 and not full(c) and not empty(c) and full(log)",
        "c[0][0] == 5 and c[0][1] == 6 and log[1] - log[y] == 1",
        "0 <= y < P.i < x",
        "x + 1 < y -> false",
        "fireable(\"Q.idle->cs\") and not deadlock",
    ] {
        assert!(holds(text), "{text}");
    }
}

#[test]
fn arithmetic_goes_from_the_left_and_rounds_towards_zero() {
    for text in [
        "x - 2 - 1 == 0 and x - (2 - 1) == 2 and -(x - 1) + 2 == 0",
        "x * 2 / 4 == 1 and x * (2 / 4) == 0 and 7 / 2 * 2 == 6 and 7 % 4 * 2 == 6",
        "-x / 2 == -1 and (y - 7) % 4 == -3 and 1 + x * 2 == 7 and - -x == 3",
        "x*level[1]-c[0][0]%x == 4 and -x*x == -9 and -(x*x) == 0 - 9",
    ] {
        assert!(holds(text), "{text}");
    }
}

#[test]
fn a_comparison_that_is_undefined_does_not_hold_whichever_it_is() {
    for undefined in
        ["x / y", "x % y", "level[x]", "level[y - 1]", "c[1][0]", "log[2 * P.i]", "level[level[x]]"]
    {
        for relation in ["==", "!=", "<", ">="] {
            assert!(!holds(&format!("{undefined} {relation} 1")), "{undefined} {relation} 1");
            assert!(holds(&format!("not ({undefined} {relation} 1)")), "{undefined} {relation} 1");
        }
    }
}

#[test]
fn an_expression_of_a_program_may_ask_for_a_location() {
    let net = program();
    let list = Expression::parse_list("value(P) + 2*x, -level[P.i]", &net).expect("two expressions");
    assert_eq!(
        list.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(),
        ["value(P) + 2*x", "-level[P.i]"]
    );
    for text in ["tokens(x)", "P.cs", "z", "level", "x, ", "c[0]", "deadlock"] {
        assert!(Expression::parse_list(text, &net).is_err(), "{text}");
    }
}

#[test]
fn sums_and_products_may_be_long() {
    assert!(holds(&format!("0{} == 3000", " + x".repeat(1000))));
    assert!(holds(&format!("x{} == 3", " * 1".repeat(1000))));
    let net = program();
    let deep = format!("reach {}x{} == 1", "level[".repeat(400), "]".repeat(400));
    assert!(Property::parse(&deep, &net).is_err(), "indices nest no deeper than parentheses");
}

#[test]
fn numbers_that_could_be_too_large_are_refused() {
    let net = program();
    let product = |factors: usize| format!("always x{} < 1", " * x".repeat(factors));
    assert!(Property::parse(&product(11), &net).is_ok());
    let found = Property::parse(&product(12), &net).expect_err("255^13 is beyond 10^30");
    assert_eq!(found.to_string(), "1:8: error: a number beyond 10^30; expected a smaller one");
}

#[test]
fn names_that_are_words_of_the_language_are_shown_in_quotes() {
    let mut net = program();
    for name in ["deadlock", "A", "iff", "a-b", "x#1", "tokens", "EF", "INITIAL"] {
        net.places[0].id = name.into();
        let text = format!("reach \"{name}\" + value(\"{name}\") == 6 and level[\"{name}\"] != 0");
        let property = Property::parse(&text, &net).unwrap_or_else(|e| panic!("{text}: {e}"));
        let shown = property.display(&net).to_string();
        let again = Property::parse(&shown, &net).unwrap_or_else(|e| panic!("{shown}: {e}"));
        assert_eq!(again.formula, property.formula, "{text} is shown as {shown}");
    }
}

#[test]
fn any_cut_or_mangled_text_is_answered_without_a_panic() {
    let net = program();
    let text = "always not (P.cs and Q.idle) or x-1 <= level[P.i * 2] / -y < c[length(log)][1] % 3 iff full(c) and value(x, y) = 1";
    let check = |text: &str| match Property::parse(text, &net) {
        Err(found) => assert!(found.has_errors(), "{text}"),
        Ok(property) => {
            let shown = property.display(&net).to_string();
            let again = Property::parse(&shown, &net).unwrap_or_else(|e| panic!("{text}, {shown}: {e}"));
            assert_eq!(again.formula, property.formula, "{text} is shown as {shown}");
        }
    };
    check(text);
    for at in 0..text.len() {
        check(&text[..at]);
        check(&format!("always {}", &text[at..]));
        for length in 1..=3.min(text.len() - at) {
            check(&format!("{}{}", &text[..at], &text[at + length..]));
        }
        for word in
            ["[", "]", "(", ")", "-", "0", "P", "%", " ", "x", ".", "tokens(x)", "length(x)", "[]", "\""]
        {
            check(&format!("{}{word}{}", &text[..at], &text[at..]));
        }
    }
}
