//! Hints: possible reasons for an answer, and suggested actions. They change no verdict.

use serde::{Deserialize, Serialize};

/// A hint about an answer or a net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hint {
    /// The subject.
    pub kind: HintKind,
    /// The hint, for people.
    pub message: String,
    /// The condition for `deadlock --except` that excludes the subject of the hint, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
}

/// The subject of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// No place has an initial token: the initial marking is probably missing in the file.
    NoTokens,
    /// The deadlock found is a marking in which runs of the model are meant to end.
    MeantEnd,
    /// The effect of the file's final markings on the answer.
    FinalMarkings,
    /// Bindings are never enabled because differences of multisets are not cut off at zero.
    Differences,
    /// The property process of a program was not checked, or accepts nothing.
    PropertyProcess,
}
