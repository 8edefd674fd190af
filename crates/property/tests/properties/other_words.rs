//! Properties in the words of other tools, each beside what it is in ours, and what is refused of them.

use sanderling_net::{Net, Place, Transition};
use sanderling_property::{
    ColouredProperty, ColouredStatement, Property, Quantifier, Statement, quantifier_of,
};

use crate::sample::workshop;

/// A net with places that have the words of other languages as their ids, and a place and a transition with the
/// same name.
fn net() -> Net {
    let mut net = Net::new("Net");
    for (id, tokens) in [
        ("P0", 1),
        ("P1", 0),
        ("P2", 2),
        ("p", 0),
        ("q", 0),
        ("A", 0),
        ("AG", 0),
        ("F", 0),
        ("U", 0),
        ("X", 0),
        ("p-q", 0),
    ] {
        net.add_place(Place::with_tokens(id, tokens));
    }
    net.add_place(Place { name: Some("phase 1".into()), ..Place::with_tokens("cId1", 0) });
    net.add_place(Place { name: Some("deadlock".into()), ..Place::with_tokens("cId2", 0) });
    net.add_place(Place { name: Some("send".into()), ..Place::with_tokens("cId3", 0) });
    for id in ["t", "u", "T.1"] {
        net.add_transition(Transition::plain(id));
    }
    net.add_transition(Transition { name: Some("send".into()), ..Transition::plain("cId4") });
    net
}

fn shown(text: &str) -> String {
    let net = net();
    let property = Property::parse(text, &net).unwrap_or_else(|found| panic!("{text}: {found}"));
    let shown = property.display(&net).to_string();
    let again = Property::parse(&shown, &net).unwrap_or_else(|found| panic!("{shown}: {found}"));
    assert_eq!((again.quantifier, &again.formula), (property.quantifier, &property.formula), "{shown}");
    assert_eq!(property.text, text.trim());
    shown
}

/// Texts in other notations, and the same in the language's own words.
const SAME: &[(&str, &str)] = &[
    // Quantifiers.
    ("AG p <= 2", "always tokens(p) <= 2"),
    ("EF p > 2", "reach tokens(p) > 2"),
    ("A[] p <= 2", "always tokens(p) <= 2"),
    ("E<> p > 2", "reach tokens(p) > 2"),
    ("E <>p > 2", "reach tokens(p) > 2"),
    ("A G p <= 2", "always tokens(p) <= 2"),
    ("E F (p > 2)", "reach tokens(p) > 2"),
    ("G p <= 2", "always tokens(p) <= 2"),
    ("[] (p <= 2)", "always tokens(p) <= 2"),
    ("[]p<=2", "always tokens(p) <= 2"),
    ("REACHABLE p = 1 AND q > 2", "reach tokens(p) == 1 and tokens(q) > 2"),
    ("INVARIANT (p + q = 1 OR P2 > 2)", "always tokens(p, q) == 1 or tokens(P2) > 2"),
    ("IMPOSSIBLE DEADLOCK", "always not deadlock"),
    ("ALLPATH ALWAYS p < 2", "always tokens(p) < 2"),
    ("EXPATH EVENTUALLY p < 2", "reach tokens(p) < 2"),
    ("ALWAYS p < 2", "always tokens(p) < 2"),
    ("(EF (p > 2))", "reach tokens(p) > 2"),
    ("not EF p > 2", "always not tokens(p) > 2"),
    ("!(AG (p <= 2 and q <= 2))", "reach not (tokens(p) <= 2 and tokens(q) <= 2)"),
    ("NOT NOT (not IMPOSSIBLE p > 2)", "reach tokens(p) > 2"),
    ("not always deadlock", "reach not deadlock"),
    ("AG !(p > 2)", "always not tokens(p) > 2"),
    ("property x: EF p > 2", "property x: reach tokens(p) > 2"),
    ("\n  EF\tp>2\n", "reach tokens(p) > 2"),
    // TAPAAL.
    ("EF P0 >= 1 and Net.P1 = 0", "reach tokens(P0) >= 1 and tokens(P1) == 0"),
    ("AG !(P0 = 1 && deadlock)", "always not (tokens(P0) == 1 and deadlock)"),
    ("EF (Net.t and !(T.1))", "reach fireable(t) and not fireable(T.1)"),
    ("EF is-fireable(t, u) or tokens-count(p, q) = 1", "reach fireable(t, u) or tokens(p, q) == 1"),
    // LoLA.
    ("EF (p > 1 AND FIREABLE(t))", "reach tokens(p) > 1 and fireable(t)"),
    ("AG (NOT FIREABLE (t) OR TRUE)", "always not fireable(t) or true"),
    ("EF p <> 1 XOR FALSE", "reach not (tokens(p) != 1 iff false)"),
    ("AG (p > 1 -> q > 1 <-> DEADLOCK)", "always tokens(p) > 1 implies tokens(q) > 1 iff deadlock"),
    ("EF 2 * p + 3 > q", "reach 2*tokens(p) > tokens(q) - 3"),
    // Bare names.
    ("always p - q <= 1", "always tokens(p) <= tokens(q) + 1"),
    ("always p-q <= 1", "always tokens(p-q) <= 1"),
    ("always 1 <= p < q", "always tokens(p) >= 1 and tokens(p) < tokens(q)"),
    ("always -(p) <= 1", "always 0 <= tokens(p) + 1"),
    ("always \"phase 1\" <= 1", "always tokens(cId1) <= 1"),
    ("always \"deadlock\" <= 1 or deadlock", "always tokens(cId2) <= 1 or deadlock"),
    ("always send <= 1", "always tokens(cId3) <= 1"),
    ("always not send", "always not fireable(cId4)"),
    ("always send <= 1 or send", "always tokens(cId3) <= 1 or fireable(cId4)"),
    ("always (t) iff u", "always fireable(t) iff fireable(u)"),
    ("always t -> u", "always fireable(t) implies fireable(u)"),
    ("always t imply u", "always fireable(t) implies fireable(u)"),
    ("AG A + AG + F <= X - U", "always tokens(A, AG, F) <= tokens(X) - tokens(U)"),
    ("AG AG >= 0", "always tokens(AG) >= 0"),
    ("EF -p >= 0", "reach 0 >= tokens(p)"),
    ("EF X <> F", "reach tokens(F) != tokens(X)"),
];

