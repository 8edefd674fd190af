//! The lines of a results file: a session or the result of one run.
//!
//! Results are JSON lines. Each object is appended and flushed immediately, so an interrupted campaign loses at most
//! the runs in progress. `docs/bench.md` documents every key.

use serde::{Deserialize, Serialize};

/// The version of the schema of results. It increases when a key changes its meaning or is removed.
pub(crate) const SCHEMA: u32 = 1;

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Line {
    /// A session, to which the following runs belong.
    Session(Session),
    /// A run.
    Run(Run),
}

/// The conditions under which runs were executed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) schema: u32,
    /// The version of this program.
    pub(crate) version: String,
    /// The title of the suite.
    pub(crate) suite: String,
    /// The fingerprint of the suite's questions and configurations.
    pub(crate) fingerprint: String,
    pub(crate) machine: Machine,
    /// Random memory updates per second on one thread, if measured.
    pub(crate) random_access_per_s: Option<f64>,
    /// The number of concurrent runs.
    pub(crate) jobs: usize,
}

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The system's name of the processor.
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: Option<u64>,
    /// The operating system and the architecture.
    pub(crate) system: String,
}

/// The result of one run of a model, a question and a configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The name under which the model's answers are known.
    pub(crate) model: String,
    /// The question's name in the suite.
    pub(crate) question: String,
    /// The configuration's name in the suite; for another tool, the tool's name.
    pub(crate) configuration: String,
    /// The number of the repetition, from 1.
    pub(crate) repetition: u32,
    /// The program that answered, and its version if known.
    pub(crate) tool: String,
    pub(crate) version: String,
    /// The command, with `{model}` for the model's file.
    pub(crate) command: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) outcome: Outcome,
    /// Why the run has no answer, in one line.
    pub(crate) reason: Option<String>,
    pub(crate) answers: Vec<Answer>,
    /// Seconds from the start to the end of the process.
    pub(crate) wall_s: f64,
    /// Seconds of processor time.
    pub(crate) processor_s: Option<f64>,
    /// Seconds by phase, if the program reports them: `parse`, `compile`, `search` and others.
    pub(crate) phases_s: std::collections::BTreeMap<String, f64>,
    /// Peak memory of the process in bytes.
    pub(crate) peak_bytes: Option<u64>,
    /// Final size of the store in bytes.
    pub(crate) store_bytes: Option<u64>,
    /// States and firings of the search, for any question.
    pub(crate) states: Option<f64>,
    pub(crate) firings: Option<f64>,
    /// Firings per second of the search.
    pub(crate) firings_per_s: Option<f64>,
    /// Firings per second as a share of the random memory updates per second.
    pub(crate) share_of_random_access: Option<f64>,
}

/// The limits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) time_s: f64,
    pub(crate) memory_bytes: u64,
}

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// The run ended by itself and gave all answers.
    Answered,
    /// The run ended by itself, and some answers are missing.
    Unknown,
    /// The tool did not accept the model or the options.
    Refused,
    /// The run ended by a signal, an internal error or an unknown exit code.
    Crashed,
    /// The run exceeded its time limit.
    OutOfTime,
    /// The run exceeded its memory limit.
    OutOfMemory,
}

/// An answer of a run, possibly missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The name of the answer, as in the known answers: `states`, `deadlock`, `formula
    /// ReachabilityFireability-03`.
    pub(crate) name: String,
    /// The given answer: digits, `+inf`, `TRUE`, `FALSE`, or a word.
    pub(crate) value: Option<String>,
    /// The known answer.
    pub(crate) known: Option<String>,
    /// Whether it was decided without visiting markings, if the program reports that.
    #[serde(default)]
    pub(crate) is_proved: bool,
    pub(crate) rating: Rating,
}

/// The rating of an answer against the known one. The order is that of lists: the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rating {
    Wrong,
    /// An answer is missing.
    Unknown,
    /// An answer was given, and none is known.
    Unrated,
    Right,
}

impl Run {
    /// Returns the key of the run.
    pub(crate) fn key(&self) -> (&str, &str, &str, u32) {
        (&self.model, &self.question, &self.configuration, self.repetition)
    }

    /// Returns the number of its answers with a rating.
    pub(crate) fn count(&self, rating: Rating) -> usize {
        self.answers.iter().filter(|answer| answer.rating == rating).count()
    }
}

impl Answer {
    /// Creates an answer with its rating. A missing answer is unknown even if no answer is known.
    pub(crate) fn new(name: &str, value: Option<String>, known: Option<String>, is_proved: bool) -> Self {
        let rating = match (&value, &known) {
            (None, _) => Rating::Unknown,
            (Some(_), None) => Rating::Unrated,
            (Some(value), Some(known)) if value == known => Rating::Right,
            (Some(_), Some(_)) => Rating::Wrong,
        };
        Self { name: name.to_owned(), value, known, is_proved, rating }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_rated_against_what_is_known() {
        let rated = |value: Option<&str>, known: Option<&str>| {
            Answer::new("states", value.map(str::to_owned), known.map(str::to_owned), false).rating
        };
        assert_eq!(rated(Some("4"), Some("4")), Rating::Right);
        assert_eq!(rated(Some("5"), Some("4")), Rating::Wrong);
        assert_eq!(rated(Some("5"), None), Rating::Unrated);
        assert_eq!([rated(None, Some("4")), rated(None, None)], [Rating::Unknown; 2]);
    }
}
