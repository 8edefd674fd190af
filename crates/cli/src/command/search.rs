//! What the commands that search share: options to a request, and the search with its progress.

use std::thread;

use sanderling::options::{Choices, Misuse};
use sanderling::{Company, Limits, Question, Request};
use sanderling_formats::Semantics;
use sanderling_net::{Diagnostics, Net, Source};
use sanderling_report::Report;

use super::several::{self, Answer};
use super::{certificate, resume, written};
use crate::arguments::{NamesOption, NetArguments, NetsArguments, TraceOptions};
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::watch::Watch;

/// The request that the options make of a question.
pub(super) fn request(
    question: Question,
    net: &Net,
    choices: &Choices,
    company: Option<Company>,
) -> Result<Request, Failure> {
    let request = choices.request_together(question, net, company);
    let request = request
        .map(|request| Request { checkpoint: request.checkpoint.map(resume::with_command), ..request });
    request.map_err(|misuse| match misuse {
        Misuse::Text { name, text, found } => {
            let message = format!("the text of `--{name}` was not understood");
            Failure::diagnosed(message, Source::new(format!("--{name}"), text), found)
        }
        other => Failure::usage(other.to_string()),
    })
}

/// The limits that the options ask for.
pub(super) fn limits(choices: &Choices) -> Limits {
    choices.without_net(Question::Explore).limits
}

/// The choices with what goes with a reading of DVE: DiVinE 2 has an error state.
pub(super) fn choices(options: &Choices, net: &NetArguments) -> Choices {
    let mut choices = options.clone();
    if net.reading.dve_semantics == Semantics::Divine2 && !choices.has(MODEL_ERRORS) {
        choices.choose(MODEL_ERRORS, "state").expect("there is this option");
    }
    choices
}

/// The option that says what becomes of model errors.
const MODEL_ERRORS: &str = "model-errors";

pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// Searches, and writes the trace and the certificate that are wanted.
pub(super) fn answered(
    input: &Input,
    request: &Request,
    trace: &TraceOptions,
    watch: Watch,
) -> Result<Report, Failure> {
    let wanted = written::trace_file(trace)?;
    let certificate = trace.certificate.as_deref();
    certificate.map_or(Ok(()), |_| certificate::refusal(input))?;
    let report = searched(input, request, &watch)?;
    if output::is_silent() {
        // Of several processes, the first one writes files.
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

/// Searches, in what the watch has left of the time.
pub(super) fn searched(input: &Input, request: &Request, watch: &Watch) -> Result<Report, Failure> {
    if let Some(refusal) = request.refusal() {
        return Err(Failure::usage(refusal.with_prefix("--")));
    }
    let mut in_time = request.clone();
    in_time.limits.time = request.limits.time.map(|time| watch.left_of(time));
    let analysed = input.prepared.analyse(&in_time, watch.control());
    let mut report = analysed.map_err(|found| match input.prepared.refusal(request) {
        Some(refusal) if !found.is_internal() => input.unsupported(refusal.diagnostic("--").into()),
        // Nothing is wrong with the net.
        _ if request.checkpoint.is_some() && is_about_no_line(&found) => resume::refused(&found),
        _ => input.unsupported(found),
    })?;
    // The user speaks of the time for all of it.
    report.options.extend(request.limits.time.map(|time| ("time_s".to_owned(), time.as_secs_f64().into())));
    if let Some(semantics) = input.dve_semantics {
        report.options.insert("dve_semantics".into(), semantics.into());
    }
    Ok(report)
}

/// Whether nothing of it is about the file of the net, nor about the program.
pub(super) fn is_about_no_line(found: &Diagnostics) -> bool {
    !found.is_internal() && found.iter().all(|one| one.span.is_none())
}

/// A report of which the library has told its part, as an answer.
pub(super) fn completed(mut report: Report, input: &Input, names: &NamesOption) -> Answer {
    complete(&mut report, input);
    Answer::Report(Box::new(report), input.prepared.labels(names.chosen()))
}

/// Refuses to write the files of several answers.
pub(super) fn refuse_files_of_several(
    nets: &NetsArguments,
    trace: &TraceOptions,
    choices: &Choices,
) -> Result<(), Failure> {
    several::refuse_for_several(nets, "--checkpoint", choices.has("checkpoint"))?;
    several::refuse_for_several(nets, "--trace", trace.trace.is_some())?;
    several::refuse_for_several(nets, "--certificate", trace.certificate.is_some())
}

/// Fills in what the library cannot know.
pub(super) fn complete(report: &mut Report, input: &Input) {
    report.file.clone_from(&input.file);
    report.format.clone_from(&input.format);
    report.warnings.clone_from(&input.warnings);
    quote_assertions(report, input);
    report.time_s.parse = input.parse_time.as_secs_f64();
    report.time_s.total += report.time_s.parse;
}

/// Replaces the ids of assertions by their texts, where the file has them. Their answers come last.
fn quote_assertions(report: &mut Report, input: &Input) {
    let first = report.answers.len().saturating_sub(input.assertions.len());
    let texts = input.assertions.iter();
    for (answer, assertion) in report.answers[first..].iter_mut().zip(texts) {
        if let (true, Some(text)) = (answer.name.as_ref() == Some(&assertion.id), &assertion.text) {
            answer.property = format!("assert {text}");
        }
    }
}
