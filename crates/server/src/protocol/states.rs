//! A small state space, drawn out. Positions are of the middle of a node; y grows downwards.

use sanderling_report::StateGraph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `graph/states`: a small state space, drawn out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct States {
    /// The net.
    pub net: String,
    /// How many states at most: 300 if nothing is said, and never more than 2000.
    #[serde(default, alias = "most_states")]
    pub max_states: Option<u64>,
    /// Whether the markings that can be covered are drawn instead, of a place/transition net: the minimal coverability set, finite also
    /// where there are infinitely many states.
    #[serde(default)]
    pub coverability: bool,
}

/// The answer to `graph/states`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnStates {
    /// States and edges, as `sanderling graph --to json` writes them.
    #[schemars(schema_with = "super::reports::state_graph")]
    pub graph: StateGraph,
    /// How wide the drawing is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Where the states are, x and y.
    pub positions: Vec<[f64; 2]>,
    /// For each edge, the points between its ends.
    pub bends: Vec<Vec<[f64; 2]>>,
}
