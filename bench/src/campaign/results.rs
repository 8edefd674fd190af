//! What a file of results says: its sessions, and of each run the last word.
//!
//! A file is written line by line by a process that may be killed at any time, so what stands at its very end may
//! be torn. Everything before that has to be right, since a line that is skipped in silence is a run that is missing
//! from every figure. INVARIANT: runs are in the order of their keys, whatever the order in which they ended.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::record::{Line, Run, SCHEMA, Session};

/// Sessions in the order of the file, and runs in the order of their keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Results {
    pub(super) sessions: Vec<Session>,
    pub(super) runs: Vec<Run>,
}

impl Results {
    /// Reads a file of JSON lines. Also tells how many bytes of it are whole lines: what is behind them is torn, and
    /// whoever goes on writing begins there.
    ///
    /// # Errors
    /// That the file cannot be read, or which line is bad and why.
    pub(super) fn read(path: &Path) -> Result<(Self, u64), String> {
        let named = |message: String| format!("{}: {message}", path.display());
        let file = File::open(path).map_err(|error| named(error.to_string()))?;
        Self::parse(BufReader::new(file)).map_err(named)
    }

    fn parse(mut text: impl BufRead) -> Result<(Self, u64), String> {
        let (mut gathered, mut whole_bytes, mut line, mut number) = (Gathered::default(), 0, Vec::new(), 0);
        loop {
            line.clear();
            let bytes = text.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
            if line.pop_if(|byte| *byte == b'\n').is_none() {
                return Ok((gathered.into_results(), whole_bytes));
            }
            number += 1;
            match parse_line(&line) {
                Ok(line) => gathered.add(line),
                Err(Bad::Torn(_)) if is_at_end(&mut text)? => {
                    return Ok((gathered.into_results(), whole_bytes));
                }
                Err(Bad::Torn(message) | Bad::Strange(message)) => {
                    return Err(format!("line {number}: {message}"));
                }
            }
            whole_bytes += bytes as u64;
        }
    }
}

fn is_at_end(text: &mut impl BufRead) -> Result<bool, String> {
    text.fill_buf().map(<[u8]>::is_empty).map_err(|error| error.to_string())
}

/// What has been read so far.
#[derive(Default)]
struct Gathered {
    sessions: Vec<Session>,
    runs: BTreeMap<(String, String, String, u32), Run>,
}

impl Gathered {
    fn add(&mut self, line: Line) {
        match line {
            Line::Session(session) => self.sessions.push(session),
            Line::Run(run) => {
                let (model, question, configuration, repetition) = run.key();
                let key = (model.to_owned(), question.to_owned(), configuration.to_owned(), repetition);
                self.runs.insert(key, run);
            }
        }
    }

    fn into_results(self) -> Results {
        Results { sessions: self.sessions, runs: self.runs.into_values().collect() }
    }
}

/// Why a line is bad.
enum Bad {
    /// It is not JSON, as when its writer was killed.
    Torn(String),
    /// It is, and not a line of results.
    Strange(String),
}

fn parse_line(line: &[u8]) -> Result<Line, Bad> {
    /// What tells the schema, even of a line that has other keys than ours.
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    if let Ok(Versioned { schema }) = serde_json::from_slice(line)
        && schema != SCHEMA
    {
        return Err(Bad::Strange(format!("results of schema {schema}; {SCHEMA} is expected")));
    }
    serde_json::from_slice(line).map_err(|error| match error.is_data() {
        true => Bad::Strange(error.to_string()),
        false => Bad::Torn(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::{run, session};

    fn text(lines: &[Line]) -> String {
        lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect()
    }

    fn parse(text: &str) -> Result<(Results, u64), String> {
        Results::parse(text.as_bytes())
    }

    #[test]
    fn a_file_is_read_back_in_the_order_of_the_keys() {
        let (a, b, c) = (run("a", "q", "x", 1), run("a", "q", "x", 2), run("b", "a", "x", 1));
        let lines = [&c, &a, &b].map(|run| Line::Run(run.clone()));
        let text = text(&[Line::Session(session())]) + &text(&lines);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        std::fs::write(&path, &text).unwrap();
        let (results, bytes) = Results::read(&path).unwrap();
        assert_eq!(results, Results { sessions: vec![session()], runs: vec![a, b, c] });
        assert_eq!(bytes, text.len() as u64);
        assert!(Results::read(&folder.path().join("none")).unwrap_err().contains("none"));
    }

    #[test]
    fn a_line_that_was_torn_at_the_end_is_left_out_and_not_counted() {
        let whole = text(&[Line::Session(session()), Line::Run(run("a", "q", "x", 1))]);
        let last = text(&[Line::Run(run("b", "q", "x", 1))]);
        for end in 0..last.len() {
            let (results, bytes) = parse(&format!("{whole}{}", &last[..end])).unwrap();
            assert_eq!((results.runs.len(), bytes), (1, whole.len() as u64), "{end}");
        }
        let (results, bytes) = parse(&format!("{whole}{}\n", &last[..last.len() / 2])).unwrap();
        assert_eq!((results.runs.len(), bytes), (1, whole.len() as u64));
        assert_eq!(parse(&format!("{whole}{last}")).unwrap().0.runs.len(), 2);
    }

    #[test]
    fn a_later_run_replaces_the_earlier_one() {
        let (first, other) = (run("a", "q", "x", 1), run("b", "q", "x", 1));
        let mut second = first.clone();
        second.wall_s = 99.0;
        let lines = [first, other.clone(), second.clone()].map(Line::Run);
        assert_eq!(parse(&text(&lines)).unwrap().0.runs, [second, other]);
    }

    #[test]
    fn a_bad_line_elsewhere_is_told_by_its_number() {
        let line = text(&[Line::Run(run("a", "q", "x", 1))]);
        for bad in ["{\"kind\": \"ru", "", "[1]", "{\"kind\": \"game\"}"] {
            let error = parse(&format!("{line}{bad}\n{line}")).unwrap_err();
            assert!(error.starts_with("line 2: "), "{error}");
        }
        // What is whole, and strange, is bad at the end, too.
        assert!(parse(&format!("{line}{{\"kind\": \"game\"}}\n")).unwrap_err().starts_with("line 2: "));
    }

    #[test]
    fn another_schema_is_refused_and_the_expected_one_is_told() {
        let line = text(&[Line::Session(session())]).replace("\"schema\":1", "\"schema\":7");
        for text in [line, "{\"kind\":\"session\",\"schema\":7,\"engine\":{}}\n".to_owned()] {
            let error = parse(&text).unwrap_err();
            assert!(error.contains("schema 7; 1 is expected"), "{error}");
        }
    }

    #[test]
    fn an_empty_file_has_no_results() {
        assert_eq!(parse(""), Ok((Results::default(), 0)));
    }
}
