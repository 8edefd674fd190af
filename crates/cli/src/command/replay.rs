//! `replay`: is a stored trace a run of the net?
//!
//! The trace may stand alone, or be that of an answer; of an answer that has none it is the run to a
//! model error, or that of a proof that the net is unbounded.

use std::collections::HashSet;
use std::path::Path;

use sanderling::Limits;
use sanderling_net::{Diagnostic, Diagnostics, Net, Source, Span};
use sanderling_report::{Step, Trace, UnboundedProof, text};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{load, unfold};
use crate::arguments::{OutputOptions, ReplayArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_source;

/// A trace as it may have been written by hand: the initial marking may be left out.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    initial: sanderling_report::Marking,
    steps: Vec<sanderling_report::Step>,
}

/// Replays the trace.
pub(super) fn replay(options: &ReplayArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if options.trace == Path::new("-") && options.net.file == Path::new("-") {
        return Err(Failure::usage("the net and the trace cannot both come from standard input"));
    }
    let input = load(&options.net, output)?;
    let source = read_source(&options.trace)?;
    let trace = match parse(source.bytes()) {
        Ok(trace) => trace,
        Err(problem) => return Err(not_a_trace(source, problem)),
    };
    let input = if is_of(input.net(), &trace) {
        input
    } else {
        unfold::unfolded(input, &options.net, &Limits::default(), false).map_err(unfold::failure)?
    };
    let mut report = sanderling::replay(input.net(), &trace);
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.trace_file = source.name().to_owned();
    super::print(&report, text::replay, output)?;
    Ok(report.verdict.into())
}

/// Whether a trace speaks of a net as it was read. If the net is coloured, others speak of its unfolding.
fn is_of(net: &Net, trace: &Trace) -> bool {
    let places: HashSet<&str> = net.places.iter().map(|place| place.id.as_str()).collect();
    let transitions: HashSet<&str> = net.transitions.iter().map(|one| one.id.as_str()).collect();
    let mut marked = trace.initial.iter().map(|(place, _)| place);
    let is_step = |step: &Step| {
        transitions.contains(step.event.as_str())
            && step.changed.iter().all(|change| places.contains(change.place.as_str()))
    };
    !trace.steps.is_empty()
        && marked.all(|place| places.contains(place.as_str()))
        && trace.steps.iter().all(is_step)
}

fn parse(bytes: &[u8]) -> Result<Trace, Diagnostics> {
    let stored: Value = serde_json::from_slice(bytes).map_err(|error| located(&error))?;
    let error_trace = stored.get("model_error").and_then(|error| error.get("trace"));
    match (stored.get("trace"), error_trace, stored.get("unbounded")) {
        (None, _, _) => read(&stored),
        (Some(Value::Null), Some(trace), _) => read(trace),
        (Some(Value::Null), None, Some(proof)) => pumped(proof),
        (Some(Value::Null), None, None) => {
            let error = Diagnostic::error("an answer without a trace");
            Err(error.expected("a trace, or an answer that has one").into())
        }
        (Some(trace), _, _) => read(trace),
    }
}

/// The run to where a net begins to grow, and once through what can be repeated.
fn pumped(proof: &Value) -> Result<Trace, Diagnostics> {
    let UnboundedProof { prefix, pump, .. } = typed(proof, "a proof that the net is unbounded")?;
    let steps = prefix.steps.into_iter().chain(pump).collect();
    Ok(Trace { initial: prefix.initial, steps })
}

fn read(trace: &Value) -> Result<Trace, Diagnostics> {
    let Stored { initial, steps } = typed(trace, "a trace: an object with an array `steps`")?;
    Ok(Trace { initial, steps })
}

fn typed<T: DeserializeOwned>(value: &Value, expected: &str) -> Result<T, Diagnostics> {
    T::deserialize(value).map_err(|error| Diagnostic::error(error.to_string()).expected(expected).into())
}

/// What the JSON reader says, with its place.
fn located(error: &serde_json::Error) -> Diagnostic {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let said = error.to_string();
    let message = said.split(" at line ").next().unwrap_or_default().to_owned();
    let span =
        Span { line: number(error.line()).max(1), column: number(error.column()).max(1), start: 0, end: 0 };
    Diagnostic::error(message).at(span).expected("a trace as JSON")
}

fn not_a_trace(source: Source, problem: Diagnostics) -> Failure {
    Failure::diagnosed(format!("`{}` holds no trace", source.name()), source, problem)
}
