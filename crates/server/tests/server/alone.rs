//! A server without threads: it has sent all messages that answer a request when it returns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use sanderling_server::Server;
use serde_json::{Value, json};

struct Alone {
    server: Server,
    sent: Arc<Mutex<Vec<Value>>>,
    is_cancelled: Arc<AtomicBool>,
}

impl Alone {
    fn new() -> Self {
        let (sent, is_cancelled) = (Arc::<Mutex<Vec<Value>>>::default(), Arc::<AtomicBool>::default());
        let (taking, cancelled) = (Arc::clone(&sent), Arc::clone(&is_cancelled));
        let send = move |message: &str| {
            taking.lock().unwrap().push(serde_json::from_str(message).unwrap());
            Ok(())
        };
        let server =
            Server::without_threads(Box::new(send), 1 << 28, move || cancelled.load(Ordering::Relaxed));
        Self { server, sent, is_cancelled }
    }

    /// Returns the messages sent in answer to a request.
    fn ask(&mut self, method: &str, params: &Value) -> Vec<Value> {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        assert!(self.server.answer(message.to_string().as_bytes()));
        std::mem::take(&mut self.sent.lock().unwrap())
    }

    fn result(&mut self, method: &str, params: &Value) -> Value {
        let mut sent = self.ask(method, params);
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert!(sent[0]["error"].is_null(), "{sent:?}");
        sent[0]["result"].take()
    }

    /// Loads a ring of switches with 2^count markings.
    fn load(&mut self, count: usize) -> Value {
        let switch = |at: usize| {
            format!(
                "<place id=\"p{at}\"><initialMarking><text>1</text></initialMarking></place><place id=\"q{at}\"/>\
                 <transition id=\"t{at}\"/><arc id=\"a{at}\" source=\"p{at}\" target=\"t{at}\"/>\
                 <arc id=\"b{at}\" source=\"t{at}\" target=\"q{at}\"/>"
            )
        };
        let switches: String = (0..count).map(switch).collect();
        let text = format!(
            "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" \
             type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">{switches}</page></net></pnml>"
        );
        self.result("net/load", &json!({ "text": text, "name": "switches.pnml" }))["net"].take()
    }
}

#[test]
fn a_game_is_played_move_by_move_without_threads() {
    let mut alone = Alone::new();
    let net = alone.load(3);
    let steps =
        |alone: &mut Alone, method: &str, params: Value| alone.result(method, &params)["steps"].clone();
    assert_eq!(steps(&mut alone, "simulation/fire", json!({ "net": net, "transition": "t1" })), 1);
    assert_eq!(steps(&mut alone, "simulation/fire", json!({ "net": net, "transition": "t0" })), 2);
    let standing = alone.result("simulation/undo", &json!({ "net": net }));
    assert_eq!(standing["marking"], json!({ "p0": 1, "q1": 1, "p2": 1 }));
    assert_eq!(standing["enabled"].as_array().map(Vec::len), Some(2));
    let refused = alone.ask("simulation/fire", &json!({ "net": net, "transition": "t1" }));
    assert_eq!(refused[0]["error"]["code"], 4);
    assert_eq!(steps(&mut alone, "simulation/reset", json!({ "net": net })), 0);
    assert_eq!(alone.ask("simulation/undo", &json!({ "net": net }))[0]["error"]["code"], 7);
    alone.server.end().unwrap();
}

#[test]
fn an_analysis_is_done_behind_its_reply_without_threads() {
    let mut alone = Alone::new();
    let net = alone.load(6);
    for name in ["analysis1", "analysis2"] {
        let sent = alone.ask(
            "analysis/start",
            &json!({ "net": net, "question": "explore", "options": { "threads": 1 } }),
        );
        let (first, last) = (sent.first().unwrap(), sent.last().unwrap());
        assert_eq!((&first["result"]["analysis"], &first["result"]["waits"]), (&json!(name), &json!(false)));
        assert_eq!((&last["method"], &last["params"]["analysis"]), (&json!("analysis/result"), &json!(name)));
        assert_eq!(last["params"]["report"]["states"], 64);
    }
    assert_eq!(
        alone.result("graph/states", &json!({ "net": net }))["graph"]["states"].as_array().map(Vec::len),
        Some(64)
    );
}

#[test]
fn a_cancelled_analysis_ends_with_its_partial_report() {
    let mut alone = Alone::new();
    let net = alone.load(40);
    alone.is_cancelled.store(true, Ordering::Relaxed);
    let params = json!({ "net": net, "question": "explore", "options": { "threads": 1 } });
    let sent = alone.ask("analysis/start", &params);
    assert_eq!(sent.last().unwrap()["params"]["report"]["reason"], "cancelled");
}
