//! Tests of the interpreter on tiny models, and of random, printed and shrunk models.

use std::collections::BTreeMap;

use sanderling_dve::Semantics::{self, Divine2, Ltsmin};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::{ExpressionKind, Model};
use sanderling_net::Source;

use super::{Errors, Explored, Fault, Interpreter, Shape, explore, print, random, shrink};
use crate::random::for_seeds;

fn model(text: &str, semantics: Semantics) -> Model {
    parse(&Source::new("model.dve", text), semantics).unwrap_or_else(|found| panic!("{text}: {found}")).model
}

fn explored(text: &str, semantics: Semantics) -> Explored {
    explore(&model(text, semantics), semantics, Errors::State, 1000).unwrap().unwrap()
}

/// Returns the faults of a model, in both semantics.
fn faults(text: &str) -> [BTreeMap<Fault, u64>; 2] {
    [Ltsmin, Divine2].map(|semantics| explored(text, semantics).faults)
}

/// Returns a process with the variables `declared` and one transition to a location without any.
fn one_step(declared: &str, body: &str) -> String {
    format!("process P {{ {declared} state a, b; init a; trans a -> b {{ {body} }}; }} system async;")
}

#[test]
fn values_beyond_32_bits_are_faults() {
    for (expression, fault) in [
        ("2147483647 + one", Fault::Overflow),
        ("-2147483647 - 2 * one", Fault::Overflow),
        ("65536 * (32768 * one)", Fault::Overflow),
        ("one << 31", Fault::Overflow),
        ("-(-2147483647 - one)", Fault::Overflow),
        ("(-2147483647 - one) / -1", Fault::Overflow),
        ("one << 32", Fault::ShiftCount),
        ("one >> -1", Fault::ShiftCount),
        ("one / (one - 1)", Fault::DivisionByZero),
        ("one % (one - 1)", Fault::DivisionByZero),
        ("two[one + 1]", Fault::Index),
        ("two[-one]", Fault::Index),
    ] {
        let text = one_step("byte one = 1, two[2];", &format!("guard ({expression}) == 0;"));
        assert_eq!(faults(&text), [(); 2].map(|()| BTreeMap::from([(fault, 1)])), "{expression}");
    }
}

#[test]
fn expressions_have_the_values_that_the_reference_gives() {
    for truth in [
        "m / 2 == -3 and m % 2 == -1 and m >> 1 == -4 and (m & 255) == 249",
        "~m == 6 and not m == 0 and - -m == m and m * m == 49",
        "(6 ^ 3) == 5 and (4 | 1) == 5 and 1 << 30 == 1073741824",
        "(0 imply 1 / (m + 7)) and (m or 1 / (m + 7)) and not (0 and 1 / (m + 7))",
        "(m - 1 < 0) + (m != 0) == 2 and P.a and not P.b",
    ] {
        let text = one_step("int m = -7;", &format!("guard {truth};"));
        for semantics in [Ltsmin, Divine2] {
            assert_eq!(explored(&text, semantics).states, 2, "{truth}: {semantics:?}");
        }
    }
}

#[test]
fn a_negative_right_operand_is_true_where_divine2_does_not_look_only_for_positive_ones() {
    let guard = one_step("int m = -1;", "guard 1 and m;");
    let left = one_step("int m = -1;", "guard m and 1;");
    assert_eq!([Ltsmin, Divine2].map(|semantics| explored(&guard, semantics).states), [2, 1]);
    assert_eq!([Ltsmin, Divine2].map(|semantics| explored(&left, semantics).states), [2, 2]);
    let sent = "channel c; byte x; process P { state a, b; init a; trans a -> b { sync c!(1 and -1); }; }
        process Q { state a, b; init a; trans a -> b { sync c?x; }, b -> b { guard x == 1; }; } system async;";
    assert_eq!([Ltsmin, Divine2].map(|semantics| explored(sent, semantics).edges), [2, 2]);
}

#[test]
fn the_receivers_guard_is_not_evaluated_if_the_senders_does_not_hold() {
    let pair = |sender: &str, receiver: &str| {
        let text = format!(
            "channel c; byte zero;
            process P {{ state a, b; init a; trans a -> b {{ guard {sender}; sync c!; }}; }}
            process Q {{ state a, b; init a; trans a -> b {{ guard {receiver}; sync c?; }}; }} system async;"
        );
        faults(&text).map(|faults| faults.len())
    };
    assert_eq!(pair("zero", "1 / zero"), [0, 0]);
    assert_eq!(pair("1 / zero", "zero"), [1, 1]);
    assert_eq!(pair("not zero", "1 / zero"), [1, 1]);
}

#[test]
fn guards_of_transitions_that_a_buffer_or_commitment_forbids_are_not_evaluated() {
    let buffered = "channel {byte} c[1]; byte zero, x;
        process P { state a; init a; trans a -> a { guard 1 / zero; sync c?x; }; } system async;";
    let uncommitted = "byte zero; process C { state a; init a; commit a; }
        process P { state a; init a; trans a -> a { guard 1 / zero; }; } system async;";
    for text in [buffered, uncommitted] {
        assert_eq!(faults(text), [BTreeMap::new(), BTreeMap::new()]);
        assert_eq!(explored(text, Ltsmin).deadlocks, 1);
    }
}

