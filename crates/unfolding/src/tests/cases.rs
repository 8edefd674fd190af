//! Tests of what is made, pruned, named and refused.

use std::time::Duration;

use sanderling_net::{ArcKind, Inscription, Net, Operator, PlaceId, SortId, Term, Value};

use super::build::{Build, COLOUR, INTEGER, NESTED, PAIR, RANGE, all, apply, constant, none, number, tuple};
use crate::{Budget, Naming, NotUnfolded, Options, Unfolding, unfold, unfold_with};

use ArcKind::{Inhibitor, Input, Output, Reset};

fn place_ids(unfolding: &Unfolding) -> Vec<&str> {
    unfolding.net().places.iter().map(|place| place.id.as_str()).collect()
}

fn transition_ids(unfolding: &Unfolding) -> Vec<&str> {
    unfolding.net().transitions.iter().map(|transition| transition.id.as_str()).collect()
}

fn unfolded(net: &Net) -> Unfolding {
    let found = net.validate();
    assert!(!found.has_errors(), "{found}");
    unfold(net, &Budget::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(net: &Net) -> String {
    let found = net.validate();
    assert!(!found.has_errors(), "{found}");
    unfold(net, &Budget::default()).map(|u| place_ids(&u).join(" ")).unwrap_err().to_string()
}

/// Returns a net in which a token walks from a to b; at b it is paired with itself.
fn walk() -> Build {
    let mut build = Build::new();
    let (x, y) = (build.variable("x", COLOUR), build.variable("y", COLOUR));
    let p = build.place("P", COLOUR, constant(0));
    let q = build.place("Q", NESTED, none(NESTED));
    let d = build.place("D", 0, Term::Literal { sort: SortId::DOT, value: Value::Dot });
    let before_b = apply(Operator::Less, &[x.clone(), constant(1)]);
    let go = build.transition("go", Some(before_b));
    build.arc(p, go, Input, x.clone());
    build.arc(p, go, Output, apply(Operator::Successor, std::slice::from_ref(&x)));
    let is_b = apply(Operator::Equal, &[x.clone(), constant(1)]);
    let pair = build.transition("pair", Some(is_b));
    build.arc(p, pair, Input, x.clone());
    build.arc(q, pair, Output, tuple(&[tuple(&[x, y.clone()]), y]));
    let plain = build.transition("plain", None);
    build.0.add_arc(sanderling_net::Arc::weighted(d, plain, Input, 1));
    build
}

#[test]
fn only_what_can_happen_is_made() {
    let unfolding = unfolded(&walk().0);
    assert_eq!(place_ids(&unfolding), ["P(a)", "P(b)", "Q((b,a),a)", "Q((b,b),b)", "Q((b,c),c)", "D"]);
    let transitions = ["go(x=a)", "pair(x=b,y=a)", "pair(x=b,y=b)", "pair(x=b,y=c)", "plain"];
    assert_eq!(transition_ids(&unfolding), transitions);
    let statistics = unfolding.statistics();
    assert_eq!((statistics.colours, statistics.all_colours), (6, Some(3 + 27 + 1)));
    assert_eq!((statistics.bindings, statistics.all_bindings), (5, Some(3 + 9 + 1)));
}

#[test]
fn a_place_that_only_its_tokens_can_reach_stays() {
    let mut build = Build::new();
    build.place("P", COLOUR, apply(Operator::NumberOf, &[number(5), constant(2)]));
    let unfolding = unfolded(&build.0);
    assert_eq!(place_ids(&unfolding), ["P(c)"]);
    assert_eq!(unfolding.net().place(PlaceId::new(0)).initial, Inscription::Tokens(5));
}

#[test]
fn names_of_tapaal_number_the_first_component_fastest() {
    let options = Options { naming: Naming::Tapaal, ..Options::default() };
    let unfolding = unfold_with(&walk().0, options, &Budget::default()).unwrap();
    // ((b,a),a) is 1 + 3 * 0 + 9 * 0; ((b,c),c) is 1 + 3 * 2 + 9 * 2.
    assert_eq!(place_ids(&unfolding), ["P_0", "P_1", "Q_1", "Q_13", "Q_25", "D_0"]);
    assert_eq!(transition_ids(&unfolding), ["go_0", "pair_0", "pair_1", "pair_2", "plain_0"]);
}

#[test]
fn ids_that_would_clash_are_made_distinct() {
    let mut build = Build::new();
    let x = build.variable("x", COLOUR);
    for id in ["P(a)", "P", "P(a).2"] {
        let (sort, term) = if id == "P" { (COLOUR, all(COLOUR)) } else { (0, none(0)) };
        let place = build.place(id, sort, term);
        if sort == 0 {
            build.0.places[place.index()].initial = Inscription::Tokens(1);
        }
    }
    let t = build.transition("P(b)", None);
    build.arc(PlaceId::new(1), t, Input, x);
    let unfolding = unfolded(&build.0);
    assert_eq!(place_ids(&unfolding), ["P(a)", "P(a).3", "P(b).2", "P(c)", "P(a).2"]);
    assert!(!unfolding.net().validate().has_errors());
}

#[test]
fn a_sum_of_equal_colours_takes_two() {
    let mut build = Build::new();
    let (x, y) = (build.variable("x", COLOUR), build.variable("y", COLOUR));
    let p = build.place("P", COLOUR, all(COLOUR));
    let t = build.transition("t", None);
    build.arc(p, t, Input, apply(Operator::Sum, &[x, y]));
    let unfolding = unfolded(&build.0);
    assert_eq!(unfolding.net().transitions.len(), 9);
    let weights: Vec<_> = unfolding.net().arcs.iter().map(|arc| arc.inscription.clone()).collect();
    assert_eq!(weights.iter().filter(|weight| **weight == Inscription::Tokens(2)).count(), 3);
    assert_eq!(weights.len(), 3 + 6 * 2);
}

#[test]
fn reset_and_counting_inhibitor_arcs_are_about_all_colours() {
    let mut build = Build::new();
    let p = build.place("P", COLOUR, all(COLOUR));
    let t = build.transition("t", None);
    for (kind, weight) in [(Reset, 1), (Inhibitor, 1)] {
        build.0.add_arc(sanderling_net::Arc::weighted(p, t, kind, weight));
    }
    assert_eq!(unfolded(&build.0).net().arcs.len(), 6);
    build.0.arcs[1].inscription = Inscription::Tokens(2);
    let expected =
        "error: the arc between `P` and `t`, an inhibitor arc, counts the tokens of several colours";
    assert_eq!(refusal(&build.0), expected);
    build.0.places[0].initial = Inscription::Term(Box::new(constant(0)));
    assert_eq!(unfolded(&build.0).net().arcs.len(), 2, "one colour");
}

#[test]
fn arcs_that_no_plain_net_can_express_are_refused() {
    let mut build = Build::new();
    let x = build.variable("x", COLOUR);
    let p = build.place("P", COLOUR, all(COLOUR));
    let t = build.transition("t", None);
    build.arc(p, t, Inhibitor, all(COLOUR));
    let expected = "error: the arc between `P` and `t`, an inhibitor arc, forbids several colours together";
    assert_eq!(refusal(&build.0), expected);
    build.0.arcs.clear();
    build.arc(p, t, Output, x);
    build.0.places[0].capacity = Some(7);
    let expected = "error: the capacity of `P`, which counts the tokens of several colours";
    assert_eq!(refusal(&build.0), expected);
}

#[test]
fn terms_that_may_be_undefined_are_refused() {
    let division = |build: &mut Build| {
        let n = build.variable("n", RANGE);
        let p = build.place("P", RANGE, all(RANGE));
        let one_less = apply(Operator::Subtract, &[n.clone(), number(1)]);
        let quotient = apply(Operator::Divide, &[number(4), one_less]);
        let guard = apply(Operator::Greater, &[quotient, number(1)]);
        let t = build.transition("t", Some(guard));
        build.arc(p, t, Input, n);
        p
    };
    let mut build = Build::new();
    let p = division(&mut build);
    assert_eq!(refusal(&build.0), "error: the guard may be undefined: a division by zero");
    let one = Term::Literal { sort: SortId::new(RANGE), value: Value::Integer(1) };
    let others = apply(Operator::Difference, &[all(RANGE), one]);
    build.0.places[p.index()].initial = Inscription::Term(Box::new(others));
    assert_eq!(transition_ids(&unfolded(&build.0)), ["t(n=2)", "t(n=3)"], "1 is never there");
}

#[test]
fn an_undefined_conjunct_is_not_hidden_by_a_false_one_behind_it() {
    let mut build = Build::new();
    let n = build.variable("n", RANGE);
    let p = build.place("P", RANGE, all(RANGE));
    let quotient = apply(Operator::Divide, &[number(4), apply(Operator::Subtract, &[n.clone(), number(1)])]);
    let positive = apply(Operator::Greater, &[quotient, number(0)]);
    let large = apply(Operator::Greater, &[n.clone(), number(1)]);
    let t = build.transition("t", Some(apply(Operator::And, &[positive.clone(), large.clone()])));
    build.arc(p, t, Input, n);
    assert_eq!(refusal(&build.0), "error: the guard may be undefined: a division by zero");
    build.0.transitions[0].guard = Some(apply(Operator::And, &[large, positive]));
    assert_eq!(transition_ids(&unfolded(&build.0)), ["t(n=2)", "t(n=3)", "t(n=4)"]);
}

#[test]
fn values_outside_their_sort_are_refused() {
    let mut build = Build::new();
    let n = build.variable("n", INTEGER);
    let p = build.place("P", INTEGER, number(4));
    let q = build.place("Q", RANGE, none(RANGE));
    let t = build.transition("t", None);
    build.arc(p, t, Input, n.clone());
    build.arc(q, t, Output, apply(Operator::Add, &[n, number(1)]));
    let expected = "error: the arc between `Q` and `t` may be undefined: \
                    the value 5, which is not of the sort `range`";
    assert_eq!(refusal(&build.0), expected);
}

#[test]
fn a_number_that_grows_for_ever_ends_at_the_budget() {
    let mut build = Build::new();
    let n = build.variable("n", INTEGER);
    let p = build.place("P", INTEGER, number(0));
    let t = build.transition("t", None);
    build.arc(p, t, Input, n.clone());
    build.arc(p, t, Output, apply(Operator::Add, &[n, number(1)]));
    let found = |budget: Budget<'_>| unfold(&build.0, &budget).map(|_| ()).unwrap_err();
    let few = Budget { places: 100, ..Budget::default() };
    assert_eq!(found(few), NotUnfolded::TooLarge { what: "places", limit: 100 });
    let little = Budget { bytes: 100_000, ..Budget::default() };
    assert_eq!(found(little), NotUnfolded::TooLarge { what: "bytes of memory", limit: 100_000 });
    let no_time = Budget { time: Duration::ZERO, ..Budget::default() };
    assert_eq!(found(no_time), NotUnfolded::TooLarge { what: "seconds", limit: 0 });
    let cancelled = Budget { is_cancelled: &|| true, ..Budget::default() };
    assert_eq!(found(cancelled), NotUnfolded::Cancelled);
}

#[test]
fn a_variable_of_an_infinite_sort_is_refused_by_name() {
    let mut build = Build::new();
    let n = build.variable("n", INTEGER);
    let p = build.place("P", INTEGER, none(INTEGER));
    let t = build.transition("t", None);
    build.arc(p, t, Output, n.clone());
    assert!(refusal(&build.0).contains("the variable `n`, which may have too many values"));
    build.0.transitions[0].guard = Some(apply(Operator::Equal, &[n, number(7)]));
    assert_eq!(transition_ids(&unfolded(&build.0)), ["t(n=7)"], "an equality gives it its value");
}

#[test]
fn many_bindings_are_too_many_before_they_are_made() {
    let mut build = Build::new();
    let p = build.place("P", PAIR, all(PAIR));
    let t = build.transition("t", None);
    for index in 0..12 {
        let variable = build.variable(&format!("q{index}"), PAIR);
        build.arc(p, t, Input, variable);
    }
    let found = unfold(&build.0, &Budget::default()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(found, "the unfolding is too large: more than 20000000 arcs");
    let few = Budget { transitions: 10_000, ..Budget::default() };
    let found = unfold(&build.0, &few).map(|_| ()).unwrap_err();
    assert_eq!(found, NotUnfolded::TooLarge { what: "transitions", limit: 10_000 });
    let merging = Options { merges: true, ..Options::default() };
    let little = Budget { bytes: 10_000_000, ..Budget::default() };
    let found = unfold_with(&build.0, merging, &little).map(|_| ()).unwrap_err();
    assert_eq!(found, NotUnfolded::TooLarge { what: "bytes of memory", limit: 10_000_000 });
}

#[test]
fn an_input_that_does_not_determine_its_variable_waits_for_its_colours() {
    let mut build = Build::new();
    let x = build.variable("x", COLOUR);
    let (p, q) = (build.place("P", COLOUR, constant(0)), build.place("Q", COLOUR, constant(1)));
    let others = apply(Operator::Difference, &[all(COLOUR), x.clone()]);
    let t = build.transition("t", None);
    build.arc(p, t, Input, others.clone());
    let move_all = build.transition("u", None);
    build.arc(q, move_all, Input, x.clone());
    build.arc(p, move_all, Output, x);
    assert_eq!(transition_ids(&unfolded(&build.0)), ["t(x=c)", "u(x=b)"]);
}

#[test]
fn an_equality_gives_only_values_of_the_sort() {
    let mut build = Build::new();
    let (n, i) = (build.variable("n", RANGE), build.variable("i", INTEGER));
    let p = build.place("P", INTEGER, apply(Operator::Sum, &[number(0), number(2)]));
    let q = build.place("Q", RANGE, none(RANGE));
    let t = build.transition("t", Some(apply(Operator::Equal, &[n.clone(), i.clone()])));
    build.arc(p, t, Input, i);
    build.arc(q, t, Output, n);
    assert_eq!(transition_ids(&unfolded(&build.0)), ["t(n=2,i=2)"]);
}

#[test]
fn of_several_inhibitor_or_read_arcs_the_strictest_counts() {
    let mut build = Build::new();
    let p = build.place("P", COLOUR, constant(0));
    let t = build.transition("t", None);
    for count in [2, 1, 3] {
        let copies = apply(Operator::NumberOf, &[number(count), constant(0)]);
        build.arc(p, t, Inhibitor, copies.clone());
        build.arc(p, t, ArcKind::Read, copies);
    }
    let unfolding = unfolded(&build.0);
    let arcs: Vec<_> = unfolding.net().arcs.iter().map(|arc| (arc.kind, arc.inscription.clone())).collect();
    let expected = [(Inhibitor, Inscription::Tokens(1)), (ArcKind::Read, Inscription::Tokens(3))];
    assert_eq!(arcs, expected);
}
