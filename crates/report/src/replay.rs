//! The answer of `replay`.

use serde::{Deserialize, Serialize};

use crate::{Marking, SCHEMA, VERSION, Verdict};

/// Whether a stored trace is a run of a net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReplayReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The net's file.
    pub file: String,
    /// The net's format.
    pub format: String,
    /// Always `replay`.
    pub question: String,
    /// The file of the trace.
    pub trace_file: String,
    /// `holds` if every step is a firing of the net, `violated` if one is not.
    pub verdict: Verdict,
    /// The number of steps of the trace.
    pub steps: usize,
    /// The number of the first step that is not a firing, from 1; 0 if the initial marking differs.
    pub failed_step: Option<usize>,
    /// The problem with this step.
    pub problem: Option<String>,
    /// The marking reached.
    pub marking: Marking,
    /// Whether no transition is enabled in this marking.
    pub deadlock: bool,
    /// What is undefined about the last step, if the trace leads to a model error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl ReplayReport {
    /// Creates the report of a replay without problems.
    #[must_use]
    pub fn new() -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            question: "replay".into(),
            trace_file: String::new(),
            verdict: Verdict::Holds,
            steps: 0,
            failed_step: None,
            problem: None,
            marking: Marking::default(),
            deadlock: false,
            error: None,
        }
    }
}

impl Default for ReplayReport {
    fn default() -> Self {
        Self::new()
    }
}