#[test]
fn other_words_mean_what_ours_do() {
    let net = net();
    for (text, meant) in SAME {
        let expected = Property::parse(meant, &net).unwrap_or_else(|found| panic!("{meant}: {found}"));
        assert_eq!(shown(text), expected.display(&net).to_string(), "{text}");
    }
}

#[test]
fn the_initial_marking_is_a_condition_on_all_places() {
    let shown = shown("EF NOT INITIAL");
    assert!(
        shown.starts_with("reach not (tokens(P0) == 1 and tokens(P1) == 0 and tokens(P2) == 2"),
        "{shown}"
    );
    let found = ColouredProperty::parse_coloured("EF INITIAL", &workshop()).expect_err("has colours");
    assert!(found.to_string().starts_with("1:4: error: `INITIAL` of a net with colours"), "{found}");
    let empty = Net::new("empty");
    let property = Property::parse("EF INITIAL", &empty).expect("a property");
    assert_eq!(property.display(&empty).to_string(), "reach true");
}

/// Refused texts, the column of the error, and a part of its message.
const REFUSED: &[(&str, u32, &str)] = &[
    // Beyond reachability.
    ("AF p > 2", 1, "a property about runs; expected"),
    ("EG p > 2", 1, "a property about runs; expected"),
    ("F p > 2", 1, "a property about runs is `ltl`"),
    ("<> p > 2", 1, "a property about runs is `ltl`"),
    ("A<> p > 2", 1, "a property about runs; expected"),
    ("E[] p > 2", 1, "a property about runs; expected"),
    ("E p > 2", 1, "a property about runs is `ltl`"),
    ("A (p > 2 U q > 2)", 1, "a property about runs is `ltl`"),
    ("AGEF INITIAL", 1, "a property about runs; expected"),
    ("AG EF p > 2", 1, "a property about runs; expected"),
    ("AG (p > 2 -> AF q > 2)", 1, "a property about runs; expected"),
    ("AG (p > 2 U q > 2)", 11, "a property about runs is `ltl`"),
    ("AG (p > 2 UNTIL q > 2)", 11, "a property about runs is `ltl`"),
    ("G F p > 2", 1, "a property about runs; expected"),
    ("[] <> p > 2", 1, "a property about runs; expected"),
    ("EF p > 2 and EF q > 2", 10, "write `ctl` or `ltl` before the formula"),
    ("EF p > 2 and not EF q > 2", 10, "write `ctl` or `ltl` before the formula"),
    ("(EF p > 2) and (AG q > 2)", 12, "write `ctl` or `ltl` before the formula"),
    ("EF X (p > 2)", 4, "a property about runs is `ltl`"),
    ("EX p > 2", 1, "a property about runs; expected"),
    ("always AG p > 2", 8, "a property about runs is `ltl`"),
    ("always (AG p > 2)", 9, "a property about runs is `ltl`"),
    ("always always p > 2", 8, "at the beginning of a property"),
    ("AG p > 2 --> q > 2", 10, "leads to"),
    // Bounds.
    ("MAX(p)", 1, "--bound "),
    ("k-bound", 1, "--bound "),
    ("AG k-bound", 4, "--bound "),
    ("AG p < oo", 8, "--bound "),
    // Names.
    ("EF p", 4, "`p` is a place; expected a condition, such as `tokens(p) >= 1`"),
    ("EF t >= 1", 4, "`t` is a transition"),
    ("EF \"phase 2\" >= 1", 4, "did you mean `\"phase 1\"`?"),
    ("EF Other.P1 >= 1", 4, "did you mean `P1`?"),
    ("EF P0-1 >= 1", 4, "with spaces: `P0 - 1`"),
    ("EF p(a) >= 1", 4, "write `tokens(p)`"),
    ("EF p q >= 1", 6, "expected an operator"),
    ("EF Deadlock", 4, "keywords are in lower case: `deadlock`"),
    ("EF t? and u", 5, "`fireable(t)`"),
    // Operators.
    ("EF p = 1 XOR q = 1 XOR deadlock", 20, "expected parentheses"),
    ("EF p = 1 OR q = 1 XOR deadlock", 19, "expected parentheses"),
    ("EF p = 1 XOR q = 1 OR deadlock", 20, "expected parentheses"),
    ("EF (p = 1", 10, "for the `(` at 1:4"),
    ("(EF p = 1", 10, "for the `(` at 1:1"),
    ("(EF p = 1))", 11, "expected `;`"),
    ("EF and p = 1", 4, "expected a condition or a number"),
    ("p <= 2", 1, "expected `always` or `reach` and a condition"),
    ("A [ ] p <= 2", 1, "a property about runs is `ltl`"),
];