#[test]
fn assertions_are_violated_where_they_are_false_or_undefined() {
    let text = "byte x; process P { state a, b; init a; assert a: x < 2, b: false, a: 1 / (x - 1) >= -1;
        trans a -> a { guard x < 3; effect x = x + 1; }; } system async;";
    let explored = explored(text, Ltsmin);
    assert_eq!(explored.violated, BTreeMap::from([((0, 0), 2), ((0, 2), 1)]));
    assert_eq!((explored.states, explored.edges), (4, 3));
}

#[test]
fn a_start_without_value_or_out_of_range_is_refused() {
    for declared in ["byte y, x = y;", "byte x = 256;", "byte x = -1;", "int x = 32768;", "byte x = 1 / 0;"] {
        let model = model(&one_step(declared, ""), Ltsmin);
        assert!(Interpreter::build(&model, Ltsmin).unwrap_err().starts_with("x: "), "{declared}");
    }
}

#[test]
fn the_property_process_never_moves() {
    let text = "process P { state a, b; init a; trans a -> b { }; }
        process L { state q; init q; commit q; assert q: false; trans q -> q { }; } system async property L;";
    let explored = explored(text, Ltsmin);
    assert_eq!((explored.states, explored.edges, explored.violated.len()), (2, 1, 0));
}

#[test]
fn printed_models_are_read_back_as_they_were() {
    for shape in [Shape::tame(), Shape::wild(), Shape::talkative()] {
        for_seeds(150, |seed| {
            let made = random(seed, &shape);
            let text = print(&made);
            assert_eq!(print(&model(&text, Divine2)), text);
            // The parser may balance chains of `and` and of `or` here, since the meaning stays the same.
            let [made, read] =
                [&made, &model(&text, Ltsmin)].map(|model| explore(model, Ltsmin, Errors::State, 300));
            assert_eq!(made, read, "{text}");
        });
    }
}

#[test]
fn a_seed_and_a_shape_make_one_model() {
    assert_eq!(random(7, &Shape::wild()), random(7, &Shape::wild()));
    assert_ne!(random(7, &Shape::wild()), random(8, &Shape::wild()));
}

/// Returns, of 300 models, how many have more than a thousand states, some but fewer, and faults.
fn sorts(shape: &Shape, semantics: Semantics) -> [usize; 3] {
    let mut counts = [0; 3];
    for seed in 0..300 {
        let model = random(seed, shape);
        let explored = explore(&model, semantics, Errors::State, 1000).expect("the start is in order");
        let has_faults = explored.as_ref().is_some_and(|explored| !explored.faults.is_empty());
        let has_some = explored.as_ref().is_some_and(|explored| explored.states >= 10);
        for (count, is) in counts.iter_mut().zip([explored.is_none(), has_some, has_faults]) {
            *count += usize::from(is);
        }
    }
    counts
}

#[test]
fn random_models_are_small_and_fail_as_their_shape_says() {
    let [tame, wild] = [Shape::tame(), Shape::wild()].map(|shape| sorts(&shape, Ltsmin));
    assert!(tame[0] < 30 && tame[1] > 40 && tame[2] < 30, "{tame:?}");
    assert!(wild[0] < 30 && wild[1] > 30 && wild[2] > 60, "{wild:?}");
}

#[test]
fn every_construct_occurs_in_some_random_model() {
    let texts: String = (0..400).map(|seed| print(&random(seed, &Shape::wild()))).collect();
    for construct in [
        "const ",
        "byte ",
        "int ",
        "commit ",
        "accept ",
        "assert ",
        "channel {",
        "[0];",
        "[2];",
        "sync e!{",
        "sync e?{",
        "sync e!;",
        "->x",
        ".commited",
        "imply",
        "not ",
        "~",
        "- ",
        "<<",
        ">>",
        "/",
        "%",
        "^",
        "|",
        "& ",
        " -> a { }",
        "property",
        "32768",
    ] {
        assert!(texts.contains(construct), "{construct}");
    }
}

#[test]
fn shrinking_leaves_what_the_failure_needs() {
    let divides = |model: &Model| {
        let explored = explore(model, Ltsmin, Errors::State, 1000);
        explored.is_ok_and(|it| it.is_some_and(|it| it.faults.contains_key(&Fault::DivisionByZero)))
    };
    // Removed names have no meaning.
    let fails = |model: &Model| std::panic::catch_unwind(|| divides(model)).unwrap_or(false);
    let failing = (0..).map(|seed| random(seed, &Shape::wild())).find(|model| divides(model)).unwrap();
    let small = shrink(&failing, fails);
    assert!(divides(&small));
    let transitions: Vec<_> = small.processes.iter().flat_map(|process| &process.transitions).collect();
    assert!(transitions.len() <= 2 && small.processes.len() <= 2, "{}", print(&small));
    let is_number = |kind: &ExpressionKind| matches!(kind, ExpressionKind::Number(0 | 1));
    let leaves = transitions.iter().flat_map(|one| &one.guard).all(|guard| match &guard.kind {
        ExpressionKind::Binary(_, operands) => operands.iter().all(|operand| is_number(&operand.kind)),
        kind => is_number(kind),
    });
    assert!(leaves, "{}", print(&small));
}
