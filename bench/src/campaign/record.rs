//! A line of a file of results: where a session ran, or what came of one run.
//!
//! Results are JSON lines: one object a line, appended and flushed as soon as it is known, so that whatever ends
//! the campaign loses at most the runs that were under way. `docs/bench.md` documents every key.

use serde::{Deserialize, Serialize};

/// The version of the schema of results. It grows when a key changes its meaning or goes away.
pub(crate) const SCHEMA: u32 = 1;

/// A line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Line {
    /// The runs after it were made in this session.
    Session(Session),
    /// A run.
    Run(Run),
}

/// Where and with what runs were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) schema: u32,
    /// The version of this program.
    pub(crate) version: String,
    /// The suite, as its title calls it.
    pub(crate) suite: String,
    /// What says whether two suites ask the same.
    pub(crate) fingerprint: String,
    pub(crate) machine: Machine,
    /// Random updates of memory in a second on one thread, where they were measured.
    pub(crate) random_access_per_s: Option<f64>,
    /// How many runs are made at the same time.
    pub(crate) jobs: usize,
}

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The processor, as the system calls it.
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: Option<u64>,
    /// The operating system and the architecture.
    pub(crate) system: String,
}

/// What came of one run: a model, a question and a configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The name under which answers are known.
    pub(crate) model: String,
    /// The question's name in the suite.
    pub(crate) question: String,
    /// The configuration's name in the suite; of another tool, the tool's.
    pub(crate) configuration: String,
    /// Which repetition, from 1.
    pub(crate) repetition: u32,
    /// The program that answered, and its version where it tells one.
    pub(crate) tool: String,
    pub(crate) version: String,
    /// What was started; `{model}` stands for the model's file.
    pub(crate) command: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) outcome: Outcome,
    /// Why it was not answered, in a line.
    pub(crate) reason: Option<String>,
    pub(crate) answers: Vec<Answer>,
    /// Seconds from the start to the end of the process.
    pub(crate) wall_s: f64,
    /// Seconds that its processors worked for it.
    pub(crate) processor_s: Option<f64>,
    /// Seconds by phase, where the program tells: `parse`, `compile`, `search` and others.
    pub(crate) phases_s: std::collections::BTreeMap<String, f64>,
    /// The most memory that the process had at one time.
    pub(crate) peak_bytes: Option<u64>,
    /// What the store took in the end.
    pub(crate) store_bytes: Option<u64>,
    /// States and firings of the search, whatever was asked.
    pub(crate) states: Option<f64>,
    pub(crate) firings: Option<f64>,
    /// Firings in a second of search.
    pub(crate) firings_per_s: Option<f64>,
    /// That, as a share of the random updates of memory in a second.
    pub(crate) share_of_random_access: Option<f64>,
}

/// What a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) time_s: f64,
    pub(crate) memory_bytes: u64,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// By itself, with everything that it was asked.
    Answered,
    /// By itself, with something left open.
    Unknown,
    /// The tool did not accept the model or the options.
    Refused,
    /// By a signal, an internal error or an exit code that means nothing.
    Crashed,
    /// The run took more time than it may.
    OutOfTime,
    /// The run took more memory than it may.
    OutOfMemory,
}

/// One answer of a run, or one that is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// What is answered, in the words of the known answers: `states`, `deadlock`, `formula ReachabilityFireability-03`.
    pub(crate) name: String,
    /// What was told: digits, `+inf`, `TRUE`, `FALSE`, or a word.
    pub(crate) value: Option<String>,
    /// What is known.
    pub(crate) known: Option<String>,
    /// Whether it was found without visiting markings, where the program tells.
    #[serde(default)]
    pub(crate) is_proved: bool,
    pub(crate) rating: Rating,
}

/// An answer held against what is known. In the order in which they are listed: the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rating {
    Wrong,
    /// Something is known, and nothing was told.
    Unknown,
    /// Something was told, and nothing is known.
    Unrated,
    Right,
}

impl Run {
    /// What tells runs apart.
    pub(crate) fn key(&self) -> (&str, &str, &str, u32) {
        (&self.model, &self.question, &self.configuration, self.repetition)
    }

    /// How many of its answers are rated so.
    pub(crate) fn count(&self, rating: Rating) -> usize {
        self.answers.iter().filter(|answer| answer.rating == rating).count()
    }
}

impl Answer {
    /// An answer with its rating. Nothing told and nothing known is unknown.
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
