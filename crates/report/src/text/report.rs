//! A report as text: the verdict, then the evidence for it, then the statistics.

mod statistics;

use std::fmt::Write;

pub use self::statistics::StatisticsDetail;
use self::statistics::statistics;
use super::hint::hints;
use super::plan::plan;
use super::statistics::{figure, some_of, widest};
use super::trace::{steps, trace};
use crate::{
    Checkpoint, Count, Coverable, Decision, ModelError, Move, Question, Reason, Report, Technique, Trace,
    UnboundedProof, Verdict,
};

/// Maximum number of ids of a list to name.
const MAX_IDS: usize = 12;

/// Renders the report with these statistics.
#[must_use]
pub fn report(report: &Report, detail: StatisticsDetail) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", report.file, headline(report));
    if let Some(condition) = &report.except {
        let _ = writeln!(out, "  except where {condition}");
    }
    decision(report.decided_by.as_ref(), &mut out);
    answers(report, &mut out);
    hints(&report.hints, &mut out);
    checkpoint(report, &mut out);
    evidence(report, &mut out);
    lists(report, &mut out);
    out.push_str(&plan(&report.plan));
    statistics(report, detail, &mut out);
    out
}

/// Renders how to resume an incomplete search, and which checkpoint could not be written.
fn checkpoint(report: &Report, out: &mut String) {
    let Some(Checkpoint { directory, problem }) = &report.checkpoint else { return };
    if let Some(problem) = problem {
        let _ = writeln!(out, "  checkpoints: the last could not be written: {problem}");
    }
    // A lost process may be available again.
    if report.reason.is_some_and(|reason| reason.can_be_raised() || reason == Reason::PeerLost) {
        let _ = writeln!(out, "  to continue: sanderling resume {directory}");
    }
}

/// Renders the verdict in a sentence.
pub(super) fn headline(report: &Report) -> String {
    if let Some(error) = &report.model_error {
        return format!("{}: model error{}: {}", report.verdict, place_of(error), error.message);
    }
    let sentence = match (report.question, report.verdict) {
        (_, Verdict::Unknown) => return format!("unknown: {}", why(report)),
        (Question::Explore, _) if report.unbounded.is_some() => Reason::Unbounded.in_words(),
        (Question::Explore, Verdict::Violated) => "not every assertion holds",
        (Question::Explore, _) => "the state space was explored",
        (Question::Deadlock, Verdict::Violated) => "a deadlock can be reached",
        (Question::Deadlock, _) => "no deadlock can be reached",
        (Question::Check, _) if report.answers.len() > 1 => match report.verdict {
            Verdict::Violated => "not every property holds",
            _ => "every property holds",
        },
        (Question::Check, Verdict::Violated) => "the property does not hold",
        (Question::Check, _) => "the property holds",
    };
    format!("{}: {sentence}", report.verdict)
}

/// Renders the position of a model error in the file: ` in line 12`, ` in lines 12 and 30`, or the transition.
fn place_of(error: &ModelError) -> String {
    let lines: Vec<String> = error.moves.iter().map(|one: &Move| one.line.to_string()).collect();
    match lines.as_slice() {
        [] => format!(" in {}", error.event),
        [line] => format!(" in line {line}"),
        lines => format!(" in lines {}", lines.join(" and ")),
    }
}

fn why(report: &Report) -> String {
    match (&report.reason_text, report.reason) {
        (Some(text), _) => text.clone(),
        (None, Some(reason)) => reason.in_words().into(),
        (None, None) => "not everything was explored".into(),
    }
}

fn answers(report: &Report, out: &mut String) {
    for answer in &report.answers {
        let reason = answer.reason.map(|reason| format!(" ({})", reason.in_words())).unwrap_or_default();
        let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let _ = writeln!(out, "  {:8}  {name}{}{reason}", answer.verdict, answer.statement());
        decision(answer.decided_by.as_ref(), out);
    }
}

/// Renders how a question was decided, unless by a search.
fn decision(decision: Option<&Decision>, out: &mut String) {
    let Some(Decision { technique, proof, .. }) =
        decision.filter(|decision| decision.technique != Technique::Search)
    else {
        return;
    };
    let _ = writeln!(out, "            by {}", technique.in_words());
    for line in proof {
        let _ = writeln!(out, "              {line}");
    }
}

