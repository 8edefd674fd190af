//! The schema of an analysis' options, built from the library's table.

use sanderling::options::{GROUPS, SearchOption, Value};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value as Json, json};

/// Returns the schema of all options except the memory, which is a separate parameter.
pub(super) fn schema(_: &mut SchemaGenerator) -> Schema {
    of(|option| option.name != "memory")
}

/// Returns the schema of some options. `null` means that an option is not chosen.
pub(super) fn of(is_one: impl Fn(&SearchOption) -> bool + Clone) -> Schema {
    let options = GROUPS.iter().flat_map(|group| group.options).filter(|option| is_one(option));
    let properties: Map<_, _> =
        options.clone().map(|option| (option.name.to_owned(), value(option))).collect();
    let needed: Map<_, _> =
        options.filter_map(|option| Some((option.name.to_owned(), json!([option.needs?])))).collect();
    json_schema!({
        "type": "object",
        "properties": properties,
        "dependentRequired": needed,
        "additionalProperties": false,
    })
}

fn value(option: &SearchOption) -> Json {
    let mut schema = match option.value {
        Value::Flag => json!({ "type": ["boolean", "null"] }),
        Value::OneOf(_, names) => {
            let names = names().into_iter().map(|(name, _)| json!(name));
            json!({ "enum": names.chain([Json::Null]).collect::<Vec<_>>() })
        }
        Value::Text(_) | Value::Signed(_) => json!({ "type": ["string", "number", "null"] }),
        Value::Directory => json!({ "type": ["string", "null"] }),
    };
    schema["description"] = option.help().replace(['{', '}'], "`").into();
    if let Some(default) = option.default {
        schema["default"] = default.into();
    }
    schema
}
