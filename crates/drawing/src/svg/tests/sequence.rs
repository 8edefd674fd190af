//! Sequence charts.

use sanderling_report::TraceFormat;
use serde_json::{Value, json};

use super::checked;
use crate::svg::sequence;

/// Returns a step in which processes move from `a` to `b`.
fn step(processes: &[&str], communication: &str, changed: &[(&str, Value, Value)]) -> Value {
    let moved = |name: &&str| json!({"process": name, "line": 1, "column": 1, "from": "a", "to": "b"});
    let moves: Vec<Value> = processes.iter().map(moved).collect();
    let change = |(place, before, after): &(&str, Value, Value)| json!({"place": place, "before": before, "after": after});
    let changed: Vec<Value> = changed.iter().map(change).collect();
    json!({"event": "t", "moves": moves, "communication": communication, "changed": changed})
}

fn chart(initial: &Value, steps: &[Value], repeated_from: Option<usize>) -> Result<String, String> {
    let trace = json!({"initial": initial, "steps": steps, "repeated_from": repeated_from});
    sequence(&TraceFormat::Json.read(&trace.to_string()).unwrap(), "a run")
}

/// Returns the number of arrows.
fn arrows(svg: &str) -> usize {
    let document = checked(svg);
    document.descendants().filter(|node| node.attribute("class") == Some("tip")).count()
}

#[test]
fn messages_are_arrows_from_the_step_that_sends_to_the_step_that_receives() {
    let initial = json!({"P": "a", "Q": "a", "c": [], "d.len": 0, "d.0": 0, "r.len": 0});
    let send = step(&["P"], "c!1", &[("c", json!([]), json!([[1]]))]);
    let receive = step(&["Q"], "c?x", &[("c", json!([[1]]), json!([]))]);
    let joint = step(&["P", "Q"], "e!1, e?x", &[]);
    let count = |steps: &[Value]| arrows(&chart(&initial, steps, None).unwrap());
    assert_eq!(count(&[send.clone(), receive.clone(), joint]), 2);
    assert_eq!(count(std::slice::from_ref(&receive)), 0, "the message was there before the run");
    // A place that counts the messages of a channel, and a variable with such a name.
    let counted = |place, before, after| {
        step(&[if before < after { "P" } else { "Q" }], "", &[(place, json!(before), json!(after))])
    };
    assert_eq!(count(&[counted("d.len", 0, 1), counted("d.len", 1, 0)]), 1);
    assert_eq!(count(&[counted("r.len", 0, 1), counted("r.len", 1, 0)]), 0);
    // The order of messages is unknown.
    let random = step(&["Q"], "c??x", &[("c", json!([[1]]), json!([]))]);
    assert_eq!(count(&[send.clone(), random]), 0);
    let own = step(&["P"], "c?x", &[("c", json!([[1]]), json!([]))]);
    assert_eq!(count(&[send, own]), 0, "a process that receives its own message");
}

#[test]
fn repeated_steps_and_the_end_of_a_run_are_marked() {
    let steps = [step(&["P"], "", &[("x", json!(0), json!(1))]), step(&["P"], "", &[])];
    for (repeated_from, text) in
        [(Some(1), "and then for ever:"), (Some(2), "and nothing is enabled any more")]
    {
        let svg = chart(&json!({"P": "a", "x": 0}), &steps, repeated_from).unwrap();
        let document = checked(&svg);
        let texts = super::texts(&document);
        assert!(texts.contains(&text) && texts.contains(&"x 0→1"), "{texts:?}");
    }
}

#[test]
fn awkward_names_are_texts() {
    for name in super::AWKWARD {
        let steps = [step(&[name, "Q"], name, &[(name, json!(0), json!(1))])];
        checked(&chart(&json!({}), &steps, None).unwrap());
    }
}

#[test]
fn a_run_without_processes_or_of_too_many_steps_has_no_chart() {
    let found = chart(&json!({}), &[json!({"event": "t"})], None).unwrap_err();
    assert!(found.contains("no process moves"), "{found}");
    let found = chart(&json!({}), &vec![step(&["P"], "", &[]); 1001], None).unwrap_err();
    assert!(found.contains("of 1001 steps"), "{found}");
}
