//! The head of a report: the parts needed for a summary, read without the rest.

use std::fmt;

use sanderling_report::Reason;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::answer::Problem;

/// Maximum number of answers named in a summary.
const MAX_ANSWERS: usize = 20;

/// The head of a report.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    pub(super) verdict: String,
    #[serde(default)]
    pub(super) reason: Option<Reason>,
    #[serde(default)]
    pub(super) reason_text: Option<String>,
    #[serde(default)]
    pub(super) states: Value,
    #[serde(default)]
    pub(super) firings: Value,
    #[serde(default)]
    pub(super) deadlocks: Value,
    #[serde(default)]
    pub(super) trace: Option<Run>,
    #[serde(default)]
    answers: Vec<OneAnswer>,
    #[serde(default)]
    hints: Vec<Hint>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Run {
    steps: Count,
    #[serde(default)]
    repeated_from: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct OneAnswer {
    property: String,
    verdict: String,
    #[serde(default)]
    reason: Option<Reason>,
    #[serde(default)]
    trace: Option<Run>,
    #[serde(default)]
    text: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Hint {
    message: String,
}

/// The number of items in a list.
#[derive(Debug)]
struct Count(u64);

impl Head {
    pub(super) fn of(report: &str) -> Result<Self, Problem> {
        serde_json::from_str(report).map_err(Problem::internal)
    }

    /// Returns the reason for a partial result, to follow a sentence.
    pub(super) fn because(&self) -> String {
        let Some(reason) = self.reason else { return String::new() };
        let more = self.reason_text.as_ref().map_or_else(String::new, |text| format!(" ({text})"));
        format!(": {}{more}", reason.in_words())
    }

    /// Returns a line for each of the first answers.
    pub(super) fn lines(&self) -> String {
        let mut lines: Vec<_> =
            self.answers.iter().take(MAX_ANSWERS).enumerate().map(|(at, one)| one.line(at)).collect();
        if self.answers.len() > MAX_ANSWERS {
            lines.push(format!("and {} more in `answers` of the report", self.answers.len() - MAX_ANSWERS));
        }
        lines.extend(self.hints.iter().map(|hint| format!("hint: {}", hint.message)));
        lines.iter().map(|line| format!("\n{line}")).collect()
    }
}

impl Run {
    /// Describes the run in words.
    pub(super) fn in_words(&self) -> String {
        let Self { steps: Count(steps), repeated_from } = self;
        match (repeated_from, steps) {
            (Some(from), _) => format!("a run of {steps} firings, repeated from number {} on", from + 1),
            (None, 0) => "the initial marking".to_owned(),
            (None, 1) => "a run of 1 firing".to_owned(),
            (None, _) => format!("a run of {steps} firings"),
        }
    }
}

impl OneAnswer {
    fn line(&self, at: usize) -> String {
        let property: String = self.property.chars().take(200).collect();
        let why = self.reason.map_or_else(String::new, |reason| format!(", {}", reason.in_words()));
        let shown = self
            .trace
            .as_ref()
            .map_or_else(String::new, |run| format!(", shown by {} (`/answers/{at}/trace`)", run.in_words()));
        let text = self.text.as_ref().map_or_else(String::new, |text| format!(" ({text})"));
        format!("{}: {property}{why}{shown}{text}", self.verdict)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while items.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }
        input.deserialize_seq(Items)
    }
}
