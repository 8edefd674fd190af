//! The labels of places and transitions in reports for people.
//!
//! A report contains ids, because programs and stored traces need them. Before a report is shown to people, [`Labels`]
//! replaces the ids with names.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::{
    AnalysisReport, Change, Marking, NupnClaim, Ordered, ReplayReport, Report, StateGraph, Step, Steps,
    StructureReport, Trace,
};

/// Labels of the places and transitions whose label differs from the id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// The labels of places by their ids.
    pub places: HashMap<String, String>,
    /// The labels of transitions by their ids.
    pub transitions: HashMap<String, String>,
}

/// A reference to a node in a report.
enum Node<'r> {
    Place(&'r mut String),
    Transition(&'r mut String),
}

impl Labels {
    /// Returns the label of a place.
    #[must_use]
    pub fn place<'a>(&'a self, id: &'a str) -> &'a str {
        self.places.get(id).map_or(id, String::as_str)
    }

    /// Returns the label of a transition.
    #[must_use]
    pub fn transition<'a>(&'a self, id: &'a str) -> &'a str {
        self.transitions.get(id).map_or(id, String::as_str)
    }

    /// Returns a copy of the report with labels instead of ids.
    #[must_use]
    pub fn report(&self, report: &Report) -> Report {
        let mut shown = report.clone();
        each_node(&mut shown, &mut |node| self.rename(node));
        each_trace(&mut shown, &mut |steps| steps.change_kinds(|step| step.name = None));
        each_text(&mut shown, &mut |text| *text = self.quoted(text));
        shown
    }

    fn is_empty(&self) -> bool {
        self.places.is_empty() && self.transitions.is_empty()
    }

    /// Returns the page with labels instead of ids, except for ids within texts. Copies the page if there are names.
    #[must_use]
    pub fn analysis<'r>(&self, report: &'r AnalysisReport) -> Cow<'r, AnalysisReport> {
        if self.is_empty() && report.names.is_empty() {
            return Cow::Borrowed(report);
        }
        let names = self.places.iter().chain(&self.transitions);
        let names = names.map(|(id, label)| (id, label.clone())).collect();
        Cow::Owned(AnalysisReport { names, ..report.clone() })
    }

    /// Returns the description with labels instead of ids, except in inscriptions and in the reduction.
    #[must_use]
    pub fn structure(&self, report: &StructureReport) -> StructureReport {
        let mut shown = report.clone();
        let places = [&mut shown.source_places, &mut shown.sink_places, &mut shown.unbounded_places];
        let invariants =
            shown.invariants.iter_mut().flat_map(|one| &mut one.weights.0).map(|(place, _)| place);
        let bounds = shown.bounds.0.iter_mut().map(|(place, _)| place);
        let slots = shown.layout.iter_mut().flat_map(|layout| &mut layout.slots).map(|slot| &mut slot.place);
        let places = places.into_iter().flatten().chain(invariants).chain(bounds).chain(slots);
        places.for_each(|place| self.rename(Node::Place(place)));
        let transitions = shown.source_transitions.iter_mut().chain(&mut shown.sink_transitions);
        transitions.for_each(|one| self.rename(Node::Transition(one)));
        for node in &mut shown.isolated_nodes {
            let label = self.places.get(node.as_str()).or_else(|| self.transitions.get(node.as_str()));
            *node = label.cloned().unwrap_or_else(|| std::mem::take(node));
        }
        if let Some(net) = &mut shown.coloured {
            for place in &mut net.places {
                (place.id, place.name) = (self.place(&place.id).to_owned(), None);
            }
            for one in &mut net.transitions {
                (one.id, one.name) = (self.transition(&one.id).to_owned(), None);
            }
        }
        shown
    }

    /// Returns the outcome of a replay with labels instead of ids.
    #[must_use]
    pub fn replay(&self, report: &ReplayReport) -> ReplayReport {
        let mut shown = report.clone();
        of_marking(&mut shown.marking, &mut |node| self.rename(node));
        shown
    }

    /// Returns the graph with labels instead of ids.
    #[must_use]
    pub fn graph(&self, graph: StateGraph) -> StateGraph {
        let mut shown = graph;
        for state in &mut shown.states {
            of_marking(&mut state.marking, &mut |node| self.rename(node));
        }
        for edge in &mut shown.edges {
            self.rename(Node::Transition(&mut edge.event));
        }
        shown
    }

    fn rename(&self, node: Node<'_>) {
        let (label, id) = match node {
            Node::Place(id) => (self.places.get(id), id),
            Node::Transition(id) => (self.transitions.get(id), id),
        };
        if let Some(label) = label {
            id.clone_from(label);
        }
    }

    /// Replaces the ids of places between backticks in a text with labels.
    fn quoted(&self, text: &str) -> String {
        let pieces = text.split('`').enumerate();
        let pieces = pieces.map(|(index, piece)| if index % 2 == 1 { self.place(piece) } else { piece });
        pieces.collect::<Vec<_>>().join("`")
    }
}

