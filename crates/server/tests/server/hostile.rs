//! A session of random requests, valid and invalid, never ends the server.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::client::Client;

const METHODS: &[&str] = &[
    "initialize",
    "net/load",
    "net/unload",
    "net/info",
    "net/drawing",
    "graph/states",
    "analysis/start",
    "analysis/cancel",
    "simulation/enabled",
    "simulation/fire",
    "simulation/undo",
    "simulation/reset",
    "trace/replay",
    "nonsense",
    "",
];

const NETS: &[&str] = &[
    "philosophers-5.pnml",
    "kanban-2.pnml",
    "peterson-3.dve",
    "coloured/sorting-4.pnml",
    "pump.pnml",
    "README.md",
];

/// Returns parameters that may or may not fit the method.
fn params(random: &mut StdRng) -> Value {
    let net = format!("net{}", random.random_range(0..20));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/");
    let file = NETS[random.random_range(0..NETS.len())];
    match random.random_range(0..12) {
        0..3 => json!({ "uri": format!("{folder}{file}") }),
        3 => {
            json!({ "net": net, "question": "explore", "memory_bytes": random.random_range(0..1_u64 << 33) })
        }
        4 => json!({ "net": net, "question": "deadlock" }),
        5 => json!({ "net": net, "question": "check", "properties": ["reach deadlock", "always 1 <= 2"] }),
        6 => json!({ "net": net, "transition": "take_left_1", "binding": { "x": 1 } }),
        7 => json!({ "analysis": format!("analysis{}", random.random_range(0..50)) }),
        8 => json!({ "net": net, "trace": { "initial": {}, "steps": [] } }),
        9 => json!([1, "two", null]),
        10 => Value::Null,
        _ => json!({ "net": net }),
    }
}

#[test]
fn a_thousand_random_requests_are_all_answered() {
    for seed in 0..3 {
        let random = &mut StdRng::seed_from_u64(seed);
        let mut client = Client::with_memory(1 << 28);
        let mut ids = Vec::new();
        for _ in 0..1000 {
            match random.random_range(0..20) {
                0 => client.send("{ not json"),
                1 => client.send("[]"),
                2 => client.send_bytes(b"nonsense\r\n\r\n"),
                3 => client.send_bytes(b"Content-Length: x\r\n\r\n"),
                4 if random.random_bool(0.5) => {
                    let id = random.random_range(0..=ids.last().copied().unwrap_or(0));
                    let params = json!({ "id": id });
                    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": params });
                    client.send(&cancel.to_string());
                }
                4 => client.send(r#"{"jsonrpc":"2.0","method":"net/unload","params":{"net":"net1"}}"#),
                _ => {
                    let method = METHODS[random.random_range(0..METHODS.len())];
                    let params = params(random);
                    ids.push(client.ask(method, params));
                }
            }
        }
        for id in ids {
            let reply = client.wait(|message| message["id"] == id);
            let code = reply.get("error").map(|error| error["code"].as_i64().unwrap());
            assert_ne!(code, Some(-32603), "{reply}");
        }
        assert!(client.request("initialize", Value::Null).is_ok());
        client.leave();
    }
}

#[test]
fn a_deep_message_is_refused_and_the_server_continues() {
    let mut client = Client::new();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    client.send(&format!(r#"{{"jsonrpc":"2.0","id":"deep","method":"net/load","params":{deep}}}"#));
    let reply = client.wait(|message| message["error"]["code"] == -32700);
    assert_eq!(reply["id"], Value::Null);
    assert!(client.request("initialize", Value::Null).is_ok());
    client.leave();
}