#[test]
fn refused_texts_give_the_position_and_the_reason() {
    for (text, column, part) in REFUSED {
        let found = Property::parse(text, &net()).expect_err(text);
        let first = found.iter().next().expect("an error");
        assert_eq!(first.span.map(|span| span.column), Some(*column), "{text}: {found}");
        assert!(first.to_string().contains(part), "{text}: {found}");
    }
}

/// Formulas about runs that can be of one logic only, and the same behind its name.
const IMPLIED: &[(&str, &str)] = &[
    ("AG EF p > 2", "ctl AG EF p > 2"),
    ("AGEF p > 2", "ctl AG EF p > 2"),
    ("AGEF INITIAL", "ctl AG EF INITIAL"),
    ("ctl AGEF p > 2", "ctl AG EF p > 2"),
    ("ctl EFAGAF p > 2", "ctl EF AG AF p > 2"),
    ("AG(EF(p > 2))", "ctl AG EF p > 2"),
    ("A[] E<> p > 2", "ctl AG EF p > 2"),
    ("ALLPATH ALWAYS EXPATH EVENTUALLY p > 2", "ctl AG EF p > 2"),
    ("ALLPATH EVENTUALLY p > 2", "ctl AF p > 2"),
    ("ctl ALLPATH (p > 2 UNTIL q > 2)", "ctl A(p > 2 U q > 2)"),
    ("EXPATH NEXTSTATE FIREABLE(t)", "ctl EX fireable(t)"),
    ("AF p > 2", "ctl AF p > 2"),
    ("EG(p > 2 and q > 2)", "ctl EG(p > 2 and q > 2)"),
    ("not EX p > 2", "ctl not EX p > 2"),
    ("(AG EF p > 2)", "ctl AG EF p > 2"),
    ("AG (p > 2 -> AF q > 2)", "ctl AG(p > 2 -> AF q > 2)"),
    ("AG(p > 2 and EX(q > 2 or AX p > 2))", "ctl AG(p > 2 and EX(q > 2 or AX p > 2))"),
    ("(p > 2 -> EF q > 2)", "ctl (p > 2 -> EF q > 2)"),
    ("AG EF AG > 2", "ctl AG EF tokens(AG) > 2"),
    ("property x: AGEF p > 2", "property x: ctl AG EF p > 2"),
    ("G F p > 2", "ltl G F p > 2"),
    ("GF p > 2", "ltl G F p > 2"),
    ("[] <> p > 2", "ltl G F p > 2"),
    ("[](p > 2 -> <> q > 2)", "ltl G(p > 2 -> F q > 2)"),
    ("EVENTUALLY p > 2", "ltl F p > 2"),
    ("EVENTUALLY ALWAYS p > 2", "ltl F G p > 2"),
    ("ALWAYS EVENTUALLY p > 2", "ltl G F p > 2"),
    ("ALWAYS (p > 2 -> EVENTUALLY q > 2)", "ltl G(p > 2 -> F q > 2)"),
    ("ALWAYS (p > 2 UNTIL EVENTUALLY q > 2)", "ltl G(p > 2 U F q > 2)"),
    ("ltl p > 2 UNTIL q > 2", "ltl p > 2 U q > 2"),
    ("ltl NEXTSTATE p > 2", "ltl X p > 2"),
];

