//! `report`: a result as a self-contained page.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use sanderling::{Limits, Question, Request, StandardRequest};
use sanderling_query::Properties;
use sanderling_server::protocol::Reported;
use sanderling_session::{Ask, Kind};
use sanderling_studio::{Made, Shown};
use serde::Deserialize;

use super::{analyse, check, explorable, load, search, unfold, warn, written};
use crate::arguments::{OutputOptions, PropertyOptions, ReportArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, read_source};
use crate::watch::Watch;

/// Maximum number of states to draw.
const STATES_TO_DRAW: u64 = 300;
/// Memory limit for the graph to draw, in bytes.
const BYTES_TO_DRAW: u64 = 64 << 20;

/// Answers the question, and writes the page.
pub(super) fn report(options: &ReportArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if let Some(option) = options.workflow.first().filter(|_| !options.analyse) {
        return Err(Failure::usage(format!("`{option}` requires `--analyse`")));
    }
    let (input, explorable) = if options.explorable {
        let source = read_source(&options.net.file)?;
        let input = Input::of(source.clone(), &options.net, |warnings| warn(warnings, output))?;
        let explorable = explorable::explorable(options, &input, &source)?;
        (input, Some(explorable))
    } else {
        (load(&options.net, output)?, None)
    };
    let net = input.net().clone();
    let (report, input) = match &options.result {
        Some(path) => (stored(path, &input)?, input),
        None if options.analyse => described(options, input, output)?,
        None => searched(options, input, output)?,
    };
    let bytes = sanderling::default_memory_limit().map_or(BYTES_TO_DRAW, |limit| limit.min(BYTES_TO_DRAW));
    let states = match sanderling_server::states(&net, STATES_TO_DRAW, bytes) {
        Err(refusal) if refusal.is_internal() => {
            return Err(Failure::internal(format!(
                "internal error: {}: {:?}",
                refusal.message, refusal.data
            )));
        }
        states => states.ok(),
    };
    let states = states.filter(|drawn| drawn.graph.exhaustive);
    let shown = Shown { net: &net, report: &report, states, made: made(), explorable };
    let page = sanderling_studio::report(shown);
    let page = page.map_err(|error| Failure::internal(format!("the page cannot be made: {error}")))?;
    written::file("report", &input.origin.file, &options.output, output, |sink| {
        sink.write_all(page.as_bytes())
    })?;
    Ok(report.verdict().into())
}

/// Returns the command line and the current time.
fn made() -> Made {
    let words = std::iter::once("sanderling".to_owned())
        .chain(crate::words().into_iter().skip(1).map(|word| quoted(&word.to_string_lossy())));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Made { command: words.collect::<Vec<_>>().join(" "), at_s: now.as_secs() }
}

/// Quotes a word for a shell, if necessary.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Reads a stored result of this net.
fn stored(path: &Path, input: &Input) -> Result<Reported, Failure> {
    /// The field that distinguishes the kinds of results.
    #[derive(Deserialize)]
    struct Kind {
        question: String,
    }
    let source = read_source(path)?;
    let bytes = source.bytes();
    let read = serde_json::from_slice(bytes).and_then(|kind: Kind| match kind.question.as_str() {
        "analyse" => serde_json::from_slice(bytes).map(|report| Reported::Standard(Box::new(report))),
        _ => serde_json::from_slice(bytes).map(|report| Reported::Search(Box::new(report))),
    });
    let report = read.map_err(|error| {
        Failure::input(format!("`{}` is not a result: {error}", source.name())).file(source.name())
    })?;
    let (file, net) = match &report {
        Reported::Search(report) => (&report.file, &report.net),
        Reported::Standard(report) => (&report.file, &report.net),
    };
    let result = source.name();
    if !is_same_file(file, &input.origin.file) {
        let message = format!("`{result}` is a result of `{file}`, not of `{}`", input.origin.file);
        return Err(Failure::input(message).file(result));
    }
    match net {
        Some(net) if *net != input.net().id => {
            let message = format!("`{result}` is a result of the net `{net}`, not of `{}`", input.net().id);
            Err(Failure::input(message).file(result))
        }
        _ => Ok(report),
    }
}

/// Returns whether two names of files end in the same component, or one is standard input.
fn is_same_file(one: &str, other: &str) -> bool {
    let name = |file| Path::new(file).file_name();
    [one, other].contains(&"-") || name(one) == name(other)
}

/// Computes the standard properties.
fn described(
    options: &ReportArguments,
    input: Input,
    output: &OutputOptions,
) -> Result<(Reported, Input), Failure> {
    let chosen = StandardRequest::chosen(&options.how.choices)
        .map_err(|name| Failure::usage(format!("`--{name}` has no effect with `--analyse`")))?;
    let watch = Watch::begin(output, &input.origin.file);
    let input = unfold::unfolded(input, &options.net, &chosen.limits, false, &watch);
    let input = input.map_err(unfold::failure)?;
    let understood = analyse::understood(&input, chosen, &options.workflow, &[])?;
    let request = StandardRequest {
        properties: options.only.clone(),
        limits: Limits { time: understood.limits.time.map(|time| watch.left_of(time)), ..understood.limits },
        ..understood
    };
    let found = input.prepared.standard_properties(&request, watch.control());
    let mut report = found.map_err(|found| input.unsupported(found))?;
    input.origin.complete_analysis(&mut report);
    Ok((Reported::Standard(Box::new(report)), input))
}

/// Answers the question of the options.
fn searched(
    options: &ReportArguments,
    input: Input,
    output: &OutputOptions,
) -> Result<(Reported, Input), Failure> {
    let properties = check::properties(&options.properties, &input, output)?;
    check::refuse_missing_property_process(&options.properties, &input)?;
    let except = check::except(options.except.as_deref(), input.net())?;
    let PropertyOptions { assertions, property_process, .. } = options.properties;
    let is_check = !properties.statements.is_empty() || assertions || property_process;
    let kind = match (options.deadlock, is_check) {
        (true, _) => Kind::Deadlock(except),
        (false, true) => Kind::Check { assertions, property_process },
        (false, false) => Kind::Explore,
    };
    let ask = Ask::new(kind, properties, options.how.choices.clone(), &input.origin);
    let search = |input: &Input, request, watch: Watch| {
        search::searched(input, (&with_levels(request, &ask, input)?, &ask.choices), &watch)
    };
    let (report, input) = search::full_report(input, &ask, (&options.net, None, output), search)?;
    Ok((Reported::Search(Box::new(report)), input))
}

/// Returns the request with a count of the states of each level, which the page draws, if the search can count them.
fn with_levels(request: Request, ask: &Ask, input: &Input) -> Result<Request, Failure> {
    if request.question != Question::Explore || request.depth.is_some() || request.statistics.levels {
        return Ok(request);
    }
    let mut choices = ask.choices.clone();
    choices.choose("levels", "").expect("this option exists");
    let ask = Ask::new(Kind::Explore, Properties::default(), choices, &input.origin);
    let counting = search::request(&ask, input, None)?;
    Ok(if counting.refusal().is_none() { counting } else { request })
}
