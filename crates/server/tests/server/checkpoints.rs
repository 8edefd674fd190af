//! A search with checkpoints continues in another session.

use serde_json::{Value, json};

use crate::client::Client;

/// Returns the result of an analysis.
fn asked(client: &mut Client, net: &str, options: &Value) -> Value {
    let asked = json!({ "net": net, "question": "explore", "options": options });
    let started = client.request("analysis/start", asked).unwrap();
    client.result(started["analysis"].as_str().unwrap())
}

#[test]
fn a_search_goes_on_where_another_session_has_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("night");
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let whole = asked(&mut client, &net, &json!({}));
    let begun = asked(&mut client, &net, &json!({ "checkpoint": directory, "max-states": 50 }));
    assert_eq!(begun["report"]["reason"], "state_limit", "{begun}");
    assert_eq!(begun["report"]["checkpoint"]["directory"], directory.to_str().unwrap());
    client.leave();
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let again = json!({ "checkpoint": directory, "resume": "newest" });
    let ended = asked(&mut client, &net, &again);
    for key in ["states", "firings", "deadlocks", "verdict"] {
        assert_eq!(ended["report"][key], whole["report"][key], "{key}");
    }
    // The folder belongs to one search.
    let other = client.load("kanban-2.pnml");
    let refused = asked(&mut client, &other, &again);
    assert!(refused.to_string().contains("belongs to another net"), "{refused}");
    let twice = asked(&mut client, &net, &json!({ "checkpoint": directory }));
    assert!(twice.to_string().contains("has a checkpoint already"), "{twice}");
    client.leave();
}
