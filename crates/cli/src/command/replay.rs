//! `replay`: whether a stored trace is a run of the net.
//!
//! The trace may be in any format in which traces are written; its content determines which. In JSON it may also be the
//! trace of an answer.

use std::path::Path;

use sanderling_net::{Diagnostic, Source, Span};
use sanderling_report::{Trace, TraceFault, TraceFormat, text};

use super::{load, unfold};
use crate::arguments::{OutputOptions, ReplayArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_source;
use crate::watch::Watch;

/// Replays the trace.
pub(super) fn replay(options: &ReplayArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if options.trace == Path::new("-") && options.net.file == Path::new("-") {
        return Err(Failure::usage("the net and the trace cannot both come from standard input"));
    }
    let input = load(&options.net, output)?;
    let source = read_source(&options.trace)?;
    let trace = read(source)?;
    let input = if sanderling::is_trace_of(input.net(), &trace) {
        input
    } else {
        let watch = Watch::begin(output, &input.origin.file);
        unfold::unfolded(input, &options.net, &options.budget.limits(), false, &watch)
            .map_err(unfold::failure)?
    };
    let mut report = sanderling::replay(input.net(), &trace);
    report.file.clone_from(&input.origin.file);
    report.format.clone_from(&input.origin.format);
    report.trace_file = options.trace.display().to_string();
    let labels = sanderling::labels(input.net(), options.names.chosen());
    super::print(&report, |report| text::replay(&labels.replay(report)), output)?;
    Ok(report.verdict.into())
}

fn read(source: Source) -> Result<Trace, Failure> {
    let Ok(text) = std::str::from_utf8(source.bytes()) else {
        let problem =
            TraceFault { message: "it is not UTF-8".into(), expected: None, line: None, column: None };
        return Err(not_a_trace(source, problem));
    };
    let read = TraceFormat::of_file(source.name(), text).read(text);
    read.map_err(|problem| not_a_trace(source, problem))
}

fn not_a_trace(source: Source, problem: TraceFault) -> Failure {
    let mut diagnostic = Diagnostic::error(problem.message);
    if let (Some(line), Some(column)) = (problem.line, problem.column) {
        diagnostic = diagnostic.at(Span::at(&source.shown(), line, column));
    }
    if let Some(expected) = problem.expected {
        diagnostic = diagnostic.expected(expected);
    }
    Failure::diagnosed(format!("`{}` is not a trace", source.name()), source, diagnostic.into())
}
