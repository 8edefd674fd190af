//! The parts of a report that not every report has.

use serde::{Deserialize, Serialize};

use crate::{Count, Decision, Marking, Reason, Steps, Trace, Verdict};

/// The answer to one property, where properties were asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The property's name, where a file of properties gives it one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The property as text: `always tokens(p) <= 3`.
    pub property: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why that is not known.
    pub reason: Option<Reason>,
    /// A run to a state that refutes an `always`, or that satisfies a `reach`.
    pub trace: Option<Trace>,
    /// What decided it, where something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Decision>,
}

/// What was explored, where that is not the whole state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explored {
    /// How many states were visited, over all searches.
    pub states: Count,
    /// The firings from those that were expanded.
    pub firings: Count,
}

/// What became of a file's claim that its nested units are safe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum NupnClaim {
    /// The file makes none.
    None,
    /// The file claims safe units, and the claim has not been checked in every reachable state.
    Unchecked,
    /// The claim holds in every reachable state.
    Holds,
    /// The claim is false.
    Refuted {
        /// Two places, or one with more than one token, that refute it.
        places: Vec<String>,
        /// A marking that refutes it.
        marking: Marking,
    },
}

/// Why a net is unbounded: a run to a marking, and firings that lead from there to a marking with
/// more tokens in some places and no fewer in any, so that they can be fired again for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnboundedProof {
    /// The places that grow.
    pub places: Vec<String>,
    /// The run to the marking.
    pub prefix: Trace,
    /// The firings that can be repeated.
    pub pump: Steps,
    /// What can be covered, where that was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverable: Option<Coverable>,
}

/// The minimal coverability set of an unbounded net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverable {
    /// The number of its markings.
    pub markings: Count,
    /// All places that hold as many tokens as one likes in reachable markings; the others are bounded.
    pub unbounded_places: Vec<String>,
}
