//! The standard properties of a net.

use std::num::NonZeroU64;

use sanderling::StandardRequest;
use sanderling_report::StandardProperty;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value};

/// `analysis/standard`: the standard properties of a place/transition net, or of the unfolding of a coloured one. The answer comes as
/// `analysis/result`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standard {
    /// The net.
    pub net: String,
    /// The properties that are asked for; all of them, with invariants, siphons and traps, where none is named.
    #[serde(default)]
    #[schemars(schema_with = "properties")]
    pub only: Vec<StandardProperty>,
    /// The place where workflows begin, by its id or by a name that no other has; the only one without inputs if nothing is said.
    #[serde(default)]
    pub source: Option<String>,
    /// The place where they end; the only one without outputs if nothing is said.
    #[serde(default)]
    pub sink: Option<String>,
    /// With how many cases at the same time soundness is asked for; one if nothing is said.
    #[serde(default)]
    pub cases: Option<NonZeroU64>,
    /// What holds where the process ends, which begins with the initial marking then, for nets that are no workflow nets; not beside `source`,
    /// `sink` and `cases`.
    #[serde(default, rename = "final")]
    pub final_condition: Option<String>,
    /// Sums of tokens of which the greatest values are asked for.
    #[serde(default)]
    pub bounds: Vec<String>,
    /// The options `time` (default: one minute), `threads`, `max-states`, `self-check` and `explain-plan` of the command line.
    #[serde(default)]
    #[schemars(schema_with = "options")]
    pub options: Map<String, Value>,
    /// The memory that it may take; a quarter of what the server has if nothing is said.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
}

impl Standard {
    /// The names of the options that there are: all but the memory, which stands beside them.
    pub fn options() -> impl Iterator<Item = &'static str> {
        StandardRequest::OPTIONS.into_iter().filter(|name| *name != "memory")
    }
}

fn properties(_: &mut SchemaGenerator) -> Schema {
    let names = StandardProperty::ALL.map(StandardProperty::as_str);
    json_schema!({ "type": "array", "items": { "enum": names } })
}

fn options(_: &mut SchemaGenerator) -> Schema {
    super::options::of(|option| Standard::options().any(|name| name == option.name))
}
