//! The answer of `compare`.

use serde::{Deserialize, Serialize};

use crate::{SCHEMA, VERSION, Verdict};

/// The differences between two nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComparisonReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file of the first net, as named by the user.
    pub file: String,
    /// The format of the first net.
    pub format: String,
    /// Always `compare`.
    pub question: String,
    /// The file of the second net.
    pub other_file: String,
    /// The format of the second net.
    pub other_format: String,
    /// `holds` if the nets are equal, `violated` if they are not.
    pub verdict: Verdict,
    /// The differences in sorts, variables, operators, partitions, assertions, units and final markings.
    pub declarations: Vec<Difference>,
    /// The differences in places.
    pub places: Vec<Difference>,
    /// The differences in transitions.
    pub transitions: Vec<Difference>,
    /// The differences in arcs. Arcs of the same kind between the same nodes count as one, with their combined weight.
    pub arcs: Vec<ArcDifference>,
}

/// The kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the second net has the element.
    Added,
    /// Only the first net has the element.
    Removed,
    /// Both nets have the element, and it differs.
    Changed,
}

/// An element that differs between the nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Difference {
    /// The kind of difference.
    pub change: ChangeKind,
    /// The id of the element.
    pub id: String,
    /// The name in the second net, or in the only net that has the element, if it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The differences in detail.
    pub aspects: Vec<AspectDifference>,
}

/// An arc that differs between the nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ArcDifference {
    /// The kind of difference.
    pub change: ChangeKind,
    /// The id of the arc's place.
    pub place: String,
    /// The id of the arc's transition.
    pub transition: String,
    /// `input`, `output`, `inhibitor`, `read` or `reset`.
    pub kind: String,
    /// The differences in detail.
    pub aspects: Vec<AspectDifference>,
}

/// An aspect of an element that differs, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AspectDifference {
    /// The aspect: `initial`, `guard`, `weight` and the like.
    pub aspect: String,
    /// Its value in the first net, if it has one.
    pub before: Option<String>,
    /// Its value in the second net, if it has one.
    pub after: Option<String>,
}

impl ComparisonReport {
    /// Creates the report for these differences.
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
