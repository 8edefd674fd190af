//! The structure of a model written as a program of communicating processes.

use serde::{Deserialize, Serialize};

/// Processes, variables and channels, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgramStructure {
    /// The processes.
    pub processes: Vec<ProcessStructure>,
    /// The variables of all processes.
    pub variables: Vec<VariableStructure>,
    /// The channels.
    pub channels: Vec<ChannelStructure>,
    /// The number of assertions.
    pub assertions: usize,
    /// The parts of the file that are ignored on purpose, in words.
    pub left_out: Vec<String>,
    /// The number of bits of a state in which every variable has the width of its type.
    pub declared_bits: u64,
}

/// A process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProcessStructure {
    /// The name of the process.
    pub name: String,
    /// The line of its start, from 1.
    pub line: Option<u32>,
    /// The number of control locations.
    pub locations: usize,
    /// The control locations in which no other process may move.
    pub committed: Vec<String>,
    /// The number of transitions of the net in which the process moves, alone or with another process.
    pub transitions: usize,
    /// The number of bits of the control location in a state.
    pub bits: u32,
    /// The variables of the process.
    pub variables: Vec<VariableStructure>,
}

/// A variable.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariableStructure {
    /// The id of the variable's place.
    pub place: String,
    /// The declared type: `byte`, `int[4]`.
    #[serde(rename = "type")]
    pub declared: String,
    /// The declared minimum and maximum of the variable, or of each cell.
    pub declared_range: Option<[i64; 2]>,
    /// The minimum and maximum that a state has room for, if they are known to be narrower.
    pub range: Option<[i64; 2]>,
    /// The number of bits in a state, over all cells.
    pub bits: u32,
    /// How the width was determined, in words.
    pub origin: String,
}

/// A channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChannelStructure {
    /// The name of the channel.
    pub name: String,
    /// The number of messages that the channel holds; 0 if sender and receiver move together.
    pub capacity: u64,
    /// The types of the values in a message, if they are declared.
    pub items: Option<Vec<String>>,
    /// The number of bits of the buffer in a state.
    pub bits: u32,
}
