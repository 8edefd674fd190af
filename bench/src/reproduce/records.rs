//! A journal of the executed runs.
//!
//! INVARIANT: of two runs with the same setting, the one with more allowed visits is kept.

use std::collections::HashMap;
use std::path::Path;

use super::run::Run;
use super::setting::Setting;
use crate::runner::journal::Journal;

/// The runs and their journal.
#[derive(Debug)]
pub(super) struct Records {
    runs: HashMap<String, Run>,
    journal: Journal,
}

impl Records {
    /// Opens the file at `path`. It must not contain runs unless `resume` is true.
    pub(super) fn open(path: &Path, resume: bool) -> Result<Self, String> {
        let (journal, runs) = Journal::open(path, resume, |line| serde_json::from_slice(line))?;
        let mut records = Self { runs: HashMap::new(), journal };
        runs.into_iter().for_each(|run| records.keep(run));
        Ok(records)
    }

    /// Returns the run of this setting, if its outcome with these allowed visits is known.
    pub(super) fn find(&self, model: &str, setting: &Setting, visits_allowed: u64) -> Option<Run> {
        self.runs.get(&Run::key(model, setting))?.under(visits_allowed)
    }

    /// Records a run.
    pub(super) fn add(&mut self, run: &Run) -> Result<(), String> {
        self.journal.append(run).map_err(|error| error.to_string())?;
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
    fn the_run_with_more_visits_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut records = Records::open(&folder.path().join("runs.jsonl"), true).unwrap();
        let run = example(5, Ended::OutOfTime, 9, 50);
        records.add(&run).unwrap();
        records.add(&Run { visits_allowed: 40, ..run.clone() }).unwrap();
        assert_eq!(records.find("clock", &run.setting, 50), Some(run));
    }
}
