//! The answer of `compare`.

use serde::{Deserialize, Serialize};

use crate::{SCHEMA, VERSION, Verdict};

/// What differs between two nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file of the net before, as the user named it.
    pub file: String,
    /// Its format.
    pub format: String,
    /// Always `compare`.
    pub question: String,
    /// The file of the net after.
    pub other_file: String,
    /// Its format.
    pub other_format: String,
    /// `holds` where the nets are the same, `violated` where they are not.
    pub verdict: Verdict,
    /// Sorts, variables, operators, partitions, assertions, units and final markings.
    pub declarations: Vec<Difference>,
    /// The places.
    pub places: Vec<Difference>,
    /// The transitions.
    pub transitions: Vec<Difference>,
    /// The arcs. Those of one kind between the same nodes are one, with what they move together.
    pub arcs: Vec<ArcDifference>,
}

/// What became of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the net after has it.
    Added,
    /// Only the net before has it.
    Removed,
    /// Both have it, and it is not the same.
    Changed,
}

/// An element that is not the same in both nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What became of it.
    pub change: ChangeKind,
    /// Its id.
    pub id: String,
    /// Its name in the net after, or in the one that has it, where that is not the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What differs about it.
    pub aspects: Vec<AspectDifference>,
}

/// An arc that is not the same in both nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArcDifference {
    /// What became of it.
    pub change: ChangeKind,
    /// The id of its place.
    pub place: String,
    /// The id of its transition.
    pub transition: String,
    /// `input`, `output`, `inhibitor`, `read` or `reset`.
    pub kind: String,
    /// What differs about it.
    pub aspects: Vec<AspectDifference>,
}

/// Something about an element that differs, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AspectDifference {
    /// What it is: `initial`, `guard`, `weight` and the like.
    pub aspect: String,
    /// What it is in the net before, if it has it.
    pub before: Option<String>,
    /// What it is in the net after, if it has it.
    pub after: Option<String>,
}

impl ComparisonReport {
    /// The report of two nets that differ in this.
    #[must_use]
    pub fn new(
        declarations: Vec<Difference>,
        [places, transitions]: [Vec<Difference>; 2],
        arcs: Vec<ArcDifference>,
    ) -> Self {
        let nodes = [&declarations, &places, &transitions];
        let is_same = arcs.is_empty() && nodes.iter().all(|differences| differences.is_empty());
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            question: "compare".into(),
            other_file: String::new(),
            other_format: String::new(),
            verdict: if is_same { Verdict::Holds } else { Verdict::Violated },
            declarations,
            places,
            transitions,
            arcs,
        }
    }
}