#[test]
fn a_formula_of_one_logic_only_needs_no_word_for_it() {
    let net = net();
    let read = |text: &str| {
        let statement = Statement::parse_plain(text, &net).unwrap_or_else(|found| panic!("{text}: {found}"));
        statement.display(&net)
    };
    for (text, meant) in IMPLIED {
        assert_eq!(read(text), read(meant), "{text}");
        assert!(meant.contains("ctl ") || meant.contains("ltl "));
    }
    // What follows a property does not change how it is read, whatever stands between them.
    let alone =
        ["AG p <= 2 and q <= 2", "always p <= 2", "EF p > 2", "reach p > 2 or not deadlock", "G (p <= 2)"];
    for first in alone {
        for (text, _) in IMPLIED.iter().filter(|(text, _)| !text.starts_with("property")) {
            let both = format!("{first}\nproperty x: {text}; property y: {first}");
            let found =
                ColouredStatement::parse_all(&both, &net).unwrap_or_else(|found| panic!("{both}: {found}"));
            let shown: Vec<_> =
                found.iter().map(|one| one.without_colours().unwrap().display(&net)).collect();
            let named = |name: &str, text: &str| format!("property {name}: {}", read(text));
            assert_eq!(shown, [read(first), named("x", text), named("y", first)], "{both}");
        }
    }
    let several = "AG EF p > 2\nEF p > 2 AGEF q > 2; AF p > 2;\nG F q > 2";
    let found = ColouredStatement::parse_all(several, &net).expect("is correct");
    let shown: Vec<_> = found.iter().map(|one| one.without_colours().unwrap().display(&net)).collect();
    let expected = ["ctl AG EF p > 2", "reach p > 2", "ctl AG EF q > 2", "ctl AF p > 2", "ltl G F q > 2"];
    assert_eq!(shown, expected.map(read));
}

#[test]
fn properties_in_other_words_follow_each_other_in_a_file() {
    let text = "AG p <= 2 EF q > 1\nREACHABLE DEADLOCK; !EF p = 3; E<> p = 1 A[] q = 1\nproperty x: IMPOSSIBLE p = 9";
    let properties = Property::parse_all(text, &net()).expect("is correct");
    let quantifiers: Vec<_> = properties.iter().map(|property| property.quantifier).collect();
    let (always, reach) = (Quantifier::Always, Quantifier::Reach);
    assert_eq!(quantifiers, [always, reach, reach, always, reach, always, always]);
}

