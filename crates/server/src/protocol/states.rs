//! A drawing of a small state space. Positions are those of the centers of nodes; y increases downwards.

use sanderling_report::StateGraph;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `graph/states`: a drawing of a small state space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct States {
    /// The net.
    pub net: String,
    /// Maximum number of states. The default is 300; larger numbers than 2000 count as 2000.
    #[serde(default, alias = "most_states")]
    pub max_states: Option<u64>,
    /// Whether to draw the minimal coverability set of a place/transition net instead. It is finite, even if there are
    /// infinitely many states.
    #[serde(default)]
    pub coverability: bool,
}

/// The answer to `graph/states`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawnStates {
    /// States and edges, as `sanderling graph --to json` writes them.
    #[schemars(schema_with = "super::reports::state_graph")]
    pub graph: StateGraph,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// Positions of the states, as x and y.
    pub positions: Vec<[f64; 2]>,
    /// For each edge, the points between its ends, as x and y.
    pub bends: Vec<Vec<[f64; 2]>>,
}
