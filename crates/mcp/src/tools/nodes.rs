//! The places and transitions of a model, by ids and names.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::Problem;
use crate::model::Opened;

/// The nodes of a model.
#[derive(Debug, Deserialize)]
pub(super) struct Nodes {
    pub(super) places: Vec<Node>,
    pub(super) transitions: Vec<Node>,
}

/// A place or a transition.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Node {
    pub(super) id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

#[derive(Deserialize)]
struct Converted {
    text: String,
}

impl Nodes {
    pub(super) fn of(model: &Opened<'_>) -> Result<Self, Problem> {
        let converted = model.request("net/convert", &json!({ "format": "json" }))?;
        let Converted { text } = serde_json::from_str(&converted).map_err(Problem::internal)?;
        serde_json::from_str(&text).map_err(Problem::internal)
    }
}
