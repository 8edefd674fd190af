//! From the outcome of a search to the report about it.

use sanderling_analysis::{Outcome, StopReason, Witness};
use sanderling_model::NetModel;
use sanderling_net::{Inscription, Net};
use sanderling_property::{Property, Quantifier, ReferenceValuation, Valuation};
use sanderling_report::{Answer, Count, Question as Asked, Reason, Report, Trace, UnboundedProof, Verdict};

use crate::claim::claim;
use crate::request::{Question, Request};
use crate::trace::{pumping_proof, replayed};

/// The report about an outcome; times are left out.
pub(crate) fn report<M: NetModel>(net: &Net, request: &Request, outcome: &Outcome<M>) -> Report {
    let mut report = Report::new(asked(&request.question));
    report.net = (!net.id.is_empty()).then(|| net.id.clone());
    report.options = request.as_json(outcome.system.encoding());
    report.bits_per_state = u32::try_from(outcome.system.bits_per_state()).unwrap_or(u32::MAX);
    report.peak_memory_bytes = outcome.peak_bytes as u64;
    report.store_bytes = outcome.store.bytes() as u64;
    report.exhaustive = outcome.is_exhaustive();
    report.reason = outcome.stop.and_then(reason);
    fill_figures(&mut report, net, request, outcome);
    fill_verdict(&mut report, net, &request.question, outcome);
    report.nupn_claim = claim(net, outcome);
    report
}

fn asked(question: &Question) -> Asked {
    match question {
        Question::Explore => Asked::Explore,
        Question::Deadlock => Asked::Deadlock,
        Question::Check(_) => Asked::Check,
    }
}

pub(crate) fn reason(stop: StopReason) -> Option<Reason> {
    Some(match stop {
        StopReason::Decided => return None,
        StopReason::Cancelled => Reason::Cancelled,
        StopReason::Memory => Reason::MemoryLimit,
        StopReason::Time => Reason::TimeLimit,
        StopReason::States => Reason::StateLimit,
        StopReason::StoreFull => Reason::StoreFull,
        StopReason::Unbounded => Reason::Unbounded,
        StopReason::Unrepresentable => Reason::TokenOverflow,
        StopReason::Undefined => Reason::ModelError,
    })
}

fn fill_figures<M: NetModel>(report: &mut Report, net: &Net, request: &Request, outcome: &Outcome<M>) {
    let maxima = outcome.maxima.clone().unwrap_or_default();
    report.states = outcome.states.into();
    report.firings = outcome.firings.into();
    report.deadlocks = outcome.dead.into();
    report.max_tokens_in_place = maxima.each.iter().copied().max().unwrap_or(0).into();
    report.max_tokens_in_marking = maxima.sum.into();
    let mut bounds = bounds(net, &maxima.each);
    if let Some(pumping) = &outcome.pumping {
        report.states = Count::Infinite;
        report.firings = Count::Infinite;
        report.max_tokens_in_place = Count::Infinite;
        report.max_tokens_in_marking = Count::Infinite;
        let (proof, growing) = pumping_proof(net, pumping);
        for place in growing {
            bounds[place.index()] = Count::Infinite;
        }
        report.unbounded = Some(proof);
    }
    if request.figures.levels && !outcome.levels.is_empty() {
        report.levels = Some(outcome.levels.iter().map(|&states| states.into()).collect());
    }
    if request.figures.bounds {
        report.bounds = Some(net.places.iter().map(|place| place.id.clone()).zip(bounds).collect());
    }
    if request.figures.dead_transitions {
        let never = outcome.never_fired.iter().flatten();
        let ids = never.map(|event| net.transitions[event.index()].id.clone());
        report.dead_transitions = Some(ids.filter(|id| !fires_in(report.unbounded.as_ref(), id)).collect());
    }
}

/// The most tokens of each place in the initial marking and the observed ones. Where the search
/// ended in its first expansion, none has been observed.
fn bounds(net: &Net, observed: &[u64]) -> Vec<Count> {
    let initial = net.places.iter().map(|place| match place.initial {
        Inscription::Tokens(tokens) => tokens,
        Inscription::Term(_) => 0,
    });
    let observed = observed.iter().copied().chain(std::iter::repeat(0));
    initial.zip(observed).map(|(initial, observed)| initial.max(observed).into()).collect()
}

/// Whether a proof that the net is unbounded fires this transition. Its last firings need not have
/// been observed.
fn fires_in(proof: Option<&UnboundedProof>, transition: &str) -> bool {
    let steps = proof.into_iter().flat_map(|proof| proof.prefix.steps.iter().chain(&proof.pump));
    steps.into_iter().any(|step| step.event == transition)
}

fn fill_verdict<M: NetModel>(report: &mut Report, net: &Net, question: &Question, outcome: &Outcome<M>) {
    match question {
        Question::Explore => {
            // That there is no end to the states is an answer, too.
            let is_answered = report.exhaustive || report.unbounded.is_some();
            report.verdict = if is_answered { Verdict::Computed } else { Verdict::Unknown };
        }
        Question::Deadlock => {
            let found = found(net, outcome, 0, |marking| marking.is_deadlock());
            report.verdict = verdict(Quantifier::Always, found.is_some(), report.exhaustive);
            report.trace = found;
        }
        Question::Check(properties) => {
            let answers = properties.iter().enumerate();
            report.answers =
                answers.map(|(goal, property)| answer(report, net, property, outcome, goal)).collect();
            report.verdict = Verdict::all(report.answers.iter().map(|answer| answer.verdict));
            let deciding = |answer: &&Answer| answer.verdict == report.verdict && answer.trace.is_some();
            report.trace = report.answers.iter().find(deciding).and_then(|answer| answer.trace.clone());
        }
    }
}

fn answer<M: NetModel>(
    report: &Report,
    net: &Net,
    property: &Property,
    outcome: &Outcome<M>,
    goal: usize,
) -> Answer {
    let target = property.target();
    let trace = found(net, outcome, goal, |marking| target.holds(marking));
    let verdict = verdict(property.quantifier, trace.is_some(), report.exhaustive);
    let reason = report.reason.filter(|_| verdict == Verdict::Unknown);
    Answer { name: property.name.clone(), property: property.text.clone(), verdict, reason, trace }
}

/// The trace to the state that meets a goal, if one was found.
///
/// # Panics
/// Where the marking that the trace leads to on the net does not meet the goal: then the compiled
/// model is wrong, and nothing that it says may be shown.
fn found<M: NetModel>(
    net: &Net,
    outcome: &Outcome<M>,
    goal: usize,
    meets_goal: impl Fn(&ReferenceValuation<'_>) -> bool,
) -> Option<Trace> {
    let state = outcome.hits[goal]?;
    let run = replayed(net, &Witness::to(&outcome.system, &outcome.store, state).events);
    let last = ReferenceValuation::build(net, &run.last);
    assert!(last.is_ok_and(|last| meets_goal(&last)), "the trace leads to a marking that decides nothing");
    Some(run.trace)
}

/// What it means that a state that decides the question was found, or that none was.
fn verdict(quantifier: Quantifier, is_found: bool, is_exhaustive: bool) -> Verdict {
    match (quantifier, is_found) {
        (Quantifier::Always, true) => Verdict::Violated,
        (Quantifier::Reach, true) => Verdict::Holds,
        (_, false) if !is_exhaustive => Verdict::Unknown,
        (Quantifier::Always, false) => Verdict::Holds,
        (Quantifier::Reach, false) => Verdict::Violated,
    }
}
