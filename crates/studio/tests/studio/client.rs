//! A studio in the same process, and a client that writes raw requests, including invalid ones.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use sanderling_studio::{Options, Stop, Studio};
use serde_json::{Value, json};

/// Time limit for a read.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Opened {
    pub(crate) address: String,
    stop: Stop,
    thread: Option<thread::JoinHandle<std::io::Result<()>>>,
}

/// A net of the project, by its name in `nets`.
pub(crate) fn net(name: &str) -> String {
    format!("{}/../../nets/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn options(name: &str, load: Value) -> Options {
    let (defaults, file) = (json!({}), name.into());
    Options { port: 0, load, defaults, file, memory_bytes: 1 << 29, is_framed: false }
}

impl Opened {
    pub(crate) fn on(name: &str) -> Self {
        Self::loading(name, json!({ "uri": net(name) }))
    }

    /// A net as text.
    pub(crate) fn on_text(text: &str) -> Self {
        Self::loading("text.pnml", json!({ "text": text, "name": "text.pnml" }))
    }

    /// A net for a frame of an editor.
    pub(crate) fn framed(name: &str) -> Self {
        Self::with(Options { is_framed: true, ..options(name, json!({ "uri": net(name) })) })
    }

    fn loading(name: &str, load: Value) -> Self {
        Self::with(options(name, load))
    }

    fn with(options: Options) -> Self {
        let studio = Studio::open(options).unwrap();
        let (address, stop) = (studio.address(), studio.stop());
        Self { address, stop, thread: Some(thread::spawn(|| studio.serve())) }
    }

    /// The host with its port, and the path.
    pub(crate) fn parts(&self) -> (String, String) {
        let (host, path) = self.address.strip_prefix("http://").unwrap().split_once('/').unwrap();
        (host.to_owned(), format!("/{path}"))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.parts().0).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends bytes, and reads the answer: its status and its body.
    pub(crate) fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // NOTE: the studio may close the connection before it has read a refused request to the end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, body.to_owned())
    }

    /// Sends a request with this method and this path after the token.
    pub(crate) fn http(&self, method: &str, name: &str, body: &str) -> (u16, String) {
        let (host, path) = self.parts();
        self.send(
            format!(
                "{method} {path}{name} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    /// Sends a request to the server and returns its reply.
    pub(crate) fn ask(&self, method: &str, params: Value) -> Value {
        let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": method });
        message["params"] = params;
        let (status, body) = self.http("POST", "rpc", &message.to_string());
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// The notifications from now on.
    pub(crate) fn events(&self) -> impl Iterator<Item = Value> + use<> {
        let (host, path) = self.parts();
        let mut stream = self.connect();
        write!(stream, "GET {path}events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        assert!(lines.next().unwrap().contains("200"));
        lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.stop.stop();
        let served = self.thread.take().unwrap().join();
        if !thread::panicking() {
            served.unwrap().unwrap();
        }
    }
}