fn lists(report: &Report, out: &mut String) {
    if let Some(dead) = &report.dead_transitions {
        let ids = if dead.is_empty() { "none".into() } else { some_of(dead, MAX_IDS) };
        let title =
            if report.exhaustive { "dead transitions" } else { "transitions not seen enabled so far" };
        let _ = writeln!(out, "\n{title} ({}): {ids}", figure(dead.len().into()));
    }
    if let Some(bounds) = &report.bounds {
        let so_far = if report.exhaustive { "" } else { ", so far" };
        let _ = writeln!(out, "\nmaximum tokens by place{so_far}:");
        let width = widest(bounds.iter().map(|(place, _)| place));
        for (place, bound) in bounds {
            let _ = writeln!(out, "  {place:width$}  {}", figure(*bound));
        }
    }
    if let Some(levels) = &report.levels {
        out.push_str("\nstates by level:\n");
        for (level, states) in levels.iter().enumerate() {
            let _ = writeln!(out, "  {level:>6}  {}", figure(*states));
        }
    }
}

/// Renders the runs that show the verdict, each after an empty line.
fn evidence(report: &Report, out: &mut String) {
    if let Some(proof) = &report.unbounded {
        unbounded(report, proof, out);
    }
    if let Some(error) = &report.model_error {
        let before = error.trace.steps.len().saturating_sub(1);
        let _ = writeln!(out, "\nmodel error {}: {}", after(report, before), error.message);
        out.push_str(&trace(&error.trace));
    }
    if let (Some(run), true) = (&report.trace, report.answers.len() < 2) {
        let _ = writeln!(out, "\n{}{}:", title(report, run.steps.len()), how_short(run));
        out.push_str(&trace(run));
    }
    if report.answers.len() > 1 {
        for answer in &report.answers {
            if let Some(run) = &answer.trace {
                let after = after(report, run.steps.len()) + &how_short(run);
                let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
                let _ = writeln!(out, "\n{name}{}, {} ({after}):", answer.statement(), answer.verdict);
                out.push_str(&trace(run));
            }
        }
    }
}

/// Renders whether a run is shortest, unless that is obvious.
fn how_short(run: &Trace) -> String {
    match (run.shortest, run.shortest_reason) {
        (None, _) => String::new(),
        (Some(true), _) if run.steps.len() < 2 => String::new(),
        (Some(true), _) => ", a shortest run".into(),
        (Some(false), None) => ", perhaps not a shortest run: --shortest searches for one".into(),
        (Some(false), Some(reason)) => format!(", perhaps not a shortest run: {}", reason.in_words()),
    }
}

fn title(report: &Report, length: usize) -> String {
    let what = match (report.question, report.verdict) {
        (Question::Deadlock, _) => "deadlock",
        (_, Verdict::Violated) => "counterexample",
        _ => "witness",
    };
    format!("{what} {}", after(report, length))
}

/// Renders a number of firings, which are steps in a program.
fn after(report: &Report, length: usize) -> String {
    let (initial, unit) = if report.program { ("state", "step") } else { ("marking", "firing") };
    match length {
        0 => format!("in the initial {initial}"),
        1 => format!("after 1 {unit}"),
        n => format!("after {} {unit}s", figure(n.into())),
    }
}

fn unbounded(report: &Report, proof: &UnboundedProof, out: &mut String) {
    if let Some(Coverable { markings, unbounded_places }) = &proof.coverable {
        let _ = writeln!(
            out,
            "\nunbounded places: {}; all others are bounded",
            some_of(unbounded_places, MAX_IDS)
        );
        let markings = if *markings == Count::from(1_u64) {
            "1 marking".into()
        } else {
            figure(*markings) + " markings"
        };
        let _ = writeln!(out, "everything reachable is covered by {markings}");
    }
    let _ = writeln!(out, "\nplaces that grow without bound: {}", some_of(&proof.places, MAX_IDS));
    let _ = writeln!(
        out,
        "the run to the start of the repetition ({}):",
        after(report, proof.prefix.steps.len())
    );
    out.push_str(&trace(&proof.prefix));
    let _ = writeln!(out, "the firings that can then be repeated for ever:");
    steps(&proof.pump, None, out);
}
