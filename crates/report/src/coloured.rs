//! What a coloured net declares, and where that stands in it.

use serde::{Deserialize, Serialize};

use crate::{Count, Ordered};

/// A coloured net as its file has it, without unfolding it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ColouredStructure {
    /// The declared sorts that are used, in the order of the file.
    pub sorts: Vec<SortStructure>,
    /// The variables, with the names of their sorts.
    pub variables: Ordered<String>,
    /// The places.
    pub places: Vec<ColouredPlace>,
    /// The transitions.
    pub transitions: Vec<ColouredTransition>,
    /// The different inscriptions, each with the number of arcs that bear it, the most frequent first. Reset arcs have none.
    pub inscriptions: Ordered<usize>,
}

/// A sort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortStructure {
    /// Its name, as places and variables refer to it.
    pub name: String,
    /// What it is, in words.
    pub text: String,
    /// How many values it has; `None` where these are infinitely many, or 2^64 or more.
    pub values: Option<Count>,
}

/// A place with colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColouredPlace {
    /// The id.
    pub id: String,
    /// The name, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of its sort.
    pub sort: String,
    /// The number of tokens at the start; `None` where only an evaluation could tell.
    pub tokens: Option<Count>,
    /// The tokens at the start, in words.
    pub initial: String,
}

/// A transition with variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColouredTransition {
    /// The id.
    pub id: String,
    /// The name, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The guard in words, where there is one.
    pub guard: Option<String>,
    /// The variables of its guard, its code and its arcs, in the order of their declaration.
    pub variables: Vec<String>,
}
