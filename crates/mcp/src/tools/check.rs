//! `check`: whether something can get stuck, and whether properties hold.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::explore::searched;
use super::head::Head;
use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::arguments::Budget;
use crate::model::Model;

/// The arguments of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    model: Model,
    /// The properties, each as `always C`, `reach C`, `ltl F` or `ctl F`: for example `always tokens(a) + tokens(b) <= 1`,
    /// `reach tokens(p) >= 2 and not fireable(t)`, `always not deadlock`, `ltl G (fireable(t) -> F fireable(u))`; of a program
    /// `always not (P.cs and Q.cs)`, `reach x == 3`. Either this or `deadlock`.
    #[serde(default)]
    properties: Vec<String>,
    /// Whether to check freedom from deadlock: no reachable state without events. Excludes `properties`.
    #[serde(default)]
    deadlock: bool,
    /// With `deadlock`: a condition, such as `tokens(done) == 1`. States without events that satisfy it are intended ends,
    /// not deadlocks.
    #[serde(default)]
    except: Option<String>,
    /// Time limit in seconds. Begin with 10.
    max_seconds: f64,
    /// Memory limit in megabytes. Begin with 512.
    max_memory_mb: u64,
    /// Maximum number of states to discover.
    #[serde(default)]
    max_states: Option<u64>,
    /// Whether to search for a shortest run.
    #[serde(default)]
    shortest: bool,
    /// Expert options of the command line, by their names without leading dashes: {"order": "dfs", "reduce": "none"}. Seldom needed.
    #[serde(default)]
    options: Map<String, Value>,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

impl Ask for Check {
    const NAME: &'static str = "check";
    const TITLE: &'static str = "Decide whether a model can get stuck, or whether properties hold";
    const DESCRIPTION: &'static str = "Decides properties of the complete behaviour of a model, exactly, not by samples. With `deadlock`: can it get stuck, that is, reach a state in which nothing can happen? With `properties`: does a condition hold in every state that can be reached (`always`), can a state be reached that satisfies it (`reach`), or does a formula about runs hold (`ltl`, `ctl`)? The verdict is `holds`, `violated` or `unknown`. For `deadlock`, `violated` means that a deadlock can be reached. A violation comes with the run that leads to it: `trace` of the report, the marking at the start and the events that happen, each with what it changes; `replay` and `explain` take such runs. `unknown` means undecided: it has a reason, and `what_to_try`. Conditions compare numbers (`tokens(p) <= 3`, sums and differences) and are joined by `and`, `or`, `not`, `implies`; put ids with other characters in double quotes.";
    const SEARCHES: bool = true;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        if self.deadlock != self.properties.is_empty() {
            return Err(Problem::new(
                "`check` requires either `deadlock` or `properties`",
                "Give `deadlock`: true to ask whether the model can get stuck, or a list of `properties` such as [\"always tokens(p) <= 1\"].",
            ));
        }
        let budget = Budget::of(self.max_seconds, self.max_memory_mb)?;
        let mut options = searched(self.options, self.max_states)?;
        if self.shortest {
            options.insert("shortest".into(), true.into());
        }
        let params = if self.deadlock {
            json!({ "question": "deadlock", "except": self.except, "options": options })
        } else if self.except.is_some() {
            return Err(Problem::new("`except` requires `deadlock`", "Omit it, or give `deadlock`."));
        } else {
            json!({ "question": "check", "properties": self.properties, "options": options })
        };
        let until = call.within(&budget);
        let model = self.model.open(&call.engine, &until)?;
        let report = call.analysis("analysis/start", &model, params, &budget)?;
        let head = Head::of(&report)?;
        let summary = if self.deadlock { about_deadlocks(&head) } else { about_properties(&head) };
        Ok(Found {
            summary: format!("{summary}{}", head.lines()),
            verdict: Some(head.verdict),
            reason: head.reason,
            report,
            part: None,
        })
    }
}

fn about_deadlocks(head: &Head) -> String {
    match (head.verdict.as_str(), &head.trace) {
        ("holds", _) => "holds: the model cannot get stuck; no deadlock can be reached.".to_owned(),
        ("violated", Some(run)) if head.reason.is_none() => {
            format!("violated: the model can get stuck; {} leads to a deadlock (`/trace`).", run.in_words())
        }
        ("violated", _) => format!("violated{}.", head.because()),
        _ => format!("unknown, whether the model can get stuck{}.", head.because()),
    }
}

fn about_properties(head: &Head) -> String {
    match head.verdict.as_str() {
        "holds" => "holds: every property holds.".to_owned(),
        "violated" => format!("violated: at least one property does not hold{}.", head.because()),
        _ => format!("unknown, whether every property holds{}.", head.because()),
    }
}
