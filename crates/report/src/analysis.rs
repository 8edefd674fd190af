//! The standard properties of a net: the answer of `analyse`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    Count, Diagnostic, GreatestValue, Hint, Invariant, Marking, Ordered, ProgramBehaviour, SCHEMA, Stage,
    Timings, Trace, Unfolding, VERSION, Verdict,
};

/// A standard property of a net, which either holds or not. JSON and the command line use its [name](Self::as_str).
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
    /// If two transitions share an input, neither has another input.
    FreeChoice,
    /// If two transitions share an input, they share all of them.
    ExtendedFreeChoice,
    /// If two places share an output, all outputs of one are outputs of the other.
    AsymmetricChoice,
    /// The net is connected.
    Connected,
    /// There is a path from every node to every other node.
    StronglyConnected,
    /// A sum of all places with positive weights never changes, whatever the initial marking.
    Conservative,
    /// The net is bounded for every initial marking.
    StructurallyBounded,
    /// Positive firing counts of all transitions have no effect together.
    Consistent,
    /// Positive firing counts of all transitions together remove no token.
    Repetitive,
    /// Every siphon contains a marked trap.
    SiphonTrap,
    /// One place is the source, one is the sink, and every node is on a path between them.
    WorkflowNet,
    /// The number of tokens in each place has a bound.
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
    /// No firing disables another transition.
    Persistent,
    /// No run is infinite.
    Terminates,
    /// The workflow can always end.
    OptionToComplete,
    /// When the workflow ends, no tokens are left behind.
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

/// The subject of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The graph of the net.
    Structure,
    /// The reachable markings.
    Behaviour,
    /// The runs from the source to the sink.
    Workflow,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Behaviour, Self::Workflow];
}

impl StandardProperty {
    /// All properties, in the order in which they are shown.
    pub const ALL: [Self; 30] = [
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
        Self::Terminates,
        Self::OptionToComplete,
        Self::ProperCompletion,
        Self::NoDeadTransition,
        Self::RelaxedSound,
        Self::WeaklySound,
        Self::Sound,
    ];

    /// The properties of a program, in the order in which they are shown. Transitions are its statements there.
    pub const OF_PROGRAMS: [Self; 5] =
        [Self::DeadlockFree, Self::QuasiLive, Self::Live, Self::Reversible, Self::Terminates];

    /// Returns whether a page about all properties of a program, or else of a net, shows the property.
    #[must_use]
    pub fn is_on_page_of(self, program: bool) -> bool {
        if program { Self::OF_PROGRAMS.contains(&self) } else { self != Self::Terminates }
    }

    /// Returns the name.
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
            Self::Terminates => "terminates",
            Self::OptionToComplete => "option_to_complete",
            Self::ProperCompletion => "proper_completion",
            Self::NoDeadTransition => "no_dead_transition",
            Self::RelaxedSound => "relaxed_sound",
            Self::WeaklySound => "weakly_sound",
            Self::Sound => "sound",
        }
    }

    /// Returns what the property says about a net, in one line.
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
            Self::Terminates => "No run is infinite",
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

    /// Returns the subject of the property.
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

/// The answer about a property, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PropertyAnswer {
    /// The property.
    pub property: StandardProperty,
    /// `holds`, `violated` or `unknown`.
    pub verdict: Verdict,
    /// How the verdict is known, or why it is not, in one line for people.
    pub text: String,
    /// The places and transitions that show the verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
    /// A run to a marking that shows the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The marking at the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marking: Option<Marking>,
}

/// The liveness of a transition (Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE,
/// 1989). In a net with finitely many markings, L2 and L3 are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum LivenessLevel {
    /// The transition can never fire: it is dead.
    L0,
    /// The transition can fire.
    L1,
    /// The transition can fire any finite number of times.
    L2,
    /// The transition can fire infinitely often in one run.
    L3,
    /// The transition can always be enabled again: it is live.
    L4,
}

/// A set of places, and whether the initial marking has a token in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlaceSet {
    /// The ids of the places.
    pub places: Vec<String>,
    /// Whether one of them is marked.
    pub marked: bool,
}

