//! `docs/server.schema.json` matches the types. Parts of reports are defined as in `docs/report.schema.json`.

use sanderling_server::protocol as p;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::written::{keep, read};

/// Schemas for reading and for writing: a member that parameters may omit can be always present in a result.
struct Messages {
    read: SchemaGenerator,
    written: SchemaGenerator,
    messages: Map<String, Value>,
}

impl Messages {
    fn request<P: JsonSchema, R: JsonSchema>(&mut self, method: &str) {
        let (params, result) = (self.read.subschema_for::<P>(), self.written.subschema_for::<R>());
        self.add(method, json!({ "params": params, "result": result }));
    }

    /// Adds a request whose result is a report of this type.
    fn request_report<P: JsonSchema>(&mut self, method: &str, report: &str) {
        let params = self.read.subschema_for::<P>();
        self.add(method, json!({ "params": params, "result": { "$ref": format!("#/$defs/{report}") } }));
    }

    /// Adds a notification to the server.
    fn notification<P: JsonSchema>(&mut self, method: &str) {
        let params = self.read.subschema_for::<P>();
        self.add(method, json!({ "params": params }));
    }

    /// Adds a notification from the server.
    fn server_notification<P: JsonSchema>(&mut self, method: &str) {
        let params = self.written.subschema_for::<P>();
        self.add(method, json!({ "from": "server", "params": params }));
    }

    fn add(&mut self, method: &str, message: Value) {
        self.messages.insert(method.to_owned(), message);
    }
}

pub(crate) fn schema() -> Value {
    let mut all = Messages {
        read: SchemaSettings::draft2020_12().for_deserialize().into_generator(),
        written: SchemaSettings::draft2020_12().for_serialize().into_generator(),
        messages: Map::new(),
    };
    all.request::<p::Initialize, p::Capabilities>("initialize");
    all.request::<p::Load, p::Loaded>("net/load");
    all.request::<p::OfNet, ()>("net/unload");
    all.request_report::<p::Describe>("net/info", "StructureReport");
    all.request::<p::Draw, p::Drawing>("net/drawing");
    all.request::<p::Draw, p::Groups>("net/groups");
    all.request::<p::Edits, p::Loaded>("net/edit");
    all.request::<p::Convert, p::Converted>("net/convert");
    all.request::<p::OfNet, p::Unfolded>("net/unfold");
    all.request::<p::Start, p::Started>("analysis/start");
    all.request::<p::Standard, p::Started>("analysis/standard");
    all.request::<p::Cancel, ()>("analysis/cancel");
    all.server_notification::<p::Progress>("analysis/progress");
    all.server_notification::<p::Finished>("analysis/result");
    for method in ["simulation/enabled", "simulation/undo"] {
        all.request::<p::OfNet, p::Standing<'_>>(method);
    }
    all.request::<p::Reset, p::Standing<'_>>("simulation/reset");
    all.request::<p::Fire, p::Standing<'_>>("simulation/fire");
    all.request_report::<p::Replay>("trace/replay", "ReplayReport");
    all.request::<p::States, p::DrawnStates>("graph/states");
    all.notification::<p::CancelRequest>("$/cancelRequest");
    all.request::<(), ()>("shutdown");
    all.notification::<()>("exit");
    let mut definitions = all.read.take_definitions(true);
    for (name, definition) in all.written.take_definitions(true) {
        let before = definitions.insert(name.clone(), definition.clone());
        assert!(before.is_none_or(|before| before == definition), "{name} is read and written in two ways");
    }
    add_reports(&mut definitions, &all.messages);
    let description = "Requests have params and a result, notifications have params. Those that the server sends are \
                       `from` it.";
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of sanderling serve",
        "description": format!("Protocol {}. {description}", p::PROTOCOL),
        "messages": all.messages,
        "$defs": definitions,
    })
}

/// Adds the definitions of reports that messages refer to.
fn add_reports(definitions: &mut Map<String, Value>, messages: &Map<String, Value>) {
    let reports: Value = serde_json::from_str(&read("docs/report.schema.json")).expect("a schema");
    let mut open: Vec<String> = messages.values().chain(definitions.values()).flat_map(references).collect();
    let mut added = Map::new();
    while let Some(name) = open.pop() {
        if added.contains_key(&name) {
            continue;
        }
        match (definitions.get(&name), reports["$defs"].get(&name)) {
            (Some(_), _) => {}
            (None, Some(report)) => {
                open.extend(references(report));
                added.insert(name, report.clone());
            }
            (None, None) => panic!("`{name}` is not defined"),
        }
    }
    for name in added.values().flat_map(references) {
        assert!(added.contains_key(&name), "{name} is a type of reports and another one");
    }
    definitions.append(&mut added);
}

/// Returns the names of the definitions that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(keywords) => {
            let name = keywords.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|path| path.strip_prefix("#/$defs/")).map(str::to_owned);
            name.into_iter().chain(keywords.values().flat_map(references)).collect()
        }
        Value::Array(all) => all.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_written_schema_is_that_of_the_types() {
    keep("docs/server.schema.json", &(serde_json::to_string_pretty(&schema()).unwrap() + "\n"));
}
