//! A conversation with the real server, written down as the reference shows it.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use sanderling_server::Server;
use serde_json::{Value, json};

use crate::shown::Shown;

/// The longest that anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Where the nets are that the conversation loads as `nets/…`.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

pub(crate) struct Recorder {
    server: Server,
    messages: Receiver<String>,
    /// What came while something else was waited for.
    early: Vec<String>,
    asked: u64,
    /// By method, what the reference shows.
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
        Self { server, messages, early: Vec::new(), asked: 0, shown: BTreeMap::new() }
    }

    /// Asks, and does not show it.
    pub(crate) fn prepare(&mut self, method: &str, params: &str) {
        let reply = self.ask(method, params);
        assert!(!reply.contains("\"error\""), "{method}: {reply}");
    }

    /// Asks, and shows the request with its reply.
    pub(crate) fn show(&mut self, method: &str, params: &str) {
        let reply = self.ask(method, params);
        let request = request(None, method, params).behind("-->");
        let reply = Shown::parse(&reply).without(&["jsonrpc", "id"]).shortened().behind("<--");
        self.add(method, &(request + &reply));
    }

    /// Asks something that takes its time, cancels it, and shows all three messages.
    pub(crate) fn show_cancelled(&mut self, method: &str, params: &str) {
        let id = self.send(method, params);
        let cancel = format!("{{\"id\":{id}}}");
        self.tell("$/cancelRequest", &cancel);
        let reply = self.wait(|message| message["id"] == id);
        let told = [
            request(Some(id), method, params).behind("-->"),
            request(None, "$/cancelRequest", &cancel).behind("-->"),
            Shown::parse(&reply).without(&["jsonrpc"]).shortened().behind("<--"),
        ];
        self.add("$/cancelRequest", &told.concat());
    }

    /// Sends a notification, and shows it.
    pub(crate) fn show_told(&mut self, method: &str) {
        self.tell(method, "null");
        self.add(method, &request(None, method, "null").behind("-->"));
    }

    /// Waits for a notification, and shows it.
    pub(crate) fn show_heard(&mut self, method: &str) {
        let told = Shown::parse(&self.wait(|message| message["method"] == method)).without(&["jsonrpc"]);
        self.add(method, &told.shortened().behind("<--"));
    }

    /// Waits for a notification all of whose numbers vary, and shows it.
    pub(crate) fn show_heard_without_numbers(&mut self, method: &str) {
        let told = Shown::parse(&self.wait(|message| message["method"] == method)).without(&["jsonrpc"]);
        self.add(method, &told.without_numbers().behind("<--"));
    }

    /// Waits for a notification, and does not show it.
    pub(crate) fn hear(&mut self, method: &str) {
        self.wait(|message| message["method"] == method);
    }

    /// What was shown, by method.
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
        self.asked += 1;
        let params = params.replace("\"nets/", &format!("\"{ROOT}nets/"));
        let params: Value = serde_json::from_str(&params).expect("parameters are JSON");
        let message = json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        self.server.answer(message.to_string().as_bytes());
        self.asked
    }

    fn tell(&mut self, method: &str, params: &str) {
        let message = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{params}}}");
        self.server.answer(message.as_bytes());
    }

    fn ask(&mut self, method: &str, params: &str) -> String {
        let id = self.send(method, params);
        self.wait(|message| message["id"] == id)
    }

    /// The first message that is wanted, whether it has come or is to come; without the folder of the project in it.
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

/// A message to the server, as it is shown: without what is the same in all of them.
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
