//! Soundness of workflow nets and its parts, on the reachability graph of a number of cases.
//!
//! Start with *k* tokens in the source and none elsewhere. The workflow has the *option to complete* if the
//! marking with *k* tokens in the sink and none elsewhere can be reached from every reachable marking. It has
//! *proper completion* if no other marking has *k* tokens in the sink. With both, it is *weakly sound*, and
//! without dead transitions it is *sound*. It is *relaxed sound* if every transition occurs in a run that
//! ends this way. A net that is not a workflow net may start in its initial marking and [end](super::end)
//! where a condition holds.
//!
//! A weakly sound workflow net is bounded, as long as more tokens disable nothing: a run that covers an
//! earlier marking would leave tokens behind. In that case it does not even have the option to complete.
//! Every firing of a workflow net puts a token somewhere, so these tokens can never be removed.

use sanderling_net::{Arc, ArcKind, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_property::Formula;
use sanderling_report::{Group, Hint, HintKind, StandardProperty};
use sanderling_structure_theory::{ShapeFlaw, Workflow};
use sanderling_system::SelfCovering;

use super::end::End;
use super::graph::{Ended, Ends, Exploration, Seen, explored};
use super::page::{Page, Shown, after, begins_with, with_tokens};
use super::structure::Theory;
use super::workflow_queries::Asking;
use super::{EXPLORATION, Left, StandardRequest, implications};
use crate::explain::meant_end::stated_ends;
use crate::portfolio::plan::Share;
use crate::prepare::{AnalysedNet, Facts};
use crate::replay::Meaning;
use crate::replay::trace::unboundedness_proof;

/// The time for soundness with the markings of the file, if classical soundness follows.
const BEFORE_CLASSICAL: Share = Share::part(2);

/// Answers the requested properties of the workflow, if the net is one or the request or the file says where
/// the process ends.
///
/// # Errors
/// The net cannot be compiled.
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
    let stated = stated_ends(net.net).filter(|_| !left.request.names_ends() && left.request.cases == 1);
    match (theory.workflow(), stated) {
        (Ok(workflow), Some(stated)) => describe_stated_workflow(net, workflow, stated, theory, page, left),
        (Ok(workflow), None) => describe_workflow(net, (workflow, left.request.cases), theory, page, left),
        (Err(_), Some(stated)) => describe_stated(net, stated, page, left),
        (Err(flaws), None) => {
            if !left.request.wants_all() {
                page.give_up(Group::Workflow, &in_words(&flaws, page));
            }
            Ok(())
        }
    }
}

/// Answers for a net that starts in its initial marking and ends in the final markings that its file
/// declares.
fn describe_stated(
    net: AnalysedNet<'_>,
    stated: Formula,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    page.report.final_condition = Some(stated.display(net.net).to_string());
    describe_started(net, &End::Condition(stated), page, left)
}

/// Answers for a workflow net whose file declares final markings. If the only one is *k* tokens in the sink,
/// and the initial marking is *k* tokens in the source, this is *k*-soundness. If *k* is not 1 and classical
/// soundness has another answer, a hint says so.
fn describe_stated_workflow(
    net: AnalysedNet<'_>,
    workflow: Workflow,
    stated: Formula,
    theory: &Theory<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let cases = cases_of(net.net, workflow);
    if cases == Some(1) {
        return describe_workflow(net, (workflow, 1), theory, page, left);
    }
    let first = left.within(BEFORE_CLASSICAL);
    match cases {
        Some(cases) => describe_workflow(net, (workflow, cases), theory, page, first)?,
        None => describe_stated(net, stated, page, first)?,
    }
    let request = StandardRequest {
        properties: vec![StandardProperty::Sound],
        sums: Vec::new(),
        ..left.request.clone()
    };
    let left = Left { request: &request, ..left };
    let mut classical = Page::begin(net.net, left);
    describe_workflow(net, (workflow, 1), theory, &mut classical, left)?;
    let [own, other] = [&*page, &classical].map(|page| page.known(StandardProperty::Sound));
    if let (true, Some(answer)) = (own != other, classical.report.answer(StandardProperty::Sound)) {
        let (source, sink) = (page.place(workflow.source), page.place(workflow.sink));
        let is_sound = if other == Some(true) { "sound" } else { "not sound" };
        let message = format!(
            "soundness was decided for the initial and final markings of the file; classically, with one token from `{source}` to `{sink}`, the net is {is_sound}: {}",
            answer.text
        );
        page.report.hints.push(Hint { kind: HintKind::FinalMarkings, message, except: None });
    }
    Ok(())
}

/// Returns the number of tokens in the source, if the initial marking has none elsewhere and the only final
/// marking is that number in the sink.
fn cases_of(net: &Net, Workflow { source, sink }: Workflow) -> Option<u64> {
    let [end] = &net.final_markings[..] else { return None };
    let marked: Vec<_> = end.iter().filter(|marked| marked.tokens > 0).collect();
    let [end] = &marked[..] else { return None };
    let is_start = |place: PlaceId| if place == source { end.tokens } else { 0 };
    (end.place == sink && begins_with(net, is_start)).then_some(end.tokens)
}

/// Returns whether soundness is defined: the net is a workflow net, or the end of the process is given.
pub(super) fn may_be_described(net: AnalysedNet<'_>, theory: &Theory<'_>, left: Left<'_>) -> bool {
    let has_ends = left.request.final_condition.is_some() || !net.net.final_markings.is_empty();
    has_ends || theory.workflow().is_ok()
}

/// Describes why a net is not a workflow net, and what to do instead.
fn in_words(flaws: &[ShapeFlaw], page: &Page<'_>) -> String {
    let flaws: Vec<String> = flaws.iter().map(|flaw| flaw.explain(&page.named)).collect();
    format!(
        "not a workflow net: {}; help: state the final markings with the option `final`",
        flaws.join("; ")
    )
}

