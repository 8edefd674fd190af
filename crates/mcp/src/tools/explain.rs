//! `explain`: a run step by step, what can happen at its end, and why the rest cannot.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::nodes::{Node, Nodes};
use super::{Ask, Call};
use crate::answer::{Found, Problem};
use crate::engine::Text;
use crate::model::{Model, Opened};

/// Maximum number of events of a run.
const MAX_EVENTS: usize = 10_000;
/// Maximum number of disabled transitions to explain, unless they are named.
const MAX_DISABLED: usize = 100;

/// The arguments of `explain`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    model: Model,
    /// The run: ids of transitions, or the steps of a trace of a report (objects with `event` and perhaps `binding`). Empty for the state at
    /// the start.
    #[serde(default)]
    events: Vec<Event>,
    /// The ids of transitions to explain: why each is disabled at the end of the run. The default is all disabled ones, at
    /// most 100.
    #[serde(default)]
    why_not: Vec<String>,
    /// Maximum size of the answer in kilobytes, at most 1024. The default is 24.
    #[serde(default)]
    max_answer_kb: Option<u64>,
}

/// An event of a run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum Event {
    /// The id of a transition.
    Id(String),
    /// A step of a trace. Other members are ignored.
    Step {
        /// The id of the transition.
        event: String,
        /// The values of its variables, if it can fire in several ways.
        #[serde(default)]
        binding: Option<Map<String, Value>>,
    },
}

/// The state of the token game.
#[derive(Deserialize)]
struct Standing<'t> {
    #[serde(borrow)]
    marking: &'t RawValue,
    #[serde(borrow)]
    enabled: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    fired: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct OfEvent {
    event: String,
}

/// The answer.
#[derive(Serialize)]
struct Explained<'t> {
    steps: Vec<Box<RawValue>>,
    marking: &'t RawValue,
    deadlock: bool,
    can_happen: Vec<&'t RawValue>,
    cannot_happen: Vec<Disabled>,
}

/// A disabled transition.
#[derive(Serialize)]
struct Disabled {
    #[serde(flatten)]
    transition: Node,
    because: String,
}

impl Ask for Explain {
    const NAME: &'static str = "explain";
    const TITLE: &'static str =
        "Explain a run: what it changes, and which transitions cannot happen at its end";
    const DESCRIPTION: &'static str = "Plays a run on a model and explains it: what each event changes (places or variables, before and after), the marking at the end, what can happen there, and why each other transition cannot happen. Give it the steps of a counterexample to understand a deadlock: at its end, `cannot_happen` says what every transition lacks. Without events, it explains the initial marking. It needs no search and no budget; it stops after a minute.";
    const SEARCHES: bool = false;

    fn max_answer_kb(&self) -> Option<u64> {
        self.max_answer_kb
    }

    fn answer(self, call: &Call) -> Result<Found, Problem> {
        if self.events.len() > MAX_EVENTS {
            return Err(Problem::new(
                format!("{} events: at most {MAX_EVENTS} can be explained", self.events.len()),
                "Call `replay`, which takes runs of any length and has the marking at the end.",
            ));
        }
        let until = call.until();
        let model = self.model.open(&call.engine, &until)?;
        let mut standing = model.request("simulation/enabled", &json!({}))?;
        let mut steps = Vec::new();
        for (at, event) in self.events.iter().enumerate() {
            standing = fired(&model, event, at)?;
            let Standing { fired, .. } = serde_json::from_str(&standing).map_err(Problem::internal)?;
            steps.extend(fired.map(ToOwned::to_owned));
        }
        let Standing { marking, enabled, .. } = serde_json::from_str(&standing).map_err(Problem::internal)?;
        let cannot_happen = disabled(&model, &enabled, &self.why_not)?;
        let deadlock = enabled.is_empty();
        let summary = summary(steps.len(), enabled.len(), &cannot_happen);
        let explained = Explained { steps, marking, deadlock, can_happen: enabled, cannot_happen };
        let report = serde_json::to_string(&explained).map_err(Problem::internal)?.into();
        Ok(Found { summary, report, ..Found::default() })
    }
}

fn fired(model: &Opened<'_>, event: &Event, at: usize) -> Result<Text, Problem> {
    let (transition, binding) = match event {
        Event::Id(event) => (event, None),
        // A binding is omitted if the marking determines it.
        Event::Step { event, binding } => (event, binding.as_ref().filter(|binding| !binding.is_empty())),
    };
    let params = json!({ "transition": transition, "binding": binding });
    model
        .request("simulation/fire", &params)
        .map_err(|problem| problem.before(&format!("event number {}: ", at + 1)))
}

/// Returns the disabled transitions, each with the message of the engine when it is fired.
fn disabled(
    model: &Opened<'_>,
    enabled: &[&RawValue],
    requested: &[String],
) -> Result<Vec<Disabled>, Problem> {
    let enabled: HashSet<String> = enabled
        .iter()
        .map(|step| serde_json::from_str(step.get()).map(|OfEvent { event }| event))
        .collect::<Result<_, _>>()
        .map_err(Problem::internal)?;
    let mut transitions = Nodes::of(model)?.transitions;
    if let Some(unknown) = requested.iter().find(|id| !transitions.iter().any(|one| one.id == **id)) {
        return Err(Problem::new(
            format!("`why_not` names the unknown transition `{unknown}`"),
            "`validate` lists the ids of transitions.",
        ));
    }
    transitions
        .retain(|one| !enabled.contains(&one.id) && (requested.is_empty() || requested.contains(&one.id)));
    if requested.is_empty() {
        transitions.truncate(MAX_DISABLED);
    }
    let because = |transition: Node| {
        let params = json!({ "transition": transition.id });
        // The transition is not enabled, so nothing fires.
        let refused = model.request("simulation/fire", &params).err()?;
        Some(Disabled { transition, because: refused.into_problem() })
    };
    Ok(transitions.into_iter().filter_map(because).collect())
}

fn summary(steps: usize, enabled: usize, disabled: &[Disabled]) -> String {
    let run = match steps {
        0 => "At the start".to_owned(),
        1 => "After 1 event".to_owned(),
        steps => format!("After {steps} events"),
    };
    let can = match enabled {
        0 => "nothing can happen: this is a deadlock.".to_owned(),
        1 => "1 event can happen.".to_owned(),
        enabled => format!("{enabled} events can happen."),
    };
    let because: String = disabled.iter().take(10).map(|one| format!("\n{}", one.because)).collect();
    format!("{run}, {can}{because}")
}
