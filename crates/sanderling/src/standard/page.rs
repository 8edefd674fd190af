//! The page under construction: one answer for each requested property.

use std::collections::BTreeMap;

use sanderling_machine::clock::Instant;
use sanderling_net::semantics;
use sanderling_net::{Diagnostics, Inscription, Net, NodeNames, PlaceId, TransitionId};
use sanderling_report::{AnalysisReport, Group, PropertyAnswer, StandardProperty, Trace, Verdict};
use sanderling_system::EventId;

use super::Left;
use super::implications::may_help;
use crate::portfolio::plan::Step;
use crate::replay::marking_display::MarkingDisplay;
use crate::replay::trace::{Replayer, Run};
use crate::replay::{Meaning, StageLog};

/// The evidence for an answer: nodes, a trace or a marking.
#[derive(Default)]
pub(super) struct Shown {
    nodes: Vec<String>,
    pub(super) trace: Option<Trace>,
    pub(super) marking: Option<sanderling_report::Marking>,
}

/// A report under construction.
pub(super) struct Page<'a> {
    pub(super) net: &'a Net,
    /// The net, with the labels of its nodes as ids.
    pub(super) named: Net,
    pub(super) left: Left<'a>,
    /// The decided properties, whether they are requested or not.
    known: BTreeMap<StandardProperty, bool>,
    pub(super) report: AnalysisReport,
    plan: StageLog,
}

impl<'a> Page<'a> {
    /// Creates a page without answers.
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
        Self { net, named, left, known: BTreeMap::new(), report, plan: StageLog::default() }
    }

    /// Returns whether a property is requested, by name or as one of all that the page of a net or program shows.
    fn wants(&self, property: StandardProperty) -> bool {
        let request = self.left.request;
        let is_shown = !request.wants_all() || property.is_on_page_of(self.net.program.is_some());
        is_shown && request.wants(property)
    }

    /// Returns whether a property is requested and has no answer.
    pub(super) fn lacks(&self, property: StandardProperty) -> bool {
        self.wants(property) && self.report.answer(property).is_none()
    }

    /// Returns whether a property holds, if it is decided.
    pub(super) fn known(&self, property: StandardProperty) -> Option<bool> {
        self.known.get(&property).copied()
    }

    /// Returns whether a property is requested and open, or may decide such a property.
    pub(super) fn is_needed(&self, property: StandardProperty) -> bool {
        self.lacks(property)
            || self.known(property).is_none() && may_help(property, |conclusion| self.lacks(conclusion))
    }

    /// Returns whether one of these properties is requested and has no answer.
    pub(super) fn lacks_any(&self, properties: &[StandardProperty]) -> bool {
        properties.iter().any(|&property| self.lacks(property))
    }

    /// Answers a property, unless it is already answered. The report shows it only if it is requested.
    pub(super) fn answer(&mut self, property: StandardProperty, holds: bool, text: impl Into<String>) {
        self.show(property, holds, text, Shown::default());
    }

    /// Answers a property with evidence. If there is no evidence because a replay was interrupted, the
    /// property stays open.
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

    /// Records why a property is undecided, unless it has an answer.
    pub(super) fn unknown(&mut self, property: StandardProperty, why: impl Into<String>) {
        self.push(property, Verdict::Unknown, why.into(), Shown::default());
    }

    /// Records the same reason for all open properties of a group.
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

    /// Carries out a step of the plan within its share of the time, and notes how many of the open properties it decided.
    ///
    /// # Errors
    /// Those of the stage.
    pub(super) fn stage<'l, T, F>(
        &mut self,
        step: &Step<F>,
        left: Left<'l>,
        work: impl FnOnce(&mut Self, Left<'l>) -> Result<T, Diagnostics>,
    ) -> Result<T, Diagnostics> {
        let (begun, tried) = (Instant::now(), self.open());
        let result = work(self, left.within(step.share))?;
        if tried > 0 {
            self.plan.note(step.name, begun, (tried, tried.saturating_sub(self.open())), 0);
        }
        Ok(result)
    }

    /// Returns the number of requested properties and sums that are undecided. Properties of workflows count
    /// if they are requested by name or the net has ends.
    fn open(&self) -> usize {
        let request = self.left.request;
        let has_ends = self.report.source.is_some() || self.report.final_condition.is_some();
        let is_meant =
            |one: StandardProperty| !request.wants_all() || has_ends || one.group() != Group::Workflow;
        let is_open = |&one: &StandardProperty| self.wants(one) && is_meant(one) && self.known(one).is_none();
        let sums = self.report.greatest.iter().filter(|one| one.verdict == Verdict::Computed).count();
        let assertions = self.report.program.iter().flat_map(|program| &program.assertions);
        let assertions = assertions.filter(|answer| answer.verdict == Verdict::Unknown).count();
        StandardProperty::ALL.into_iter().filter(is_open).count() + request.sums.len() - sums + assertions
    }

    /// Returns the report with all answers in order.
    pub(super) fn finish(mut self) -> AnalysisReport {
        if self.left.request.explain_plan {
            self.report.plan = self.plan.into_stages();
        }
        self.report.answers.sort_by_key(|answer| answer.property);
        self.report
    }

    /// Returns the label of a place.
    pub(super) fn place(&self, place: PlaceId) -> &str {
        &self.named.place(place).id
    }

    /// Returns the label of a transition.
    pub(super) fn transition(&self, transition: TransitionId) -> &str {
        &self.named.transition(transition).id
    }
}

