//! The standard properties: their answers, refused requests, and cancelling.

use serde_json::{Value, json};

use crate::client::Client;
use crate::together::switches;

/// Returns the result of a request about a net of the project.
fn result_of(client: &mut Client, file: &str, more: &Value) -> Value {
    let mut params = json!({ "net": client.load(file) });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let started = client.request("analysis/standard", params).unwrap();
    client.result(started["analysis"].as_str().unwrap())
}

/// Returns the verdict on a property.
fn verdict<'a>(result: &'a Value, property: &str) -> Option<&'a str> {
    let answers = result["report"]["answers"].as_array().unwrap();
    answers.iter().find(|answer| answer["property"] == property)?["verdict"].as_str()
}

#[test]
fn every_property_is_answered_with_its_evidence() {
    let mut client = Client::new();
    let result = result_of(&mut client, "order.pnml", &json!({}));
    let report = &result["report"];
    assert_eq!((report["question"].as_str(), report["format"].as_str()), (Some("analyse"), Some("pnml")));
    assert_eq!((verdict(&result, "sound"), verdict(&result, "live")), (Some("holds"), Some("violated")));
    let answers = report["answers"].as_array().unwrap();
    let answer = |name: &str| answers.iter().find(|answer| answer["property"] == name).unwrap();
    assert_eq!(answer("state_machine")["nodes"], json!(["accept"]));
    assert_eq!(answer("workflow_net")["nodes"], json!(["new", "closed"]));
    let deadlock = answer("deadlock_free");
    assert_eq!(deadlock["trace"]["steps"].as_array().map(Vec::len), Some(4), "{deadlock}");
    assert_eq!(report["place_invariants"]["list"].as_array().map(Vec::len), Some(2));
    assert_eq!((report["source"].as_str(), report["sink"].as_str()), (Some("new"), Some("closed")));
    let unbounded = result_of(&mut client, "pump.pnml", &json!({}));
    assert_eq!((verdict(&unbounded, "bounded"), verdict(&unbounded, "sound")), (Some("violated"), None));
    client.leave();
}

#[test]
fn only_requested_properties_are_answered_and_places_are_called_by_name() {
    let mut client = Client::new();
    let only = result_of(&mut client, "order.pnml", &json!({ "only": ["safe", "live"] }));
    assert_eq!((verdict(&only, "safe"), verdict(&only, "live")), (Some("holds"), Some("violated")));
    assert_eq!((verdict(&only, "bounded"), only["report"]["verdict"].as_str()), (None, Some("violated")));
    let cases = json!({ "source": "order placed", "sink": "closed", "cases": 2, "only": ["sound"] });
    let sound = result_of(&mut client, "order.pnml", &cases);
    assert_eq!(verdict(&sound, "sound"), Some("holds"), "{sound}");
    assert_eq!(sound["report"]["source"], "new");
    let backwards = result_of(&mut client, "order.pnml", &json!({ "source": "closed", "only": ["sound"] }));
    assert_eq!(verdict(&backwards, "sound"), Some("unknown"));
    client.leave();
}

#[test]
fn the_end_may_be_a_condition_and_sums_have_greatest_values() {
    let mut client = Client::new();
    let more = json!({ "final": "tokens(closed) = 1", "bounds": ["tokens(closed)", "2 * tokens(new)"], "only": ["sound"] });
    let result = result_of(&mut client, "order.pnml", &more);
    assert_eq!(verdict(&result, "sound"), Some("holds"), "{result}");
    let greatest = result["report"]["greatest"].as_array().unwrap();
    assert_eq!(greatest.iter().map(|one| &one["value"]).collect::<Vec<_>>(), [1, 2]);
    let coloured = json!({ "bounds": ["tokens(eat)", "tokens(eat(p1))"], "only": ["bounded"] });
    let coloured = result_of(&mut client, "coloured/philosophers-3.pnml", &coloured);
    let greatest = coloured["report"]["greatest"].as_array().unwrap();
    assert_eq!(greatest.iter().map(|one| &one["value"]).collect::<Vec<_>>(), [1, 1], "{coloured}");
    client.leave();
}

