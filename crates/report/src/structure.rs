//! What can be said about a net without exploring it.

use serde::{Deserialize, Serialize};

use crate::{
    ColouredStructure, Count, Diagnostic, Hint, Ordered, ProgramStructure, Reason, SCHEMA,
    StructuralReduction, Unfolding, VERSION,
};

/// A query that the file of a net keeps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredQuery {
    /// Its name, which may be empty.
    pub name: String,
    /// What it asks, in our own language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// Or why it is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// The answer of `info`: the structure of a net and what the compiler made of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StructureReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as the user named it.
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
    /// How many nets the file holds.
    pub nets_in_file: usize,
    /// Sorts, variables, guards and inscriptions, where the net is coloured and described as the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coloured: Option<ColouredStructure>,
    /// The place/transition net that is described, where the file's own net is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs of all kinds, as the file gives them.
    pub arcs: usize,
    /// The number of arcs of each kind: `input`, `output`, `inhibitor`, `read`, `reset`.
    pub arcs_by_kind: Ordered<usize>,
    /// The greatest weight of an arc; `None` where one depends on the values of variables.
    pub largest_weight: Option<Count>,
    /// The tokens of the initial marking, of all colours; `None` where only an evaluation could tell.
    pub initial_tokens: Option<Count>,
    /// The places with tokens in the initial marking.
    pub marked_places: usize,
    /// The places that have a capacity.
    pub places_with_capacity: usize,
    /// The places that no firing fills.
    pub source_places: Vec<String>,
    /// The places that no firing empties.
    pub sink_places: Vec<String>,
    /// The transitions that take no token.
    pub source_transitions: Vec<String>,
    /// The transitions that put no token.
    pub sink_transitions: Vec<String>,
    /// The places and transitions without any arc.
    pub isolated_nodes: Vec<String>,
    /// The nested units, where the file gives them.
    pub units: Option<UnitTree>,
    /// Weighted sums of tokens that no firing changes.
    pub invariants: Vec<Invariant>,
    /// The places whose tokens were proved to stay within a bound, with the bound.
    pub bounds: Ordered<Count>,
    /// The places that hold as many tokens as one likes, where that was found out: then `bounds` has all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unbounded_places: Vec<String>,
    /// Processes, variables and channels, where the model was written as a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramStructure>,
    /// Why there is no layout: the time was over, or the user cancelled. Invariants and bounds may have been found before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How the compiler packs a marking; `None` of a coloured net that is described as the file has it, and where there is a `reason`.
    pub layout: Option<Layout>,
    /// What structural rules make of the net, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<StructuralReduction>,
    /// The queries that the file keeps beside its nets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<StoredQuery>,
    /// What the user should know about the net, and may do about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// What the user should know about the file although it could be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

/// The size of a unit tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitTree {
    /// The number of units.
    pub units: usize,
    /// The number of units on the longest way from the root to a leaf.
    pub depth: usize,
    /// Whether the file claims that the units are safe.
    pub claims_safe: bool,
}

/// A place invariant with natural weights: the weighted sum of tokens is the same in every
/// reachable marking, and bounds each of its places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The weight of each place of the sum.
    pub weights: Ordered<Count>,
    /// The sum.
    pub value: Count,
}

/// How a marking is packed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Layout {
    /// The encoding that is used.
    pub encoding: String,
    /// The bits of a state under it.
    pub bits_per_state: u32,
    /// The 64-bit words of a state under it.
    pub words_per_state: u32,
    /// What each encoding would take.
    pub encodings: Vec<Encoding>,
    /// Why it is this encoding, in words.
    #[serde(default)]
    pub encoding_why: String,
    /// The store that a search would use unless told otherwise.
    #[serde(default)]
    pub store: String,
    /// Why it is this store, in words.
    #[serde(default)]
    pub store_why: String,
    /// What a state would take in each store, about.
    #[serde(default)]
    pub stores: Vec<StoreEstimate>,
    /// The slots, in the order of the places.
    pub slots: Vec<Slot>,
}

/// The size of a state under an encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encoding {
    /// Its name.
    pub name: String,
    /// The bits of a state.
    pub bits_per_state: u32,
}

/// What a state takes in a store, about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoreEstimate {
    /// The store's name, as the option `store` takes it.
    pub name: String,
    /// The bytes of a state, with its share of what finds it.
    pub bytes_per_state: f64,
    /// What that goes by, in words.
    pub basis: String,
}

/// A place's share of the packed marking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The place.
    pub place: String,
    /// Its width.
    pub bits: u32,
    /// The most tokens that were proved for it.
    pub bound: Option<Count>,
    /// The least and the greatest number that its token may be, for each cell of an array, where
    /// the place holds one token with a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// Where the width comes from, in words.
    pub origin: String,
}

impl StructureReport {
    /// A report about an empty net.
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
