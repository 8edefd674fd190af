//! Hints: what may be behind an answer, and what to do about it. They change no verdict.

use serde::{Deserialize, Serialize};

/// What the user should know about an answer or a net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// What it is about.
    pub kind: HintKind,
    /// The hint, for people.
    pub message: String,
    /// The condition with which `deadlock --except` asks without what the hint is about, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
}

/// What a hint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// No place has a token at the start: the initial marking is probably missing in the file.
    NoTokens,
    /// The deadlock that was found is a marking in which the model means runs to end.
    MeantEnd,
    /// What the final markings that the file states mean for the answer.
    FinalMarkings,
    /// Bindings are never enabled because differences of multisets are not cut off at zero.
    Differences,
    /// The property process of a program was not asked, or accepts nothing.
    PropertyProcess,
}
