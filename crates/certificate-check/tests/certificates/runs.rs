//! Questions about runs: evidence made by hand is accepted where it is right, and each way to change it refused for its reason.

use sanderling_certificate_check::schema::{Certificate, Temporal};
use sanderling_certificate_check::{Judgement, check};
use serde_json::{Value, json};

/// SHA-256 of nothing.
const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// One token: `work` takes it from `a` to `b`, `rest` brings it back, and `stop` takes it from `b` to `c`, where nothing is enabled.
fn net() -> Value {
    let place = |id: &str, initial: u64| json!({"id": id, "initial": initial, "capacity": null});
    let transition = |id: &str, from: u64, to: u64| json!({"id": id, "pre": [[from, 1]], "post": [[to, 1]], "read": [], "inhibitor": [], "reset": []});
    json!({
        "places": [place("a", 1), place("b", 0), place("c", 0)],
        "transitions": [transition("work", 0, 1), transition("rest", 1, 0), transition("stop", 1, 2)],
    })
}

/// Returns the judgement of a claim about the net.
fn judged(formula: &Value, verdict: &str, evidence: &Value) -> Judgement {
    let certificate = json!({
        "sanderling_certificate": 2, "file": "none", "sha256": HASH,
        "derived_net": {"by": "hand", "net": net()},
        "claims": [{"name": "it", "property": {"ltl": formula}, "verdict": verdict, "evidence": evidence}],
    });
    let certificate: Certificate = serde_json::from_value(certificate).unwrap();
    check(certificate, b"", 0).unwrap().remove(0)
}

fn accepted(formula: &Value, verdict: &str, evidence: &Value) -> String {
    match judged(formula, verdict, evidence) {
        Judgement::Accepted(by) => by,
        other => panic!("{formula}: {evidence}: {other:?}"),
    }
}

fn refusal(formula: &Value, verdict: &str, evidence: &Value) -> String {
    match judged(formula, verdict, evidence) {
        Judgement::Refused(why) => why,
        other => panic!("{formula}: {evidence}: {other:?}"),
    }
}

fn marked(place: &str) -> Value {
    json!({"state": {"compare": [[[1, place]], ">=", 1]}})
}

fn lasso(prefix: &[&str], cycle: &[&str]) -> Value {
    json!({"lasso": [prefix, cycle]})
}

#[test]
fn each_operator_means_on_a_run_what_its_definition_says() {
    // a, b, a, b, … and a, b, c, c, …
    let (round, ends) = (lasso(&[], &["work", "rest"]), lasso(&["work", "stop"], &[]));
    let (a, b, c) = (marked("a"), marked("b"), marked("c"));
    let not = |one: &Value| json!({"not": one});
    let deadlock = json!({"state": "deadlock"});
    for (formula, holds_round, holds_at_end) in [
        (a.clone(), true, true),
        (b.clone(), false, false),
        (json!({"next": b}), true, true),
        (json!({"next": {"next": a}}), true, false),
        (json!({"next": {"next": {"next": c}}}), false, true),
        (json!({"finally": c}), false, true),
        (json!({"finally": deadlock}), false, true),
        (json!({"globally": {"not": deadlock}}), true, false),
        (json!({"globally": {"state": {"enabled": ["work", "stop"]}}}), true, false),
        (json!({"globally": {"finally": a}}), true, false),
        (json!({"finally": {"globally": c}}), false, true),
        (json!({"finally": {"globally": not(&a)}}), false, true),
        (json!({"until": [not(&c), c]}), false, true),
        (json!({"until": [a, b]}), true, true),
        (json!({"until": [a, c]}), false, false),
        (json!({"weak_until": [not(&c), c]}), true, true),
        (json!({"weak_until": [a, c]}), false, false),
        (json!({"release": [c, not(&b)]}), false, false),
        (json!({"release": [b, {"or": [a, b]}]}), true, true),
        (json!({"release": [c, {"or": [a, b]}]}), true, false),
        (json!({"strong_release": [c, {"or": [a, b, c]}]}), false, true),
        (json!({"strong_release": [b, {"or": [a, b]}]}), true, true),
        (json!({"and": []}), true, true),
        (json!({"or": []}), false, false),
    ] {
        for (run, holds) in [(&round, holds_round), (&ends, holds_at_end)] {
            let not_holding = json!({"not": formula});
            let (violated, kept) = if holds { (&not_holding, &formula) } else { (&formula, &not_holding) };
            assert!(accepted(violated, "violated", run).starts_with("a run of"), "{formula}");
            assert_eq!(refusal(kept, "violated", run), "the run decides nothing", "{formula}");
        }
    }
}

#[test]
fn a_run_that_is_changed_is_refused() {
    let formula = json!({"finally": marked("c")});
    let refused = |prefix: &[&str], cycle: &[&str]| refusal(&formula, "violated", &lasso(prefix, cycle));
    let by = accepted(&formula, "violated", &lasso(&["work"], &["rest", "work"]));
    assert_eq!(by, "a run of 1 firings, and 2 that are repeated");
    for (prefix, cycle, why) in [
        (&["work", "work"][..], &["rest", "work"][..], "`work`, firing 2, is not enabled"),
        (&[], &["rest", "work"], "`rest`, firing 1, is not enabled"),
        (&["work"], &["rest"], "the cycle leads to another marking, {a: 1}"),
        (&["work"], &["rest", "work", "stop"], "the cycle leads to another marking, {c: 1}"),
        (&["work"], &[], "the run ends where `rest` is enabled"),
        (&["work"], &["rest", "nap"], "there is no transition `nap`"),
        (&["work", "stop"], &[], "the run decides nothing"),
    ] {
        assert_eq!(refused(prefix, cycle), why);
    }
    let (round, none) = (lasso(&["work"], &["rest", "work"]), "this is no evidence for such a claim");
    assert_eq!(refusal(&formula, "holds", &round), none);
    assert_eq!(refusal(&formula, "violated", &json!({"run": ["work"]})), none);
    assert_eq!(refusal(&formula, "violated", &json!({"product": [0]})), none);
    let elsewhere = json!({"finally": marked("d")});
    assert_eq!(refusal(&elsewhere, "violated", &round), "there is no place `d`");
}

