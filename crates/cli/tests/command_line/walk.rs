//! What disappointed users once, and was mended: gone through by the same steps.
//!
//! The steps stand in the files beside this one, below what was wrong, one a line:
//!
//! | line | what it does |
//! | --- | --- |
//! | `$ WORDS` | runs the program, with the lines `\| …` below as its input |
//! | `? FILE` | reads a file |
//! | `> METHOD {…}` | sends a request to a server and waits for the reply, and for the result of an analysis; `> N METHOD {…}` N of them at once, `> ! …` a header alone |
//! | `@ NET WIDTH HEIGHT [dark]` | opens a net in a browser's studio; `do`, `click`, `until` and `is … = …` below act there |
//! | `= N`, `+ TEXT`, `- TEXT` | the exit code; what is said, and what is not |
//! | `lines N`, `columns N`, `within N` | the most lines and columns of what is said, and the seconds that it took |
//!
//! `{philosophers N}` and `{pages N}` are nets of that size, `{file NAME}` a file of its own, and `{net}` what the server calls the net loaded last.

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
fn what_disappointed_is_mended_by_the_same_steps() {
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

/// Where a walk is.
struct Walk {
    folder: Folder,
    server: Option<Server>,
    page: Option<Page>,
    /// What was said last, by what exit code, and in which time.
    said: String,
    code: Option<i32>,
    seconds: u64,
    checks: usize,
}

impl Walk {
    fn new() -> Self {
        let folder = Folder::new();
        Self { folder, server: None, page: None, said: String::new(), code: None, seconds: 0, checks: 0 }
    }

    /// Takes a step; `about` says which one.
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
            "?" => self.said = std::fs::read_to_string(root().join(rest)).expect(about),
            ">" => self.said = self.server.get_or_insert_with(Server::start).told(rest),
            "@" => self.page = Some(Page::open(rest, about)),
            "=" => assert_eq!(self.code, Some(number(rest)), "{about}\n{}", self.said),
            "+" => assert!(self.said.contains(rest), "{about}\n{}", self.said),
            "-" => assert!(!self.said.contains(rest), "{about}\n{}", self.said),
            "lines" => assert!(self.said.lines().count() <= number(rest), "{about}\n{}", self.said),
            "columns" => {
                let widest = self.said.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(number(rest)), "{about}\n{}", self.said);
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
        (self.seconds, self.code, self.said) = (began.elapsed().as_secs(), code, out + &err);
    }

    /// Goes through what was gathered for a page.
    fn leave_page(&mut self) {
        if let Some(page) = self.page.take() {
            page.visit();
        }
    }

    /// A line with what it stands for in the place of what is in braces.
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

/// A JSON text.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
