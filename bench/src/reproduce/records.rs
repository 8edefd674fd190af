//! The runs that have been made, in a file to which each is added as it ends.
//!
//! A line is a run, as JSON. What is interrupted loses no run but those under way, and what is resumed
//! reads them back. INVARIANT: of two runs of the same setting the one with more visits allowed is kept.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::run::Run;
use super::setting::Setting;

/// The runs, and their file.
#[derive(Debug)]
pub(super) struct Records {
    runs: HashMap<String, Run>,
    file: File,
}

impl Records {
    /// Opens the file at `path`, which must not hold any runs unless they are to be resumed.
    pub(super) fn open(path: &Path, resume: bool) -> Result<Self, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        if !resume && !text.is_empty() {
            return Err(format!("{} holds results: --resume goes on from them", path.display()));
        }
        let runs = parse(&text).map_err(|message| format!("{}: {message}", path.display()))?;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let mut records = Self {
            runs: HashMap::new(),
            file: file.map_err(|error| format!("{}: {error}", path.display()))?,
        };
        runs.into_iter().for_each(|run| records.keep(run));
        if !text.is_empty() && !text.ends_with('\n') {
            // The last line was cut off when the writer was.
            writeln!(records.file).map_err(|error| error.to_string())?;
        }
        Ok(records)
    }

    /// The run of this setting, if it is known how it ends with so many visits allowed.
    pub(super) fn find(&self, model: &str, setting: &Setting, visits_allowed: u64) -> Option<Run> {
        self.runs.get(&Run::key(model, setting))?.under(visits_allowed)
    }

    /// Adds a run.
    pub(super) fn add(&mut self, run: &Run) -> Result<(), String> {
        let mut line = serde_json::to_string(run).map_err(|error| error.to_string())?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| error.to_string())?;
        self.keep(run.clone());
        Ok(())
    }

    fn keep(&mut self, run: Run) {
        let key = Run::key(&run.model, &run.setting);
        let known = self.runs.get(&key);
        if known.is_none_or(|known| known.visits_allowed <= run.visits_allowed) {
            self.runs.insert(key, run);
        }
    }
}

/// The runs in a text. A last line without an end may be cut off; the others have to be right, but for
/// empty ones and such as were cut off before.
fn parse(text: &str) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(run) => runs.push(run),
            Err(error) if error.is_eof() => {}
            Err(error) => return Err(format!("line {}: {error}", index + 1)),
        }
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::run::{Ended, example};

    #[test]
    fn runs_are_read_back_when_resumed_and_only_then() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.jsonl");
        let (small, large) = (example(5, Ended::OutOfMemory, 9, 50), example(6, Ended::Success, 40, 50));
        let mut records = Records::open(&path, false).unwrap();
        records.add(&small).unwrap();
        records.add(&large).unwrap();
        assert!(Records::open(&path, false).unwrap_err().contains("--resume"));
        let again = Records::open(&path, true).unwrap();
        assert_eq!(again.runs.len(), 2);
        assert_eq!(again.find("clock", &small.setting, 50), Some(small));
        assert_eq!(again.find("clock", &large.setting, 50), Some(large.clone()));
        assert_eq!(again.find("ring", &large.setting, 50), None);
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.jsonl");
        let run = example(5, Ended::Success, 9, 50);
        let line = serde_json::to_string(&run).unwrap();
        std::fs::write(&path, format!("{line}\n{}", &line[..line.len() / 2])).unwrap();
        let mut records = Records::open(&path, true).unwrap();
        assert_eq!(records.runs.len(), 1);
        records.add(&example(6, Ended::Success, 9, 50)).unwrap();
        assert_eq!(Records::open(&path, true).unwrap().runs.len(), 2);
        std::fs::write(&path, "{\"model\": 1}\n").unwrap();
        assert!(Records::open(&path, true).unwrap_err().contains("line 1"));
    }

    #[test]
    fn the_run_with_more_visits_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut records = Records::open(&folder.path().join("runs.jsonl"), true).unwrap();
        let run = example(5, Ended::OutOfTime, 9, 50);
        records.add(&run).unwrap();
        records.add(&Run { visits_allowed: 40, ..run.clone() }).unwrap();
        assert_eq!(records.find("clock", &run.setting, 50), Some(run));
    }
}
