//! A server as a process, which receives one request after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::running::command;

pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
    /// Notifications that have not been used yet.
    notifications: Vec<Value>,
    /// The server's name of the last loaded net.
    pub(super) net: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut process = command(&["serve", "--stdio"])
            .current_dir(super::root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let output = BufReader::new(output);
        Self { process, input, output, last_id: 0, notifications: Vec::new(), net: String::new() }
    }

    /// Returns the server's messages for a step: all replies, and the results of analyses.
    pub(super) fn messages(&mut self, step: &str) -> String {
        if let Some(header) = step.strip_prefix("! ") {
            write!(self.input, "{header}\r\n\r\n").unwrap();
            let answer = self.message().to_string();
            // The next message would be read as the announced one.
            *self = Self::start();
            return answer;
        }
        let (times, step) = match step.split_once(' ') {
            Some((times, rest)) if times.parse::<usize>().is_ok() => (super::number(times), rest),
            _ => (1, step),
        };
        let (method, params) = step.split_once(' ').unwrap();
        let params = super::json(params);
        let replies: Vec<Value> = (0..times).map(|_| self.ask(method, &params)).collect();
        if let Some(net) = replies[0]["result"]["net"].as_str().filter(|_| method == "net/load") {
            net.clone_into(&mut self.net);
        }
        let analyses = replies.iter().filter_map(|reply| reply["result"]["analysis"].as_str());
        let results: Vec<Value> = analyses.map(|analysis| self.result(analysis)).collect();
        replies.iter().chain(&results).map(|message| format!("{message}\n")).collect()
    }

    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        loop {
            let message = self.message();
            if message["id"] == id {
                return message;
            }
            self.notifications.push(message);
        }
    }

    pub(crate) fn result(&mut self, analysis: &str) -> Value {
        let is_it = |message: &Value| {
            message["method"] == "analysis/result" && message["params"]["analysis"] == analysis
        };
        loop {
            if let Some(at) = self.notifications.iter().position(is_it) {
                return self.notifications.swap_remove(at);
            }
            let message = self.message();
            self.notifications.push(message);
        }
    }

    fn message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = super::number(number),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        super::json(std::str::from_utf8(&body).unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
