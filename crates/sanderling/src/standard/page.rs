//! The page that is being written: an answer to each property that is asked for, each once.

use std::collections::BTreeMap;

use sanderling_net::semantics;
use sanderling_net::{Inscription, Net, NodeNames, PlaceId, TransitionId};
use sanderling_report::{AnalysisReport, Group, PropertyAnswer, StandardProperty, Trace, Verdict};
use sanderling_system::EventId;

use super::Left;
use super::implications::may_help;
use crate::explain::marking_display::MarkingDisplay;
use crate::explain::meaning::Meaning;
use crate::explain::trace::{Replayer, Run};

/// What shows that a property holds or not.
#[derive(Default)]
pub(super) struct Shown {
    nodes: Vec<String>,
    pub(super) trace: Option<Trace>,
    pub(super) marking: Option<sanderling_report::Marking>,
}

/// A report with some answers.
pub(super) struct Page<'a> {
    pub(super) net: &'a Net,
    /// The net with what its nodes are called for people.
    pub(super) named: Net,
    pub(super) left: Left<'a>,
    /// What is known of properties, whether they are asked for or not.
    known: BTreeMap<StandardProperty, bool>,
    pub(super) report: AnalysisReport,
}

impl<'a> Page<'a> {
    /// A page without answers.
    pub(super) fn begin(net: &'a Net, left: Left<'a>) -> Self {
        let mut report = AnalysisReport::new();
        report.net = (!net.id.is_empty()).then(|| net.id.clone());
        report.name.clone_from(&net.name);
        (report.places, report.transitions) = (net.places.len(), net.transitions.len());
        report.arcs = net.arcs.len();
        let named = net.labelled(left.request.names);
        let (places, transitions) = net.labels(NodeNames::Names);
        let ids = net.places.iter().map(|place| &place.id).chain(net.transitions.iter().map(|one| &one.id));
        let differ = ids.zip(places.into_iter().chain(transitions)).filter(|(id, name)| *id != name);
        report.names = differ.map(|(id, name)| (id.clone(), name)).collect();
        Self { net, named, left, known: BTreeMap::new(), report }
    }

    /// Whether a property is asked for and has no answer.
    pub(super) fn lacks(&self, property: StandardProperty) -> bool {
        self.left.request.wants(property) && self.report.answer(property).is_none()
    }

    /// Whether a property is known to hold or not.
    pub(super) fn known(&self, property: StandardProperty) -> Option<bool> {
        self.known.get(&property).copied()
    }

    /// Whether a property is asked for and has no answer, or may decide one that is.
    pub(super) fn is_needed(&self, property: StandardProperty) -> bool {
        self.lacks(property)
            || self.known(property).is_none() && may_help(property, |conclusion| self.lacks(conclusion))
    }

    /// Whether one of these is asked for and has no answer.
    pub(super) fn lacks_any(&self, properties: &[StandardProperty]) -> bool {
        properties.iter().any(|&property| self.lacks(property))
    }

    /// Answers a property, unless it is answered or nobody asks.
    pub(super) fn answer(&mut self, property: StandardProperty, holds: bool, text: impl Into<String>) {
        self.show(property, holds, text, Shown::default());
    }

    /// Answers a property with what shows it. Without that, since replaying a run was interrupted, the property stays open.
    pub(super) fn show(
        &mut self,
        property: StandardProperty,
        holds: bool,
        text: impl Into<String>,
        shown: impl Into<Option<Shown>>,
    ) {
        if let Some(shown) = shown.into() {
            self.push(property, if holds { Verdict::Holds } else { Verdict::Violated }, text.into(), shown);
        }
    }

    /// Says why a property is not decided, unless it is.
    pub(super) fn unknown(&mut self, property: StandardProperty, why: impl Into<String>) {
        self.push(property, Verdict::Unknown, why.into(), Shown::default());
    }

    /// Says of all properties of a group that are open why they are.
    pub(super) fn give_up(&mut self, group: Group, why: &str) {
        for property in StandardProperty::ALL.into_iter().filter(|property| property.group() == group) {
            self.unknown(property, why);
        }
    }

    fn push(&mut self, property: StandardProperty, verdict: Verdict, text: String, shown: Shown) {
        if verdict != Verdict::Unknown {
            self.known.entry(property).or_insert(verdict == Verdict::Holds);
        }
        if self.lacks(property) {
            let Shown { nodes, trace, marking } = shown;
            self.report.answers.push(PropertyAnswer { property, verdict, text, nodes, trace, marking });
        }
    }

    /// The report with all answers in their order.
    pub(super) fn finish(mut self) -> AnalysisReport {
        self.report.answers.sort_by_key(|answer| answer.property);
        self.report
    }

    /// The name of a place.
    pub(super) fn place(&self, place: PlaceId) -> &str {
        &self.named.place(place).id
    }

    /// The name of a transition.
    pub(super) fn transition(&self, transition: TransitionId) -> &str {
        &self.named.transition(transition).id
    }
}

impl Shown {
    /// Some nodes, by their ids.
    pub(super) fn nodes(nodes: impl IntoIterator<Item = String>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..Self::default() }
    }

    /// A run of a place/transition net, and the marking that it ends in. `None` if replaying it is interrupted.
    ///
    /// # Panics
    /// The run cannot be fired: then the compiled model is wrong.
    pub(super) fn run(net: &Net, events: &[EventId], left: Left<'_>) -> Option<Self> {
        Self::run_of(net, &Meaning::Transitions, events, left)
    }

    /// A run whose events have this meaning, as [`run`](Self::run).
    pub(super) fn run_of(net: &Net, meaning: &Meaning, events: &[EventId], left: Left<'_>) -> Option<Self> {
        Some(Self::of(net, Replayer::new(net, meaning, left.until()).run(events).ok()?))
    }

    /// A run that has been replayed, and the marking that it ends in.
    pub(super) fn of(net: &Net, run: Run) -> Self {
        let marking = run.last().map(|marking| MarkingDisplay::new(net).marking(marking));
        Self { trace: Some(run.trace), marking, ..Self::default() }
    }

    /// What shows the property, together with some nodes.
    pub(super) fn with(self, nodes: impl IntoIterator<Item = String>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..self }
    }
}

/// How far a run is, in words.
pub(super) fn after(firings: usize) -> String {
    match firings {
        0 => "in the initial marking".to_owned(),
        1 => "after one firing".to_owned(),
        firings => format!("after {firings} firings"),
    }
}

/// The net with other tokens at the beginning.
pub(super) fn with_tokens(net: &Net, tokens: impl Fn(PlaceId) -> u64) -> Net {
    let mut changed = net.clone();
    for place in net.place_ids() {
        changed.places[place.index()].initial = Inscription::Tokens(tokens(place));
    }
    changed
}

/// Whether a net begins with these tokens.
pub(super) fn begins_with(net: &Net, tokens: impl Fn(PlaceId) -> u64) -> bool {
    let initial = semantics::initial(net);
    initial.is_ok_and(|initial| net.place_ids().all(|place| initial.tokens(place) == tokens(place)))
}
