//! A session of an agent with the program, over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::running::command;

/// Time limit for a message; no test takes as long.
const LONG: Duration = Duration::from_secs(120);

/// The generations of the protocol, by their way to start a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Generation {
    /// Up to 2025-11-25: the session is initialised, and has a version.
    Initialised,
    /// From 2026-07-28 on: each request has a version.
    Stateless,
}

pub(super) const GENERATIONS: [Generation; 2] = [Generation::Initialised, Generation::Stateless];

pub(super) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    generation: Generation,
    last_id: u64,
    /// The notifications received while waiting for other messages.
    pub(super) notifications: Vec<Value>,
}

impl Session {
    /// Starts the program, and opens a session in the generation's way. Also returns the server's introduction.
    pub(super) fn begin(generation: Generation, more: &[&str]) -> (Self, Value) {
        let words: Vec<_> = ["serve", "--mcp"].iter().chain(more).copied().collect();
        let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        let mut session = Self { child, input, lines, generation, last_id: 0, notifications: Vec::new() };
        let info = match generation {
            Generation::Initialised => {
                let client_info = json!({ "name": "a test", "version": "1" });
                let params =
                    json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client_info });
                let info = session.ask("initialize", params);
                session.notify("notifications/initialized", json!({}));
                info
            }
            Generation::Stateless => session.ask("server/discover", json!({})),
        };
        (session, info["result"].clone())
    }

    /// Opens a session with the default memory for these tests.
    pub(super) fn usual(generation: Generation) -> Self {
        Self::begin(generation, &["--memory", "1G"]).0
    }

    /// Sends a line unchanged.
    pub(super) fn send_line(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        let params = self.with_version(params);
        self.send_line(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request, and returns its id.
    pub(super) fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let (id, params) = (self.last_id, self.with_version(params));
        self.send_line(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        id
    }

    /// Sends a request and returns its answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer_to(id)
    }

    /// Waits for the answer to a request.
    pub(super) fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            self.notifications.push(message);
        }
    }

    /// Returns the next message.
    pub(super) fn next(&mut self) -> Value {
        self.lines.recv_timeout(LONG).expect("the program answers")
    }

    /// Calls a tool and returns its result.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params = json!({ "name": tool });
        params["arguments"] = arguments;
        let answer = self.ask("tools/call", params);
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool that succeeds. Returns the answer object, which the result repeats as text.
    pub(super) fn answer(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        let structured = &result["structuredContent"];
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, *structured);
        structured.clone()
    }

    /// Calls a tool that fails. Returns the problem and the advice.
    pub(super) fn problem(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        let problem: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert!(problem["what_to_do"].as_str().is_some_and(|what| !what.is_empty()), "{problem}");
        problem
    }

    /// Closes the input and returns the exit code.
    pub(super) fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }

    fn with_version(&self, mut params: Value) -> Value {
        if self.generation == Generation::Stateless {
            let mut meta = params["_meta"].as_object().cloned().unwrap_or_else(Map::new);
            let client_info = json!({ "name": "a test", "version": "1" });
            meta.insert("io.modelcontextprotocol/protocolVersion".into(), "2026-07-28".into());
            meta.insert("io.modelcontextprotocol/clientInfo".into(), client_info);
            meta.insert("io.modelcontextprotocol/clientCapabilities".into(), json!({}));
            params["_meta"] = meta.into();
        }
        params
    }
}

impl Drop for Session {
    /// Kills the program, in case the test has failed.
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
