//! The schemas of members that are parts of reports: references to `docs/report.schema.json`.

use schemars::{Schema, SchemaGenerator, json_schema};

fn named(definition: &str) -> Schema {
    json_schema!({ "$ref": format!("#/$defs/{definition}") })
}

fn list_of(definition: &str) -> Schema {
    json_schema!({ "type": "array", "items": named(definition) })
}

/// Returns the schema of [`Reported`](super::Reported).
pub(super) fn report(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [named("Report"), named("AnalysisReport")] })
}

pub(super) fn question(_: &mut SchemaGenerator) -> Schema {
    named("Question")
}

pub(super) fn properties(_: &mut SchemaGenerator) -> Schema {
    list_of("StandardProperty")
}

pub(super) fn diagnostics(_: &mut SchemaGenerator) -> Schema {
    list_of("Diagnostic")
}

pub(super) fn marking(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "additionalProperties": named("Tokens") })
}

pub(super) fn step(_: &mut SchemaGenerator) -> Schema {
    named("Step")
}

pub(super) fn steps(_: &mut SchemaGenerator) -> Schema {
    list_of("Step")
}

pub(super) fn state_graph(_: &mut SchemaGenerator) -> Schema {
    named("StateGraph")
}
