//! The answer to a question about a state space, as the command line answers it.

use sanderling::{
    Limits, PreparedNet, Question as Asked, Request, describe_diagnostic, explicit_colours, not_unfolded,
};
use sanderling_net::{Assertion, Net, Span};
use sanderling_property::Statement;
use sanderling_report::Report;
use sanderling_unfolding::{Budget, NotUnfolded};

use crate::failure::Failure;
use crate::loaded::Input;
use crate::question::{Kind, Question};
use crate::watch::Watch;

/// A net that is ready for a search, and a warning where it is explored without unfolding it.
pub(crate) type Ready = (PreparedNet, Option<sanderling_report::Diagnostic>);

/// Answers a question, in the time that there is for all of it.
pub(crate) fn answered(input: &Input, question: &Question, watch: &Watch<'_>) -> Result<Report, Failure> {
    let limits = question.choices.without_net(Asked::Explore).limits;
    let merges = match question.kind {
        Kind::Explore => false,
        // In a deadlock no binding is enabled, so that it does not matter which of them an exception names.
        Kind::Deadlock => true,
        Kind::Check => question.properties.statements.iter().all(|one| one.without_colours().is_some()),
    };
    let (prepared, warning) = match ready(input, &limits, merges, watch) {
        Ok(ready) => ready,
        Err(refused) => {
            let (net, problem) = *refused;
            return unanswered(input, &net, question, limits, problem);
        }
    };
    question.files.refusal(&prepared)?;
    let request = request(input, question, &prepared)?;
    let mut report = searched(input, &prepared, &request, watch)?;
    question.files.publish((input, &prepared), (&request, &report), watch)?;
    complete(&mut report, question, input);
    report.warnings.extend(warning);
    Ok(report)
}

/// The net that a search explores: with its unfolding where it has one, otherwise as it is where that can be done.
pub(crate) fn ready(
    input: &Input,
    limits: &Limits,
    merges: bool,
    watch: &Watch<'_>,
) -> Result<Ready, Box<(Net, NotUnfolded)>> {
    let usual = Budget::default();
    let time = limits.time.map_or(usual.time, |time| time.min(usual.time));
    let most = usize::try_from(usual.bytes).unwrap_or(usize::MAX);
    let bytes = limits.memory_bytes.map(|bytes| bytes.min(most));
    let refused = match input.unfolded((Some(time), bytes), merges, watch) {
        Ok(prepared) => return Ok((prepared, None)),
        Err(refused) => refused,
    };
    if limits.time.is_some_and(|time| watch.left_of(time).is_zero()) {
        return Err(refused);
    }
    let warning = explicit_colours(&refused.1);
    let prepared = PreparedNet::without_unfolding(refused)?;
    Ok((prepared, Some(warning)))
}

/// The report where the net could not be unfolded.
fn unanswered(
    input: &Input,
    net: &Net,
    question: &Question,
    limits: Limits,
    problem: NotUnfolded,
) -> Result<Report, Failure> {
    if !matches!(problem, NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled) {
        return Err(input.not_unfolded(problem));
    }
    let asked = match question.kind {
        Kind::Explore => Asked::Explore,
        Kind::Deadlock => Asked::Deadlock,
        Kind::Check => Asked::Check(Vec::new()),
    };
    let request = Request { limits, ..Request::new(asked) };
    let mut report = not_unfolded(net, &request, &question.properties.statements, &problem);
    report.except = question.except.as_ref().map(|property| property.text.clone());
    complete(&mut report, question, input);
    Ok(report)
}

fn request(input: &Input, question: &Question, prepared: &PreparedNet) -> Result<Request, Failure> {
    let unsupported = |found| input.unsupported(&found);
    let asked = match (question.kind, &question.except) {
        (Kind::Explore, _) => Asked::Explore,
        (Kind::Deadlock, None) => Asked::Deadlock,
        (Kind::Deadlock, Some(except)) => {
            Asked::DeadlockExcept(prepared.to_unfolded(except).map_err(unsupported)?)
        }
        (Kind::Check, _) => {
            let expanded =
                question.properties.statements.iter().map(|one| prepared.statement_to_unfolded(one));
            let expanded: Result<Vec<Statement>, _> = expanded.collect();
            Asked::check(expanded.map_err(unsupported)?)
        }
    };
    let request = question.choices.request(asked, prepared.net())?;
    Ok(match question.kind {
        Kind::Check => Request {
            assertions: question.assertions,
            property_process: question.property_process,
            ..request
        },
        Kind::Explore | Kind::Deadlock => request,
    })
}

/// Searches, in what the watch has left of the time.
fn searched(
    input: &Input,
    prepared: &PreparedNet,
    request: &Request,
    watch: &Watch<'_>,
) -> Result<Report, Failure> {
    if let Some(refusal) = request.refusal() {
        return Err(refusal.into());
    }
    let mut in_time = request.clone();
    in_time.limits.time = request.limits.time.map(|time| watch.left_of(time));
    let mut report =
        prepared.analyse(&in_time, watch.control()).map_err(|found| match prepared.refusal(request) {
            Some(refusal) if !found.is_internal() => refusal.into(),
            _ => input.unsupported(&found),
        })?;
    // The user speaks of the time for all of it.
    report.options.extend(request.limits.time.map(|time| ("time_s".to_owned(), time.as_secs_f64().into())));
    if let Some(semantics) = input.dve_semantics {
        report.options.insert("dve_semantics".into(), semantics.into());
    }
    Ok(report)
}

/// Fills in what the library cannot know.
fn complete(report: &mut Report, question: &Question, input: &Input) {
    question.properties.complete(report);
    let left_out = question.properties.warnings().map(|one| describe_diagnostic(one, None));
    report.warnings = input.warnings.iter().cloned().chain(left_out).collect();
    input.file().clone_into(&mut report.file);
    report.format.clone_from(&input.format);
    quote_assertions(report, input);
    report.time_s.parse = input.parse_time.as_secs_f64();
    report.time_s.total += report.time_s.parse;
}

/// Replaces the ids of assertions by their texts, where the file has them. Their answers come last.
fn quote_assertions(report: &mut Report, input: &Input) {
    let assertions = &input.net.assertions;
    let first = report.answers.len().saturating_sub(assertions.len());
    for (answer, assertion) in report.answers[first..].iter_mut().zip(assertions) {
        let text =
            assertion.span.filter(|_| input.dve_semantics.is_some()).and_then(|span| quoted(input, span));
        if let (true, Some(text)) = (is_of(answer, assertion), text) {
            answer.property = format!("assert {text}");
        }
    }
}

fn is_of(answer: &sanderling_report::Answer, assertion: &Assertion) -> bool {
    answer.name.as_ref() == Some(&assertion.id)
}

/// A piece of the file in one line.
fn quoted(input: &Input, span: Span) -> Option<String> {
    let bytes = input.source.bytes();
    let text = str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
    let words = text.get(span.start as usize..span.end as usize)?.split_whitespace();
    Some(words.collect::<Vec<_>>().join(" "))
}
