//! Code shared by commands that search: from options to a request, and the search with its progress.

use std::thread;

use sanderling::options::{Choices, Misuse};
use sanderling::{Limits, Question, Request};
use sanderling_formats::Semantics;
use sanderling_net::{Diagnostics, Source};
use sanderling_report::{Labels, Report};
use sanderling_session::{self as session, Ask, Problem};

use super::company::{self, Joined};
use super::several::{self, Answer};
use super::{certificate, resume, unfold, written};
use crate::arguments::{NetArguments, NetsArguments, OutputOptions, ShownOptions, TraceOptions};
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::watch::Watch;

/// Answers a question about a net, and returns its complete report. `search` carries out the request.
pub(super) fn full_report(
    input: Input,
    ask: &Ask,
    (net, joined, output): (&NetArguments, Option<&Joined>, &OutputOptions),
    search: impl FnOnce(&Input, Request, Watch) -> Result<Report, Failure>,
) -> Result<(Report, Input), Failure> {
    let (watch, limits) = (Watch::begin(output, &input.origin.file), ask.limits());
    let (mut report, input) =
        match unfold::ready(input, ask.unfolding(unfold::naming(net)), &limits, (output, &watch)) {
            Ok(input) => {
                let request = request(ask, &input, joined)?;
                (search(&input, request, watch)?, input)
            }
            Err(refused) => {
                drop(watch);
                let (input, problem) = *refused;
                match ask.unanswered(input.net(), problem, limits) {
                    Ok(report) => (report, input),
                    Err(problem) => return Err(unfold::failure(Box::new((input, problem)))),
                }
            }
        };
    company::complete(joined, &mut report);
    ask.complete(&mut report, &input.origin);
    Ok((report, input))
}

/// Returns the request for a question about a net.
pub(super) fn request(ask: &Ask, input: &Input, joined: Option<&Joined>) -> Result<Request, Failure> {
    let request = ask
        .request(&input.prepared, company::of(joined))
        .map_err(|problem| failure(problem, input, &ask.choices))?;
    let request = Request { checkpoint: request.checkpoint.map(resume::with_command), ..request };
    Ok(company::within_its_share(request, joined, &ask.choices))
}

/// Describes why a question with these options cannot be answered for a net.
fn failure(problem: Problem, input: &Input, choices: &Choices) -> Failure {
    match problem {
        Problem::Misuse(Misuse::Text { name, text, found }) => {
            let message = format!("invalid text for `--{name}`");
            Failure::diagnosed(message, Source::new(format!("--{name}"), text), found)
        }
        Problem::Misuse(other) => Failure::usage(other.to_string()),
        Problem::Refusal(refusal) => Failure::usage(refusal.text_for(choices, "--")),
        Problem::RefusedForNet(refusal) => input.unsupported(refusal.diagnostic_for(choices, "--").into()),
        Problem::Checkpoint(found) => resume::refused(&found),
        Problem::Property(_, found) | Problem::Except(found) | Problem::Net(found) => {
            input.unsupported(found)
        }
    }
}

/// Returns the limits in the options.
pub(super) fn limits(choices: &Choices) -> Limits {
    choices.without_net(Question::Explore).limits
}

/// Completes the options for the chosen semantics of DVE: DiVinE 2 has an error state.
pub(super) fn choices(options: &Choices, net: &NetArguments) -> Choices {
    let mut choices = options.clone();
    if net.reading.dve_semantics == Semantics::Divine2 && !choices.has(MODEL_ERRORS) {
        choices.choose(MODEL_ERRORS, "state").expect("there is this option");
    }
    choices
}

/// Option that decides how model errors are treated.
const MODEL_ERRORS: &str = "model-errors";

pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// Searches, and writes the requested trace and certificate.
pub(super) fn answered(
    input: &Input,
    (request, choices): (&Request, &Choices),
    trace: &TraceOptions,
    watch: Watch,
) -> Result<Report, Failure> {
    let wanted = written::trace_file(trace)?;
    let certificate = trace.certificate.as_deref();
    certificate.map_or(Ok(()), |_| certificate::refusal(input))?;
    let report = searched(input, (request, choices), &watch)?;
    if output::is_silent() {
        // Only the first of several processes writes files.
        return Ok(report);
    }
    if let Some(path) = certificate {
        let answers = sanderling_certificate::answers(request, &report);
        certificate::write(input, &answers, path, (request.threads, request.limits), watch.control())?;
    }
    drop(watch);
    if let Some(wanted) = wanted {
        written::trace(report.run(), input, wanted)?;
    }
    Ok(report)
}

/// Searches within the remaining time of the watch. The request describes these options.
pub(super) fn searched(
    input: &Input,
    (request, choices): (&Request, &Choices),
    watch: &Watch,
) -> Result<Report, Failure> {
    let found = session::search(&input.prepared, request, &watch.means(request.limits, &|_| {}));
    found.map_err(|problem| failure(problem, input, choices))
}

/// Whether no diagnostic refers to a line of the net's file and none is internal.
pub(super) fn is_about_no_line(found: &Diagnostics) -> bool {
    !found.is_internal() && found.iter().all(|one| one.span.is_none())
}

/// Returns a report as an answer.
pub(super) fn answer((mut report, input): (Report, Input), shown: &ShownOptions) -> Answer {
    let labels = match report.mentions_nodes() {
        true => input.prepared.labels(shown.names.chosen()),
        false => Labels::default(),
    };
    Answer::Report(Box::new(report), labels, shown.stats.detail())
}

/// Returns an error if the files of several answers would be written.
pub(super) fn refuse_files_of_several(
    nets: &NetsArguments,
    trace: &TraceOptions,
    choices: &Choices,
) -> Result<(), Failure> {
    several::refuse_for_several(nets, "--checkpoint", choices.has("checkpoint"))?;
    several::refuse_for_several(nets, "--trace", trace.trace.is_some())?;
    several::refuse_for_several(nets, "--certificate", trace.certificate.is_some())
}
