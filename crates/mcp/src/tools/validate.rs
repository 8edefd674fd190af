//! `validate`: whether a model can be read, its diagnostics, and the names of its parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::nodes::{Node, Nodes};
use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::model::Model;

/// The arguments of `validate`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Validate {
    model: Model,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

#[derive(Deserialize)]
struct Loaded {
    kind: String,
    format: String,
    warnings: Vec<Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Serialize)]
struct Valid {
    kind: String,
    format: String,
    warnings: Vec<Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
    place_ids: Vec<Node>,
    transition_ids: Vec<Node>,
}

impl Ask for Validate {
    const NAME: &'static str = "validate";
    const TITLE: &'static str = "Read a model and report its errors";
    const DESCRIPTION: &'static str = "Reads a model and reports whether it can be used. Call this first. An error has a line, a column, what was found and what was expected. Otherwise the answer has the kind of the model, its size, warnings, and the ids (and names) of its places and transitions, for use in properties. Models are Petri nets (PNML, JSON, TINA, LoLA, CPN Tools and others) or DVE programs (processes, variables, channels). It needs no search and no budget.";
    const SEARCHES: bool = false;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        let until = call.until();
        let model = self.model.open(&call.engine, &until)?;
        let mut loaded: Loaded = serde_json::from_str(&model.loaded).map_err(Problem::internal)?;
        // These names are only valid within this call.
        loaded.others.remove("net");
        loaded.others.remove("net_version");
        let Nodes { places, transitions } = Nodes::of(&model)?;
        let what = match loaded.kind.as_str() {
            "place_transition" => "a place/transition net",
            "coloured" => "a coloured net",
            _ => "a program of processes",
        };
        let warned = match loaded.warnings.len() {
            0 => String::new(),
            1 => " There is 1 warning.".to_owned(),
            many => format!(" There are {many} warnings."),
        };
        let how = if loaded.kind == "program" {
            " Its properties use variables (`x`, `P.x`, `a[1]`), processes at locations (`P.s`) and channels (`length(c)`); its places hold values, and its transitions are the steps of processes."
        } else {
            " Its properties use `tokens(place)` and `fireable(transition)`."
        };
        let summary = format!(
            "The model can be used: {what} ({}) with {} places and {} transitions.{warned}{how}",
            loaded.format,
            places.len(),
            transitions.len()
        );
        let Loaded { kind, format, warnings, others } = loaded;
        let valid = Valid { kind, format, warnings, others, place_ids: places, transition_ids: transitions };
        let report = json!(valid).to_string().into();
        Ok(Found { summary, report, ..Found::default() })
    }
}
