//! Soundness of workflow nets, with its parts, on the graph of all markings that cases lead to.
//!
//! With *k* tokens in the source and none elsewhere: the workflow has the *option to complete* where from every reachable marking the
//! one with *k* tokens in the sink and none elsewhere can be reached; *proper completion* where no other marking has *k* tokens in the
//! sink. Both together is *weakly sound*, and *sound* without dead transitions. It is *relaxed sound* where every transition is on
//! a run that ends so. A net that is no workflow net may begin with its initial marking, and [end](super::end) where a condition holds.
//!
//! A workflow net that is weakly sound is bounded, as far as more tokens hinder nothing: what covers an earlier marking would leave
//! something behind. Then it has not even the option to complete: every firing of a workflow net puts a token somewhere, so that what is left
//! behind can never be taken away.

use sanderling_net::{Arc, ArcKind, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_report::{Group, StandardProperty};
use sanderling_structure_theory::{ShapeFlaw, Workflow};
use sanderling_system::SelfCovering;

use super::Left;
use super::end::End;
use super::graph::{Exploration, Graph, explored};
use super::page::{Page, Shown, after, begins_with, with_tokens};
use super::structure::Theory;
use super::workflow_queries::Asking;
use crate::explain::meaning::Meaning;
use crate::explain::meant_end::stated_ends;
use crate::explain::trace::unboundedness_proof;
use crate::prepare::{AnalysedNet, Facts};

/// Answers what is asked about the workflow, if the net is one, or it is said otherwise where the process ends.
///
/// # Errors
/// Where the net cannot be compiled.
pub(super) fn describe(
    net: AnalysedNet<'_>,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    if let Some(condition) = &left.request.final_condition {
        page.report.final_condition = Some(condition.text.clone());
        return describe_started(net, &End::Condition(condition.formula.clone()), page, left);
    }
    match (theory.workflow(), stated_ends(net.net)) {
        (Ok(workflow), _) => describe_workflow(net, workflow, theory, page, left),
        (Err(_), Some(stated)) if !left.request.names_ends() => {
            page.report.final_condition = Some(stated.display(net.net).to_string());
            describe_started(net, &End::Condition(stated), page, left)
        }
        (Err(flaws), _) => {
            if !left.request.wants_all() {
                page.give_up(Group::Workflow, &in_words(&flaws, page));
            }
            Ok(())
        }
    }
}

/// Why a net is no workflow net, and what can be done about it.
fn in_words(flaws: &[ShapeFlaw], page: &Page<'_>) -> String {
    let flaws: Vec<String> = flaws.iter().map(|flaw| flaw.explain(&page.named)).collect();
    format!(
        "not a workflow net: {}; a condition for its final markings can be given instead",
        flaws.join("; ")
    )
}

/// The same of a workflow net, which begins with the cases in its source.
fn describe_workflow(
    net: AnalysedNet<'_>,
    workflow: Workflow,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let Workflow { source, sink } = workflow;
    page.report.source = Some(page.net.place(source).id.clone());
    page.report.sink = Some(page.net.place(sink).id.clone());
    let cases = left.request.cases;
    let at_start = |place: PlaceId| if place == source { cases } else { 0 };
    let end = End::Sink { sink, cases };
    let (started, facts);
    let net = if begins_with(net.net, at_start) {
        net
    } else {
        (started, facts) = (with_tokens(net.net, at_start), Facts::default());
        AnalysedNet::new(&started, &facts)
    };
    let exploration = explored(net, Some(&end), left)?;
    if cases == 1 && matches!(exploration, Exploration::Cut(_)) {
        theory.conclude_soundness(workflow, page);
    }
    describe_explored(net, &end, exploration, page, left)
}

/// The same of a net that begins with its initial marking.
fn describe_started(
    net: AnalysedNet<'_>,
    end: &End,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let exploration = explored(net, Some(end), left)?;
    describe_explored(net, end, exploration, page, left)
}

fn describe_explored(
    net: AnalysedNet<'_>,
    end: &End,
    exploration: Exploration,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    match exploration {
        Exploration::Whole(graph) => {
            Answering { net: net.net, end, graph: &graph }.describe(page);
        }
        Exploration::Infinite(proof) => {
            let piled_up = describe_infinite(net, end, &proof, page);
            Asking { net, end, left }.ask(page)?;
            page.give_up(Group::Workflow, &piled_up);
        }
        Exploration::Cut(why) => {
            Asking { net, end, left }.ask(page)?;
            page.give_up(Group::Workflow, &why);
        }
    }
    page.give_up(Group::Workflow, left.why_not());
    Ok(())
}

/// A workflow that can pile up tokens for ever leaves some behind. Returns why the rest is not known.
fn describe_infinite(net: AnalysedNet<'_>, end: &End, proof: &SelfCovering, page: &mut Page<'_>) -> String {
    use StandardProperty::{OptionToComplete, Sound, WeaklySound};
    let proved = unboundedness_proof(net.net, &Meaning::Transitions, proof, page.left.until());
    let Ok((_, growing)) = proved else { return page.left.why_not().to_owned() };
    let names: Vec<&str> = growing.iter().take(6).map(|&place| page.place(place)).collect();
    let text = format!("tokens pile up for ever in {}", names.join(", "));
    if matches!(end, End::Condition(_)) {
        return format!("{text}, so that not all markings can be explored");
    }
    if !is_monotone(net) {
        return format!("{text}, but an inhibitor arc, a reset arc or a capacity may make up for that");
    }
    let events: Vec<_> = proof.prefix.iter().chain(&proof.cycle).copied().collect();
    for property in [WeaklySound, Sound] {
        page.show(property, false, text.clone(), Shown::run(net.net, &events, page.left));
    }
    page.answer(OptionToComplete, false, format!("{text}, and what is left behind stays"));
    format!("not decided, as {text}")
}

/// Whether a firing stays possible with more tokens, and leaves as many more.
fn is_monotone(net: AnalysedNet<'_>) -> bool {
    let hinders = |arc: &Arc| matches!(arc.kind, ArcKind::Inhibitor | ArcKind::Reset);
    let has_capacity = net.net.places.iter().any(|place| place.capacity.is_some());
    !has_capacity && !net.net.arcs.iter().any(hinders)
}

/// What is needed to tell the parts of soundness.
struct Answering<'a> {
    /// The net with the marking that the process begins with.
    net: &'a Net,
    end: &'a End,
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
            (is_proper, self.end.improper_in_words()),
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
        page.show(property, false, text, Shown::run(self.net, run, page.left));
        false
    }

    fn describe_completion(&self, property: StandardProperty, page: &mut Page<'_>) -> bool {
        let Some(run) = &self.graph.to_improper_end else {
            page.answer(property, true, self.end.proper_in_words());
            return true;
        };
        let text = self.end.describe_improper(run.len(), page);
        page.show(property, false, text, Shown::run(self.net, run, page.left));
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
