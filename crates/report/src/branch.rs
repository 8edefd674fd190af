//! What is claimed along a trace: the branches of a tree of runs.

use serde::{Deserialize, Serialize};

use crate::Trace;

/// A claim about the marking at a position of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceBranch {
    /// The number of steps that lead to the marking.
    pub after: usize,
    /// Where the same is claimed of several markings in a row: the number of steps that lead to the last of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// A part of the property: an operator with its operands.
    pub formula: String,
    /// Whether it holds of the marking, or fails.
    pub holds: bool,
    /// What shows that.
    pub shown_by: ShownBy,
    /// The run that branches off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

/// What shows a claim about a marking on a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownBy {
    /// The run itself, as it goes on from there.
    #[default]
    Run,
    /// A run that branches off there.
    Branch,
    /// No run: it is about all runs from there.
    Nothing,
}

impl Trace {
    /// Whether the run by itself shows what is asked: nothing that is claimed along it has to be shown elsewhere, and nothing is left out.
    #[must_use]
    pub fn shows_alone(&self) -> bool {
        self.left_out_from.is_none() && self.branches.iter().all(|branch| branch.shown_by == ShownBy::Run)
    }

    /// How many claims are made along the run and the runs that branch off. Takes time linear in them.
    #[must_use]
    pub fn claims(&self) -> usize {
        let within = self.branches.iter().filter_map(|branch| branch.trace.as_ref()).map(Self::claims);
        self.branches.len() + within.sum::<usize>()
    }
}
