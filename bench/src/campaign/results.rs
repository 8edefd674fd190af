//! The content of a results file: its sessions, and the last result of each run.
//!
//! INVARIANT: runs are sorted by key, regardless of the order in which they ended.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::Error;

use super::record::{Line, Run, SCHEMA, Session};
use crate::runner::journal::{self, Journal};

/// Sessions in the order of the file, and runs in the order of their keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Results {
    pub(super) sessions: Vec<Session>,
    pub(super) runs: Vec<Run>,
}

impl Results {
    /// Reads a file of JSON lines.
    ///
    /// # Errors
    /// The file cannot be read, or a line is invalid: which one, and why.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        Ok(Self::of(journal::read(path, parse_line)?))
    }

    /// Opens a new file or one to be resumed, and reads its content.
    ///
    /// # Errors
    /// As for [`Journal::open`].
    pub(super) fn open(path: &Path, resume: bool) -> Result<(Journal, Self), String> {
        let (journal, lines) = Journal::open(path, resume, parse_line)?;
        Ok((journal, Self::of(lines)))
    }

    fn of(lines: Vec<Line>) -> Self {
        let (mut sessions, mut runs) = (Vec::new(), BTreeMap::new());
        for line in lines {
            match line {
                Line::Session(session) => sessions.push(session),
                Line::Run(run) => {
                    let (model, question, configuration, repetition) = run.key();
                    let key = (model.to_owned(), question.to_owned(), configuration.to_owned(), repetition);
                    runs.insert(key, run);
                }
            }
        }
        Self { sessions, runs: runs.into_values().collect() }
    }
}

fn parse_line(line: &[u8]) -> serde_json::Result<Line> {
    /// The schema of a line, even if its other keys are unknown.
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    match serde_json::from_slice(line) {
        Ok(Versioned { schema }) if schema != SCHEMA => {
            Err(Error::custom(format!("results of schema {schema}; {SCHEMA} is expected")))
        }
        _ => serde_json::from_slice(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::sample::{run, session};

    #[test]
    fn a_file_is_read_back_in_the_order_of_the_keys_and_a_later_run_replaces_the_earlier_one() {
        let (a, b, c) = (run("a", "q", "x", 1), run("a", "q", "x", 2), run("b", "a", "x", 1));
        let later = Run { wall_s: 99.0, ..c.clone() };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let (mut journal, empty) = Results::open(&path, false).unwrap();
        assert_eq!(empty, Results::default());
        journal.append(&Line::Session(session())).unwrap();
        for run in [&c, &a, &later, &b] {
            journal.append(&Line::Run(run.clone())).unwrap();
        }
        assert_eq!(Results::read(&path), Ok(Results { sessions: vec![session()], runs: vec![a, b, later] }));
    }

    #[test]
    fn another_schema_is_refused_and_the_expected_one_is_named() {
        let line = serde_json::to_string(&Line::Session(session())).unwrap();
        let other = line.replace("\"schema\":1", "\"schema\":7");
        for line in [other.as_str(), "{\"kind\":\"session\",\"schema\":7,\"engine\":{}}"] {
            let error = parse_line(line.as_bytes()).unwrap_err();
            assert!(error.is_data() && error.to_string().contains("schema 7; 1 is expected"), "{error}");
        }
    }
}
