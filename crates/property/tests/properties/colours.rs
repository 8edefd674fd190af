//! Properties that speak of colours: what they mean, how they are printed, and what they become in an
//! unfolded net.

use crate::sample::workshop;
use sanderling_net::semantics::{Firing, Marking, fire, initial};
use sanderling_net::{Net, PlaceId, TransitionId, Value, VariableId};
use sanderling_property::{
    Bindings, ColouredProperty, Comparison, Formula, Pattern, Property, ReferenceValuation, Relation, Tokens,
    TooLarge,
};

fn property(text: &str) -> ColouredProperty {
    let property = Property::parse_coloured(&format!("reach {text}"), &workshop());
    property.unwrap_or_else(|diagnostics| panic!("{text}: {diagnostics}"))
}

fn errors(text: &str) -> String {
    let parsed = Property::parse_coloured(&format!("reach {text}"), &workshop());
    parsed.expect_err(text).to_string()
}

fn holds(net: &Net, marking: &Marking, text: &str) -> bool {
    property(text).formula.holds_in(&ReferenceValuation::build(net, marking).expect("is defined"))
}

/// After the drill has begun with a job of priority 2.
fn drilling(net: &Net) -> Marking {
    let values = [(VariableId::new(0), Value::Constant(0)), (VariableId::new(1), Value::Integer(2))];
    let firing = Firing { transition: TransitionId::new(0), binding: values.into_iter().collect() };
    fire(net, &initial(net).expect("is defined"), &firing).expect("is enabled")
}

#[test]
fn patterns_choose_the_tokens_that_count() {
    let net = workshop();
    let first = initial(&net).expect("is defined");
    for (text, count) in [
        ("tokens(waiting)", 3),
        ("tokens(waiting(_, _))", 3),
        ("tokens(waiting(_))", 3),
        ("tokens(waiting(drill, _))", 2),
        ("tokens(waiting((drill, _)))", 2),
        ("tokens(waiting(_, 3))", 1),
        ("tokens(waiting(lathe, 3))", 1),
        ("tokens(waiting(lathe, 1))", 0),
        ("tokens(waiting(press, _))", 0),
        ("tokens(waiting(drill, _), waiting(_, 2))", 3),
        ("tokens(waiting(drill, _)) - 2*tokens(waiting(drill, 1), busy(drill))", 0),
        ("tokens(moved((drill, _), lathe))", 0),
        ("tokens(door)", 1),
    ] {
        assert!(holds(&net, &first, &format!("{text} == {count}")), "{text}");
    }
    let second = drilling(&net);
    assert!(holds(&net, &second, "tokens(busy(drill)) == 1 and tokens(busy(lathe)) == 0"));
    assert!(holds(&net, &second, "tokens(waiting(drill, _)) == 1"));
}

#[test]
fn bindings_restrict_the_firings() {
    let net = workshop();
    let first = initial(&net).expect("is defined");
    for (text, expected) in [
        ("fireable(start)", true),
        ("fireable(start(m=drill))", true),
        ("fireable(start(m=m3))", false),
        ("fireable(start(m=lathe, n=3))", true),
        ("fireable(start(n=3, m=lathe))", true),
        ("fireable(start(m=lathe, n=2))", false),
        ("fireable(start(machine=lathe, n=_))", true),
        ("fireable(start(m=m3), start(n=1))", true),
        ("fireable(stop(m=drill))", false),
        ("not fireable(stop) and not deadlock", true),
    ] {
        assert_eq!(holds(&net, &first, text), expected, "{text}");
    }
    assert!(holds(&net, &drilling(&net), "fireable(stop(m=drill)) and not fireable(stop(m=lathe))"));
}

