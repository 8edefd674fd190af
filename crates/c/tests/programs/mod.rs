//! The programs that are compared: the command line, the server, and the examples with what builds them.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The command line's program.
pub(crate) fn sanderling() -> PathBuf {
    match std::env::var_os("SANDERLING") {
        Some(path) => path.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/debug/sanderling"),
    }
}

/// What the program prints, which is an object whatever its exit code.
pub(crate) fn printed(words: &[&str]) -> Value {
    let output = Command::new(sanderling()).args(words).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", sanderling().display()));
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {words:?}: {text}"))
}

/// What a program prints.
pub(crate) fn run(program: &Path, words: &[String]) -> String {
    let output = Command::new(program).args(words).output().unwrap();
    let code = output.status.code();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0 | 3)), "{code:?}: {words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The shared library that was built for this test.
pub(crate) fn library() -> PathBuf {
    built(&["libsanderling_c.so", "libsanderling_c.dylib", "sanderling_c.dll"])
}

/// The static one.
pub(crate) fn static_library() -> PathBuf {
    built(&["libsanderling_c.a", "sanderling_c.lib"])
}

fn built(names: &[&str]) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folders = test.ancestors().skip(1).take(2);
    let mut paths = folders.flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    paths.find(|path| path.is_file()).expect("the library is built with the test")
}

/// An example, built with a C compiler; none where there is none.
pub(crate) fn with_c(example: &str, folder: &Path, library: &Path) -> Option<PathBuf> {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler `cc`");
        return None;
    }
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join("example");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(crate_folder.join("include"));
    compiler.arg(crate_folder.join("examples").join(example)).arg(library).arg("-o").arg(&program);
    compiler.args(["-lpthread", "-ldl", "-lm"]);
    let output = compiler.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

/// A Java from version 22 on, whose foreign functions are final; none where there is none.
pub(crate) fn java() -> Option<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let installed = installed.map(|entry| entry.path().join("bin/java"));
    let mut all = named.into_iter().chain([PathBuf::from("java")]).chain(installed);
    let found = all.find(|java| version(java).is_some_and(|version| version >= 22));
    if found.is_none() {
        println!("skipped: there is no Java from version 22 on");
    }
    found
}

/// `openjdk version "25.0.1"` on standard error.
fn version(java: &Path) -> Option<u32> {
    let output = Command::new(java).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let number = text.split('"').nth(1)?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The server as a process.
pub(crate) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last_id: u64,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(sanderling())
            .args(["serve", "--stdio", "--memory", "268435456"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", sanderling().display()));
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output, last_id: 0 }
    }

    /// The reply to a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method });
        message["params"] = params;
        let message = message.to_string();
        write!(self.input.as_mut().unwrap(), "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        let id = self.last_id;
        self.until(|message| message["id"] == id)
    }

    /// What an analysis has come to: with `report`, or with `error`.
    pub(crate) fn analysis(&mut self, params: Value) -> Value {
        let started = self.request("analysis/start", params);
        if started["error"].is_object() {
            return json!({ "error": started["error"] });
        }
        self.until(|message| message["method"] == "analysis/result")["params"].clone()
    }

    fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut lines = [String::new(), String::new()];
            for line in &mut lines {
                self.output.read_line(line).unwrap();
            }
            let length = lines[0].trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).unwrap();
            let message = serde_json::from_slice(&body).unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}
