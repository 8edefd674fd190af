//! The claims along a trace, which are the branches of a tree of runs.

use serde::{Deserialize, Serialize};

use crate::Trace;

/// A claim about the marking at a position of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TraceBranch {
    /// The number of steps before the marking.
    pub after: usize,
    /// The number of steps before the last marking, if the claim is about several consecutive markings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// A part of the property: an operator with its operands.
    pub formula: String,
    /// Whether the part holds or fails in the marking.
    pub holds: bool,
    /// The evidence for the claim.
    pub shown_by: ShownBy,
    /// The run that branches off at the marking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

/// The evidence for a claim about a marking on a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShownBy {
    /// The rest of the run itself.
    #[default]
    Run,
    /// A run that branches off at the marking.
    Branch,
    /// No run: the claim is about all runs from the marking.
    Nothing,
}

impl Trace {
    /// Whether the run alone proves the answer: no claim along it needs other evidence, and none is left out.
    #[must_use]
    pub fn shows_alone(&self) -> bool {
        self.left_out_from.is_none() && self.branches.iter().all(|branch| branch.shown_by == ShownBy::Run)
    }

    /// Returns the number of claims along the run and the runs that branch off. Takes time linear in that number.
    #[must_use]
    pub fn claims(&self) -> usize {
        let within = self.branches.iter().filter_map(|branch| branch.trace.as_ref()).map(Self::claims);
        self.branches.len() + within.sum::<usize>()
    }
}
