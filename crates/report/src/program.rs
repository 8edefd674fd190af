//! The structure of a model that was written as a program of communicating processes.

use serde::{Deserialize, Serialize};

/// Processes, variables and channels, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramStructure {
    /// The processes.
    pub processes: Vec<ProcessStructure>,
    /// The variables of all processes.
    pub variables: Vec<VariableStructure>,
    /// The channels.
    pub channels: Vec<ChannelStructure>,
    /// The number of assertions.
    pub assertions: usize,
    /// What the file holds that is left out on purpose, in words.
    pub left_out: Vec<String>,
    /// The bits that a state would take with every variable as wide as its type.
    pub declared_bits: u64,
}

/// A process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessStructure {
    /// Its name.
    pub name: String,
    /// The line where it begins, from 1.
    pub line: Option<u32>,
    /// The number of its control locations.
    pub locations: usize,
    /// The control locations in which no other process may move.
    pub committed: Vec<String>,
    /// The number of transitions of the net in which it moves, alone or with another process.
    pub transitions: usize,
    /// The bits of its control location in a state.
    pub bits: u32,
    /// Its own variables.
    pub variables: Vec<VariableStructure>,
}

/// A variable.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableStructure {
    /// The id of its place.
    pub place: String,
    /// Its type as declared: `byte`, `int[4]`.
    #[serde(rename = "type")]
    pub declared: String,
    /// The least and the greatest number that it, or a cell of it, may hold as declared.
    pub declared_range: Option<[i64; 2]>,
    /// The least and the greatest number for which the state has room, where that is known to be less.
    pub range: Option<[i64; 2]>,
    /// Its bits in a state, those of all cells together.
    pub bits: u32,
    /// Where the width comes from, in words.
    pub origin: String,
}

/// A channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelStructure {
    /// Its name.
    pub name: String,
    /// How many messages it holds; 0 where sender and receiver move together.
    pub capacity: u64,
    /// The types of the values in a message, where they are declared.
    pub items: Option<Vec<String>>,
    /// The bits of its buffer in a state.
    pub bits: u32,
}
