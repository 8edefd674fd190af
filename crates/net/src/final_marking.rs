//! Final markings: those in which a process has ended as it should.
//!
//! Process mining and workflow tools state them beside a net (pm4py and ProM write them into PNML). They are
//! no part of what the net does, and are kept for queries and for other tools.

use serde::{Deserialize, Serialize};

use crate::PlaceId;

/// A final marking: the places that hold tokens in it, each once. All other places are empty.
pub type FinalMarking = Vec<MarkedPlace>;

/// A place of the sort `dot` with tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedPlace {
    /// The place.
    pub place: PlaceId,
    /// How many tokens it holds: 1 or more.
    #[serde(with = "crate::number")]
    pub tokens: u64,
}
