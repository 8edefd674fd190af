//! Games, searches and traces that do not begin at the net's initial marking.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::client::Client;

/// A net of each kind: plain, coloured with one token in a place and with several, and a program.
const FILES: [&str; 4] =
    ["kanban-2.pnml", "coloured/philosophers-3.pnml", "coloured/sorting-4.pnml", "jugs.dve"];

fn reset(client: &mut Client, net: &str, marking: &Value) -> Value {
    client.request("simulation/reset", json!({ "net": net, "marking": marking })).unwrap()
}

/// Fires some of the enabled steps, and returns the resulting position.
fn play(client: &mut Client, net: &str, turns: usize) -> Value {
    let mut standing = client.request("simulation/enabled", json!({ "net": net })).unwrap();
    for turn in 0..turns {
        let enabled = standing["enabled"].as_array().unwrap();
        let Some(step) = enabled.get(turn * 5 % enabled.len().max(1)) else { break };
        standing = fire(client, net, step);
    }
    standing
}

fn fire(client: &mut Client, net: &str, step: &Value) -> Value {
    let mut params = json!({ "net": net, "transition": step["event"] });
    if step["binding"].as_object().is_some_and(|binding| !binding.is_empty()) {
        params["binding"] = step["binding"].clone();
    }
    client.request("simulation/fire", params).unwrap()
}

#[test]
fn a_game_restarts_at_a_marking_that_was_returned() {
    let mut client = Client::new();
    for file in FILES {
        let net = client.load(file);
        let start = client.request("simulation/enabled", json!({ "net": net })).unwrap();
        let there = play(&mut client, &net, 7);
        assert_ne!(there["marking"], start["marking"], "{file}");
        play(&mut client, &net, 3);
        let again = reset(&mut client, &net, &there["marking"]);
        assert_eq!((&again["marking"], &again["enabled"]), (&there["marking"], &there["enabled"]), "{file}");
        assert_eq!(again["steps"], 0);
        assert_eq!(client.request("simulation/undo", json!({ "net": net })).unwrap_err()["code"], 7);
        assert_eq!(reset(&mut client, &net, &Value::Null), start, "{file}");
    }
    client.leave();
}

/// Returns all markings that the game reaches from one marking.
fn reached(client: &mut Client, net: &str, start: &Value) -> HashMap<String, Value> {
    let mut known = HashMap::from([(start.to_string(), start.clone())]);
    let mut open = vec![start.clone()];
    while let Some(marking) = open.pop() {
        let standing = reset(client, net, &marking);
        for step in standing["enabled"].as_array().unwrap() {
            let next = fire(client, net, step)["marking"].clone();
            if known.insert(next.to_string(), next.clone()).is_none() {
                open.push(next);
            }
            client.request("simulation/undo", json!({ "net": net })).unwrap();
        }
    }
    known
}

#[test]
fn a_search_from_a_marking_finds_the_states_the_game_reaches() {
    let mut client = Client::new();
    for (file, turns) in [("order.pnml", 1), ("coloured/philosophers-3.pnml", 2), ("jugs.dve", 2)] {
        let net = client.load(file);
        let marking = play(&mut client, &net, turns)["marking"].clone();
        let expected = reached(&mut client, &net, &marking).len();
        let params = json!({ "net": net, "question": "explore", "marking": marking });
        let started = client.request("analysis/start", params).unwrap();
        let result = client.result(started["analysis"].as_str().unwrap());
        assert_eq!(result["report"]["states"], expected, "{file}: {result}");
    }
    client.leave();
}

