//! `analyse`: the standard properties of a net on one page.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::head::Head;
use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::arguments::Budget;
use crate::model::Model;

/// The arguments of `analyse`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyse {
    model: Model,
    /// Time limit in seconds. Begin with 10.
    max_seconds: f64,
    /// Memory limit in megabytes. Begin with 512.
    max_memory_mb: u64,
    /// The properties to decide, such as `bounded`, `safe`, `deadlock_free`, `live`, `reversible`, `sound`. The default is
    /// all of them.
    #[serde(default)]
    only: Vec<String>,
    /// For nets that are not workflow nets: the condition on final markings, such as `tokens(done) == 1`.
    #[serde(default, rename = "final")]
    final_condition: Option<String>,
    /// The source place of a workflow. The default is the only place without inputs.
    #[serde(default)]
    source: Option<String>,
    /// The sink place of a workflow. The default is the only place without outputs.
    #[serde(default)]
    sink: Option<String>,
    /// Sums of tokens whose maximum values are requested, such as `tokens(p) + tokens(q)`.
    #[serde(default)]
    greatest: Vec<String>,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

impl Ask for Analyse {
    const NAME: &'static str = "analyse";
    const TITLE: &'static str = "Show the standard properties of a Petri net";
    const DESCRIPTION: &'static str = "Shows on one page what kind of Petri net a model is and how it behaves: its structural class (free choice, workflow net, …), invariants, siphons and traps, whether it is bounded, safe, free of deadlocks, live (everything can always happen again), reversible, and, for a workflow net, sound (every case can end, properly, and nothing is dead). Each property has its own verdict and a line on how it was decided; each `violated` has its evidence. Of a DVE or Promela program: deadlocks, assertions, statements that are never executed, liveness, infinite runs, and the values of variables.";
    const SEARCHES: bool = true;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        let budget = Budget::of(self.max_seconds, self.max_memory_mb)?;
        let until = call.within(&budget);
        let model = self.model.open(&call.engine, &until)?;
        let params = json!({
            "only": self.only, "final": self.final_condition, "source": self.source, "sink": self.sink,
            "bounds": self.greatest, "options": {},
        });
        let report = call.analysis("analysis/standard", &model, params, &budget)?;
        let head = Head::of(&report)?;
        let summary = match head.verdict.as_str() {
            "computed" => "The standard properties, each with its verdict:",
            "holds" => "holds: all requested properties.",
            "violated" => "violated: at least one of the requested properties.",
            _ => "unknown whether all requested properties hold.",
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