#[test]
fn a_leading_quantifier_is_recognized() {
    let (always, reach) = (Some(Quantifier::Always), Some(Quantifier::Reach));
    for (text, quantifier) in [
        ("EF p > 2", reach),
        ("AG(p > 2)", always),
        ("not EF p > 2", always),
        ("(!(A[] p > 2))", reach),
        ("IMPOSSIBLE p > 2", always),
        ("always", always),
        ("p > 2", None),
        ("not p > 2", None),
        ("AG <= 2", None),
        ("AG - p <= 2", None),
        ("G >= 1 and t", None),
        ("A > 2", None),
        ("", None),
        ("(((", None),
    ] {
        assert_eq!(quantifier_of(text), quantifier, "{text}");
    }
}

/// Notations that people paste from papers and other tools.
#[test]
fn other_signs_and_comments_are_understood() {
    let mut net = sanderling_net::Net::new("n");
    for id in ["p", "q"] {
        net.add_place(sanderling_net::Place::with_tokens(id, 1));
    }
    let read = |text: &str| {
        let property = sanderling_property::Property::parse(text, &net);
        property.unwrap_or_else(|found| panic!("{text}: {found}")).formula
    };
    for (pasted, ours) in [
        ("always p = 1 & q = 1", "always tokens(p) = 1 and tokens(q) = 1"),
        ("always p = 1 | q = 1", "always tokens(p) = 1 or tokens(q) = 1"),
        ("always ~(p = 1)", "always not tokens(p) = 1"),
        ("always p = 1 /\\ q = 1", "always tokens(p) = 1 and tokens(q) = 1"),
        ("always p = 1 \\/ q = 1", "always tokens(p) = 1 or tokens(q) = 1"),
        ("always p = 1 <=> q = 1", "always tokens(p) = 1 <-> tokens(q) = 1"),
        ("always p ≤ 1", "always tokens(p) <= 1"),
        ("always p ≥ 1", "always tokens(p) >= 1"),
        ("always p ≠ 1", "always tokens(p) != 1"),
        ("always ¬(p = 1) ∧ q = 1", "always not tokens(p) = 1 and tokens(q) = 1"),
        ("always p = 1 ∨ q = 1", "always tokens(p) = 1 or tokens(q) = 1"),
        ("always p = 1 → q = 1", "always tokens(p) = 1 -> tokens(q) = 1"),
        ("always p = 1 ⇒ q = 1", "always tokens(p) = 1 -> tokens(q) = 1"),
        ("always p = 1 ↔ q = 1", "always tokens(p) = 1 <-> tokens(q) = 1"),
        ("always 2 · p − q >= 0", "always 2 * tokens(p) - tokens(q) >= 0"),
        ("always p = 1 && q = 1", "always tokens(p) = 1 and tokens(q) = 1"),
        ("always p = 1 || q = 1", "always tokens(p) = 1 or tokens(q) = 1"),
        ("always p = 1 // the first", "always tokens(p) = 1"),
        ("// about p\nalways p = 1", "always tokens(p) = 1"),
        ("always /* not q */ p = 1", "always tokens(p) = 1"),
        ("/* a\n   b */ always p = 1 # c", "always tokens(p) = 1"),
        ("always p = 1 /**/ & /* */ q = 1", "always tokens(p) = 1 and tokens(q) = 1"),
    ] {
        let pasted = pasted
            .replace("p ", "tokens(p) ")
            .replace("q ", "tokens(q) ")
            .replace("about tokens(p) ", "about p ")
            .replace("not tokens(q) ", "not q ");
        assert_eq!(read(&pasted), read(ours), "{pasted}");
    }
    for (text, part) in [
        ("always tokens(p) = 1 /* no end", "a comment"),
        ("always tokens(p) / 2 = 1", "there is no division"),
        ("always tokens(p) => 1", "`>=` compares numbers"),
        ("always tokens(p) =< 1", "write `<=`"),
    ] {
        let found = sanderling_property::Property::parse(text, &net).unwrap_err().to_string();
        assert!(found.contains(part), "{text}: {found}");
    }
}
