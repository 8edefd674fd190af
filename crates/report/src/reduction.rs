//! What structural rules make of a net.

use serde::{Deserialize, Serialize};

use crate::Count;

/// The size of a net that was made smaller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructuralReduction {
    /// Whether the reduced net has a deadlock where the net has one.
    pub deadlocks: bool,
    /// The places and transitions about which the same can be found out in the reduced net.
    pub kept: Vec<String>,
    /// The places that are left.
    pub places: usize,
    /// The transitions that are left, with those that were made.
    pub transitions: usize,
    /// The arcs that are left, with those that were made.
    pub arcs: usize,
    /// Whether the rules have proved that no deadlock can be reached; `false` where they have not.
    pub never_dead: bool,
    /// What each rule did, in the order in which they take turns; those that did nothing are left out.
    pub rules: Vec<RuleStatistics>,
}

/// The place/transition net that a coloured net was unfolded to: how large it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unfolding {
    /// The places of the coloured net.
    pub coloured_places: usize,
    /// The transitions of the coloured net.
    pub coloured_transitions: usize,
    /// The places of the unfolding: the colours that places can hold.
    pub places: usize,
    /// The transitions of the unfolding: the bindings that can be enabled.
    pub transitions: usize,
    /// The arcs of the unfolding.
    pub arcs: usize,
    /// All colours of all places; `None` where they are too many to count.
    pub all_colours: Option<Count>,
    /// All values for all variables of all transitions; `None` where they are too many to count.
    pub all_bindings: Option<Count>,
    /// How long it took, in seconds.
    pub time_s: f64,
}

/// The net that was searched instead of the user's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedNet {
    /// Its places.
    pub places: usize,
    /// Its transitions.
    pub transitions: usize,
    /// What each rule did, in the order in which they take turns; those that did nothing are left out.
    pub rules: Vec<RuleStatistics>,
}

/// What a rule did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleStatistics {
    /// Its name.
    pub rule: String,
    /// How often it was applied.
    pub applications: u64,
    /// How many places it removed.
    pub places: usize,
    /// How many transitions it removed, less those that it made.
    pub transitions: i64,
}
