//! Checkpoints of runs, so that a resumed campaign also resumes its long runs.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::Task;
use super::record::Outcome;

/// Name of the folder within that of the campaign.
const FOLDER: &str = "checkpoints";

/// Placeholder for the folder of checkpoints in recorded commands.
pub(super) const PLACEHOLDER: &str = "{checkpoints}";

/// The folder of the checkpoints of runs, and the interval between them.
#[derive(Debug)]
pub(super) struct Checkpoints {
    folder: PathBuf,
    every: Duration,
}

impl Checkpoints {
    /// Creates the checkpoints for the runs of a campaign.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub(super) fn of_campaign(out: &Path, every: Duration) -> Result<Self, String> {
        let folder = out.join(FOLDER);
        let made = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
        let folder = made.map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { folder, every })
    }

    /// Returns the options of a run that starts or resumes.
    pub(super) fn arguments(&self, task: &Task<'_>) -> Vec<String> {
        let folder = self.folder_of(task).to_string_lossy().into_owned();
        let every = format!("{}ms", self.every.as_millis());
        ["--checkpoint", &folder, "--checkpoint-every", &every, "--resume", "newest"]
            .map(str::to_owned)
            .to_vec()
    }

    /// Removes the checkpoints of a run that cannot be continued.
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

    /// Returns a word of a command without the folder, which differs between machines.
    pub(super) fn without_path(&self, task: &Task<'_>, word: String) -> String {
        if Path::new(&word) == self.folder_of(task) { PLACEHOLDER.to_owned() } else { word }
    }

    /// Returns the folder of a run, whose name is unique.
    fn folder_of(&self, task: &Task<'_>) -> PathBuf {
        let repetition = task.repetition.to_string();
        let names = [&task.model.name, &task.question.name, task.solver.name(), &repetition];
        self.folder.join(names.map(escaped).join("+"))
    }
}

/// Escapes the characters of a name that have a meaning in paths or separate the parts of our names.
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
    fn escaped_names_are_distinct_and_stay_in_the_folder() {
        assert_eq!(escaped("../a+b.pnml#n"), "%2e%2e%2fa%2bb%2epnml%23n");
        assert_ne!(escaped("a.b"), escaped("a%2eb"));
    }
}
