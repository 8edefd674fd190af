//! Nested units (NUPN): a tree of units over the places of a net.
//!
//! Source: Garavel, *Nested-Unit Petri Nets*, Journal of Logical and Algebraic Methods in Programming, 2019. A net is
//! *unit-safe* if in every reachable marking any two different marked places lie in units that are neither equal nor
//! one above the other. A file may *claim* this; the claim is checked during exploration and never trusted.

use serde::{Deserialize, Serialize};

use crate::{PlaceId, UnitId};

/// The unit tree of a net. Every place belongs to exactly one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NestedUnits {
    /// The root of the tree.
    pub root: UnitId,
    /// All units, in the order of the file.
    pub units: Vec<Unit>,
    /// Whether the file claims that the net is unit-safe.
    pub claims_safe: bool,
}

/// A unit: its own places, and its children.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The modeller's id.
    pub id: String,
    /// The places of this unit, without those of its descendants.
    pub places: Vec<PlaceId>,
    /// The children.
    pub subunits: Vec<UnitId>,
}
