//! The standard properties of a net: the answer of `analyse`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    Count, Diagnostic, GreatestValue, Hint, Invariant, Marking, Ordered, SCHEMA, Timings, Trace, Unfolding,
    VERSION, Verdict,
};

/// A standard property of a net, which holds or not. In JSON and on the command line it is its [name](Self::as_str).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum StandardProperty {
    /// All weights are 1.
    Ordinary,
    /// No place is an input and an output of the same transition.
    Pure,
    /// Every transition has one input and one output.
    StateMachine,
    /// Every place has one input and one output.
    MarkedGraph,
    /// Of two transitions that share an input, neither has another one.
    FreeChoice,
    /// Two transitions that share an input share all of them.
    ExtendedFreeChoice,
    /// Where two places share an output, all outputs of one are outputs of the other.
    AsymmetricChoice,
    /// The net is in one piece.
    Connected,
    /// There is a path from every node to every other one.
    StronglyConnected,
    /// A weighted sum of all places never changes, whatever the initial marking.
    Conservative,
    /// No initial marking makes the net unbounded.
    StructurallyBounded,
    /// Firing counts of all transitions have no effect together.
    Consistent,
    /// Firing counts of all transitions take no token away together.
    Repetitive,
    /// Every siphon contains a marked trap.
    SiphonTrap,
    /// One place is a source, one a sink, and everything is on a path between them.
    WorkflowNet,
    /// No place holds more than some number of tokens.
    Bounded,
    /// No place holds more than one token.
    Safe,
    /// Every reachable marking enables a transition.
    DeadlockFree,
    /// Every transition is enabled in some reachable marking.
    QuasiLive,
    /// From every reachable marking, every transition can be enabled again.
    Live,
    /// The initial marking can be reached from every reachable marking.
    Reversible,
    /// Some marking can be reached from every reachable marking.
    HomeMarking,
    /// No transition disables another one.
    Persistent,
    /// The workflow can always end.
    OptionToComplete,
    /// Where the workflow ends, nothing is left behind.
    ProperCompletion,
    /// Every transition of the workflow can fire.
    NoDeadTransition,
    /// Every transition is on a run from the beginning to the end.
    RelaxedSound,
    /// Option to complete and proper completion.
    WeaklySound,
    /// Weakly sound, and without dead transitions.
    Sound,
}

/// What a property is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The graph of the net.
    Structure,
    /// Its reachable markings.
    Behaviour,
    /// Its runs from the source to the sink.
    Workflow,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Behaviour, Self::Workflow];
}