/// Answers for a workflow net that starts with a number of cases in its source.
fn describe_workflow(
    net: AnalysedNet<'_>,
    (workflow, cases): (Workflow, u64),
    theory: &Theory<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let Workflow { source, sink } = workflow;
    page.report.source = Some(page.net.place(source).id.clone());
    page.report.sink = Some(page.net.place(sink).id.clone());
    let at_start = |place: PlaceId| if place == source { cases } else { 0 };
    let end = End::Sink { sink, cases };
    let (started, facts);
    let net = if begins_with(net.net, at_start) {
        net
    } else {
        (started, facts) = (with_tokens(net.net, at_start), Facts::default());
        AnalysedNet::new(&started, &facts)
    };
    let exploration = explored(net, Some(&end), left.within(EXPLORATION))?;
    if cases == 1 && !matches!(exploration.ended, Ended::Whole(Some(_))) {
        theory.conclude_soundness(workflow, page);
    }
    describe_explored(net, &end, exploration, page, left)
}

/// Answers for a net that starts in its initial marking.
fn describe_started(
    net: AnalysedNet<'_>,
    end: &End,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let exploration = explored(net, Some(end), left.within(EXPLORATION))?;
    describe_explored(net, end, exploration, page, left)
}

fn describe_explored(
    net: AnalysedNet<'_>,
    end: &End,
    exploration: Exploration,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let Exploration { seen, ended } = exploration;
    if let (Some(seen), is_whole) = (&seen, matches!(ended, Ended::Whole(_))) {
        describe_seen(seen, is_whole, (net.net, end), page);
    }
    let why = match ended {
        Ended::Whole(Some(ends)) => {
            describe_ends(&ends, seen.as_ref(), (net.net, end), page);
            implications::conclude(page);
            return Ok(());
        }
        Ended::Whole(None) => left.why_not().to_owned(),
        Ended::Infinite(proof) => describe_infinite(net, end, &proof, page),
        Ended::Cut(why) => why,
    };
    implications::conclude(page);
    Asking { net, end, left }.ask(page)?;
    page.give_up(Group::Workflow, &why);
    Ok(())
}

/// Answers for a workflow in which tokens can accumulate without end: some are left behind. Returns why the
/// other properties are undecided.
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

/// Returns whether a firing stays possible with additional tokens and leaves the same number of additional
/// tokens.
fn is_monotone(net: AnalysedNet<'_>) -> bool {
    let hinders = |arc: &Arc| matches!(arc.kind, ArcKind::Inhibitor | ArcKind::Reset);
    let has_capacity = net.net.places.iter().any(|place| place.capacity.is_some());
    !has_capacity && !net.net.arcs.iter().any(hinders)
}

/// Answers the properties that the explored markings decide. If the exploration is incomplete, properties of
/// unseen markings stay open.
fn describe_seen(seen: &Seen, is_whole: bool, (net, end): (&Net, &End), page: &mut Page<'_>) {
    use StandardProperty::{NoDeadTransition, ProperCompletion};
    match &seen.to_improper_end {
        Some(run) => {
            let text = end.describe_improper(run.len(), page);
            page.show(ProperCompletion, false, text, Shown::run(net, run, page.left));
        }
        None if is_whole => page.answer(ProperCompletion, true, end.proper_in_words()),
        None => {}
    }
    let never = without(net, &seen.is_enabled);
    if is_whole || never.is_empty() {
        describe_transitions(NoDeadTransition, &never, ("every task can be done", "can never be done"), page);
    }
}

/// Answers the properties that the components of the reachability graph decide.
fn describe_ends(ends: &Ends, seen: Option<&Seen>, (net, end): (&Net, &End), page: &mut Page<'_>) {
    use StandardProperty::{
        NoDeadTransition, OptionToComplete, ProperCompletion, RelaxedSound, Sound, WeaklySound,
    };
    match &ends.to_stuck {
        None => page.answer(OptionToComplete, true, "from everywhere, the end can be reached"),
        Some(run) => {
            let text = format!("{}, the end cannot be reached any more", after(run.len()));
            page.show(OptionToComplete, false, text, Shown::run(net, run, page.left));
        }
    }
    let useless = without(net, &ends.components.useful);
    let words = ("every task is on a run that ends properly", "is on no run that ends properly");
    describe_transitions(RelaxedSound, &useless, words, page);
    let states = seen.map_or(0, |seen| seen.states);
    let holds = |page: &Page<'_>, parts: &[StandardProperty]| {
        parts.iter().all(|&part| page.known(part) == Some(true))
    };
    if holds(page, &[OptionToComplete, ProperCompletion]) {
        page.answer(WeaklySound, true, format!("in all {states} markings"));
        if holds(page, &[NoDeadTransition]) {
            page.answer(Sound, true, format!("in all {states} markings"));
        }
    }
    let parts = [
        (OptionToComplete, "it cannot always end"),
        (ProperCompletion, end.improper_in_words()),
        (NoDeadTransition, "some task can never be done"),
    ];
    for (whole, parts) in [(WeaklySound, &parts[..2]), (Sound, &parts[..])] {
        let failed = parts.iter().filter(|&&(part, _)| page.known(part) == Some(false));
        let flaws: Vec<&str> = failed.map(|&(_, flaw)| flaw).collect();
        if !flaws.is_empty() {
            page.answer(whole, false, flaws.join("; "));
        }
    }
}

/// Returns the transitions that a list does not mark.
fn without(net: &Net, is_marked: &[bool]) -> Vec<TransitionId> {
    net.transition_ids().filter(|one| !is_marked[one.index()]).collect()
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
