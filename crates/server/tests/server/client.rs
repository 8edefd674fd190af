//! A client in the same process, which sends requests and waits for the messages that it needs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Time limit for a message.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    input: Option<Sender<Vec<u8>>>,
    messages: Receiver<Value>,
    /// The messages received while waiting for others.
    early: Vec<Value>,
    next_id: u64,
    server: Option<thread::JoinHandle<io::Result<()>>>,
}

/// A reader of bytes from a channel.
struct Pipe {
    receiver: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

struct Out(Sender<Vec<u8>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Client {
    pub(crate) fn with_memory(bytes: u64) -> Self {
        let (input, receiver) = mpsc::channel();
        let (sender, output) = mpsc::channel();
        let server = thread::spawn(move || {
            let input = BufReader::new(Pipe { receiver, rest: Vec::new() });
            sanderling_server::serve(input, Out(sender), bytes)
        });
        let (message_sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut frames = BufReader::new(Pipe { receiver: output, rest: Vec::new() });
            while let Some(message) = read_frame(&mut frames) {
                if message_sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { input: Some(input), messages, early: Vec::new(), next_id: 0, server: Some(server) }
    }

    pub(crate) fn new() -> Self {
        Self::with_memory(1 << 30)
    }

    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_vec()).expect("the server listens");
    }

    pub(crate) fn send(&self, message: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes());
    }

    /// Sends a request and returns its id.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let mut request = json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method });
        if !params.is_null() {
            request["params"] = params;
        }
        self.send(&request.to_string());
        self.next_id
    }

    /// Returns the first matching message, whether it was already received or is still to come.
    pub(crate) fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.early.iter().position(&is_wanted) {
            return self.early.remove(index);
        }
        loop {
            let message = self.messages.recv_timeout(TIMEOUT).expect("the server answers");
            if is_wanted(&message) {
                return message;
            }
            self.early.push(message);
        }
    }

    /// Returns the result or the error in the reply to a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        let reply = self.wait(|message| message["id"] == id);
        assert_eq!(reply["jsonrpc"], "2.0");
        match reply.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(reply["result"].clone()),
        }
    }

    pub(crate) fn result(&mut self, analysis: &str) -> Value {
        let message =
            self.wait(|it| it["method"] == "analysis/result" && it["params"]["analysis"] == analysis);
        message["params"].clone()
    }

    /// Loads one of the project's nets and returns its name.
    pub(crate) fn load(&mut self, file: &str) -> String {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/");
        let loaded = self.request("net/load", json!({ "uri": format!("{path}{file}") })).unwrap();
        loaded["net"].as_str().unwrap().to_owned()
    }

    /// Loads the text of a net.
    pub(crate) fn load_text(&mut self, text: &str) -> Result<String, Value> {
        let loaded = self.request("net/load", json!({ "text": text, "name": "a.pnml" }))?;
        Ok(loaded["net"].as_str().unwrap().to_owned())
    }

    /// Closes the input, and waits until the server has ended.
    pub(crate) fn leave(mut self) {
        self.input = None;
        self.server.take().unwrap().join().expect("no panic").expect("no error");
    }
}

fn read_frame(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => length = line.strip_prefix("Content-Length: ")?.parse().ok()?,
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("a message is JSON"))
}