#[test]
fn a_coloured_net_is_unfolded_and_a_program_has_its_own_properties() {
    let mut client = Client::new();
    let coloured = result_of(&mut client, "coloured/philosophers-3.pnml", &json!({}));
    assert!(coloured["report"]["unfolding"]["places"].as_u64().unwrap() > 5, "{coloured}");
    assert_eq!(verdict(&coloured, "deadlock_free"), Some("violated"));
    let program = result_of(&mut client, "alternating-bit.dve", &json!({}));
    assert_eq!(verdict(&program, "terminates"), Some("violated"), "{program}");
    assert_eq!(program["report"]["program"]["assertions"][0]["property"], "assert deliver: message == next");
    let refused = result_of(&mut client, "alternating-bit.dve", &json!({ "only": ["safe"] }));
    assert_eq!(refused["error"]["code"], 1, "{refused}");
    assert!(refused["error"]["data"].to_string().contains("--bound"), "{refused}");
    client.leave();
}

#[test]
fn invalid_requests_are_refused_at_once() {
    let mut client = Client::new();
    let net = client.load("order.pnml");
    for (more, code, part) in [
        (json!({ "only": ["lively"] }), -32602, "no standard property"),
        (json!({ "cases": 0 }), -32602, "nonzero"),
        (json!({ "source": "nowhere" }), 6, "no place `nowhere`"),
        (json!({ "final": "closed = 1", "sink": "closed" }), 6, "omit `source`"),
        (json!({ "final": "closd = 1" }), 6, "not understood"),
        (json!({ "bounds": ["nowhere"] }), 6, "not understood"),
        (json!({ "options": { "order": "dfs" } }), 6, "unknown option `order` for standard properties"),
        (json!({ "options": { "memory": "1G" } }), 6, "unknown option `memory`"),
        (json!({ "options": { "time": "soon" } }), 6, "time"),
        (json!({ "memory_bytes": 1_u64 << 50 }), 5, "bytes of memory are requested"),
        (json!({ "net": "net99" }), 2, "net99"),
    ] {
        let mut params = json!({ "net": net });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let error = client.request("analysis/standard", params).unwrap_err();
        assert!(error["code"] == code && error["message"].as_str().unwrap().contains(part), "{error}");
    }
    client.leave();
}

#[test]
fn a_long_analysis_ends_when_cancelled_or_at_its_time_limit() {
    let mut client = Client::new();
    // The home markings are beyond a step that is not taken back, and proofs are about the initial marking.
    let step = "<place id=\"p\"><initialMarking><text>1</text></initialMarking></place><place id=\"q\"/><transition id=\"t\"/>\
                <arc id=\"e\" source=\"p\" target=\"t\"/><arc id=\"f\" source=\"t\" target=\"q\"/></page>";
    let net = client.load_text(&switches(60).replace("</page>", step)).unwrap();
    let params = json!({ "net": net, "options": { "self-check": "none" } });
    let started = client.request("analysis/standard", params).unwrap();
    let analysis = started["analysis"].as_str().unwrap().to_owned();
    let progress = client.wait(|message| message["method"] == "analysis/progress");
    assert_eq!(progress["params"]["analysis"], analysis.as_str());
    client.request("analysis/cancel", json!({ "analysis": analysis })).unwrap();
    let result = client.result(&analysis);
    assert_eq!(
        (verdict(&result, "home_marking"), verdict(&result, "ordinary")),
        (Some("unknown"), Some("holds"))
    );
    let params = json!({ "net": net, "options": { "time": 0.2, "threads": 1 } });
    let started = client.request("analysis/standard", params).unwrap();
    let result = client.result(started["analysis"].as_str().unwrap());
    assert_eq!(verdict(&result, "home_marking"), Some("unknown"), "{result}");
    assert!(result["report"]["time_s"]["total"].as_f64().unwrap() < 30.0, "{result}");
    client.leave();
}
