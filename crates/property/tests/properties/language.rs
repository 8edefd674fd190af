//! What the language's texts mean: spelling, precedence, ids, limits, files, and printing back.

use crate::sample::{Table, net};
use sanderling_property::{
    Comparison, Formula, MAX_DEPTH, Property, Quantifier, Relation, TooLarge, Valuation, parse_all,
};

fn formula(text: &str) -> Formula {
    let property = Property::parse(&format!("reach {text}"), &net());
    property.unwrap_or_else(|diagnostics| panic!("{text}: {diagnostics}")).formula
}

fn holds(text: &str, valuation: &impl Valuation) -> bool {
    let formula = formula(text);
    assert_eq!(formula.compile().holds(valuation), formula.holds(valuation), "{text}");
    formula.holds(valuation)
}

#[test]
fn two_spellings_mean_the_same() {
    let pairs = [
        ("tokens(p) = 3", "3 == tokens(p)"),
        ("1 <= tokens(p)", "tokens(p) >= 1"),
        ("1 > tokens(p)", "tokens(p) < 1"),
        ("1 <= tokens(p) <= 3", "tokens(p) >= 1 && tokens(p) <= 3"),
        ("tokens(q) == tokens(p) == 2", "tokens(q) == tokens(p) and tokens(p) == 2"),
        ("tokens(p, q) <= 3", "tokens(p) + tokens(q) <= 3"),
        ("tokens(p, p) <= 3", "2*tokens(p) <= 3"),
        ("tokens(q) < tokens(p)", "tokens(p) - tokens(q) > 0"),
        ("tokens(p)-1 == tokens(q)", "tokens(p) == tokens(q)+1"),
        ("2*(tokens(p) - (tokens(q) - 3)) <= 3*2", "2*tokens(p) - 2*tokens(q) + 6 <= 6"),
        ("-tokens(p) * 2 >= -4", "2*tokens(p) <= 4"),
        ("2 * 3 * tokens(p) == 6", "tokens(p)*6 == 6"),
        ("tokens(p) - tokens(p) == 1", "false"),
        ("1 < 2", "true"),
        ("tokens(p) - tokens(p) < 1", "true"),
        ("fireable(u, t, u)", "fireable(t, u)"),
        ("!deadlock && true || false", "not deadlock and true or false"),
        ("deadlock -> true <-> false", "deadlock implies true iff false"),
        ("true->false", "true implies false"),
        ("tokens(\"p\") == 1", "tokens(p) == 1"),
        ("tokens(\"\\u{70}\") == 1", "tokens(p) == 1"),
    ];
    for (one, other) in pairs {
        assert_eq!(formula(one), formula(other), "{one} against {other}");
    }
}

#[test]
fn operators_bind_in_the_documented_order() {
    let pairs = [
        ("true or deadlock and false", "true or (deadlock and false)"),
        ("true and deadlock or false", "(true and deadlock) or false"),
        ("true implies deadlock implies false", "true implies (deadlock implies false)"),
        ("true or deadlock implies false", "(true or deadlock) implies false"),
        ("true implies deadlock iff false", "(true implies deadlock) iff false"),
        ("true iff deadlock implies false", "true iff (deadlock implies false)"),
        ("not deadlock and false", "(not deadlock) and false"),
        ("not tokens(p) == 1", "not (tokens(p) == 1)"),
        ("not not deadlock", "not (not deadlock)"),
        ("tokens(p) - tokens(q) - 1 == 0", "(tokens(p) - tokens(q)) - 1 == 0"),
        ("1 + 2 * tokens(p) == 3", "1 + (2 * tokens(p)) == 3"),
        ("- tokens(p) + 1 == 0", "(-tokens(p)) + 1 == 0"),
    ];
    for (bare, grouped) in pairs {
        assert_eq!(formula(bare), formula(grouped), "{bare} against {grouped}");
    }
    assert_ne!(formula("(true or deadlock) and false"), formula("true or deadlock and false"));
}

#[test]
fn no_word_is_reserved_among_ids() {
    let mut net = net();
    let place = net.add_place(sanderling_net::Place::with_tokens("or", 0));
    let property =
        Property::parse("property always: always tokens(or) >= 1 or deadlock", &net).expect("is correct");
    assert_eq!(property.name.as_deref(), Some("always"));
    assert_eq!(property.formula.places(), [place]);
}

#[test]
fn token_counts_up_to_the_largest_are_compared_exactly() {
    let full = Table { tokens: vec![u64::MAX; 7], ..Table::default() };
    assert!(holds("tokens(p) == 18446744073709551615", &full));
    assert!(holds("tokens(p) < 18446744073709551616", &full));
    assert!(holds("tokens(p, q) == 36893488147419103230", &full));
    assert!(holds("-tokens(p, q) < -18446744073709551615", &full));
    assert!(holds("500000000000000000*tokens(p) + 499999999999999990*tokens(q) > 10*tokens(r)", &full));
    assert!(holds("400000000000000000*tokens(p) + 400000000000000000*tokens(q) > 10*tokens(r)", &full));
    assert!(holds("400000000000000000*tokens(p) - 400000000000000000*tokens(q) == 0", &full));
    assert!(holds("tokens(p) <= 1000000000000000000000000000000", &full));
    assert!(!holds("tokens(p) <= -1000000000000000000000000000000", &full));
}

#[test]
fn a_comparison_beyond_the_limits_is_not_built() {
    let place = net().place_ids().next().expect("there are places");
    let build =
        |coefficient, bound| Comparison::build([(coefficient, place), (1, place)], Relation::Less, bound);
    assert_eq!(build(i64::MAX, 0), Err(TooLarge::Coefficients));
    assert_eq!(build(i64::MIN, 0), Err(TooLarge::Coefficients));
    assert_eq!(build(1, 10_i128.pow(30) + 1), Err(TooLarge::Constant));
    assert_eq!(build(-2, -5).map(|c| (c.relation(), c.bound())), Ok((Relation::Greater, 5)));
}