impl Report {
    /// Whether the report mentions a node, so that labels matter. The labels of large nets take seconds.
    pub fn mentions_nodes(&mut self) -> bool {
        let mut is_found = false;
        each_node(self, &mut |_| is_found = true);
        each_text(self, &mut |text| is_found |= between_backticks(text).next().is_some());
        is_found
    }

    /// Fills in the names of the mentioned nodes that have one. Each name is stored with its id.
    pub fn fill_names(&mut self, names: &Labels) {
        if names.is_empty() {
            return;
        }
        let mut mentioned: Ordered<String> = Ordered::default();
        let mut seen = std::collections::HashSet::new();
        each_node(self, &mut |node| {
            let (id, name) = match node {
                Node::Place(id) => (&*id, names.places.get(id)),
                Node::Transition(id) => (&*id, names.transitions.get(id)),
            };
            if let Some(name) = name.filter(|_| seen.insert(id.clone())) {
                mentioned.0.push((id.clone(), name.clone()));
            }
        });
        each_text(self, &mut |text| {
            for id in between_backticks(text) {
                if let Some(name) = names.places.get(id).filter(|_| seen.insert(id.to_owned())) {
                    mentioned.0.push((id.to_owned(), name.clone()));
                }
            }
        });
        self.names = mentioned;
    }
}

/// Applies a function to every text of a report that has ids of places between backticks.
fn each_text(report: &mut Report, act: &mut impl FnMut(&mut String)) {
    let of_answers = report.answers.iter_mut().filter_map(|answer| answer.decided_by.as_mut());
    let decisions = report.decided_by.iter_mut().chain(of_answers);
    decisions.flat_map(|decision| &mut decision.proof).for_each(&mut *act);
    report.hints.iter_mut().for_each(|hint| act(&mut hint.message));
}

/// Returns the parts of a text between backticks.
fn between_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Applies a function to every list of steps in a report.
fn each_trace(report: &mut Report, act: &mut impl FnMut(&mut Steps)) {
    let of_answers = report.answers.iter_mut().filter_map(|answer| answer.trace.as_mut());
    let of_error = report.model_error.iter_mut().map(|error| &mut error.trace);
    for trace in report.trace.iter_mut().chain(of_answers).chain(of_error) {
        each_run(trace, act);
    }
    if let Some(proof) = &mut report.unbounded {
        act(&mut proof.prefix.steps);
        act(&mut proof.pump);
    }
}

/// Applies a function to the steps of a run and of its branches.
fn each_run(trace: &mut Trace, act: &mut impl FnMut(&mut Steps)) {
    act(&mut trace.steps);
    trace.branches.iter_mut().filter_map(|branch| branch.trace.as_mut()).for_each(|run| each_run(run, act));
}