impl Shown {
    /// Creates evidence of some nodes, given by their ids.
    pub(super) fn nodes(nodes: impl IntoIterator<Item = String>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..Self::default() }
    }

    /// Creates evidence of a run of a place/transition net and of the marking in which it ends. Returns
    /// `None` if replaying it is interrupted.
    ///
    /// # Panics
    /// The run cannot be fired. In that case the compiled model is wrong.
    pub(super) fn run(net: &Net, events: &[EventId], left: Left<'_>) -> Option<Self> {
        Self::run_of(net, &Meaning::Transitions, events, left)
    }

    /// Creates evidence of a run whose events have this meaning, as [`run`](Self::run) does.
    pub(super) fn run_of(net: &Net, meaning: &Meaning, events: &[EventId], left: Left<'_>) -> Option<Self> {
        Some(Self::of(net, Replayer::new(net, meaning, left.until()).run(events).ok()?))
    }

    /// Creates evidence of a run that has been replayed, and of the marking in which it ends.
    pub(super) fn of(net: &Net, run: Run) -> Self {
        let marking = run.last().map(|marking| MarkingDisplay::new(net).marking(marking));
        Self { trace: Some(run.trace), marking, ..Self::default() }
    }

    /// Creates evidence of an infinite run, if there is one.
    pub(super) fn infinite_run(trace: Option<Trace>) -> Self {
        Self { trace, ..Self::default() }
    }

    /// Adds nodes to the evidence.
    pub(super) fn with(self, nodes: impl IntoIterator<Item = String>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..self }
    }
}

/// Describes the length of a run.
pub(super) fn after(firings: usize) -> String {
    match firings {
        0 => "in the initial marking".to_owned(),
        1 => "after one firing".to_owned(),
        firings => format!("after {firings} firings"),
    }
}

/// Returns the net with another initial marking.
pub(super) fn with_tokens(net: &Net, tokens: impl Fn(PlaceId) -> u64) -> Net {
    let mut changed = net.clone();
    for place in net.place_ids() {
        changed.places[place.index()].initial = Inscription::Tokens(tokens(place));
    }
    changed
}

/// Returns whether the initial marking has these tokens.
pub(super) fn begins_with(net: &Net, tokens: impl Fn(PlaceId) -> u64) -> bool {
    let initial = semantics::initial(net);
    initial.is_ok_and(|initial| net.place_ids().all(|place| initial.tokens(place) == tokens(place)))
}
