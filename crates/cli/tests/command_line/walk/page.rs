//! A studio in a browser, if one is installed.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::running::command;

const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A page to visit, and the steps to perform on it.
pub(super) struct Page {
    net: String,
    /// Width, height and colours.
    look: [String; 3],
    steps: Vec<Value>,
    about: String,
}

impl Page {
    pub(super) fn open(line: &str, about: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        let colours = words.get(3).unwrap_or(&"light");
        let look = [words[1], words[2], colours].map(str::to_owned);
        Self { net: words[0].into(), look, steps: Vec::new(), about: about.into() }
    }

    pub(super) fn then(&mut self, kind: &str, text: &str) {
        let (text, value) = match text.rsplit_once(" = ").filter(|_| kind == "is") {
            Some((text, value)) => (text, super::json(value)),
            None => (text, Value::Null),
        };
        self.steps.push(json!({ "kind": kind, "text": text, "value": value }));
    }

    /// Opens the page and performs the steps.
    pub(super) fn visit(self) {
        let Some((chromium, node)) = browser() else {
            println!("skipped, as there is no Chromium or no node on the path: {}", self.about);
            return;
        };
        let mut studio = Studio::on(&self.net);
        let script = super::root().join("crates/cli/tests/command_line/walk/page.mjs");
        let mut node = Command::new(node);
        node.arg(script).arg(chromium).arg(studio.address()).args(&self.look);
        let output = node.arg(Value::Array(self.steps).to_string()).output().unwrap();
        assert!(output.status.success(), "{}\n{}", self.about, String::from_utf8_lossy(&output.stderr));
    }
}

fn browser() -> Option<(PathBuf, PathBuf)> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let found = |names: &[&str]| {
        let files = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
        files.into_iter().find(|file| file.is_file())
    };
    found(&CHROMIUMS).zip(found(&["node"]))
}

struct Studio(Child);

impl Studio {
    fn on(net: &str) -> Self {
        let mut studio = command(&["studio", net]);
        Self(studio.current_dir(super::root()).stdout(Stdio::piped()).spawn().unwrap())
    }

    fn address(&mut self) -> String {
        let mut address = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
        address.trim().to_owned()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns a net of four pages. Each page has a row of this many places and as many transitions, and all pages are
/// drawn at the same points.
pub(super) fn pages(length: usize) -> String {
    let mut out = String::from(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"pages\" \
         type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n",
    );
    for page in 0..4 {
        let _ = writeln!(out, "<page id=\"page{page}\"><name><text>line {page}</text></name>");
        for at in 0..length {
            let drawn = |y| format!("<graphics><position x=\"{}\" y=\"{y}\"/></graphics>", 90 * at);
            let tokens = usize::from(at == 0);
            let _ = writeln!(
                out,
                "<place id=\"p{page}.{at}\">{}<initialMarking><text>{tokens}</text></initialMarking></place>\
                 <transition id=\"t{page}.{at}\">{}</transition>\
                 <arc id=\"a{page}.{at}\" source=\"p{page}.{at}\" target=\"t{page}.{at}\"/>\
                 <arc id=\"b{page}.{at}\" source=\"t{page}.{at}\" target=\"p{page}.{}\"/>",
                drawn(0),
                drawn(90),
                (at + 1) % length
            );
        }
        out.push_str("</page>\n");
    }
    out + "</net></pnml>\n"
}
