//! Pages: how a modeller distributed a net over several drawings.
//!
//! They do not affect the behaviour of the net. If the file nests pages, each page refers to the one around it.

use serde::{Deserialize, Serialize};

use crate::{PageId, PlaceId, TransitionId};

/// One page. A node is on one page at most.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The modeller's id; may be empty.
    pub id: String,
    /// The modeller's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The page around this one; it precedes this page in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<PageId>,
    /// The places on this page, without those of nested pages.
    #[serde(default)]
    pub places: Vec<PlaceId>,
    /// The transitions on this page, without those of nested pages.
    #[serde(default)]
    pub transitions: Vec<TransitionId>,
}