#[test]
fn invalid_markings_are_refused_with_the_wrong_place() {
    let mut client = Client::new();
    let all = |client: &mut Client, file: &str| {
        let net = client.load(file);
        let standing = client.request("simulation/enabled", json!({ "net": net })).unwrap();
        (net, standing["marking"].clone())
    };
    let (plain, _) = all(&mut client, "order.pnml");
    let (coloured, marking) = all(&mut client, "coloured/philosophers-3.pnml");
    let place = marking.as_object().unwrap().keys().next().unwrap().clone();
    let (program, values) = all(&mut client, "jugs.dve");
    let with = |place: &str, held: Value| {
        let mut values = values.clone();
        values[place] = held;
        values
    };
    let first = values.as_object().unwrap().keys().next().unwrap().clone();
    let mut without = values.clone();
    without.as_object_mut().unwrap().remove(&first);
    for (net, marking, part) in [
        (&plain, json!({ "nowhere": 1 }), "`nowhere`, which is not a place"),
        (&plain, json!({ "paid": -1 }), "-1 instead of a number of tokens in `paid`"),
        (&plain, json!({ "paid": { "a": 1 } }), "instead of a number of tokens in `paid`"),
        (&coloured, json!({ &place: 1 }), "instead of an object from colours"),
        (&coloured, json!({ &place: { "nothing": 1 } }), "`nothing`, which is not a colour"),
        (&program, without, "each place of a program holds one"),
        (&program, with(&first, json!({ "a": 1 })), "instead of a value of the sort"),
    ] {
        for (method, mut params) in [
            ("simulation/reset", json!({ "net": net })),
            ("analysis/start", json!({ "net": net, "question": "explore" })),
            ("trace/replay", json!({ "net": net, "trace": { "steps": [] } })),
        ] {
            params["marking"] = marking.clone();
            let error = client.request(method, params).unwrap_err();
            assert!(error["code"] == 6 && error["message"].as_str().unwrap().contains(part), "{error}");
        }
    }
    client.leave();
}

#[test]
fn the_trace_of_an_analysis_is_replayed_whatever_the_net() {
    let mut client = Client::new();
    for file in ["philosophers-3.pnml", "coloured/philosophers-3.pnml"] {
        let net = client.load(file);
        let params = json!({ "net": net, "question": "deadlock" });
        let started = client.request("analysis/start", params).unwrap();
        let trace = client.result(started["analysis"].as_str().unwrap())["report"]["trace"].clone();
        let replayed = client.request("trace/replay", json!({ "net": net, "trace": trace })).unwrap();
        assert_eq!(
            (&replayed["verdict"], &replayed["deadlock"]),
            (&json!("holds"), &json!(true)),
            "{file}: {replayed}"
        );
    }
    client.leave();
}

#[test]
fn a_trace_begins_at_the_initial_marking_unless_another_is_given() {
    let (mut client, mut refused) = (Client::new(), 0);
    for file in FILES {
        let net = client.load(file);
        let mut replay = |trace: Value, marking: &Value| {
            client.request("trace/replay", json!({ "net": net, "trace": trace, "marking": marking })).unwrap()
        };
        let empty = replay(json!({ "steps": [] }), &Value::Null);
        assert_eq!((&empty["verdict"], &empty["steps"]), (&json!("holds"), &json!(0)), "{empty}");
        let start = &empty["marking"];
        let mut steps = Vec::new();
        let mut standing = client.request("simulation/enabled", json!({ "net": net })).unwrap();
        while let (0..6, Some(step)) = (steps.len(), standing["enabled"].as_array().unwrap().last()) {
            standing = fire(&mut client, &net, step);
            steps.push(standing["fired"].clone());
        }
        let half = steps.len() / 2;
        let mut replay = |trace: Value, marking: &Value| {
            client.request("trace/replay", json!({ "net": net, "trace": trace, "marking": marking })).unwrap()
        };
        let whole = replay(json!({ "steps": steps }), &Value::Null);
        assert_eq!(
            (&whole["verdict"], &whole["marking"]),
            (&json!("holds"), &standing["marking"]),
            "{whole}"
        );
        let middle = replay(json!({ "steps": steps[..half] }), start)["marking"].clone();
        let rest = replay(json!({ "initial": middle, "steps": steps[half..] }), &middle);
        assert_eq!((&rest["verdict"], &rest["marking"]), (&json!("holds"), &standing["marking"]), "{rest}");
        let elsewhere = replay(json!({ "initial": middle, "steps": steps[half..] }), &Value::Null);
        let expected = if middle == *start { Value::Null } else { json!(0) };
        assert_eq!(elsewhere["failed_step"], expected, "{file}");
        refused += usize::from(expected == 0);
    }
    assert!(refused > 2, "{refused} runs do not begin at the initial marking");
    client.leave();
}