impl StandardProperty {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 29] = [
        Self::Ordinary,
        Self::Pure,
        Self::StateMachine,
        Self::MarkedGraph,
        Self::FreeChoice,
        Self::ExtendedFreeChoice,
        Self::AsymmetricChoice,
        Self::Connected,
        Self::StronglyConnected,
        Self::Conservative,
        Self::StructurallyBounded,
        Self::Consistent,
        Self::Repetitive,
        Self::SiphonTrap,
        Self::WorkflowNet,
        Self::Bounded,
        Self::Safe,
        Self::DeadlockFree,
        Self::QuasiLive,
        Self::Live,
        Self::Reversible,
        Self::HomeMarking,
        Self::Persistent,
        Self::OptionToComplete,
        Self::ProperCompletion,
        Self::NoDeadTransition,
        Self::RelaxedSound,
        Self::WeaklySound,
        Self::Sound,
    ];

    /// The name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary",
            Self::Pure => "pure",
            Self::StateMachine => "state_machine",
            Self::MarkedGraph => "marked_graph",
            Self::FreeChoice => "free_choice",
            Self::ExtendedFreeChoice => "extended_free_choice",
            Self::AsymmetricChoice => "asymmetric_choice",
            Self::Connected => "connected",
            Self::StronglyConnected => "strongly_connected",
            Self::Conservative => "conservative",
            Self::StructurallyBounded => "structurally_bounded",
            Self::Consistent => "consistent",
            Self::Repetitive => "repetitive",
            Self::SiphonTrap => "siphon_trap",
            Self::WorkflowNet => "workflow_net",
            Self::Bounded => "bounded",
            Self::Safe => "safe",
            Self::DeadlockFree => "deadlock_free",
            Self::QuasiLive => "quasi_live",
            Self::Live => "live",
            Self::Reversible => "reversible",
            Self::HomeMarking => "home_marking",
            Self::Persistent => "persistent",
            Self::OptionToComplete => "option_to_complete",
            Self::ProperCompletion => "proper_completion",
            Self::NoDeadTransition => "no_dead_transition",
            Self::RelaxedSound => "relaxed_sound",
            Self::WeaklySound => "weakly_sound",
            Self::Sound => "sound",
        }
    }

    /// What it says of a net, in a line.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Ordinary => "All weights are 1",
            Self::Pure => "No place is an input and an output of the same transition",
            Self::StateMachine => "Every transition has one input and one output",
            Self::MarkedGraph => "Every place has one input and one output",
            Self::FreeChoice => "Of two transitions that share an input, neither has another one",
            Self::ExtendedFreeChoice => "Transitions that share an input share all of them",
            Self::AsymmetricChoice => {
                "Where two places share an output, all outputs of one are outputs of the other"
            }
            Self::Connected => "The net is in one piece",
            Self::StronglyConnected => "There is a path from every node to every other one",
            Self::Conservative => "A weighted sum of all places never changes, whatever the initial marking",
            Self::StructurallyBounded => "No initial marking makes the net unbounded",
            Self::Consistent => "Firing counts of all transitions have no effect together",
            Self::Repetitive => "Firing counts of all transitions take no token away together",
            Self::SiphonTrap => "Every siphon contains a marked trap",
            Self::WorkflowNet => {
                "One place is a source, one a sink, and everything is on a path between them"
            }
            Self::Bounded => "No place can hold more than some number of tokens",
            Self::Safe => "No place can hold more than one token",
            Self::DeadlockFree => "Every reachable marking enables a transition",
            Self::QuasiLive => "Every transition can fire",
            Self::Live => "Every transition can always be made to fire again",
            Self::Reversible => "The initial marking can always be reached again",
            Self::HomeMarking => "Some marking can be reached from every reachable marking",
            Self::Persistent => "No firing disables another transition",
            Self::OptionToComplete => "The workflow can always end",
            Self::ProperCompletion => "Where the workflow ends, nothing is left behind",
            Self::NoDeadTransition => "Every transition of the workflow can fire",
            Self::RelaxedSound => {
                "Every transition is on a run from the beginning of the workflow to its end"
            }
            Self::WeaklySound => "The workflow can always end, and leaves nothing behind",
            Self::Sound => {
                "The workflow can always end, leaves nothing behind, and every transition can fire"
            }
        }
    }

    /// What it is about.
    #[must_use]
    pub fn group(self) -> Group {
        if self < Self::Bounded {
            Group::Structure
        } else if self < Self::OptionToComplete {
            Group::Behaviour
        } else {
            Group::Workflow
        }
    }
}

impl fmt::Display for StandardProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<StandardProperty> for &'static str {
    fn from(property: StandardProperty) -> Self {
        property.as_str()
    }
}

impl FromStr for StandardProperty {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|property| property.as_str() == name);
        let names = || Self::ALL.map(Self::as_str).join(", ");
        known.ok_or_else(|| format!("`{name}` is no standard property: expected one of {}", names()))
    }
}

impl TryFrom<String> for StandardProperty {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

/// Whether a property holds, and what shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyAnswer {
    /// The property.
    pub property: StandardProperty,
    /// `holds`, `violated` or `unknown`.
    pub verdict: Verdict,
    /// How that is known, or why it is not, in a line for people.
    pub text: String,
    /// The places and transitions that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// A run to a marking that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// This marking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marking: Option<Marking>,
}

/// How live a transition is (Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989). In a net with
/// finitely many markings, L2 and L3 are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LivenessLevel {
    /// It can never fire: dead.
    L0,
    /// It can fire.
    L1,
    /// It can fire as often as one likes.
    L2,
    /// It can fire for ever.
    L3,
    /// It can always be made to fire again: live.
    L4,
}

