//! The standard properties of a net.

use std::num::NonZeroU64;

use sanderling::StandardRequest;
use sanderling_report::StandardProperty;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};

/// `analysis/standard`: decides the standard properties of a place/transition net, or of the unfolding of a coloured net.
/// The answer is the notification `analysis/result`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standard {
    /// The net.
    pub net: String,
    /// The properties to decide. The default is all of them, with invariants, siphons and traps.
    #[serde(default)]
    #[schemars(schema_with = "super::reports::properties")]
    pub only: Vec<StandardProperty>,
    /// The source place of the workflow, by its id or unique name. The default is the only place without inputs.
    #[serde(default)]
    pub source: Option<String>,
    /// The sink place of the workflow. The default is the only place without outputs.
    #[serde(default)]
    pub sink: Option<String>,
    /// The number of concurrent cases for soundness. The default is 1.
    #[serde(default)]
    pub cases: Option<NonZeroU64>,
    /// The condition on final markings, for a process that begins in the initial marking. It excludes `source`, `sink` and
    /// `cases`.
    #[serde(default, rename = "final")]
    pub final_condition: Option<String>,
    /// Sums of tokens whose maximum values are requested.
    #[serde(default)]
    pub bounds: Vec<String>,
    /// The options `time` (default: one minute), `threads`, `max-states`, `engine`, `diagram-order`, `self-check` and
    /// `explain-plan` of the command line.
    #[serde(default)]
    #[schemars(schema_with = "options")]
    pub options: Map<String, Value>,
    /// The memory limit of the analysis, in bytes. The default is a quarter of the server's memory.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
}

impl Standard {
    /// Returns the names of the options, without the memory, which is a member of its own.
    pub fn options() -> impl Iterator<Item = &'static str> {
        StandardRequest::OPTIONS.into_iter().filter(|name| *name != "memory")
    }
}

fn options(_: &mut SchemaGenerator) -> Schema {
    super::options::of(|option| Standard::options().any(|name| name == option.name))
}
