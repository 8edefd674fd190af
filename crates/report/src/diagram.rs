//! Decision diagrams of all reachable markings.

use serde::{Deserialize, Serialize};

use crate::{Count, Natural};

/// A decision diagram of all reachable markings of the net that was searched, or of some if the search ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Diagram {
    /// The order of the places, as a value of the option `diagram-order`.
    pub order: String,
    /// The number of levels, one for each place.
    pub levels: Count,
    /// The number of nodes; if the search ended early, of all in memory.
    pub nodes: Count,
    /// The number of nodes that were ever created in this order.
    pub created_nodes: Count,
    /// The number of times that unused nodes were removed.
    pub collections: Count,
    /// The number of reachable markings, if it was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Natural>,
    /// The number of firings from all reachable markings, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firings: Option<Natural>,
    /// The number of reachable markings without an enabled transition, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadlocks: Option<Natural>,
    /// A lower bound of the number of reachable markings, if the search ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states_at_least: Option<Natural>,
}

/// What is known about decision diagrams of a net before one is built.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DiagramOutline {
    /// The number of levels, one for each place.
    pub levels: Count,
    /// The orders of the places that a search tries, the most promising first.
    pub orders: Vec<OrderOfPlaces>,
}

/// An order of the places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OrderOfPlaces {
    /// The name, as a value of the option `diagram-order`.
    pub order: String,
    /// The average number of levels from the lowest to the highest place of a transition; omitted if there was no time for
    /// it. Diagrams in an order with a small span are often small.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<f64>,
}