#[test]
fn equal_patterns_are_equal_however_they_are_written() {
    for (text, other) in [
        ("tokens(waiting(_, _)) > 0", "tokens(waiting) > 0"),
        ("tokens(waiting((m3, 2))) > 0", "0 < tokens(waiting(press, 2))"),
        ("tokens(moved((_, _), _)) > 0", "tokens(moved) > 0"),
        ("tokens(busy(lathe), busy(drill)) > 0", "tokens(busy(drill)) + tokens(busy(lathe)) > 0"),
        ("fireable(start(n=2, m=_))", "fireable(start(n=2))"),
        ("fireable(start, start)", "fireable(start(m=_))"),
    ] {
        assert_eq!(property(text).formula, property(other).formula, "{text}");
    }
    assert_ne!(property("tokens(busy(lathe)) > 0").formula, property("tokens(busy(drill)) > 0").formula);
}

#[test]
fn a_pattern_admits_the_values_that_match_it() {
    let pair = |a, b| Value::Tuple(vec![Value::Integer(a), Value::Integer(b)]);
    let pattern = Pattern::tuple(vec![Pattern::Any, Pattern::Value(Value::Integer(2))]);
    assert!(pattern.admits(&pair(1, 2)) && pattern.admits(&pair(2, 2)));
    assert!(!pattern.admits(&pair(2, 1)) && !pattern.admits(&Value::Integer(2)));
    assert_eq!(Pattern::tuple(vec![Pattern::Any, Pattern::Any]), Pattern::Any);
    let values = [1, 2].map(|number| Pattern::Value(Value::Integer(number))).to_vec();
    assert_eq!(Pattern::tuple(values), Pattern::Value(pair(1, 2)));
}

#[test]
fn displayed_formulas_are_read_as_the_same() {
    let net = workshop();
    for text in [
        "tokens(waiting(drill, _)) + 2*tokens(waiting(_, 2), door) <= tokens(busy(m3)) + 3",
        "tokens(moved((drill, _), lathe), moved((_, 2), _)) > 0 or tokens(lamp(true), lamp(false)) > 0",
        "tokens(sign(\"_\"), sign(\"two words\"), sign(word), sign(\"\")) == 0",
        "fireable(start(m=drill, n=1), stop, start(n=3)) implies not deadlock",
        "tokens(moved((m4, 3), m5)) == 1",
    ] {
        let read = property(text);
        let printed = read.formula.display(&net).to_string();
        assert_eq!(property(&printed).formula, read.formula, "{printed}");
    }
}

#[test]
fn without_colours_the_formula_is_that_of_the_plain_language() {
    let net = workshop();
    for text in ["tokens(waiting(_), busy) > 1 and fireable(stop(m=_), start)", "deadlock iff true", "1 > 2"]
    {
        let plain = text.replace("(_)", "").replace("(m=_)", "");
        let plain = Property::parse(&format!("reach {plain}"), &net).expect("a property").formula;
        assert_eq!(property(text).formula.without_colours(), Some(plain), "{text}");
    }
    for text in ["tokens(waiting(drill, _)) > 1", "not (true and fireable(stop(m=m3)))"] {
        assert_eq!(property(text).formula.without_colours(), None, "{text}");
    }
}

/// An unfolded net in which each colour `busy` can have is a place of that number, and a binding
/// of `stop` a transition; nothing else is left of the net.
fn expanded(text: &str) -> Result<Formula, TooLarge> {
    let machines = |pattern: &Pattern| {
        let admitted = move |&constant: &u32| pattern.admits(&Value::Constant(constant));
        (0..5).filter(admitted).map(|constant| constant as usize).collect::<Vec<_>>()
    };
    let places = |tokens: &Tokens| match tokens.place.index() {
        1 => machines(&tokens.colours).into_iter().map(PlaceId::new).collect(),
        _ => Vec::new(),
    };
    let transitions = |bindings: &Bindings| match (bindings.transition.index(), bindings.values.first()) {
        (1, Some((_, pattern))) => machines(pattern).into_iter().map(TransitionId::new).collect(),
        (1, None) => (0..5).map(TransitionId::new).collect(),
        _ => Vec::new(),
    };
    property(text).expand(&places, &transitions).map(|property| property.formula)
}