#[test]
fn a_chain_holds_where_each_comparison_does() {
    for tokens in 0..6 {
        let valuation = Table { tokens: vec![tokens, 3], ..Table::default() };
        assert_eq!(holds("1 < tokens(p) <= tokens(q) < 4", &valuation), (2..=3).contains(&tokens));
        assert_eq!(holds("4 > tokens(p) >= 2", &valuation), (2..=3).contains(&tokens));
    }
}

#[test]
fn a_file_separates_properties_by_semicolons_or_new_ones() {
    let text = "# a comment\n\n;always deadlock always\n true;; property \"my x\": reach # another\n false\nreach 1<2;";
    let properties = Property::parse_all(text, &net()).expect("is correct");
    let texts: Vec<_> = properties.iter().map(|property| property.text.as_str()).collect();
    let named = "property \"my x\": reach # another\n false";
    assert_eq!(texts, ["always deadlock", "always\n true", named, "reach 1<2"]);
    assert_eq!(properties[2].name.as_deref(), Some("my x"));
    assert_eq!(properties[2].quantifier, Quantifier::Reach);
    assert_eq!(Property::parse_all(" # nothing\n", &net()).expect("is correct"), []);
}

#[test]
fn the_target_of_an_invariant_is_its_violation() {
    let property = Property::parse("always tokens(p) <= 1 and not deadlock", &net()).expect("is correct");
    assert_eq!(property.target(), formula("tokens(p) > 1 or deadlock"));
    let property = Property::parse("reach tokens(p) <= 1", &net()).expect("is correct");
    assert_eq!(property.target(), formula("tokens(p) <= 1"));
}

#[test]
fn a_formula_lists_its_places_and_transitions() {
    let net = net();
    let formula = formula("tokens(r, p) == tokens(p) + 2 implies not (fireable(u, t) iff fireable(t))");
    let places: Vec<_> = formula.places().iter().map(|&id| net.place(id).id.as_str()).collect();
    let transitions: Vec<_> =
        formula.transitions().iter().map(|&id| net.transition(id).id.as_str()).collect();
    assert_eq!((places, transitions), (vec!["r"], vec!["t", "u"]));
    assert!(formula.asks_for_enabling() && !formula.mentions_deadlock());
    assert!(self::formula("tokens(p) == 1 or deadlock").asks_for_enabling());
    assert!(!self::formula("tokens(p) == 1").asks_for_enabling());
}

#[test]
fn printed_formulas_keep_the_order_and_the_groups() {
    let net = net();
    let lines = [
        "tokens(p) - tokens(q) >= 1 && !fireable(t,u)",
        "0 <= 2*tokens(p,q,\"1st floor\") - tokens(free) - 3",
        "(deadlock or true) and (true and false) or not (deadlock and true)",
        "(deadlock implies true) implies (false iff (true iff deadlock))",
        "fireable(\"go!\", take.left) -> tokens(buffer-1) != 0",
        "-1 <= tokens(p)",
        "tokens(p) >= tokens(q) - 7",
    ];
    let printed: Vec<_> = lines.iter().map(|line| formula(line).display(&net).to_string()).collect();
    let expected = [
        "tokens(p) >= tokens(q) + 1 and not fireable(t, u)",
        "2*tokens(p, q, \"1st floor\") >= tokens(free) + 3",
        "(deadlock or true) and (true and false) or not (deadlock and true)",
        "(deadlock implies true) implies (false iff (true iff deadlock))",
        "fireable(take.left, \"go!\") implies tokens(buffer-1) != 0",
        "tokens(p) >= -1",
        "tokens(p) >= tokens(q) - 7",
    ];
    assert_eq!(printed, expected);
    let property = Property::parse("property \"a b\":reach(true)", &net).expect("is correct");
    assert_eq!(property.display(&net).to_string(), "property \"a b\": reach true");
}

/// Parentheses around a formula that adds as many levels to the tree as one level of text can.
fn nested(levels: usize) -> String {
    let inner = "true and fireable(t) or deadlock implies fireable(u) iff false";
    let (open, close) = ("(", ") and fireable(t) or deadlock implies fireable(u) iff true");
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn nesting_is_limited_and_formulas_within_the_limit_work() {
    let net = net();
    let deep = formula(&nested(MAX_DEPTH - 2));
    let valuation = Table { enabled: vec![true, false], ..Table::default() };
    assert_eq!(deep.holds(&valuation), deep.compile().holds(&valuation));
    assert_ne!(deep.holds(&valuation), deep.negate().holds(&valuation));
    assert_eq!(formula(&deep.display(&net).to_string()), deep);
    for text in [nested(100_000), "not ".repeat(100_000), "1 -".repeat(9) + &"-".repeat(100_000)] {
        let diagnostics = parse_all(&format!("reach {text}")).expect_err("is too deep");
        assert_eq!(diagnostics.len(), 1);
        assert!(diagnostics.to_string().contains("nested more than 256 levels"), "{diagnostics}");
    }
}

#[test]
fn long_chains_are_not_nesting() {
    let many = vec!["tokens(p) >= 1"; 20_000].join(" and ");
    let Formula::And(parts) = formula(&many) else { panic!("is a conjunction") };
    assert_eq!(parts.len(), 20_000);
    let sum = vec!["tokens(p)"; 20_000].join(" + ");
    assert_eq!(formula(&format!("{sum} < 1")), formula("20000*tokens(p) < 1"));
}
