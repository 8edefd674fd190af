//! The property process of a program: an automaton that watches it.
//!
//! It is no part of the net, and nothing that the net does depends on it. Its runs are those of a Büchi automaton that moves whenever the program does, and the
//! program has the property where no run of both is accepted.

use serde::{Deserialize, Serialize};

use crate::{Assertion, Span};

/// A process that moves with every step of the program, by a transition whose guard holds before the step; and alone where the program has no step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyProcess {
    /// The name of the process.
    pub name: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// The location at the start.
    pub initial: u32,
    /// Sets of locations: a run is accepted where it is in some location of each of them infinitely often. Where one of them is empty, no
    /// run is accepted; without any, every run that goes on for ever is.
    pub accepting: Vec<Vec<u32>>,
    /// Its transitions, in the order of the file.
    pub transitions: Vec<Watch>,
    /// What there is about the process that such an automaton has not: with any of it, the process is not asked, and need not have transitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<Beyond>,
    /// Where its name stands in the file.
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
    /// When it can be taken; always, where there is none. The id is how messages call the transition. Other than with assertions, a
    /// condition that is undefined is an error of the model, which is looked for wherever the process is at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Assertion>,
}

/// Something about a property process that is beyond automata.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    /// What it is.
    pub what: String,
    /// Where it stands in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

impl PropertyProcess {
    /// The guards of its transitions.
    pub fn guards(&self) -> impl Iterator<Item = &Assertion> {
        self.transitions.iter().filter_map(|transition| transition.guard.as_ref())
    }
}