#[test]
fn components_that_are_changed_are_refused() {
    // One token in all is what each state waits to be otherwise: the markings of a, b and c.
    let one_token = json!({"state": {"compare": [[[1, "a"], [1, "b"], [1, "c"]], "==", 1]}});
    let formula = json!({"globally": one_token});
    let product = |numbers: &[u32]| json!({"product": numbers});
    for numbers in [[0, 0, 0], [2, 2, 0], [1, 1, 1], [2, 2, 1]] {
        let by = accepted(&formula, "holds", &product(&numbers));
        assert_eq!(by, "components of a product of 3 states");
    }
    for (numbers, why) in [
        (&[0, 0][..], "the product has more than 2 states"),
        (&[], "the product has more than 0 states"),
        (&[0, 0, 0, 0], "the product has 3 states alone"),
        (&[0, 0, 1], "from state 1 of component 0 an edge leads to component 1"),
        (&[0, 1, 0], "from state 0 of component 0 an edge leads to component 1"),
        (&[2, 1, 0], "from state 1 of component 1 an edge leads to component 2"),
        (&[3, 3, 0], "the component number 3 is too large"),
    ] {
        assert_eq!(refusal(&formula, "holds", &product(numbers)), why, "{numbers:?}");
    }
    assert_eq!(refusal(&formula, "violated", &product(&[0, 0, 0])), "this is no evidence for such a claim");
    assert_eq!(refusal(&formula, "violated", &lasso(&["work", "stop"], &[])), "the run decides nothing");
    // What the first marking decides leads nowhere.
    assert_eq!(accepted(&marked("a"), "holds", &product(&[0])), "components of a product of 1 states");
}

#[test]
fn violated_formulas_have_no_component_numbers() {
    for formula in [
        json!({"globally": {"not": marked("c")}}),
        json!({"finally": marked("c")}),
        json!({"globally": {"finally": marked("a")}}),
        json!({"finally": {"globally": {"not": marked("a")}}}),
        json!({"until": [marked("a"), marked("c")]}),
        json!({"or": [{"globally": {"not": marked("c")}}, {"globally": {"finally": marked("a")}}]}),
        json!({"not": {"and": [
            {"release": [{"next": {"next": marked("c")}}, {"or": [marked("a"), marked("b")]}]},
            {"finally": marked("c")},
        ]}}),
        json!({"not": {"or": [{"next": marked("b")}, {"and": [{"next": marked("b")}, {"next": marked("a")}]}]}}),
    ] {
        for states in 6..60 {
            refusal(&formula, "holds", &json!({"product": vec![0; states]}));
        }
        for states in 1..=5_u32 {
            for code in 0..states.pow(states) {
                let numbers: Vec<u32> = (0..states).map(|at| code / states.pow(at) % states).collect();
                refusal(&formula, "holds", &json!({"product": numbers}));
            }
        }
    }
    let always_sometimes = json!({"globally": {"finally": marked("a")}});
    let all_one = json!({"product": [0, 0, 0, 0, 0]});
    assert_eq!(
        refusal(&always_sometimes, "holds", &all_one),
        "in component 0 no until is postponed by all edges"
    );
}

#[test]
fn formulas_that_are_too_large_for_the_product_are_refused() {
    let at_least = |number: u64| json!({"state": {"compare": [[[1, "a"]], ">=", number]}});
    let untils: Vec<Value> = (2..67).map(|number| json!({"globally": {"not": at_least(number)}})).collect();
    let many = json!({"and": untils});
    let why = refusal(&many, "holds", &json!({"product": [0, 0, 0]}));
    assert_eq!(why, "the formula has 65 untils: expected at most 64");
    let choice =
        |number: u64| json!({"and": [{"next": at_least(2 * number)}, {"next": at_least(2 * number + 1)}]});
    let choices: Vec<Value> = (1..13).map(choice).collect();
    let why = refusal(&json!({"or": choices}), "holds", &json!({"product": [0]}));
    assert_eq!(why, "the formula has more than 2000 branches over a marking");
}

#[test]
fn formulas_read_back() {
    let pair = json!([marked("a"), {"state": "deadlock"}]);
    let parts =
        json!([{"next": marked("a")}, {"finally": marked("b")}, {"globally": marked("c")}, {"until": pair}]);
    let more =
        json!([{"weak_until": pair}, {"release": pair}, {"strong_release": pair}, {"not": {"and": parts}}]);
    let whole = json!({"or": more});
    let read: Temporal = serde_json::from_value(whole.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), whole);
    for wrong in
        [json!({"until": [marked("a")]}), json!({"finally": "deadlock"}), json!({"eventually": marked("a")})]
    {
        assert!(serde_json::from_value::<Temporal>(wrong.clone()).is_err(), "{wrong}");
    }
}
