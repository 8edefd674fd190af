//! Soundness of workflow nets, with its parts, on the graph of all markings that cases lead to.
//!
//! With *k* tokens in the source and none elsewhere: the workflow has the *option to complete* where from every reachable marking the
//! one with *k* tokens in the sink and none elsewhere can be reached; *proper completion* where no other marking has *k* tokens in the
//! sink. Both together is *weakly sound*, and *sound* without dead transitions. It is *relaxed sound* where every transition is on
//! a run that ends so. A workflow net that is weakly sound is bounded, as far as more tokens hinder nothing: what covers an earlier
//! marking would leave something behind.

use sanderling_net::{Arc, ArcKind, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_report::{Group, StandardProperty};
use sanderling_structure_theory::Workflow;

use super::Left;
use super::graph::{End, Exploration, Graph, explored};
use super::page::{Page, Shown, after, begins_with, with_tokens};
use super::structure::Theory;
use crate::explain::meaning::Meaning;
use crate::explain::trace::unboundedness_proof;
use crate::prepare::{AnalysedNet, Facts};

/// Answers what is asked about the workflow, if the net is one or places were named.
///
/// # Errors
/// Where the net cannot be compiled.
pub(super) fn describe(
    net: AnalysedNet<'_>,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let Workflow { source, sink } = match theory.workflow() {
        Ok(workflow) => workflow,
        Err(flaws) => {
            if !left.request.asked.is_empty() {
                let flaws: Vec<String> = flaws.iter().map(|flaw| flaw.explain(&page.named)).collect();
                page.give_up(Group::Workflow, &format!("not a workflow net: {}", flaws.join("; ")));
            }
            return Ok(());
        }
    };
    page.report.source = Some(page.net.place(source).id.clone());
    page.report.sink = Some(page.net.place(sink).id.clone());
    let cases = left.request.cases;
    let at_start = |place: PlaceId| if place == source { cases } else { 0 };
    let end = End { sink, cases };
    if begins_with(net.net, at_start) {
        return describe_started(net, end, page, left);
    }
    let started = with_tokens(net.net, at_start);
    let facts = Facts::default();
    describe_started(AnalysedNet::new(&started, &facts), end, page, left)
}

/// The same of a net that begins with the cases in its source.
fn describe_started(
    net: AnalysedNet<'_>,
    end: End,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    match explored(net, Some(end), left)? {
        Exploration::Whole(graph) => {
            Answering { net: net.net, end, graph: &graph }.describe(page);
        }
        Exploration::Infinite => describe_infinite(net, page),
        Exploration::Cut(why) => page.give_up(Group::Workflow, &why),
    }
    page.give_up(Group::Workflow, left.why_not());
    Ok(())
}

/// A workflow that can pile up tokens for ever leaves some behind.
fn describe_infinite(net: AnalysedNet<'_>, page: &mut Page<'_>) {
    use StandardProperty::{OptionToComplete, ProperCompletion, Sound, WeaklySound};
    let Some(proof) = net.self_covering() else { return };
    let (_, growing) = unboundedness_proof(net.net, &Meaning::Transitions, proof);
    let names: Vec<&str> = growing.iter().take(6).map(|&place| page.place(place)).collect();
    let text = format!("tokens pile up for ever in {}", names.join(", "));
    if !is_monotone(net) {
        let why = format!("{text}, but an inhibitor arc, a reset arc or a capacity may make up for that");
        return page.give_up(Group::Workflow, &why);
    }
    let events: Vec<_> = proof.prefix.iter().chain(&proof.cycle).copied().collect();
    for property in [WeaklySound, Sound] {
        page.show(property, false, text.clone(), Shown::run(net.net, &events));
    }
    for property in [OptionToComplete, ProperCompletion] {
        page.unknown(property, format!("one of the two is violated, as {text}"));
    }
}

/// Whether a firing stays possible with more tokens, and leaves as many more.
fn is_monotone(net: AnalysedNet<'_>) -> bool {
    let hinders = |arc: &Arc| matches!(arc.kind, ArcKind::Inhibitor | ArcKind::Reset);
    let has_capacity = net.net.places.iter().any(|place| place.capacity.is_some());
    !has_capacity && !net.net.arcs.iter().any(hinders)
}

/// What is needed to tell the parts of soundness.
struct Answering<'a> {
    /// The net with the cases in its source.
    net: &'a Net,
    end: End,
    graph: &'a Graph,
}

impl Answering<'_> {
    fn describe(&self, page: &mut Page<'_>) {
        use StandardProperty::{
            NoDeadTransition, OptionToComplete, ProperCompletion, RelaxedSound, Sound, WeaklySound,
        };
        let completes = self.describe_option(OptionToComplete, page);
        let is_proper = self.describe_completion(ProperCompletion, page);
        let never: Vec<_> = self.transitions(&self.graph.is_enabled);
        let useless = self.transitions(&self.graph.components.useful);
        describe_transitions(NoDeadTransition, &never, ("every task can be done", "can never be done"), page);
        let yes = "every task is on a run that ends properly";
        describe_transitions(RelaxedSound, &useless, (yes, "is on no run that ends properly"), page);
        let missing = [
            (completes, "it cannot always end"),
            (is_proper, "something may be left behind"),
            (never.is_empty(), "some task can never be done"),
        ];
        let flaws = |parts: &[(bool, &'static str)]| {
            parts.iter().filter(|(holds, _)| !holds).map(|&(_, flaw)| flaw).collect::<Vec<_>>().join("; ")
        };
        for (property, parts) in [(WeaklySound, &missing[..2]), (Sound, &missing[..])] {
            let flaws = flaws(parts);
            let is_sound = flaws.is_empty();
            let text = if is_sound { format!("in all {} markings", self.graph.states) } else { flaws };
            page.answer(property, is_sound, text);
        }
    }

    /// The transitions of which something is not said.
    fn transitions(&self, said: &[bool]) -> Vec<TransitionId> {
        self.net.transition_ids().filter(|one| !said[one.index()]).collect()
    }

    fn describe_option(&self, property: StandardProperty, page: &mut Page<'_>) -> bool {
        let Some(run) = &self.graph.to_stuck else {
            page.answer(property, true, "from everywhere, the end can be reached");
            return true;
        };
        let text = format!("{}, the end cannot be reached any more", after(run.len()));
        page.show(property, false, text, Shown::run(self.net, run));
        false
    }

    fn describe_completion(&self, property: StandardProperty, page: &mut Page<'_>) -> bool {
        let Some(run) = &self.graph.to_improper_end else {
            page.answer(property, true, "at the end, nothing is left behind");
            return true;
        };
        let sink = page.place(self.end.sink).to_owned();
        let text = format!("{}, {sink} is marked while tokens are left elsewhere", after(run.len()));
        page.show(property, false, text, Shown::run(self.net, run));
        false
    }
}

fn describe_transitions(
    property: StandardProperty,
    without: &[TransitionId],
    (yes, no): (&str, &str),
    page: &mut Page<'_>,
) {
    let Some(&first) = without.first() else { return page.answer(property, true, yes) };
    let others =
        if without.len() > 1 { format!(" (nor {} others)", without.len() - 1) } else { String::new() };
    let text = format!("{} {no}{others}", page.transition(first));
    let nodes = Shown::nodes(without.iter().map(|&one| page.net.transition(one).id.clone()));
    page.show(property, false, text, nodes);
}
