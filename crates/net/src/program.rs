//! The program behind a net that was written as communicating processes.
//!
//! The net alone defines the behaviour. The program maps places and transitions to processes, variables, channels and
//! lines of the file, for reports.

use serde::{Deserialize, Serialize};

use crate::{PlaceId, PropertyProcess, SortId, Span, TransitionId};

/// A program of processes that share variables and communicate over channels. Every place represents at most one thing
/// in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The places that are global variables, in the order of the file.
    pub variables: Vec<PlaceId>,
    /// The processes, in the order of the file.
    pub processes: Vec<Process>,
    /// The channels, in the order of the file.
    pub channels: Vec<Channel>,
    /// For each transition of the net, what it does in the program.
    pub steps: Vec<Step>,
    /// Parts of the file that the net omits on purpose, described for users.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Condition, in the property language, under which the program may stop without an error. Without it, a stop is a
    /// deadlock wherever it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Transitions that stand for a limit of the reader. Where one is enabled, the net lacks what the program does there,
    /// and a search ends without an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<TransitionId>,
    /// The property process, which observes the program and is not part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<Box<PropertyProcess>>,
}

/// A process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    /// The name of the process.
    pub name: String,
    /// The place that holds its control location: one token of an enumeration.
    pub location: PlaceId,
    /// The places that are its own variables, in the order of the file.
    pub variables: Vec<PlaceId>,
    /// The committed locations, by their position in the enumeration. While a process is in one, no other process may
    /// move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub committed: Vec<u32>,
    /// Further names of its locations, for properties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// Span of its name in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A further name of a location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alias {
    /// The name; no location of the process has it.
    pub name: String,
    /// The location, by its position in the enumeration.
    pub location: u32,
}

/// A channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// The name of the channel.
    pub name: String,
    /// The sorts of the values in a message, if they are declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<SortId>>,
    /// The place that holds the buffered messages: one token of a list sort. `None` for a channel without buffer, on
    /// which sender and receiver move together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<PlaceId>,
    /// Span of its name in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// What a transition does in the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The processes that move, each once: one, the sender and the receiver, or all that one step of a program moves.
    pub moves: Vec<Move>,
    /// The communication as written in the file: `c!x + 1`, `c?v`, or both sides joined: `c!x + 1, c?v`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub communication: Option<String>,
}

/// A process that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The process, by its position in [`Program::processes`].
    pub process: u32,
    /// Span of its transition in the file.
    pub span: Span,
}
