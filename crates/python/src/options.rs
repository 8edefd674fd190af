//! The options of a search, from the library's table: the available keywords, and the choices made with them.

use pyo3::prelude::*;
use sanderling::options::{Choices, GROUPS, SearchOption, Value};
use sanderling_report::StandardProperty;
use serde_json::{Map, Value as Json, json};

use crate::failure::Failure;
use crate::loaded::Input;

/// Returns the choices in a JSON object, whose names are keywords.
pub(crate) fn chosen(options: &str) -> Result<Choices, Failure> {
    let options: Map<String, Json> = serde_json::from_str(options)?;
    let options = options.into_iter().map(|(name, value)| (name.replace('_', "-"), value));
    Ok(Choices::from_json(&options.collect())?)
}

/// Option that decides how model errors are treated.
const MODEL_ERRORS: &str = "model-errors";

/// The options that apply when a state space is stored.
const OF_GRAPHS: [&str; 6] = ["threads", "time", "memory", "max-states", "self-check", MODEL_ERRORS];

/// Returns the choices for a stored state space. DiVinE 2 has an error state.
pub(crate) fn of_graphs(options: &str, input: &Input) -> Result<Choices, Failure> {
    let mut choices = chosen(options)?;
    if let Some(other) = choices.other_than(&OF_GRAPHS) {
        let expected = OF_GRAPHS.map(keyword).join(", ");
        let message = format!("`{}` means nothing here: expected one of {expected}", keyword(other));
        return Err(Failure::usage(message));
    }
    if input.origin.dve_semantics == Some("divine2") && !choices.has(MODEL_ERRORS) {
        choices.choose(MODEL_ERRORS, "state")?;
    }
    Ok(choices)
}

/// The table of options as JSON: an array of groups, each with its options.
#[pyfunction]
pub(crate) fn options() -> String {
    let groups = GROUPS.iter().map(|group| {
        let options: Vec<Json> = group.options.iter().map(description).collect();
        json!({ "heading": group.heading, "options": options })
    });
    Json::Array(groups.collect()).to_string()
}

/// Returns the keyword of an option in Python.
pub(crate) fn keyword(option: &str) -> String {
    option.replace('-', "_")
}

fn description(option: &SearchOption) -> Json {
    let (kind, names) = match option.value {
        Value::Flag => ("flag", Vec::new()),
        Value::OneOf(_, names) => ("name", names().into_iter().map(|(name, _)| name).collect()),
        Value::Text(_) | Value::Signed(_) => ("text", Vec::new()),
        Value::Directory => ("directory", Vec::new()),
    };
    json!({
        "name": keyword(option.name),
        "kind": kind,
        "names": names,
        "default": option.default,
        "needs": option.needs.map(keyword),
        "help": option.help().replace(['{', '}'], "`"),
    })
}

/// The standard properties as JSON: an array of names with what they mean.
#[pyfunction]
pub(crate) fn standard_properties() -> String {
    let properties = StandardProperty::ALL.map(|property| json!([property.as_str(), property.meaning()]));
    Json::Array(properties.into()).to_string()
}