/// Applies a function to every place and transition that a report mentions, in its order.
fn each_node(report: &mut Report, act: &mut impl FnMut(Node<'_>)) {
    let of_answers = report.answers.iter_mut().filter_map(|answer| answer.trace.as_mut());
    report.trace.iter_mut().chain(of_answers).for_each(|trace| of_trace(trace, act));
    let bounds = report.bounds.iter_mut().flat_map(|bounds| &mut bounds.0);
    bounds.for_each(|(place, _)| act(Node::Place(place)));
    report.dead_transitions.iter_mut().flatten().for_each(|id| act(Node::Transition(id)));
    if let Some(proof) = &mut report.unbounded {
        let coverable = proof.coverable.iter_mut().flat_map(|coverable| &mut coverable.unbounded_places);
        proof.places.iter_mut().chain(coverable).for_each(|place| act(Node::Place(place)));
        of_trace(&mut proof.prefix, act);
        proof.pump.change_kinds(|step| of_step(step, act));
    }
    if let Some(error) = &mut report.model_error {
        act(Node::Transition(&mut error.event));
        of_trace(&mut error.trace, act);
    }
    if let NupnClaim::Refuted { places, marking } = &mut report.nupn_claim {
        places.iter_mut().for_each(|place| act(Node::Place(place)));
        of_marking(marking, act);
    }
}

fn of_trace(trace: &mut Trace, act: &mut impl FnMut(Node<'_>)) {
    of_marking(&mut trace.initial, act);
    trace.steps.change_kinds(|step| of_step(step, act));
    trace.branches.iter_mut().filter_map(|branch| branch.trace.as_mut()).for_each(|run| of_trace(run, act));
}

fn of_step(step: &mut Step, act: &mut impl FnMut(Node<'_>)) {
    act(Node::Transition(&mut step.event));
    step.changed.iter_mut().for_each(|Change { place, .. }| act(Node::Place(place)));
}

fn of_marking(marking: &mut Marking, act: &mut impl FnMut(Node<'_>)) {
    marking.0.iter_mut().for_each(|(place, _)| act(Node::Place(place)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decision, Question, Technique, text};

    fn labels() -> Labels {
        let of = |pairs: [(&str, &str); 1]| pairs.map(|(id, label)| (id.into(), label.into())).into();
        Labels { places: of([("x", "mailbox")]), transitions: of([("x", "send it")]) }
    }

    fn report() -> Report {
        let step = Step {
            event: "x".into(),
            name: Some("send it".into()),
            changed: vec![
                Change { place: "x".into(), before: 1u64.into(), after: 0u64.into() },
                Change { place: "y".into(), before: 0u64.into(), after: 1u64.into() },
            ],
            ..Step::default()
        };
        let initial: Marking = [("x", 1u64.into())].into_iter().collect();
        Report {
            trace: Some(Trace { initial, steps: vec![step].into(), ..Trace::default() }),
            bounds: Some([("x", 1u64.into())].into_iter().collect()),
            dead_transitions: Some(vec!["x".into()]),
            ..Report::new(Question::Deadlock)
        }
    }

    #[test]
    fn places_and_transitions_with_the_same_id_have_their_own_labels() {
        let shown = text::report(&labels().report(&report()), text::StatisticsDetail::All);
        for line in
            ["  start: mailbox\n", "  1  send it  mailbox 1→0, y 0→1\n", "(1): send it\n", "  mailbox  1\n"]
        {
            assert!(shown.contains(line), "{line}: {shown}");
        }
    }

    #[test]
    fn a_report_names_the_nodes_that_it_mentions() {
        let mut report = report();
        let mut names = labels();
        names.places.insert("elsewhere".into(), "not here".into());
        report.fill_names(&names);
        assert_eq!(report.names, [("x", "mailbox".to_owned())].into_iter().collect());
    }

    #[test]
    fn a_proof_uses_labels_and_its_places_are_named() {
        let proof = vec!["`x` + `y` never grows".to_owned()];
        let decided_by = Decision { proof, ..Decision::by(Technique::Search) };
        let mut report = Report { decided_by: Some(decided_by), ..Report::new(Question::Deadlock) };
        report.fill_names(&labels());
        assert_eq!(report.names, [("x", "mailbox".to_owned())].into_iter().collect());
        assert_eq!(labels().report(&report).decided_by.unwrap().proof, ["`mailbox` + `y` never grows"]);
    }

    #[test]
    fn ids_quoted_in_a_hint_are_replaced_by_labels() {
        let text = "1 token in `x`, and 2 in `y`";
        assert_eq!(labels().quoted(text), "1 token in `mailbox`, and 2 in `y`");
    }
}
