//! What the commands that search share: options to a request, and the search with its progress.

use std::thread;

use sanderling::{
    Caching, DepthBound, Disk, Driver, Encoding, Heuristic, Limits, ModelErrors, ProgressMeasure, Question,
    Request, Retention, Statistics, StoreChoice,
};
use sanderling_net::{Diagnostics, Net, Source};
use sanderling_property::Expression;
use sanderling_report::{Report, text};

use super::{certificate, written};
use crate::arguments::{
    DepthOptions, DriverName, DveSemantics, EncodingName, HowOptions, LimitOptions, ModelErrorOptions,
    ModelErrorsName, NetArguments, OutputOptions, RetentionName, RetentionOptions, SearchName, SearchOptions,
    StatisticsOptions, Switch, TraceOptions,
};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// The request that the options make of a question.
pub(super) fn request(
    question: Question,
    net: &Net,
    how: &HowOptions,
    statistics: &StatisticsOptions,
) -> Result<Request, Failure> {
    let HowOptions { limits, search, depth, retention, .. } = how;
    let request = Request {
        statistics: Statistics {
            levels: statistics.levels,
            bounds: statistics.bounds,
            dead_transitions: statistics.bounds,
        },
        order: search.order,
        heuristic: heuristic(search.heuristic.as_ref(), net)?,
        retention: kept(retention),
        caching: Caching {
            max_states: retention.cache_states,
            replacement: retention.replace,
            max_revisits: retention.max_revisit_factor,
            ..Caching::default()
        },
        reductions: retention.reduce.unwrap_or_default(),
        progress_measure: progress_measure(&retention.progress_measure, net)?,
        driver: match search.driver {
            DriverName::Auto => Driver::Auto,
            DriverName::Sequential => Driver::Sequential,
            DriverName::Batched => Driver::Batched,
        },
        store: search.store,
        disk: Disk { directory: search.disk.clone(), max_bytes: search.disk_size },
        threads: threads(search, depth),
        depth: bound(depth),
        encoding: encoding(search.encoding),
        limits: self::limits(limits),
        self_check: how.check.self_check,
        ..Request::new(question)
    };
    Ok(with_portfolio(request, net, retention))
}

/// The request with what makes its answer cheaper, as far as the options do not say otherwise.
fn with_portfolio(request: Request, net: &Net, options: &RetentionOptions) -> Request {
    let request = if options.reduce.is_none() { request.with_portfolio(net) } else { request };
    let proofs = match options.proof {
        Some(Switch::On) => true,
        Some(Switch::Off) => false,
        None => options.reduce.map_or(request.proofs, |reductions| reductions.structural),
    };
    Request { proofs, ..request }
}

/// As many threads as there are cores, unless the search has just one.
fn threads(options: &SearchOptions, depth: &DepthOptions) -> usize {
    let has_one = options.store.is_some_and(StoreChoice::is_inexact) || depth.depth.is_some();
    options.threads.map_or_else(|| if has_one { 1 } else { cores() }, usize::from)
}

fn bound(options: &DepthOptions) -> Option<DepthBound> {
    let is_on = |switch: Option<Switch>| switch != Some(Switch::Off);
    options.depth.map(|depth| DepthBound {
        increment: options.increment.unwrap_or(DepthBound::usual_increment(depth)),
        thresholds: is_on(options.depth_thresholds),
        frontier_tree: is_on(options.frontier_tree),
        ..DepthBound::new(depth)
    })
}

/// The limits that the options ask for.
pub(super) fn limits(options: &LimitOptions) -> Limits {
    Limits {
        memory_bytes: bytes(options.memory.or_else(sanderling::default_memory_limit)),
        time: options.time,
        states: options.max_states,
    }
}

