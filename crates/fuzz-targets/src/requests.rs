//! The server on a session of requests drawn from bytes. Most requests are well formed, and many are meaningful.
//!
//! Each request takes a byte for its method and a few for its parameters. Some parameters are texts taken directly from
//! the bytes, so nets, properties and traces are mutated too. No request names a file.

use std::io;
use std::sync::{Arc, Mutex};

use sanderling_server::Server;
use serde_json::{Value, json};

use crate::Target;
use crate::net_of_bytes::Bytes;

pub(crate) const TARGET: Target = Target {
    name: "requests",
    promise: "every request of a session has exactly one reply, a result or an error",
    run,
};

/// Maximum number of requests in a session.
const MAX_REQUESTS: usize = 24;

/// Maximum number of states of an analysis, so that a session ends soon.
const STATES: u64 = 2_000;

/// Texts to load, with file names that show their formats.
const TEXTS: [(&str, &str); 4] = [
    ("a.pnml", include_str!("../../../nets/traffic-lights.pnml")),
    ("b.pnml", include_str!("../../../nets/chain-reaction.pnml")),
    ("c.pnml", include_str!("../../../nets/coloured/philosophers-3.pnml")),
    ("d.dve", include_str!("../../../nets/index-out-of-range.dve")),
];

/// Properties. Some are valid for some of the nets.
const PROPERTIES: [&str; 4] =
    ["reach deadlock", "always tokens(nuclei) <= 1", "reach tokens(eat(p1)) = 1", "always 1 <="];

/// Transitions. Some exist in some of the nets.
const TRANSITIONS: [&str; 4] = ["north_go", "split", "take_left", "Put p"];

fn run(bytes: &[u8]) {
    let replies = Arc::new(Mutex::new(0_usize));
    let counted = Arc::clone(&replies);
    let send = move |message: &str| {
        let value: Value = serde_json::from_str(message).map_err(io::Error::other)?;
        let is_reply = value.get("id").is_some();
        assert!(!is_reply || value.get("result").is_some() != value.get("error").is_some(), "{message}");
        *counted.lock().expect("no thread panics while counting") += usize::from(is_reply);
        Ok(())
    };
    let mut server = Server::new(Box::new(send), 1 << 24);
    let (mut bytes, mut sent) = (Bytes(bytes), 0);
    while !bytes.0.is_empty() && sent < MAX_REQUESTS {
        sent += 1;
        let is_running = server.answer(request(&mut bytes, sent).to_string().as_bytes());
        assert!(is_running, "the server ended without a request");
    }
    server.end().expect("the sink takes everything");
    assert_eq!(*replies.lock().expect("no thread panics while counting"), sent, "requests without a reply");
}

/// Returns the next request, with this number.
fn request(bytes: &mut Bytes<'_>, id: usize) -> Value {
    let (method, params) = match bytes.next() % 16 {
        0 => ("initialize", json!({})),
        1..4 => ("net/load", load(bytes)),
        4 => ("net/unload", of_net(bytes)),
        5 => ("net/info", json!({ "net": name(bytes), "unfold": bytes.next().is_multiple_of(2) })),
        6 => ("net/drawing", of_net(bytes)),
        7 | 8 => ("analysis/start", start(bytes)),
        9 => ("analysis/cancel", json!({ "analysis": format!("analysis{}", bytes.next() % 4) })),
        10 => ("simulation/enabled", of_net(bytes)),
        11 => ("simulation/fire", json!({ "net": name(bytes), "transition": pick(&TRANSITIONS, bytes) })),
        12 => ("simulation/undo", of_net(bytes)),
        13 => ("simulation/reset", of_net(bytes)),
        14 => ("trace/replay", json!({ "net": name(bytes), "trace": parsed(bytes) })),
        _ => ("graph/states", json!({ "net": name(bytes), "most_states": bytes.next() })),
    };
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn of_net(bytes: &mut Bytes<'_>) -> Value {
    json!({ "net": name(bytes) })
}

fn name(bytes: &mut Bytes<'_>) -> String {
    format!("net{}", bytes.next() % 4)
}

fn pick<'a>(all: &[&'a str], bytes: &mut Bytes<'_>) -> &'a str {
    all[usize::from(bytes.next()) % all.len()]
}

/// Returns the parameters of `net/load`: one of the texts, or a text from the next bytes.
fn load(bytes: &mut Bytes<'_>) -> Value {
    let number = usize::from(bytes.next() % 6);
    match TEXTS.get(number) {
        Some((name, text)) => json!({ "name": name, "text": text }),
        None => json!({ "name": if number == 4 { "e.pnml" } else { "f.dve" }, "text": text(bytes) }),
    }
}

fn start(bytes: &mut Bytes<'_>) -> Value {
    let net = name(bytes);
    let mut start = match bytes.next() % 4 {
        0 => json!({ "net": net, "question": "explore" }),
        1 => json!({ "net": net, "question": "deadlock", "memory_bytes": 1_u32 << (bytes.next() % 32) }),
        2 => json!({ "net": net, "question": "check", "properties": [pick(&PROPERTIES, bytes)] }),
        _ => json!({ "net": net, "question": "check", "properties": [text(bytes)] }),
    };
    start["options"] = json!({ "max-states": STATES, "time": "1s", "threads": 1, "reduce": "none" });
    start
}

/// Returns the next bytes as text. The first byte gives the number of bytes that follow.
fn text(bytes: &mut Bytes<'_>) -> String {
    let length = usize::from(bytes.next()).min(bytes.0.len());
    let (text, rest) = bytes.0.split_at(length);
    bytes.0 = rest;
    String::from_utf8_lossy(text).into_owned()
}

/// Returns a text from the bytes as JSON, or an empty trace if it is not JSON.
fn parsed(bytes: &mut Bytes<'_>) -> Value {
    serde_json::from_str(&text(bytes)).unwrap_or_else(|_| json!({ "initial": {}, "steps": [] }))
}