fn compare(terms: &[(i64, usize)], relation: Relation, bound: i128) -> Formula {
    let terms = terms.iter().map(|&(coefficient, place)| (coefficient, PlaceId::new(place)));
    Formula::Compare(Comparison::build(terms, relation, bound).expect("small"))
}

#[test]
fn unfolded_formulas_have_sums_of_places_and_sets_of_transitions() {
    let all: Vec<(i64, usize)> = (0..5).map(|place| (1, place)).collect();
    assert_eq!(expanded("tokens(busy) <= 3"), Ok(compare(&all, Relation::AtMost, 3)));
    assert_eq!(expanded("tokens(busy(lathe)) <= 3"), Ok(compare(&[(1, 1)], Relation::AtMost, 3)));
    let twice = [(3, 0), (2, 1), (2, 2), (2, 3), (2, 4)];
    assert_eq!(
        expanded("tokens(busy(drill)) + 2*tokens(busy) > 1"),
        Ok(compare(&twice, Relation::Greater, 1))
    );
    assert_eq!(expanded("tokens(busy(drill)) > tokens(busy(drill))"), Ok(Formula::Constant(false)));
    assert_eq!(expanded("tokens(waiting(drill, 1)) >= 1"), Ok(Formula::Constant(false)));
    assert_eq!(expanded("tokens(waiting(drill, 1)) < 1"), Ok(Formula::Constant(true)));
    assert_eq!(expanded("fireable(start)"), Ok(Formula::Constant(false)));
    let stop = |ids: &[usize]| Formula::Enabled(ids.iter().map(|&id| TransitionId::new(id)).collect());
    assert_eq!(expanded("fireable(stop(m=m3), stop(m=drill), start)"), Ok(stop(&[0, 2])));
    assert_eq!(expanded("fireable(stop)"), Ok(stop(&[0, 1, 2, 3, 4])));
    assert_eq!(
        expanded("not deadlock implies fireable(stop(m=lathe))"),
        Ok(Formula::Implies(Box::new([Formula::Not(Box::new(Formula::Deadlock)), stop(&[1])])))
    );
    assert_eq!(expanded("900000000000000000*tokens(busy) > 1"), Err(TooLarge::Coefficients));
}

#[test]
fn errors_say_what_the_sort_has() {
    let texts = [
        "tokens(busy(dril)) > 0",
        "tokens(busy(spare)) > 0",
        "tokens(busy(2)) > 0 or tokens(waiting(drill, drill)) > 0",
        "tokens(waiting(drill, 4)) > 0 and tokens(waiting(drill)) > 0",
        "tokens(waiting(drill, 1, 2)) > 0",
        "tokens(busy((drill, _))) > 0",
        "tokens(moved(drill, drill)) > 0",
        "tokens(door(_)) > 0",
        "tokens(lamp(yes)) > 0",
        "fireable(start(k=drill))",
        "fireable(stop(n=1))",
        "fireable(open(m=drill))",
        "fireable(start(m=drill, m=lathe))",
        "fireable(start(m=))",
        "fireable(start(m))",
        "tokens(busy()) > 0",
        "tokens(busy(drill) > 0",
        "tokens(busy(-drill)) > 0",
        "tokens(nowhere(drill)) > 0",
    ];
    let all: Vec<_> = texts.iter().map(|text| format!("{text}\n{}", errors(text))).collect();
    insta::assert_snapshot!("colours", all.join("\n\n"));
}

#[test]
fn the_plain_language_refuses_colours() {
    let net = workshop();
    for text in ["always tokens(busy(drill)) > 0", "always fireable(stop(m=drill))"] {
        let found = Property::parse(text, &net).expect_err(text).to_string();
        assert!(found.contains("certain"), "{found}");
    }
}

#[test]
fn deep_colours_are_refused_without_a_panic() {
    let deep = format!("tokens(moved({}drill{})) > 0", "(".repeat(100_000), ")".repeat(100_000));
    assert!(errors(&deep).contains("256 levels"));
}
