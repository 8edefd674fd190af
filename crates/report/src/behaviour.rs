//! What the page of a program shows besides its standard properties: assertions, statements, and the values of
//! variables.

use serde::{Deserialize, Serialize};

use crate::{Answer, LivenessLevel, ModelError};

/// The behaviour of a program, from the states that were explored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgramBehaviour {
    /// The number of processes.
    pub processes: usize,
    /// Whether all reachable states were explored. Otherwise, a statement may be executed and a value may be taken in
    /// a state that was not explored.
    pub exhaustive: bool,
    /// The answers to the assertions of the program, if all properties were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Answer>,
    /// The statements, by process and position in the file, if all properties or one that is about them were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Statement>,
    /// The values that the integer variables take, if all properties were requested. The elements of an array count
    /// together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueRange>,
    /// The greatest number of messages in each channel with a buffer, if all properties were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelFill>,
    /// The model error at which the exploration ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_error: Option<ModelError>,
}

/// A statement of a process. It is executed by one or more transitions of the net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Statement {
    /// The name of the process.
    pub process: String,
    /// The line in the file, from 1.
    pub line: u32,
    /// The column in the line, from 1.
    pub column: u32,
    /// The ids of the transitions that execute it.
    pub transitions: Vec<String>,
    /// Whether it can be executed in one of the explored states.
    pub executed: bool,
    /// How live it is, if the graph of all states is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liveness: Option<LivenessLevel>,
}

/// The least and the greatest value of a variable in the explored states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ValueRange {
    /// The variable.
    pub variable: String,
    /// Its least value.
    pub least: i64,
    /// Its greatest value.
    pub greatest: i64,
    /// The least and the greatest value of its type.
    pub declared: [i64; 2],
}

/// The greatest number of messages of a channel in the explored states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChannelFill {
    /// The channel.
    pub channel: String,
    /// The greatest number of messages that it holds.
    pub greatest: u64,
    /// The number of messages that it can hold.
    pub capacity: u64,
}
