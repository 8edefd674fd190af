//! The results of structural reductions and of unfoldings.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The size of a reduced net.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StructuralReduction {
    /// Whether the reduction preserves the existence of a deadlock.
    pub deadlocks: bool,
    /// The places and transitions whose properties the reduction preserves.
    pub kept: Vec<String>,
    /// The number of remaining places.
    pub places: usize,
    /// The number of remaining and new transitions.
    pub transitions: usize,
    /// The number of remaining and new arcs.
    pub arcs: usize,
    /// Whether the rules proved that no deadlock is reachable.
    pub never_dead: bool,
    /// The effect of each rule, in the order of their application; rules without effect are left out.
    pub rules: Vec<RuleStatistics>,
}

/// The size of the place/transition net to which a coloured net was unfolded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Unfolding {
    /// The number of places of the coloured net.
    pub coloured_places: usize,
    /// The number of transitions of the coloured net.
    pub coloured_transitions: usize,
    /// The number of places of the unfolding: the colours that places can hold.
    pub places: usize,
    /// The number of transitions of the unfolding: the bindings that can be enabled.
    pub transitions: usize,
    /// The number of arcs of the unfolding.
    pub arcs: usize,
    /// The number of all colours of all places; null if there are too many to count.
    pub all_colours: Option<Count>,
    /// The number of all assignments to the variables of all transitions; null if there are too many to count.
    pub all_bindings: Option<Count>,
    /// The time of the unfolding, in seconds.
    pub time_s: f64,
}

/// The net that was searched instead of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReducedNet {
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The effect of each rule, in the order of their application; rules without effect are left out.
    pub rules: Vec<RuleStatistics>,
}

/// The effect of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleStatistics {
    /// The name of the rule.
    pub rule: String,
    /// The number of applications.
    pub applications: u64,
    /// The number of places removed.
    pub places: usize,
    /// The number of transitions removed, minus the number of new ones.
    pub transitions: i64,
}
