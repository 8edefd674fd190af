//! `docs/report.schema.json`, which is generated from the types.
//!
//! Types derive their schema only in tests, with `cfg_attr(test, …)`, because the generated code would slow down every
//! build. This module has the schemas of types that implement `Serialize` by hand.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::{
    AnalysisReport, CheckpointReport, ComparisonReport, Count, Failure, Greatest, LevelGraph, Natural,
    Ordered, Progress, ReplayReport, Report, SCHEMA, StandardProperty, StateGraph, Step, Steps,
    StructureReport, Technique, UnfoldingProgress,
};

/// The greatest integer that is written as a number.
const LARGEST_JSON_NUMBER: i64 = 1 << 53;

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A natural number: a string of digits beyond 2^53, and `\"+inf\"` for infinity.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": LARGEST_JSON_NUMBER },
                { "type": "string", "pattern": r"^([1-9][0-9]{15,}|\+inf)$" },
            ],
        })
    }
}

impl JsonSchema for Natural {
    fn schema_name() -> Cow<'static, str> {
        "Natural".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A natural number of any size: a string of digits beyond 2^53.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": LARGEST_JSON_NUMBER },
                { "type": "string", "pattern": r"^[1-9][0-9]{15,}$" },
            ],
        })
    }
}

impl JsonSchema for Greatest {
    fn schema_name() -> Cow<'static, str> {
        "Greatest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An integer: a string of digits beyond 2^53, and `\"+inf\"` for infinity.",
            "anyOf": [
                { "type": "integer", "minimum": -LARGEST_JSON_NUMBER, "maximum": LARGEST_JSON_NUMBER },
                { "type": "string", "pattern": r"^(-?[1-9][0-9]{15,}|\+inf)$" },
            ],
        })
    }
}

impl<V: JsonSchema> JsonSchema for Ordered<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}ById", V::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, V>::json_schema(generator)
    }
}

impl JsonSchema for Steps {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Steps".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Step>::json_schema(generator)
    }
}

impl JsonSchema for Technique {
    fn schema_name() -> Cow<'static, str> {
        "Technique".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = Self::all().map(|technique| json_schema!({ "const": technique.name() }));
        json_schema!({
            "description": "A technique that decides a question.",
            "oneOf": names.collect::<Vec<_>>(),
        })
    }
}

impl JsonSchema for StandardProperty {
    fn schema_name() -> Cow<'static, str> {
        "StandardProperty".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties = Self::ALL.map(|property| {
            json_schema!({ "const": property.as_str(), "description": format!("{}.", property.meaning()) })
        });
        json_schema!({
            "description": "A standard property of a net, which either holds or not.",
            "oneOf": properties,
        })
    }
}

/// Returns the schema of all objects that commands write.
fn schema() -> Value {
    let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let objects = [
        types.subschema_for::<Report>(),
        types.subschema_for::<AnalysisReport>(),
        types.subschema_for::<StructureReport>(),
        types.subschema_for::<ReplayReport>(),
        types.subschema_for::<ComparisonReport>(),
        types.subschema_for::<StateGraph>(),
        types.subschema_for::<LevelGraph>(),
        types.subschema_for::<CheckpointReport>(),
        types.subschema_for::<Failure>(),
        types.subschema_for::<Progress>(),
        types.subschema_for::<UnfoldingProgress>(),
    ];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Reports of Sanderling",
        "description": format!(
            "Schema {SCHEMA}. An object that a command writes with `--format json` or `--format jsonl`, or a line of \
             `--progress json`, to which the program adds the `file`. Readers must ignore unknown keys."
        ),
        "anyOf": objects,
        "$defs": types.take_definitions(true),
    })
}

#[test]
fn the_written_schema_is_that_of_the_types() {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json"));
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert!(
        fs::read_to_string(&file).unwrap_or_default() == text,
        "docs/report.schema.json is outdated: `UPDATE_SCHEMA=1 cargo test -p sanderling-report` writes it anew"
    );
}

#[test]
fn every_type_and_key_has_a_description() {
    let schema = schema();
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        assert_description(name, definition);
        let alternatives = definition["oneOf"].as_array().into_iter().flatten();
        for object in alternatives.chain([definition]) {
            for (key, of) in object["properties"].as_object().into_iter().flatten() {
                if of.get("const").is_none() {
                    assert_description(&format!("{name}.{key}"), of);
                }
            }
        }
    }
}

fn assert_description(name: &str, schema: &Value) {
    let text = schema["description"].as_str().unwrap_or_else(|| panic!("{name} has no description"));
    let begins = text.starts_with(|first: char| first.is_uppercase() || first == '`');
    assert!(begins && text.ends_with('.'), "{name}: {text}");
    assert!(!text.contains("[`") && !text.contains("`None`"), "{name} has terms of Rust: {text}");
}
