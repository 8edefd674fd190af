//! A conversation with the real server, recorded for the reference.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use sanderling_server::Server;
use serde_json::{Value, json};

use crate::shown::Shown;

/// Time limit for a message.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The folder of the nets that the conversation loads as `nets/…`.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

pub(crate) struct Recorder {
    server: Server,
    messages: Receiver<String>,
    /// The messages received while waiting for others.
    early: Vec<String>,
    last_id: u64,
    /// The recorded text, by method.
    shown: BTreeMap<String, String>,
}

impl Recorder {
    pub(crate) fn new() -> Self {
        let (sender, messages) = mpsc::channel();
        let send = move |message: &str| {
            let _ = sender.send(message.to_owned());
            Ok(())
        };
        let server = Server::new(Box::new(send), 1 << 30);
        Self { server, messages, early: Vec::new(), last_id: 0, shown: BTreeMap::new() }
    }

    /// Sends a request without recording it.
    pub(crate) fn prepare(&mut self, method: &str, params: &str) {
        let reply = self.ask(method, params);
        assert!(!reply.contains("\"error\""), "{method}: {reply}");
    }

    /// Sends a request, and records it with its reply.
    pub(crate) fn show(&mut self, method: &str, params: &str) {
        let reply = self.ask(method, params);
        let request = request(None, method, params).behind("-->");
        let reply = Shown::parse(&reply).without(&["jsonrpc", "id"]).shortened().behind("<--");
        self.add(method, &(request + &reply));
    }

    /// Sends a long request, cancels it, and records all three messages.
    pub(crate) fn show_cancelled(&mut self, method: &str, params: &str) {
        let id = self.send(method, params);
        let cancel = format!("{{\"id\":{id}}}");
        self.notify("$/cancelRequest", &cancel);
        let reply = self.wait(|message| message["id"] == id);
        let exchange = [
            request(Some(id), method, params).behind("-->"),
            request(None, "$/cancelRequest", &cancel).behind("-->"),
            Shown::parse(&reply).without(&["jsonrpc"]).shortened().behind("<--"),
        ];
        self.add("$/cancelRequest", &exchange.concat());
    }

    /// Sends a notification, and records it.
    pub(crate) fn show_sent_notification(&mut self, method: &str) {
        self.notify(method, "null");
        self.add(method, &request(None, method, "null").behind("-->"));
    }

    /// Waits for a notification, and records it.
    pub(crate) fn show_received_notification(&mut self, method: &str) {
        let notification =
            Shown::parse(&self.wait(|message| message["method"] == method)).without(&["jsonrpc"]);
        self.add(method, &notification.shortened().behind("<--"));
    }

    /// Waits for a notification whose numbers all vary, and records it.
    pub(crate) fn show_received_notification_without_numbers(&mut self, method: &str) {
        let notification =
            Shown::parse(&self.wait(|message| message["method"] == method)).without(&["jsonrpc"]);
        self.add(method, &notification.without_numbers().behind("<--"));
    }

    /// Waits for a notification without recording it.
    pub(crate) fn await_notification(&mut self, method: &str) {
        self.wait(|message| message["method"] == method);
    }

    /// Returns the recorded text, by method.
    pub(crate) fn end(self) -> BTreeMap<String, String> {
        self.server.end().expect("nothing was written that could fail");
        self.shown
    }

    fn add(&mut self, method: &str, exchange: &str) {
        let shown = self.shown.entry(method.to_owned()).or_default();
        if !shown.is_empty() {
            shown.push('\n');
        }
        shown.push_str(exchange);
    }

    fn send(&mut self, method: &str, params: &str) -> u64 {
        self.last_id += 1;
        let params = params.replace("\"nets/", &format!("\"{ROOT}nets/"));
        let params: Value = serde_json::from_str(&params).expect("parameters are JSON");
        let message = json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params });
        self.server.answer(message.to_string().as_bytes());
        self.last_id
    }

    fn notify(&mut self, method: &str, params: &str) {
        let message = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{params}}}");
        self.server.answer(message.as_bytes());
    }

    fn ask(&mut self, method: &str, params: &str) -> String {
        let id = self.send(method, params);
        self.wait(|message| message["id"] == id)
    }

    /// Returns the first matching message, whether it was already received or is still to come. The path of the
    /// project's folder is removed from it.
    fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> String {
        let is_wanted = |text: &String| is_wanted(&serde_json::from_str(text).expect("messages are JSON"));
        let message = match self.early.iter().position(is_wanted) {
            Some(index) => self.early.remove(index),
            None => loop {
                let message = self.messages.recv_timeout(TIMEOUT).expect("the server answers");
                if is_wanted(&message) {
                    break message;
                }
                self.early.push(message);
            },
        };
        message.replace(ROOT, "")
    }
}

/// Returns a message to the server in recorded form, without the parts that all messages share.
fn request(id: Option<u64>, method: &str, params: &str) -> Shown {
    let mut members = vec![("method".to_owned(), Shown::Atom(format!("\"{method}\"")))];
    if let Some(id) = id {
        members.insert(0, ("id".to_owned(), Shown::Atom(id.to_string())));
    }
    if params != "null" {
        members.push(("params".to_owned(), Shown::parse(params)));
    }
    Shown::Object(members).shortened()
}
