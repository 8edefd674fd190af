//! Past problems of users, replayed step by step to show that they are fixed.
//!
//! The steps are in the files beside this one, each list below the problem, one step a line:
//!
//! | line | effect |
//! | --- | --- |
//! | `$ WORDS` | runs the program, with the lines `\| …` below as its input |
//! | `? FILE` | reads a file |
//! | `> METHOD {…}` | sends a request to a server; waits for the reply, and for the result of an analysis |
//! | `> N METHOD {…}` | sends the request N times at once |
//! | `> ! …` | sends only a header |
//! | `@ NET WIDTH HEIGHT [dark]` | opens a net in a browser's studio, for `do`, `click`, `until` and `is … = …` below |
//! | `= N`, `+ TEXT`, `- TEXT` | checks the exit code, a text that the output contains, and one that it does not |
//! | `lines N`, `columns N`, `within N` | checks the maximum number of lines or columns of output, or of seconds |
//!
//! `{philosophers N}` and `{pages N}` are nets of that size, `{file NAME}` is a new file, and `{net}` is the server's
//! name of the last loaded net.

mod page;
pub(crate) mod server;

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;

use crate::net_file::Folder;
use crate::obedience::generated;
use crate::running::{Ran, run_in};
use page::Page;
use server::Server;

/// The files with the steps.
const FILES: [&str; 5] = ["answers", "studio", "server", "command-line", "documentation"];

#[test]
fn the_steps_of_past_problems_work_now() {
    for name in FILES {
        let file = root().join(format!("crates/cli/tests/command_line/walk/{name}.txt"));
        let text = std::fs::read_to_string(file).unwrap();
        let mut walk = Walk::new();
        for (at, line) in text.lines().enumerate() {
            let input = text.lines().skip(at + 1).map_while(|line| line.strip_prefix("| "));
            let input: String = input.map(|line| format!("{line}\n")).collect();
            walk.go(line, &input, &format!("{name}.txt:{}: {line}", at + 1));
        }
        walk.leave_page();
        assert!(walk.checks > 4, "{name}.txt checks next to nothing");
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The state of a walk.
struct Walk {
    folder: Folder,
    server: Option<Server>,
    page: Option<Page>,
    /// The last output, with its exit code and time.
    output: String,
    code: Option<i32>,
    seconds: u64,
    checks: usize,
}

impl Walk {
    fn new() -> Self {
        let folder = Folder::new();
        Self { folder, server: None, page: None, output: String::new(), code: None, seconds: 0, checks: 0 }
    }

    /// Performs a step. `about` names it in messages.
    fn go(&mut self, line: &str, input: &str, about: &str) {
        let Some((kind, rest)) = line.split_once(' ') else { return assert_eq!(line, "", "{about}") };
        let rest = &self.filled(rest);
        if matches!(kind, "do" | "click" | "until" | "is") {
            self.checks += 1;
            return self.page.as_mut().expect(about).then(kind, rest);
        }
        self.leave_page();
        self.checks += usize::from(!matches!(kind, "#" | "|" | "$" | "?" | ">" | "@"));
        match kind {
            "#" | "|" => {}
            "$" => self.run(rest, input),
            "?" => self.output = std::fs::read_to_string(root().join(rest)).expect(about),
            ">" => self.output = self.server.get_or_insert_with(Server::start).messages(rest),
            "@" => self.page = Some(Page::open(rest, about)),
            "=" => assert_eq!(self.code, Some(number(rest)), "{about}\n{}", self.output),
            "+" => assert!(self.output.contains(rest), "{about}\n{}", self.output),
            "-" => assert!(!self.output.contains(rest), "{about}\n{}", self.output),
            "lines" => assert!(self.output.lines().count() <= number(rest), "{about}\n{}", self.output),
            "columns" => {
                let widest = self.output.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(number(rest)), "{about}\n{}", self.output);
            }
            "within" => assert!(self.seconds <= number(rest), "{about}: {} s", self.seconds),
            _ => panic!("{about}: no step begins so"),
        }
    }

    fn run(&mut self, line: &str, input: &str) {
        let pieces = line.split('\'').enumerate();
        let words = pieces.flat_map(|(index, piece)| match index % 2 {
            0 => piece.split_whitespace().map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        });
        let began = Instant::now();
        let Ran { code, out, err } = run_in(&root(), &words.collect::<Vec<_>>(), input.as_bytes());
        (self.seconds, self.code, self.output) = (began.elapsed().as_secs(), code, out + &err);
    }

    /// Performs the steps collected for a page.
    fn leave_page(&mut self) {
        if let Some(page) = self.page.take() {
            page.visit();
        }
    }

    /// Replaces the parts of a line in braces.
    fn filled(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for kind in ["philosophers", "pages", "file"] {
            let before = format!("{{{kind} ");
            while let Some((start, rest)) = line.split_once(&before) {
                let (words, end) = rest.split_once('}').unwrap();
                let path = match kind {
                    "philosophers" => generated(&self.folder, kind, number(words)),
                    "pages" => self.folder.file("pages.pnml", page::pages(number(words))),
                    _ => self.folder.path().join(words),
                };
                line = format!("{start}{}{end}", path.display());
            }
        }
        let net = self.server.as_ref().map(|server| server.net.as_str());
        line.replace("{net}", net.unwrap_or_default())
    }
}

fn number<N: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> N {
    text.parse().unwrap()
}

/// Parses a JSON text.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
