//! Checkpoints of runs: a campaign that goes on goes on in the middle of its long runs, too.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::Task;
use super::record::Outcome;

/// The name of the folder in that of the campaign.
const FOLDER: &str = "checkpoints";

/// How the folder of checkpoints is called where the command of a run is told.
pub(super) const PLACEHOLDER: &str = "{checkpoints}";

/// Where runs have their checkpoints, and how often.
#[derive(Debug)]
pub(super) struct Checkpoints {
    folder: PathBuf,
    every: Duration,
}

impl Checkpoints {
    /// Those of the runs of a campaign.
    ///
    /// # Errors
    /// Where their folder cannot be made.
    pub(super) fn of_campaign(out: &Path, every: Duration) -> Result<Self, String> {
        let folder = out.join(FOLDER);
        let made = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
        let folder = made.map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder, every })
    }

    /// The options of a run that begins, or goes on where it has been ended.
    pub(super) fn arguments(&self, task: &Task<'_>) -> Vec<String> {
        let folder = self.folder_of(task).to_string_lossy().into_owned();
        let every = format!("{}ms", self.every.as_millis());
        ["--checkpoint", &folder, "--checkpoint-every", &every, "--resume", "newest"]
            .map(str::to_owned)
            .to_vec()
    }

    /// Removes those of a run from which nothing is left to be gone on with.
    pub(super) fn keep_if_open(&self, task: &Task<'_>, outcome: Outcome) -> Result<(), String> {
        if matches!(outcome, Outcome::Unknown | Outcome::OutOfTime | Outcome::OutOfMemory | Outcome::Crashed)
        {
            return Ok(());
        }
        let folder = self.folder_of(task);
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(format!("{}: {error}", folder.display()))
            }
            _ => Ok(()),
        }
    }

    /// The words of a command, without the folder that differs from machine to machine.
    pub(super) fn without_path(&self, task: &Task<'_>, word: String) -> String {
        if Path::new(&word) == self.folder_of(task) { PLACEHOLDER.to_owned() } else { word }
    }

    /// The folder of a run, with a name that no other run has.
    fn folder_of(&self, task: &Task<'_>) -> PathBuf {
        let repetition = task.repetition.to_string();
        let names = [&task.model.name, &task.question.name, task.solver.name(), &repetition];
        self.folder.join(names.map(escaped).join("+"))
    }
}

/// A name without what means something in paths, or between the parts of ours.
fn escaped(name: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        other => format!("%{other:02x}"),
    };
    name.bytes().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_lead_nowhere_else() {
        assert_eq!(escaped("../a+b.pnml#n"), "%2e%2e%2fa%2bb%2epnml%23n");
        assert_ne!(escaped("a.b"), escaped("a%2eb"));
    }
}
