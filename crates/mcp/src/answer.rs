//! What a tool answers: a report of bounded size with a summary in words; or a problem, with what to do about it.

use std::fmt;

use sanderling_report::Reason;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::advice::what_to_try;
use crate::bounded::{Cut, fit};
use crate::engine::Refused;
use crate::kept::Kept;

/// Default maximum size of an answer, in kilobytes.
pub(crate) const USUAL_KB: u64 = 24;
/// Limits of the maximum size, in kilobytes.
const MIN_KB: u64 = 4;
const MAX_KB: u64 = 1024;
/// Maximum number of cuts listed one by one.
const MAX_CUTS: usize = 20;
/// Maximum length of a summary, in characters.
const MAX_SUMMARY: usize = 4000;

/// The answer of every tool.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// The answer in words. Read this first.
    summary: String,
    /// The verdict, if there is one: `holds`, `violated`, `unknown` or `computed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// Why the verdict is `unknown` or the exploration is incomplete, in a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Suggestions if the answer is `unknown`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    what_to_try: Vec<String>,
    /// The whole answer as an object, without the parts in `cut`. `docs/json.md` describes its keys.
    report: Value,
    /// The parts of `report` that were cut to bound the size of the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut: Vec<Cut>,
    /// How to get the parts that were cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    how_to_get_more: Option<String>,
}

/// The result of a tool, before it is cut to the maximum size.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) summary: String,
    pub(crate) verdict: Option<String>,
    pub(crate) reason: Option<Reason>,
    /// The report, as JSON.
    pub(crate) report: Box<str>,
    /// The answer that this is a part of, if any.
    pub(crate) part: Option<Part>,
}

/// A part of a stored answer.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) answer: String,
    pub(crate) path: String,
    pub(crate) from: usize,
}

/// Why a tool has no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    problem: String,
    /// Problems in the model or a property, with their positions in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Value>,
    what_to_do: String,
}

impl Found {
    /// Returns the answer with at most about this number of kilobytes. The whole is stored for `more`.
    ///
    /// # Errors
    /// The report is not JSON.
    pub(crate) fn within(self, kilobytes: Option<u64>, kept: &Kept) -> Result<Answer, Problem> {
        let kilobytes = kilobytes.unwrap_or(USUAL_KB).clamp(MIN_KB, MAX_KB);
        let room = usize::try_from(kilobytes).unwrap_or(usize::MAX) << 10;
        let from = self.part.as_ref().map_or(0, |part| part.from);
        let bounded = fit(&self.report, from, room).map_err(Problem::internal)?;
        let mut cut = bounded.cuts;
        let how_to_get_more = (!cut.is_empty()).then(|| how_to_get_more(&self, kept));
        let others = cut.len().saturating_sub(MAX_CUTS);
        cut.truncate(MAX_CUTS);
        let how_to_get_more = how_to_get_more.map(|how| match others {
            0 => how,
            others => format!("{how} {others} more cuts are not listed."),
        });
        let what_to_try = match (self.verdict.as_deref(), self.reason) {
            (Some("holds" | "violated"), _) | (_, None) => Vec::new(),
            (_, Some(reason)) => what_to_try(reason).iter().map(|&one| one.to_owned()).collect(),
        };
        Ok(Answer {
            summary: shortened(self.summary),
            verdict: self.verdict,
            reason: self.reason.map(|reason| reason.as_str().to_owned()),
            what_to_try,
            report: bounded.value,
            cut,
            how_to_get_more,
        })
    }
}

fn how_to_get_more(found: &Found, kept: &Kept) -> String {
    let or_larger = "or call again with a larger `max_answer_kb` (at most 1024)";
    if let Some(Part { answer, path, from }) = &found.part {
        return format!(
            "Call `more` with `answer` \"{answer}\", `path` \"{path}\" and as `from` {from} plus the number of entries shown; {or_larger}. \
             Paths of `cut` continue from \"{path}\"."
        );
    }
    match kept.keep(&found.report) {
        Some(answer) => format!(
            "Call `more` with `answer` \"{answer}\", a `path` of `cut`, and in `from` the position to continue at; {or_larger}."
        ),
        None => {
            "The complete answer is too large to be kept: use the command line, `sanderling … --format json`."
                .into()
        }
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(MAX_SUMMARY) {
        None => text,
        Some((end, _)) => format!("{} …", &text[..end]),
    }
}

impl Problem {
    pub(crate) fn new(problem: impl Into<String>, what_to_do: impl Into<String>) -> Self {
        Self { problem: problem.into(), diagnostics: None, what_to_do: what_to_do.into() }
    }

    /// Creates a problem for a fault of the program.
    pub(crate) fn internal(error: impl fmt::Display) -> Self {
        Self::new(format!("internal error: {error}"), "Please report it.")
    }

    /// Returns the problem with its subject as a prefix.
    pub(crate) fn before(self, about: &str) -> Self {
        Self { problem: format!("{about}{}", self.problem), ..self }
    }

    /// Returns the problem without details.
    pub(crate) fn into_problem(self) -> String {
        self.problem
    }

    /// Returns the problem as a JSON object of bounded size.
    pub(crate) fn to_text(&self) -> String {
        let whole = serde_json::to_string(self).unwrap_or_else(|_| self.problem.clone());
        match fit(&whole, 0, usize::try_from(USUAL_KB).unwrap_or(usize::MAX) << 10) {
            Ok(bounded) => bounded.value.to_string(),
            Err(_) => whole,
        }
    }
}

impl From<Refused> for Problem {
    fn from(Refused { code, message, data }: Refused) -> Self {
        let what_to_do = match code {
            1 => "Correct the model as `diagnostics` describe, or give its `format`.",
            5 => "Ask for less memory (`max_memory_mb`), or wait until other calls have ended.",
            6 => {
                "Correct the property or the option as the message and `diagnostics` describe; `validate` lists the ids of places and transitions."
            }
            4 => {
                "Choose one of the events that are enabled: `explain` with the events before this one lists them."
            }
            -32800 => {
                "The time limit was reached: call again with a larger `max_seconds`, or a smaller model."
            }
            -32602 => "Correct the arguments.",
            _ => "Please report it.",
        };
        Self { problem: message, diagnostics: data, what_to_do: what_to_do.into() }
    }
}