fn kept(options: &RetentionOptions) -> Retention {
    match (options.retain, options.search) {
        (Some(RetentionName::Auto), _) | (None, SearchName::Auto) => Retention::Auto,
        (Some(RetentionName::All), _) | (None, SearchName::Exhaustive) => Retention::KeepAll,
        (Some(RetentionName::Cache), _) => Retention::Cache,
        (Some(RetentionName::Sweep), _) => Retention::Sweep,
        (Some(RetentionName::CacheAndSweep), _) => Retention::CacheAndSweep,
    }
}

fn heuristic(text: Option<&String>, net: &Net) -> Result<Heuristic, Failure> {
    let Some(text) = text else { return Ok(Heuristic::default()) };
    if text == Heuristic::DISTANCE {
        return Ok(Heuristic::Distance);
    }
    let read = Expression::parse(text, net).map(Heuristic::Expression);
    read.map_err(|found| not_understood("--heuristic", text, found))
}

fn progress_measure(text: &str, net: &Net) -> Result<ProgressMeasure, Failure> {
    ProgressMeasure::parse(text, net).map_err(|found| not_understood("--progress-measure", text, found))
}

/// The text of an option, with what is wrong in it.
fn not_understood(option: &str, text: &str, found: Diagnostics) -> Failure {
    let message = format!("the text of `{option}` was not understood");
    Failure::diagnosed(message, Source::new(option, text), found)
}

/// What the options make of model errors: DiVinE 2 has an error state.
pub(super) fn model_errors(options: &ModelErrorOptions, net: &NetArguments) -> ModelErrors {
    match (options.model_errors, net.dve_semantics) {
        (Some(ModelErrorsName::Report), _) | (None, DveSemantics::Ltsmin) => ModelErrors::Report,
        (Some(ModelErrorsName::State), _) | (None, DveSemantics::Divine2) => ModelErrors::State,
    }
}

fn encoding(name: EncodingName) -> Encoding {
    match name {
        EncodingName::Auto => Encoding::Auto,
        EncodingName::Fields => Encoding::Fields,
        EncodingName::Radix => Encoding::Radix,
    }
}

pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// More memory than can be addressed is as much as there is.
fn bytes(limit: Option<u64>) -> Option<usize> {
    limit.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
}

/// Searches, and prints the report.
pub(super) fn search(
    input: &Input,
    request: &Request,
    seed: u64,
    (trace, output): (&TraceOptions, &OutputOptions),
    watch: Watch,
) -> Result<Exit, Failure> {
    let wanted = written::trace_file(trace)?;
    let certificate = trace.certificate.as_deref();
    certificate.map_or(Ok(()), |_| certificate::refusal(input))?;
    let report = searched(input, request, seed, &watch)?;
    if let Some(path) = certificate {
        let answers = sanderling_certificate::answers(request, &report);
        certificate::write(input, &answers, path, (request.threads, request.limits), watch.control())?;
    }
    drop(watch);
    if let Some((path, format)) = wanted {
        written::trace(&report, input, path, format)?;
    }
    tell(report, input, output)
}

/// Searches, in what the watch has left of the time.
pub(super) fn searched(
    input: &Input,
    request: &Request,
    seed: u64,
    watch: &Watch,
) -> Result<Report, Failure> {
    if let Some(refusal) = request.refusal() {
        return Err(Failure::usage(refusal));
    }
    let mut in_time = request.clone();
    in_time.limits.time = request.limits.time.map(|time| watch.left_of(time));
    let analysed = input.prepared.analyse(&in_time, watch.control());
    let mut report = analysed.map_err(|found| input.unsupported(found))?;
    // The user speaks of the time for all of it.
    report.options.extend(request.limits.time.map(|time| ("time_s".to_owned(), time.as_secs_f64().into())));
    report.options.insert("seed".into(), seed.into());
    if let Some(semantics) = input.dve_semantics {
        report.options.insert("dve_semantics".into(), semantics.into());
    }
    Ok(report)
}

/// Prints a report of which the library has told its part.
pub(super) fn tell(mut report: Report, input: &Input, output: &OutputOptions) -> Result<Exit, Failure> {
    complete(&mut report, input);
    super::print(&report, text::report, output)?;
    Ok(report.verdict.into())
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
