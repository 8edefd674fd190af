//! The answer to a question about a state space.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Answer, Checkpoint, Count, Decision, Depth, Diagnostic, Explored, Hint, ModelError, NupnClaim, Ordered,
    Process, Reason, ReducedNet, Retention, SCHEMA, Store, Trace, UnboundedProof, Unfolding, VERSION,
    Verdict,
};

/// What was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The statistics of the state space.
    Explore,
    /// Freedom from deadlock.
    Deadlock,
    /// Whether properties hold, one or more.
    Check,
}

/// What a search found, with what it cost. `docs/json.md` tells every key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as the user named it.
    pub file: String,
    /// The file's format.
    pub format: String,
    /// The id of the net in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Whether the model was written as a program of processes. Then each place holds one token with
    /// a value, and numbers of tokens say nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// What was asked.
    pub question: Question,
    /// Of freedom from deadlock: the dead markings that were not asked about, as a condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
    /// What was found out.
    pub verdict: Verdict,
    /// Why the verdict is unknown, or not everything was explored. With a model error the verdict is
    /// [`Verdict::Violated`].
    pub reason: Option<Reason>,
    /// More about the reason, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_text: Option<String>,
    /// The states discovered; `+inf` in an unbounded net. `None` where states were forgotten, so that
    /// nobody knows which of them were discovered twice: see [`Report::retention`]; with an inexact
    /// store: see [`Report::store`]; and where states were left out: see [`Report::explored`].
    pub states: Option<Count>,
    /// The firings from those that were expanded; `None` as for the states.
    pub firings: Option<Count>,
    /// The deadlocks among the expanded states; `None` as for the states, unless
    /// at most one was visited, and `None` if a search that has not seen everything has seen none.
    pub deadlocks: Option<Count>,
    /// What was explored, where a reduction has left states out, or a proof made a search needless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explored: Option<Explored>,
    /// The net that was searched instead of the user's own, where rules have made it smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced_net: Option<ReducedNet>,
    /// The net that was analysed, where the user's own is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// What decided the question, where it is freedom from deadlock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Decision>,
    /// What was kept and forgotten, where something may have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retention: Option<Retention>,
    /// How states were remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Store>,
    /// Where checkpoints of the search are, if any were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// What each process has done, where several searched together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<Process>,
    /// What a search to a depth did, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    /// The most tokens in one place, over the initial and all expanded states, of the reduced net where there is one; `None` where nothing looked for it.
    pub max_tokens_in_place: Option<Count>,
    /// The most tokens in one marking, over the initial and all expanded states, of the reduced net where there is one; `None` where nothing looked for it.
    pub max_tokens_in_marking: Option<Count>,
    /// The bits in which a state is kept.
    pub bits_per_state: u32,
    /// The states of each level of a breadth-first search, where that was asked.
    pub levels: Option<Vec<Count>>,
    /// Whether every reachable state was expanded.
    pub exhaustive: bool,
    /// A run to the state that decides the verdict, with several properties that of the first one
    /// that is violated.
    pub trace: Option<Trace>,
    /// The answers to the properties, in the order in which they were asked, then to the assertions
    /// of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// The most tokens of each place, over the initial and all expanded states, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Ordered<Count>>,
    /// The transitions that no expanded state enables, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_transitions: Option<Vec<String>>,
    /// Why the net is unbounded, where it was found to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<UnboundedProof>,
    /// Where the model has no meaning, if the search ended there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_error: Option<ModelError>,
    /// What became of the file's claim that its nested units are safe.
    pub nupn_claim: NupnClaim,
    /// How far the search has compared itself with the net's reference semantics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheck>,
    /// The time that it took.
    pub time_s: Timings,
    /// The most memory that was counted at one time: store, open states and what is between them.
    pub peak_memory_bytes: u64,
    /// The memory of the store alone, at the end.
    pub store_bytes: u64,
    /// The choices with which the search was made.
    pub options: BTreeMap<String, serde_json::Value>,
    /// The names of the places and transitions that are mentioned, by their ids, where they have one by which no other is called.
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    pub names: Ordered<String>,
    /// What the user should know about the answer, and may do about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// What the user should know about the file although it could be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

/// How far a search has compared what it does with the reference semantics of its net. What differs is no report but a
/// [`Failure`](crate::Failure).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// `none`, `sample` or `all`.
    pub mode: String,
    /// How many states were compared, over all searches and walks.
    pub states_checked: Count,
}

/// Seconds by phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Reading the file.
    pub parse: f64,
    /// Making the packed model.
    pub compile: f64,
    /// Exploring.
    pub search: f64,
    /// Of the search: what it took before it was interrupted, where it went on from a checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Of the search: finding the events of states and firing them. This and the next three are `None` where nobody
    /// looked, or where there is nothing of the kind; then it is part of another one, or of what is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<f64>,
    /// Of the search: hashing the states that are led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<f64>,
    /// Of the search: looking them up, and storing those that are new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_up: Option<f64>,
    /// Of the search: keeping account of states that may be forgotten, and forgetting them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retain: Option<f64>,
    /// Finding the traces and replaying them on the net.
    pub replay: f64,
    /// The whole run.
    pub total: f64,
}

impl Report {
    /// A report about nothing yet: all statistics are zero, and nothing is known.
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
            options: BTreeMap::new(),
            names: Ordered::default(),
            hints: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// What decided the question, and each of the properties.
    pub fn decisions_mut(&mut self) -> impl Iterator<Item = &mut Decision> {
        let of_answers = self.answers.iter_mut().filter_map(|answer| answer.decided_by.as_mut());
        self.decided_by.iter_mut().chain(of_answers)
    }
}
