//! `more`: a part of an earlier answer that was cut.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Ask, Call};
use crate::answer::{Found, Part, Problem};
use crate::bounded::part;

/// The arguments of `more`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct More {
    /// The name of the answer in `how_to_get_more`, such as `answer1`.
    answer: String,
    /// The part of its report, as a JSON Pointer: a `path` of `cut`, such as `/trace/steps`, or any below it.
    path: String,
    /// The first item, member or character to return, from 0.
    #[serde(default)]
    from: usize,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

impl Ask for More {
    const NAME: &'static str = "more";
    const TITLE: &'static str = "Read a part that was cut from an earlier answer";
    const DESCRIPTION: &'static str = "Reads a part of an earlier answer that was cut because answers are bounded: `how_to_get_more` of that answer says how, and `cut` lists the paths and their sizes. The server keeps its last 16 answers. Nothing is recomputed.";
    const SEARCHES: bool = false;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        let Self { answer, path, from, .. } = self;
        let whole = call.kept.get(&answer).ok_or_else(|| {
            Problem::new(
                format!("`{answer}` is not kept"),
                "The last 16 answers are kept: call the tool that gave it again.",
            )
        })?;
        let report = part(&whole, &path).ok_or_else(|| {
            Problem::new(
                format!("`{answer}` has nothing at `{path}`"),
                "Give a `path` exactly as listed in `cut` of that answer.",
            )
        })?;
        Ok(Found {
            summary: format!("`{path}` of `{answer}`, from {from} on."),
            report: report.into(),
            part: Some(Part { answer, path, from }),
            ..Found::default()
        })
    }
}
