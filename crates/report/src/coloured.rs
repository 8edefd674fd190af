//! The declarations and nodes of a coloured net.

use serde::{Deserialize, Serialize};

use crate::{Count, Ordered};

/// A coloured net in the form its file has, without unfolding it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ColouredStructure {
    /// The declared sorts that are used, in the order of the file.
    pub sorts: Vec<SortStructure>,
    /// The variables, with the names of their sorts.
    pub variables: Ordered<String>,
    /// The places.
    pub places: Vec<ColouredPlace>,
    /// The transitions.
    pub transitions: Vec<ColouredTransition>,
    /// The distinct inscriptions, each with the number of arcs that bear it, the most frequent first. Reset arcs have
    /// none.
    pub inscriptions: Ordered<usize>,
}

/// A sort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SortStructure {
    /// The name by which places and variables refer to the sort.
    pub name: String,
    /// A description in words.
    pub text: String,
    /// The number of values; null if there are infinitely many, or 2^64 or more.
    pub values: Option<Count>,
}

/// A place with colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ColouredPlace {
    /// The id of the place.
    pub id: String,
    /// The name, if it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of the place's sort.
    pub sort: String,
    /// The number of initial tokens; null if it is known only after an evaluation.
    pub tokens: Option<Count>,
    /// The initial tokens, in words.
    pub initial: String,
}

/// A transition with variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ColouredTransition {
    /// The id of the transition.
    pub id: String,
    /// The name, if it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The guard in words, if there is one.
    pub guard: Option<String>,
    /// The variables of the guard, the code and the arcs, in the order of their declaration.
    pub variables: Vec<String>,
}
