//! The property process of a program: an automaton that observes it.
//!
//! It is not part of the net and does not affect the behaviour of the net. It runs as a Büchi automaton that moves
//! whenever the program does. The program satisfies the property if no joint run is accepted.

use serde::{Deserialize, Serialize};

use crate::{Assertion, Span};

/// A process that moves with every step of the program, by a transition whose guard holds before the step. If the
/// program has no step, the process moves alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyProcess {
    /// The name of the process.
    pub name: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// The initial location.
    pub initial: u32,
    /// Acceptance sets of locations. A run is accepted if it visits each of the sets infinitely often. If one set is
    /// empty, no run is accepted; if there are no sets, every infinite run is accepted.
    pub accepting: Vec<Vec<u32>>,
    /// Its transitions, in the order of the file.
    pub transitions: Vec<Watch>,
    /// Features of the process that such an automaton does not have. If there are any, the property is not checked, and
    /// the process need not have transitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<Beyond>,
    /// Span of its name in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A transition of a property process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The location that it leaves.
    pub source: u32,
    /// The location that it enters.
    pub target: u32,
    /// The condition under which the transition can be taken; always, if there is none. Its id names the transition in
    /// messages. In contrast to assertions, an undefined condition is an error of the model; it is evaluated whenever
    /// the process is at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Assertion>,
}

/// A feature of a property process that automata do not support.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    /// A description of the feature.
    pub what: String,
    /// Span in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

impl PropertyProcess {
    /// Returns the guards of the transitions.
    pub fn guards(&self) -> impl Iterator<Item = &Assertion> {
        self.transitions.iter().filter_map(|transition| transition.guard.as_ref())
    }
}
