//! A description of a net without exploring it.

use serde::{Deserialize, Serialize};

use crate::{
    ColouredStructure, Count, Diagnostic, DiagramOutline, Hint, Ordered, ProgramStructure, Reason, SCHEMA,
    StructuralReduction, Unfolding, VERSION,
};

/// A query stored in the file of a net.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoredQuery {
    /// The name of the query, which may be empty.
    pub name: String,
    /// The property, in our own language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// Why the query has no property.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// The answer of `info`: the structure of a net and its compiled form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StructureReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as named by the user.
    pub file: String,
    /// The file's format.
    pub format: String,
    /// Always `info`.
    pub question: String,
    /// The id of the net in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The name of the net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of nets in the file.
    pub nets_in_file: usize,
    /// Sorts, variables, guards and inscriptions, if the net is coloured and is described without unfolding it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coloured: Option<ColouredStructure>,
    /// The described place/transition net, if the file's own net is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs of all kinds, as in the file.
    pub arcs: usize,
    /// The number of arcs of each kind: `input`, `output`, `inhibitor`, `read`, `reset`.
    pub arcs_by_kind: Ordered<usize>,
    /// The greatest weight of an arc; null if a weight depends on variables.
    pub largest_weight: Option<Count>,
    /// The number of tokens of all colours in the initial marking; null if it is known only after an evaluation.
    pub initial_tokens: Option<Count>,
    /// The number of places with tokens in the initial marking.
    pub marked_places: usize,
    /// The number of places with a capacity.
    pub places_with_capacity: usize,
    /// The places to which no firing adds tokens.
    pub source_places: Vec<String>,
    /// The places from which no firing removes tokens.
    pub sink_places: Vec<String>,
    /// The transitions that consume no token.
    pub source_transitions: Vec<String>,
    /// The transitions that produce no token.
    pub sink_transitions: Vec<String>,
    /// The places and transitions without any arc.
    pub isolated_nodes: Vec<String>,
    /// The nested units, if the file has them.
    pub units: Option<UnitTree>,
    /// Weighted sums of tokens that no firing changes.
    pub invariants: Vec<Invariant>,
    /// The places with a proved bound on their tokens, with the bound.
    pub bounds: Ordered<Count>,
    /// The places with unboundedly many tokens, if they were determined; `bounds` then has all other places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unbounded_places: Vec<String>,
    /// The levels and orders of a decision diagram of all reachable markings; omitted for other nets than
    /// place/transition nets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<DiagramOutline>,
    /// Processes, variables and channels, if the model was written as a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramStructure>,
    /// Why there is no layout: the time ran out, or the user cancelled. Invariants and bounds may have been found
    /// before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The packed form of a marking; null for a coloured net that was not unfolded, and if there is a `reason`.
    pub layout: Option<Layout>,
    /// The structural reduction of the net, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<StructuralReduction>,
    /// The queries stored in the file with its nets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<StoredQuery>,
    /// What the user should know about the net, and suggested actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// Problems in the file that did not prevent its use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

/// The size of a unit tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnitTree {
    /// The number of units.
    pub units: usize,
    /// The number of units on the longest path from the root to a leaf.
    pub depth: usize,
    /// Whether the file claims that the units are safe.
    pub claims_safe: bool,
}

/// A place invariant with natural weights. The weighted sum of tokens is the same in every reachable marking, and
/// bounds each place of the sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invariant {
    /// The weight of each place in the sum.
    pub weights: Ordered<Count>,
    /// The value of the sum.
    pub value: Count,
}

/// The packed form of a marking.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Layout {
    /// The chosen encoding.
    pub encoding: String,
    /// The number of bits of a state in the chosen encoding.
    pub bits_per_state: u32,
    /// The number of 64-bit words of a state in the chosen encoding.
    pub words_per_state: u32,
    /// The size of a state in each encoding.
    pub encodings: Vec<Encoding>,
    /// Why this encoding was chosen, in words.
    #[serde(default)]
    pub encoding_why: String,
    /// The default store of a search.
    #[serde(default)]
    pub store: String,
    /// Why this store is the default, in words.
    #[serde(default)]
    pub store_why: String,
    /// The approximate size of a state in each store.
    #[serde(default)]
    pub stores: Vec<StoreEstimate>,
    /// The slots, in the order of the places.
    pub slots: Vec<Slot>,
}

/// The size of a state under an encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Encoding {
    /// The name of the encoding.
    pub name: String,
    /// The number of bits of a state.
    pub bits_per_state: u32,
}

/// The approximate size of a state in a store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoreEstimate {
    /// The name of the store, as a value of the option `store`.
    pub name: String,
    /// The number of bytes of a state, with its share of the index.
    pub bytes_per_state: f64,
    /// The basis of the estimate, in words.
    pub basis: String,
}

/// The part of the packed marking for one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Slot {
    /// The id of the place.
    pub place: String,
    /// The width in bits.
    pub bits: u32,
    /// The proved maximum number of tokens.
    pub bound: Option<Count>,
    /// The minimum and maximum number that the token may be, or each cell of an array, if the place holds one token
    /// with a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// How the width was determined, in words.
    pub origin: String,
}

impl StructureReport {
    /// Creates a report about an empty net.
    #[must_use]
    pub fn new() -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            question: "info".into(),
            net: None,
            name: None,
            nets_in_file: 1,
            coloured: None,
            unfolding: None,
            places: 0,
            transitions: 0,
            arcs: 0,
            arcs_by_kind: Ordered::default(),
            largest_weight: Some(Count::ZERO),
            initial_tokens: Some(Count::ZERO),
            marked_places: 0,
            places_with_capacity: 0,
            source_places: Vec::new(),
            sink_places: Vec::new(),
            source_transitions: Vec::new(),
            sink_transitions: Vec::new(),
            isolated_nodes: Vec::new(),
            units: None,
            invariants: Vec::new(),
            bounds: Ordered::default(),
            unbounded_places: Vec::new(),
            diagram: None,
            program: None,
            reason: None,
            layout: None,
            reduction: None,
            queries: Vec::new(),
            hints: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Default for StructureReport {
    fn default() -> Self {
        Self::new()
    }
}
