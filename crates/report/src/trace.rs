//! Traces: the printed form of a witness.
//!
//! A trace describes every step in full, with the places that it changed, so it can be read and replayed without the
//! program that found it. Steps of coloured nets have bindings. Steps of nets written as programs of processes have
//! moves and communications, which describe them in terms of the program.

use serde::{Deserialize, Serialize};

use crate::{Marking, Ordered, Reason, Steps, Tokens, TraceBranch};

/// The values of a transition's variables, printed.
pub type Binding = Ordered<String>;

/// A run from the initial marking: firings, or a lasso of firings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Trace {
    /// The initial marking. A trace written by hand may omit it.
    #[serde(default)]
    pub initial: Marking,
    /// The firings, in order.
    pub steps: Steps,
    /// For an infinite run: the position, from 0, of the first step that is repeated for ever. If it equals the number
    /// of steps, the final marking enables no transition and is itself repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated_from: Option<usize>,
    /// Whether the run is known to be a shortest one that decides the question, if this matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Why this is unknown, if a shortest run was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest_reason: Option<Reason>,
    /// The locations of the program's property process along the run, if it accepts the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property_process: Option<Watching>,
    /// The claims about parts of a branching-time formula along the run, by position. Without claims, the run alone
    /// proves the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<TraceBranch>,
    /// The number of steps from which on claims are left out, because there were too many or it took too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out_from: Option<usize>,
}

/// The locations of a property process along a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Watching {
    /// The name of the process.
    pub name: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// The location before each step, and at the end, as positions in `locations`.
    pub at: Vec<u32>,
}

impl Watching {
    /// Returns the location before a step, counted from 0, or after the last step.
    #[must_use]
    pub fn location(&self, step: usize) -> Option<&str> {
        self.locations.get(*self.at.get(step)? as usize).map(String::as_str)
    }
}

/// A firing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Step {
    /// The transition's id.
    pub event: String,
    /// The transition's name, if it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The values of the transition's variables; empty if the marking determines them.
    #[serde(default)]
    pub binding: Binding,
    /// The processes that move, the sender before the receiver, if the model has processes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The communication, as the file writes it: `c!x + 1, c?v`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub communication: Option<String>,
    /// The places whose tokens changed, in the order of the net.
    #[serde(default)]
    pub changed: Vec<Change>,
    /// What is undefined about this step, if it is a model error. It is then the last step, and leads to no marking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A process that moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Move {
    /// The name of the process.
    pub process: String,
    /// The line of its transition in the file, from 1.
    pub line: u32,
    /// The column, in characters, from 1.
    pub column: u32,
    /// The control location before.
    pub from: String,
    /// The control location after.
    pub to: String,
}

/// A place before and after a firing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Change {
    /// The place's id.
    pub place: String,
    /// The contents of the place before the step.
    pub before: Tokens,
    /// The contents of the place after the step.
    pub after: Tokens,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_needs_its_event_only() {
        let step: Step = serde_json::from_str(r#"{"event": "t"}"#).unwrap();
        assert_eq!(step, Step { event: "t".into(), ..Step::default() });
    }

    #[test]
    fn fields_of_programs_are_omitted_from_other_steps() {
        let json = serde_json::to_string(&Step { event: "t".into(), ..Step::default() }).unwrap();
        assert_eq!(json, r#"{"event":"t","binding":{},"changed":[]}"#);
    }

    #[test]
    fn a_step_of_a_program_survives_json() {
        let step = Step {
            event: "P.a->b".into(),
            moves: vec![Move { process: "P".into(), line: 12, column: 5, from: "a".into(), to: "b".into() }],
            communication: Some("c!x + 1".into()),
            error: Some("a division by zero".into()),
            ..Step::default()
        };
        let json = serde_json::to_string(&step).unwrap();
        assert_eq!(serde_json::from_str::<Step>(&json).unwrap(), step);
    }
}
