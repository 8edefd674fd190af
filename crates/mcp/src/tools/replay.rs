//! `replay`: whether a sequence of events is a run of a model.

use sanderling_report::Reason;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::model::Model;

/// The arguments of `replay`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replay {
    model: Model,
    /// The ids of the transitions that fire, in order: ["t1", "t4"]. Excludes `trace`.
    #[serde(default)]
    events: Vec<String>,
    /// A trace in the form of reports, with `steps`, each with at least `event`, and optionally `initial`. Excludes `events`.
    #[serde(default)]
    trace: Option<Map<String, Value>>,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

#[derive(Deserialize)]
struct Replayed {
    verdict: String,
    steps: u64,
    failed_step: Option<u64>,
    problem: Option<String>,
    #[serde(default)]
    error: Option<String>,
    deadlock: bool,
}

impl Ask for Replay {
    const NAME: &'static str = "replay";
    const TITLE: &'static str = "Check that a sequence of events can happen";
    const DESCRIPTION: &'static str = "Replays a run on a model, event by event, with the plain interpreter of the model: use it to check your own scenario, or to see whether a counterexample is gone after a change. The verdict is `holds` if every event can happen in its position; otherwise the report says which one cannot, and why. The report has the marking at the end, and whether that is a deadlock. It needs no search and no budget; it stops after a minute.";
    const SEARCHES: bool = false;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        let trace = match (self.trace, self.events.is_empty()) {
            (Some(trace), true) => Value::Object(trace),
            (None, _) => {
                let steps: Vec<_> = self.events.iter().map(|event| json!({ "event": event })).collect();
                json!({ "steps": steps })
            }
            (Some(_), false) => {
                return Err(Problem::new(
                    "`replay` takes `events` or `trace`, not both",
                    "Leave one of them out.",
                ));
            }
        };
        let until = call.until();
        let model = self.model.open(&call.engine, &until)?;
        let report = model.request("trace/replay", &json!({ "trace": trace }))?;
        let replayed: Replayed = serde_json::from_str(&report).map_err(Problem::internal)?;
        let end = if replayed.deadlock {
            "in a deadlock: nothing can happen there"
        } else {
            "where something can still happen"
        };
        let summary = match (replayed.failed_step, &replayed.problem, &replayed.error) {
            (None, None, None) => {
                format!("holds: all {} events can happen; the run ends {end}.", replayed.steps)
            }
            (None, None, Some(error)) => format!("holds: the run leads to a model error: {error}."),
            (Some(0), problem, _) => {
                format!("violated: the run does not begin where the model does{}.", why(problem))
            }
            (step, problem, _) => {
                format!("violated: event number {} cannot happen{}.", step.unwrap_or_default(), why(problem))
            }
        };
        Ok(Found { summary, verdict: Some(replayed.verdict), reason: None::<Reason>, report, part: None })
    }
}

fn why(problem: &Option<String>) -> String {
    problem.as_ref().map_or_else(String::new, |problem| format!(": {problem}"))
}