/// Some places, and whether the initial marking has a token in one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceSet {
    /// The ids of the places.
    pub places: Vec<String>,
    /// Whether one of them is marked.
    pub marked: bool,
}

/// A list, and whether it has everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed<T> {
    /// Whether nothing is missing; otherwise there was no time or room for more, or nobody asked.
    pub complete: bool,
    /// What was found.
    pub list: Vec<T>,
}

impl<T> Default for Listed<T> {
    /// Nothing, of which nobody knows whether it is all.
    fn default() -> Self {
        Self { complete: false, list: Vec::new() }
    }
}

/// The answer of `analyse`: every standard property of a net.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnalysisReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as the user named it.
    pub file: String,
    /// The file's format.
    pub format: String,
    /// Always `analyse`.
    pub question: String,
    /// The id of the net in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The name of the net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The net that is analysed, where the file's own net is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs.
    pub arcs: usize,
    /// The verdict over all properties that were asked for; `computed` where all of them were.
    pub verdict: Verdict,
    /// The properties, in the order of [`StandardProperty::ALL`]; those of workflows where the net is one.
    pub answers: Vec<PropertyAnswer>,
    /// The greatest values of the sums that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub greatest: Vec<GreatestValue>,
    /// The reachable markings; `+inf` in an unbounded net.
    pub states: Option<Count>,
    /// The firings from these.
    pub firings: Option<Count>,
    /// The reachable markings that enable nothing.
    pub deadlocks: Option<Count>,
    /// The strongly connected components of the reachability graph that nothing leads out of.
    pub terminal_components: Option<Count>,
    /// The most tokens of each place.
    pub bounds: Option<Ordered<Count>>,
    /// How live each transition is, at least; exactly, where the reachable markings were all explored.
    pub liveness: Option<Ordered<LivenessLevel>>,
    /// Weighted sums of tokens that no firing changes.
    pub place_invariants: Listed<Invariant>,
    /// Firing counts without effect.
    pub transition_invariants: Listed<Ordered<Count>>,
    /// The minimal siphons.
    pub siphons: Listed<PlaceSet>,
    /// The minimal traps.
    pub traps: Listed<PlaceSet>,
    /// The source of the workflow net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its sink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sink: Option<String>,
    /// What holds in the markings where the process ends, where it does not end in a sink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_condition: Option<String>,
    /// The names of the places and transitions that have one which differs from the id.
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    pub names: Ordered<String>,
    /// The time that it took.
    pub time_s: Timings,
    /// What the user should know about the answers, and may do about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// What the user should know about the file although it could be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

impl AnalysisReport {
    /// A report that says nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION.to_owned(),
            file: String::new(),
            format: String::new(),
            question: "analyse".to_owned(),
            net: None,
            name: None,
            unfolding: None,
            places: 0,
            transitions: 0,
            arcs: 0,
            verdict: Verdict::Computed,
            answers: Vec::new(),
            greatest: Vec::new(),
            states: None,
            firings: None,
            deadlocks: None,
            terminal_components: None,
            bounds: None,
            liveness: None,
            place_invariants: Listed::default(),
            transition_invariants: Listed::default(),
            siphons: Listed::default(),
            traps: Listed::default(),
            source: None,
            sink: None,
            final_condition: None,
            names: Ordered::default(),
            time_s: Timings::default(),
            hints: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The answer about a property, if it was asked for.
    #[must_use]
    pub fn answer(&self, property: StandardProperty) -> Option<&PropertyAnswer> {
        self.answers.iter().find(|answer| answer.property == property)
    }

    /// The run of the first property that does not hold and has one, or else that of the first greatest value.
    #[must_use]
    pub fn run(&self) -> Option<&Trace> {
        let violated = self.answers.iter().filter(|answer| answer.verdict == Verdict::Violated);
        let runs = violated.map(|answer| &answer.trace).chain(self.greatest.iter().map(|one| &one.trace));
        runs.flatten().next()
    }
}

impl Default for AnalysisReport {
    fn default() -> Self {
        Self::new()
    }
}
