//! The server's requests over HTTP.

use serde_json::{Value, json};

use crate::client::Opened;

#[test]
fn the_page_loads_the_net_of_the_studio_whatever_it_asks_for() {
    let studio = Opened::on("philosophers-3.pnml");
    for params in [json!({}), json!({ "uri": "/etc/passwd" }), Value::Null] {
        assert_eq!(studio.ask("net/load", params)["result"]["id"], "philosophers_3");
    }
    let drawing = studio.ask("net/drawing", json!({ "net": "net1" }));
    assert!(drawing["result"]["places"].as_array().is_some_and(|places| places.len() > 5), "{drawing}");
}

#[test]
fn replies_are_those_of_the_server() {
    let studio = Opened::on("philosophers-3.pnml");
    studio.ask("net/load", json!({}));
    let standing = studio.ask("simulation/enabled", json!({ "net": "net1" }));
    let event = &standing["result"]["enabled"][0]["event"];
    let fired = studio.ask("simulation/fire", json!({ "net": "net1", "transition": event }));
    assert_eq!(fired["result"]["steps"], 1);
    assert_eq!(studio.ask("nonsense", Value::Null)["error"]["code"], -32601);
    assert_eq!(studio.ask("$/cancelRequest", json!({ "id": 1 }))["result"], Value::Null);
    let cancel = r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"gone"}}"#;
    assert_eq!(studio.http("POST", "rpc", cancel), (204, String::new()));
    assert_eq!(studio.ask("shutdown", Value::Null)["error"]["code"], -32601);
    let (status, broken) = studio.http("POST", "rpc", "{");
    assert_eq!((status, broken.contains("-32700")), (200, true));
    let (status, body) =
        studio.http("POST", "rpc", r#"{"jsonrpc":"2.0","method":"net/unload","params":{"net":"net1"}}"#);
    assert_eq!((status, body.as_str()), (204, ""));
    assert_eq!(studio.ask("net/info", json!({ "net": "net1" }))["error"]["code"], 2);
}

#[test]
fn results_come_as_events() {
    let studio = Opened::on("philosophers-3.pnml");
    let net = studio.ask("net/load", json!({}))["result"]["net"].clone();
    let mut events = studio.events();
    let started = studio.ask("analysis/start", json!({ "net": net, "question": "deadlock" }));
    let result = events.find(|event| event["method"] == "analysis/result").unwrap();
    assert_eq!(result["params"]["analysis"], started["result"]["analysis"]);
    assert_eq!(result["params"]["report"]["verdict"], "violated");
}