/// A list that may be incomplete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Listed{T}"))]
pub struct Listed<T> {
    /// Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested.
    pub complete: bool,
    /// The entries found.
    pub list: Vec<T>,
}

impl<T> Default for Listed<T> {
    /// Returns an empty list that is not known to be complete.
    fn default() -> Self {
        Self { complete: false, list: Vec::new() }
    }
}

/// The answer of `analyse`: every standard property of a net.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisReport {
    /// The version of this schema.
    pub schema: u32,
    /// The version of the program.
    pub version: String,
    /// The file, as named by the user.
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
    /// The analysed net, if the file's own net is coloured and was unfolded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfolding: Option<Unfolding>,
    /// The number of places.
    pub places: usize,
    /// The number of transitions.
    pub transitions: usize,
    /// The number of arcs.
    pub arcs: usize,
    /// The verdict over the requested properties, or `computed` if all properties were requested.
    pub verdict: Verdict,
    /// The requested properties, in their usual order. Properties of workflows are included if the net is a workflow.
    pub answers: Vec<PropertyAnswer>,
    /// The greatest values of the requested sums.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub greatest: Vec<GreatestValue>,
    /// The assertions, statements and values of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramBehaviour>,
    /// The number of reachable markings; `+inf` in an unbounded net.
    pub states: Option<Count>,
    /// The number of firings from the reachable markings.
    pub firings: Option<Count>,
    /// The number of reachable markings that enable no transition.
    pub deadlocks: Option<Count>,
    /// The number of strongly connected components of the reachability graph that no edge leaves.
    pub terminal_components: Option<Count>,
    /// The maximum number of tokens in each place.
    pub bounds: Option<Ordered<Count>>,
    /// The liveness level of each transition. It is a lower bound unless all reachable markings were explored.
    pub liveness: Option<Ordered<LivenessLevel>>,
    /// Weighted sums of tokens that no firing changes.
    pub place_invariants: Listed<Invariant>,
    /// Firing counts that together have no effect.
    pub transition_invariants: Listed<Ordered<Count>>,
    /// The minimal siphons.
    pub siphons: Listed<PlaceSet>,
    /// The minimal traps.
    pub traps: Listed<PlaceSet>,
    /// The source of the workflow net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The sink of the workflow net.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sink: Option<String>,
    /// The condition on the markings in which the process ends, if it does not end in a sink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_condition: Option<String>,
    /// The names of the places and transitions whose name differs from the id.
    #[serde(default, skip_serializing_if = "Ordered::is_empty")]
    pub names: Ordered<String>,
    /// The time used.
    pub time_s: Timings,
    /// The stages of the plan, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Stage>,
    /// What the user should know about the answers, and suggested actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// Problems in the file that did not prevent its use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Diagnostic>,
}

impl AnalysisReport {
    /// Creates a report without answers.
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
            program: None,
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
            plan: Vec::new(),
            hints: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Returns the answer about a property, if it was requested.
    #[must_use]
    pub fn answer(&self, property: StandardProperty) -> Option<&PropertyAnswer> {
        self.answers.iter().find(|answer| answer.property == property)
    }

    /// Returns whether invariants, siphons and traps were requested: they are listed with all properties.
    #[must_use]
    pub fn has_lists(&self) -> bool {
        self.verdict == Verdict::Computed && self.greatest.is_empty()
    }

    /// Returns the run of the first violated property or assertion that has one, or else that of the first greatest value.
    #[must_use]
    pub fn run(&self) -> Option<&Trace> {
        let violated = self.answers.iter().filter(|answer| answer.verdict == Verdict::Violated);
        let asserted =
            self.program.iter().flat_map(|program| &program.assertions).map(|answer| &answer.trace);
        let values = self.greatest.iter().map(|one| &one.trace);
        violated.map(|answer| &answer.trace).chain(asserted).chain(values).flatten().next()
    }
}

impl Default for AnalysisReport {
    fn default() -> Self {
        Self::new()
    }
}
