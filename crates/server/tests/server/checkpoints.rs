//! A search with checkpoints continues in another session.

use serde_json::{Value, json};

use crate::client::Client;

/// Returns the result of an analysis.
fn explored(client: &mut Client, net: &str, options: &Value) -> Value {
    let params = json!({ "net": net, "question": "explore", "options": options });
    let started = client.request("analysis/start", params).unwrap();
    client.result(started["analysis"].as_str().unwrap())
}

#[test]
fn a_search_is_resumed_in_another_session() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("night");
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let whole = explored(&mut client, &net, &json!({}));
    let begun = explored(&mut client, &net, &json!({ "checkpoint": directory, "max-states": 50 }));
    assert_eq!(begun["report"]["reason"], "state_limit", "{begun}");
    assert_eq!(begun["report"]["checkpoint"]["directory"], directory.to_str().unwrap());
    client.leave();
    let mut client = Client::new();
    let net = client.load("philosophers-5.pnml");
    let again = json!({ "checkpoint": directory, "resume": "newest" });
    let ended = explored(&mut client, &net, &again);
    for key in ["states", "firings", "deadlocks", "verdict"] {
        assert_eq!(ended["report"][key], whole["report"][key], "{key}");
    }
    // The folder belongs to one search.
    let other = client.load("kanban-2.pnml");
    let refused = explored(&mut client, &other, &again);
    assert!(refused.to_string().contains("belongs to another net"), "{refused}");
    let twice = explored(&mut client, &net, &json!({ "checkpoint": directory }));
    assert!(twice.to_string().contains("has a checkpoint already"), "{twice}");
    client.leave();
}
