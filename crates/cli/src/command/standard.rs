//! The standard properties as questions of `check`: those of `analyse --only`, and the greatest values of sums.

use sanderling::StandardRequest;
use sanderling_report::text::StatisticsDetail;

use super::several::{self, Answer, Columns};
use super::{analyse, written};
use crate::arguments::{CheckArguments, NetArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;

/// Whether the options have a question about the net as a whole.
///
/// # Errors
/// If there is no such question, but an option names a workflow.
pub(super) fn has_standard_property(options: &CheckArguments) -> Result<bool, Failure> {
    if options.standard.first().is_some() {
        return Ok(true);
    }
    match options.workflow.first() {
        None => Ok(false),
        Some(option) => Err(Failure::usage(format!(
            "`{option}` describes a workflow and requires a workflow property: add `--sound`, or one of its parts"
        ))),
    }
}

/// Answers the questions about the net as a whole.
pub(super) fn check(options: &CheckArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if let Some(option) = options.processes.first() {
        return Err(Failure::usage(format!(
            "`{option}` cannot be used with standard properties, which need many searches: omit it"
        )));
    }
    if let Some(refusal) = refusal(options) {
        return Err(Failure::usage(refusal));
    }
    let trace = written::trace_file(&options.trace)?;
    let columns =
        Columns::of_analyses(&options.standard.flags.properties, !options.standard.bound.is_empty());
    several::each(&options.nets, &columns, output, |net| ask(net, options, trace, output))
}

fn ask(
    net: &NetArguments,
    options: &CheckArguments,
    trace: Option<written::TraceFile<'_>>,
    output: &OutputOptions,
) -> Result<Answer, Failure> {
    let chosen = StandardRequest::chosen(&options.how.choices);
    let request = StandardRequest {
        properties: options.standard.flags.properties.clone(),
        names: options.shown.names.chosen(),
        ..chosen.expect("other options are refused before")
    };
    analyse::ask(net, request, (&options.workflow, &options.standard.bound), trace, output)
}

/// Returns why the options do not go together, and what to do about it.
fn refusal(options: &CheckArguments) -> Option<String> {
    let standard = options.standard.first()?;
    let properties = &options.properties;
    if !properties.to_check.is_empty() || properties.assertions || properties.property_process {
        return Some(format!(
            "`{standard}` cannot be combined with other properties: run the command twice, once with \
             `--always`, `--reach`, `--property`, `--properties`, `--query`, `--assertions` and `--property-process`, once with the standard properties and `--bound`"
        ));
    }
    if let Some(other) = options.how.choices.other_than(&StandardRequest::OPTIONS) {
        return Some(format!(
            "`--{other}` controls a search, and `{standard}` uses the cheapest method: omit it; `--time`, `--memory`, \
             `--max-states`, `--threads`, `--engine`, `--diagram-order`, `--self-check` and `--explain-plan` can be given"
        ));
    }
    if options.shown.stats.detail() == StatisticsDetail::All {
        return Some(format!(
            "`--stats` shows the statistics of a search, and `{standard}` may need several: omit it; `--explain-plan` shows \
             the techniques and their time"
        ));
    }
    options.trace.certificate.as_ref().map(|_| {
        format!(
            "`--certificate` cannot be used with `{standard}`, whose answer has no certificate: omit it; `--trace` writes the \
             run that shows a violation, and `deadlock`, `--always`, `--reach` and `--ltl` have certificates"
        )
    })
}
