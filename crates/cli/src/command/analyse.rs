//! `analyse`: the standard properties of a net, on one page.

use std::io::{self, Write};

use sanderling::{Limits, Question, StandardRequest, default_memory_limit};
use sanderling_net::{Diagnostics, Net, PlaceId, Source};
use sanderling_report::text::Detail;
use sanderling_report::{AnalysisReport, Verdict};
use sanderling_unfolding::Options;

use super::several::{self, Answer, Columns};
use super::{load, unfold, written};
use crate::arguments::{AnalyseArguments, NetArguments, OutputOptions, WorkflowOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// Prints the standard properties of each net.
pub(super) fn analyse(options: &AnalyseArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let how = &options.how;
    let memory = how.memory.or_else(default_memory_limit).and_then(|bytes| usize::try_from(bytes).ok());
    let chosen = options.diagrams.choices.without_net(Question::Deadlock);
    let request = StandardRequest {
        properties: options.only.clone(),
        limits: Limits { time: Some(how.time), memory_bytes: memory, states: None },
        names: options.names.chosen(),
        threads: how.threads.map_or(chosen.threads, Into::into),
        engine: chosen.engine,
        diagram_order: chosen.diagram_order,
        explain_plan: how.explain_plan,
        ..StandardRequest::default()
    };
    let columns = Columns::of_analyses(&options.only, false);
    several::each(&options.nets, &columns, output, |net| {
        ask(net, request.clone(), (&how.workflow, &[]), None, output)
            .map(|answer| answer.in_detail(options.detail()))
    })
}

/// Answers a request about a net as a whole. `workflow` and `bounds` name nodes, so they are read once the net is
/// loaded.
pub(super) fn ask(
    net: &NetArguments,
    request: StandardRequest,
    (workflow, bounds): (&WorkflowOptions, &[String]),
    trace: Option<written::TraceFile<'_>>,
    output: &OutputOptions,
) -> Result<Answer, Failure> {
    if let Some(refusal) = request.refusal() {
        return Err(Failure::usage(refusal.with_prefix("--")));
    }
    let input = load(net, output)?;
    let watch = Watch::begin(output, &input.origin.file);
    let names = request.names;
    let limits = request.limits;
    // Greatest values alone can also be computed for a net that cannot be unfolded.
    let input = if request.properties.is_empty() && !bounds.is_empty() {
        unfold::ready(
            input,
            Options { naming: unfold::naming(net), merges: false },
            &limits,
            (output, &watch),
        )
    } else {
        unfold::unfolded(input, net, &limits, false, &watch)
    };
    let input = input.map_err(unfold::failure)?;
    let mut request = understood(&input, request, workflow, bounds)?;
    request.limits.time = limits.time.map(|time| watch.left_of(time));
    let answered = input.prepared.standard_properties(&request, watch.control());
    let mut report = answered.map_err(|found| input.unsupported(found))?;
    drop(watch);
    input.origin.complete_analysis(&mut report);
    trace.map_or(Ok(()), |wanted| write_trace(&report, &input, wanted))?;
    Ok(Answer::Analysis(Box::new(report), sanderling::labels(input.net(), names), Detail::Answers))
}

/// Writes the run that shows an answer. A run of a workflow may begin with other tokens than those of the file.
fn write_trace(
    report: &AnalysisReport,
    input: &Input,
    wanted: written::TraceFile<'_>,
) -> Result<(), Failure> {
    let run = report.run();
    if run.is_some_and(|run| sanderling::replay(input.net(), run).verdict != Verdict::Holds) {
        let _ = writeln!(
            io::stderr(),
            "note: `{}` is not written: the run starts with the cases of the workflow in its source, not with the initial marking of the file",
            wanted.0.display()
        );
        return Ok(());
    }
    written::trace(run.cloned(), input, wanted)
}

/// Returns the request, completed with the options that name nodes of the net.
pub(super) fn understood(
    input: &Input,
    request: StandardRequest,
    workflow: &WorkflowOptions,
    bounds: &[String],
) -> Result<StandardRequest, Failure> {
    let place = |id: &Option<String>| id.as_ref().map(|id| place(input.prepared.net(), id)).transpose();
    let sum = |text: &String| input.prepared.sum(text).map_err(|found| wrong("--bound", text, found));
    let condition =
        |text: &String| input.prepared.condition(text).map_err(|found| wrong("--final", text, found));
    Ok(StandardRequest {
        sums: bounds.iter().map(sum).collect::<Result<_, _>>()?,
        source: place(&workflow.source)?,
        sink: place(&workflow.sink)?,
        cases: workflow.cases.get(),
        final_condition: workflow.final_condition.as_ref().map(condition).transpose()?,
        ..request
    })
}

fn wrong(option: &str, text: &str, found: Diagnostics) -> Failure {
    Failure::diagnosed(format!("invalid text for `{option}`"), Source::new(option, text), found)
}

/// Returns the place with this id, or with this name if no other place has it.
pub(super) fn place(net: &Net, name: &str) -> Result<PlaceId, Failure> {
    net.place_called(name).ok_or_else(|| {
        Failure::usage(format!("the net has no place `{name}`: expected an id or a unique name"))
    })
}
