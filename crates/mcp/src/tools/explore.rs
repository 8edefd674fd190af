//! `explore`: how large a state space is, and what its extremes are.

use sanderling::options::{SearchOption, Value as Kind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::head::Head;
use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::arguments::Budget;
use crate::model::Model;

/// The arguments of `explore`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explore {
    model: Model,
    /// Time limit in seconds. Begin with 10.
    max_seconds: f64,
    /// Memory limit in megabytes. Begin with 512.
    max_memory_mb: u64,
    /// Maximum number of states to discover.
    #[serde(default)]
    max_states: Option<u64>,
    /// Whether to report the maximum number of tokens of each place, and the transitions that never fire.
    #[serde(default)]
    bounds: bool,
    /// Expert options of the command line, by their names without leading dashes: {"order": "dfs", "levels": true}. Seldom needed.
    #[serde(default)]
    options: Map<String, Value>,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

impl Ask for Explore {
    const NAME: &'static str = "explore";
    const TITLE: &'static str = "Explore and count all states that a model can reach";
    const DESCRIPTION: &'static str = "Explores every state that a model can reach, and counts states, events between them (firings) and deadlocks; computes the maximum number of tokens in a place (with `bounds`, in each place), and recognises unbounded nets. Also checks the assertions of a DVE program. To decide a property, call `check`, which seldom needs all states. The verdict is `computed` when everything was explored.";
    const SEARCHES: bool = true;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        let budget = Budget::of(self.max_seconds, self.max_memory_mb)?;
        let mut options = searched(self.options, self.max_states)?;
        if self.bounds {
            options.insert("bounds".into(), true.into());
        }
        let until = call.within(&budget);
        let model = self.model.open(&call.engine, &until)?;
        let params = json!({ "question": "explore", "options": options });
        let report = call.analysis("analysis/start", &model, params, &budget)?;
        let head = Head::of(&report)?;
        let counts = format!(
            "{} states, {} firings, {} deadlocks",
            count(&head.states),
            count(&head.firings),
            count(&head.deadlocks)
        );
        let summary = match (head.verdict.as_str(), head.reason) {
            ("computed", None) => format!("computed: everything was explored: {counts}."),
            (verdict, None) => format!("{verdict}: {counts}."),
            (verdict, Some(_)) => format!("{verdict}{}; {counts} so far.", head.because()),
        };
        Ok(Found {
            summary: format!("{summary}{}", head.lines()),
            verdict: Some(head.verdict),
            reason: head.reason,
            report,
            part: None,
        })
    }
}

/// Renders a count. Large counts are strings in JSON, and lose their quotes.
fn count(value: &Value) -> String {
    match value {
        Value::Null => "an unknown number of".to_owned(),
        Value::String(digits) => digits.clone(),
        other => other.to_string(),
    }
}

/// Returns the options of a search. Refuses options that are arguments of the tool, or that write files.
pub(super) fn searched(
    mut options: Map<String, Value>,
    max_states: Option<u64>,
) -> Result<Map<String, Value>, Problem> {
    for name in options.keys() {
        let instead = match name.as_str() {
            "time" => "`max_seconds`",
            "memory" => "`max_memory_mb`",
            "max-states" => "`max_states`",
            name => match SearchOption::named(name) {
                Some(option) if matches!(option.value, Kind::Directory) => {
                    "the command line: tools write no files"
                }
                _ => continue,
            },
        };
        return Err(Problem::new(
            format!("the option `{name}` is not available here"),
            format!("Use {instead}."),
        ));
    }
    if let Some(states) = max_states {
        options.insert("max-states".into(), states.to_string().into());
    }
    Ok(options)
}
