//! Final markings: those in which a process has ended as intended.
//!
//! Process mining and workflow tools store them beside a net (pm4py and ProM write them into PNML). They do not affect
//! the behaviour of the net; queries and other tools use them.

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
    /// Number of tokens in the place, at least 1.
    #[serde(with = "crate::number")]
    pub tokens: u64,
}
