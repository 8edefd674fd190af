//! Traces: the printed form of a witness.
//!
//! A trace tells every step in full, with the places that it changed, so that it can be read and
//! replayed without the program that found it. Bindings are there for coloured nets; moves and
//! communications for nets that were written as programs of processes, where they say what a step
//! is in the words of the program.

use serde::{Deserialize, Serialize};

use crate::{Marking, Ordered, Reason, Steps, Tokens, TraceBranch};

/// The values of a transition's variables, printed.
pub type Binding = Ordered<String>;

/// A run from the initial marking: firings, or a lasso of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The marking at the start. One that was written by hand may leave it out.
    #[serde(default)]
    pub initial: Marking,
    /// The firings, in order.
    pub steps: Steps,
    /// Of a run without an end: the steps from this position on, counted from 0, are repeated for ever. Where it is the number of steps, nothing
    /// is enabled at the end, and the last marking is what is repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated_from: Option<usize>,
    /// Whether it is known that no shorter run decides the question, where that is of interest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Why that is not known, where a shortest run was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest_reason: Option<Reason>,
    /// Where the property process of a program is along the run, if it is one that this process accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property_process: Option<Watching>,
    /// What is claimed along the run of parts of a formula of branching time, by position. Without them, the run shows by itself what is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<TraceBranch>,
    /// Where claims have been left out, since there were too many or it took too long: those after this number of steps, and later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out_from: Option<usize>,
}

/// Where a property process is along a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watching {
    /// Its name.
    pub name: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// Where it is before each step, and at the end: positions among these.
    pub at: Vec<u32>,
}

impl Watching {
    /// The location before a step, counted from 0; behind the last step, that at the end.
    #[must_use]
    pub fn location(&self, step: usize) -> Option<&str> {
        self.locations.get(*self.at.get(step)? as usize).map(String::as_str)
    }
}

/// A firing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The transition's id.
    pub event: String,
    /// The transition's name, where it has one that differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The values of the transition's variables; empty where the marking leaves no choice.
    #[serde(default)]
    pub binding: Binding,
    /// The processes that move, the sender before the receiver, where the model has processes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// The communication, as the file writes it: `c!x + 1, c?v`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub communication: Option<String>,
    /// The places whose tokens changed, in the order of the net.
    #[serde(default)]
    pub changed: Vec<Change>,
    /// What is undefined about this step, where it is a model error: then it is the last one, and
    /// leads to no marking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A process that moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
pub struct Change {
    /// The place's id.
    pub place: String,
    /// What the place held before the step.
    pub before: Tokens,
    /// What the place holds after the step.
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
    fn what_only_programs_have_is_left_out_of_other_steps() {
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
