//! The answer to a question about a state space.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Answer, Checkpoint, Count, Decision, Depth, Diagnostic, Diagram, Explored, Hint, ModelError, Natural,
    NupnClaim, Ordered, Process, Reason, ReducedNet, Retention, SCHEMA, Stage, Store, Symmetry, Trace,
    UnboundedProof, Unfolding, VERSION, Verdict,
};

/// The question of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The statistics of the state space.
    Explore,
    /// Freedom from deadlock.
    Deadlock,
    /// Whether one or more properties hold.
    Check,
}

/// The result of a search, with its cost. `docs/json.md` describes every key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as named by the user.
    pub file: String,
    /// The file's format.
    pub format: String,
    /// The id of the net in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Whether the model was written as a program of processes. Then each place holds one token with a value, and
    /// numbers of tokens are meaningless.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// The question.
    pub question: Question,
    /// For freedom from deadlock: the excluded dead markings, as a condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why the verdict is unknown, or why not everything was explored. With a model error the verdict is
    /// `violated`.
    pub reason: Option<Reason>,
    /// A detailed reason, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_text: Option<String>,
    /// The number of states discovered; `+inf` in an unbounded net. It is null if states were forgotten, since
    /// rediscoveries are then unknown (see `retention`). It is also null with an inexact store (see `store`), and if a
    /// reduction left out states (see `explored`).
    pub states: Option<Count>,
    /// The number of firings from the expanded states; null as for the states.
    pub firings: Option<Count>,
    /// The number of deadlocks among the expanded states. It is null as for the states, unless at most one was
    /// visited. It is also null if an incomplete search has found none.
    pub deadlocks: Option<Count>,
    /// The explored part, if a reduction has left out states, or a proof made a search unnecessary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<Explored>,
    /// The net that was searched instead of the user's, if structural rules have reduced it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced_net: Option<ReducedNet>,
    /// The decision diagram of all reachable markings, if one was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<Diagram>,
    /// The search of representatives, if one marking of each class of symmetric ones was visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<Symmetry>,
    /// The analysed net, if the user's net is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// How freedom from deadlock was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Decision>,
    /// Statistics of forgotten states, if states may have been forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
    /// Statistics of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Store>,
    /// The checkpoints of the search, if any were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// Statistics of each process, if several searched together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<Process>,
    /// Statistics of a depth-bounded search, if one was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// The maximum number of tokens in one place, over the initial and all expanded states of the net that was
    /// searched. Null if it was not measured.
    pub max_tokens_in_place: Option<Count>,
    /// The maximum number of tokens in one marking, over the initial and all expanded states of the net that was
    /// searched. Null if it was not measured.
    pub max_tokens_in_marking: Option<Count>,
    /// The number of bits of a stored state.
    pub bits_per_state: u32,
    /// The number of states in each level of a breadth-first search, if requested.
    pub levels: Option<Vec<Count>>,
    /// Whether every reachable state was expanded.
    pub exhaustive: bool,
    /// A run to the state that decides the verdict. With several properties it belongs to the first violated one.
    pub trace: Option<Trace>,
    /// The answers to the properties, in the order of the request, then to the assertions of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// The maximum number of tokens in each place, over the initial and all expanded states, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Ordered<Count>>,
    /// The transitions that no expanded state enables, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_transitions: Option<Vec<String>>,
    /// A proof that the net is unbounded, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<UnboundedProof>,
    /// The model error, if the search ended with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_error: Option<ModelError>,
    /// The status of the file's claim that its nested units are safe.
    pub nupn_claim: NupnClaim,
    /// The extent of the comparison with the net's reference semantics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheck>,
    /// The time used.
    pub time_s: Timings,
    /// The maximum memory counted at one time, in bytes: the store, the open states and the structures between them.
    pub peak_memory_bytes: u64,
    /// The memory of the store alone at the end, in bytes.
    pub store_bytes: u64,
    /// The stages of the plan, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Stage>,
    /// The options of the search.
    pub options: BTreeMap<String, serde_json::Value>,
    /// The names of the mentioned places and transitions by their ids, if they have a unique name.
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    pub names: Ordered<String>,
    /// What the user should know about the answer, and suggested actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// Problems in the file that did not prevent its use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

/// The extent to which a search compared its steps with the reference semantics of the net. A difference is not a
/// report but a `Failure`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SelfCheck {
    /// `none`, `sample` or `all`.
    pub mode: String,
    /// The number of states compared, over all searches and walks.
    pub states_checked: Count,
}

/// The time of each phase, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Timings {
    /// Reading the file.
    pub parse: f64,
    /// Compiling the net into the packed model.
    pub compile: f64,
    /// Exploring.
    pub search: f64,
    /// Of the search: the time before it was interrupted, if it continued from a checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Of the search: finding and firing the events of states. This and the next three are omitted if they were not
    /// measured or do not apply; their time then belongs to another phase or to the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<f64>,
    /// Of the search: hashing the successors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<f64>,
    /// Of the search: looking up the successors, and storing the new ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_up: Option<f64>,
    /// Of the search: managing states that may be forgotten, and forgetting them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retain: Option<f64>,
    /// Computing the traces and replaying them on the net.
    pub replay: f64,
    /// The whole run.
    pub total: f64,
}

impl Report {
    /// Creates an empty report: all statistics are zero, and the verdict is unknown.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.into(),
            file: String::new(),
            format: String::new(),
            net: None,
            program: false,
            question,
            except: None,
            verdict: Verdict::Unknown,
            reason: None,
            reason_text: None,
            states: Some(Count::ZERO),
            firings: Some(Count::ZERO),
            deadlocks: Some(Count::ZERO),
            explored: None,
            reduced_net: None,
            diagram: None,
            symmetry: None,
            unfolding: None,
            decided_by: None,
            retention: None,
            store: None,
            checkpoint: None,
            processes: Vec::new(),
            depth: None,
            max_tokens_in_place: None,
            max_tokens_in_marking: None,
            bits_per_state: 0,
            levels: None,
            exhaustive: false,
            trace: None,
            answers: Vec::new(),
            bounds: None,
            dead_transitions: None,
            unbounded: None,
            model_error: None,
            nupn_claim: NupnClaim::None,
            self_check: None,
            time_s: Timings::default(),
            peak_memory_bytes: 0,
            store_bytes: 0,
            plan: Vec::new(),
            options: BTreeMap::new(),
            names: Ordered::default(),
            hints: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Returns the numbers of markings, firings and deadlocks if not all markings were visited one by one.
    #[must_use]
    pub fn numbers(&self) -> Option<(&Natural, Option<&Natural>, Option<&Natural>)> {
        match (&self.diagram, &self.symmetry) {
            (Some(Diagram { states: Some(states), firings, deadlocks, .. }), _)
            | (_, Some(Symmetry { states: Some(states), firings, deadlocks, .. })) => {
                Some((states, firings.as_ref(), deadlocks.as_ref()))
            }
            _ => None,
        }
    }

    /// Returns the decisions of the question and of each property.
    pub fn decisions_mut(&mut self) -> impl Iterator<Item = &mut Decision> {
        let of_answers = self.answers.iter_mut().filter_map(|answer| answer.decided_by.as_mut());
        self.decided_by.iter_mut().chain(of_answers)
    }
}
