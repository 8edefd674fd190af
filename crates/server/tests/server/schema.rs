//! `docs/server.schema.json` is what the types say.

use std::path::Path;

use sanderling_server::protocol as p;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

fn schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut messages = Map::new();
    fn entry<P: JsonSchema, R: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
        json!({ "params": generator.subschema_for::<P>(), "result": generator.subschema_for::<R>() })
    }
    fn notified<P: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
        json!({ "params": generator.subschema_for::<P>() })
    }
    let generator = &mut generator;
    let mut add = |method: &str, entry: Value| drop(messages.insert(method.to_owned(), entry));
    add("initialize", entry::<p::Initialize, p::Capabilities>(generator));
    add("net/load", entry::<p::Load, p::Loaded>(generator));
    add("net/unload", entry::<p::OfNet, ()>(generator));
    add("net/info", entry::<p::Describe, Value>(generator));
    add("net/drawing", entry::<p::Draw, p::Drawing>(generator));
    add("net/groups", entry::<p::OfNet, p::Groups>(generator));
    add("net/edit", entry::<p::Edits, p::Loaded>(generator));
    add("net/convert", entry::<p::Convert, p::Converted>(generator));
    add("net/unfold", entry::<p::OfNet, p::Unfolded>(generator));
    add("analysis/start", entry::<p::Start, p::Started>(generator));
    add("analysis/standard", entry::<p::Standard, p::Started>(generator));
    add("analysis/cancel", entry::<p::Cancel, ()>(generator));
    add("analysis/progress", notified::<p::Progress>(generator));
    add("analysis/result", notified::<p::Finished>(generator));
    for method in ["simulation/enabled", "simulation/undo"] {
        add(method, entry::<p::OfNet, p::Standing<'_>>(generator));
    }
    add("simulation/reset", entry::<p::Reset, p::Standing<'_>>(generator));
    add("simulation/fire", entry::<p::Fire, p::Standing<'_>>(generator));
    add("trace/replay", entry::<p::Replay, Value>(generator));
    add("graph/states", entry::<p::States, p::DrawnStates>(generator));
    add("$/cancelRequest", notified::<p::CancelRequest>(generator));
    add("shutdown", entry::<(), ()>(generator));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of sanderling serve",
        "description": format!("Protocol {}. Requests have params and a result, notifications have params.", p::PROTOCOL),
        "messages": messages,
        "$defs": generator.take_definitions(true),
    });
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

#[test]
fn the_written_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, schema()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == schema(), "run the test with UPDATE_SCHEMA=1 to write docs/server.schema.json anew");
}
