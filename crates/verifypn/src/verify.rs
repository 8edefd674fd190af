//! Executes a call that requests answers, from reading the files to the last line of output.

use std::fs;
use std::path::Path;

use sanderling::{PreparedNet, consumption};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_query::contest::Asked;
use sanderling_report::{Trace, TraceFormat};

use crate::answer::{Answered, Truth, answer, answer_briefly, bound, explored};
use crate::arguments::Call;
use crate::combination::decide;
use crate::query::{Combination, Query, refusal};
use crate::runs::answer_runs;
use crate::{Exit, Outcome, Streams, bindings, model, sentences, unfolded, unwritten};

/// Maximum number of states to explore for each part of a query before any part is searched further.
const FEW_STATES: u64 = 100_000;

/// Answers the queries of a call.
pub(crate) fn verify(call: &Call, streams: &mut Streams<'_>) -> Outcome<Exit> {
    let net = model::read(&call.model, streams)?;
    let queries = match &call.queries {
        Some(path) if !call.explores => chosen(call, model::queries(call.logic, path, &net)?)?,
        _ => Vec::new(),
    };
    // A merged transition would represent several bindings, and the output could show only one of them.
    let shows_bindings = call.wants_run || call.wants_bindings || call.unfolded_net.is_some();
    let prepared = match model::ready(net, !shows_bindings && !call.explores) {
        Ok(prepared) => prepared,
        Err(why) => return undecided(&queries, &why, streams),
    };
    write_files(call, &prepared, &queries, streams)?;
    if call.explores {
        let report = explored(&prepared, call)?;
        print(streams, &sentences::state_space(&report))?;
        return Ok(if report.exhaustive { Exit::Satisfied } else { Exit::Unknown });
    }
    let mut exit = Exit::Satisfied;
    for (position, query) in queries.iter().filter(|_| call.verifies) {
        exit = exit.max(verify_one(call, &prepared, (*position, query), streams)?);
    }
    Ok(exit)
}

/// Returns the selected queries with their positions.
fn chosen(call: &Call, queries: Vec<Query>) -> Outcome<Vec<(usize, Query)>> {
    let count = queries.len();
    if let Some(position) = call.chosen.iter().find(|&&position| position > count) {
        return Err(format!("there is no query {position}: the file has {count}"));
    }
    let numbered = queries.into_iter().enumerate().map(|(index, query)| (index + 1, query));
    Ok(numbered.filter(|(position, _)| call.chosen.contains(position)).collect())
}

fn verify_one(
    call: &Call,
    prepared: &PreparedNet,
    (position, query): (usize, &Query),
    streams: &mut Streams<'_>,
) -> Outcome<Exit> {
    let answered = match &query.combination {
        Combination::One(single) => answer_one(call, prepared, single, None)?,
        combination => {
            // A part that takes very long must not prevent another one from deciding.
            let brief = decide(combination, &mut |part| answer_one(call, prepared, part, Some(FEW_STATES)))?;
            match brief.truth {
                Truth::Unknown(_) => decide(combination, &mut |part| answer_one(call, prepared, part, None))?,
                _ => brief,
            }
        }
    };
    print_answer(call, prepared, (position, query), &answered, streams)
}

/// Answers a formula, with at most `max_states` states, if given.
fn answer_one(
    call: &Call,
    prepared: &PreparedNet,
    query: &Asked,
    max_states: Option<u64>,
) -> Outcome<Answered> {
    match query {
        Asked::Formula(property) => {
            let property = prepared.to_unfolded(property).map_err(|found| found.to_string())?;
            match max_states {
                Some(states) => answer_briefly(prepared, &property, call, states),
                None => answer(prepared, &property, call),
            }
        }
        Asked::Bound(places) => bound(prepared, places, call),
        Asked::Temporal(property) => {
            let property = prepared.temporal_to_unfolded(property).map_err(|found| found.to_string())?;
            answer_runs(prepared, property, call, max_states)
        }
        Asked::Unsupported(element) => Ok(Answered::unknown(refusal(call.logic, element))),
    }
}

fn print_answer(
    call: &Call,
    prepared: &PreparedNet,
    (position, query): (usize, &Query),
    answered: &Answered,
    streams: &mut Streams<'_>,
) -> Outcome<Exit> {
    print(streams, &sentences::verdict(position, &query.id, answered))?;
    print(streams, sentences::solved_by(answered))?;
    if call.statistics && answered.report.is_some() {
        print(streams, &sentences::statistics(prepared.net(), answered))?;
    }
    if let Truth::Unknown(why) = &answered.truth {
        let _ = writeln!(streams.err, "unknown: {}: {why}", query.id);
    }
    if let Some(run) = answered.run.as_ref().filter(|_| call.wants_run) {
        describe_run(call, prepared, run, streams)?;
    }
    Ok(match answered.truth {
        Truth::Satisfied | Truth::Number(_) => Exit::Satisfied,
        Truth::NotSatisfied => Exit::NotSatisfied,
        Truth::Unknown(_) => Exit::Unknown,
    })
}

/// Prints a run, in terms of the coloured net if requested.
fn describe_run(call: &Call, prepared: &PreparedNet, run: &Trace, streams: &mut Streams<'_>) -> Outcome<()> {
    let (run, net) = if call.is_explicit {
        (prepared.folded(run), prepared.original_net())
    } else {
        (run.clone(), prepared.net())
    };
    let text = TraceFormat::Tapaal.write(&run, &consumption(net, &run));
    let text = text.map_err(|why| format!("the run cannot be written: {why}"))?;
    write!(streams.err, "Trace:\n{text}\n").map_err(unwritten)
}

/// Answers that every query is unknown.
fn undecided(queries: &[(usize, Query)], why: &str, streams: &mut Streams<'_>) -> Outcome<Exit> {
    for (position, query) in queries {
        print(streams, &sentences::verdict(*position, &query.id, &Answered::unknown(why)))?;
    }
    let _ = writeln!(streams.err, "unknown: {why}");
    Ok(Exit::Unknown)
}

/// Writes the requested files.
fn write_files(
    call: &Call,
    prepared: &PreparedNet,
    queries: &[(usize, Query)],
    streams: &mut Streams<'_>,
) -> Outcome<()> {
    if call.wants_bindings {
        print(streams, &bindings::text(prepared))?;
    }
    if let Some(path) = &call.unfolded_net {
        write_net(prepared.net(), path)?;
    }
    if let Some(path) = &call.unfolded_queries {
        let text = unfolded::queries(prepared, queries.iter().map(|(_, query)| query), streams)?;
        fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    let first = queries.iter().find_map(|(_, query)| match &query.combination {
        Combination::One(Asked::Formula(property)) => {
            Some(prepared.to_unfolded(property).map_err(|found| found.to_string()))
        }
        _ => None,
    });
    if let (Some(path), Some(property)) = (&call.reduced_net, first) {
        write_reduced(prepared.net(), &property?, path)?;
    }
    Ok(())
}

/// Writes the net after a structural reduction that preserves a property.
fn write_reduced(net: &Net, property: &Property, path: &Path) -> Outcome<()> {
    use sanderling_structural::{Budget, Preserved, reduce};
    let formula = &property.formula;
    let preserved = Preserved {
        deadlocks: formula.mentions_deadlock(),
        places: formula.places().into_iter().collect(),
        transitions: formula.transitions().into_iter().collect(),
    };
    let budget = Budget::of(std::time::Duration::from_secs(60));
    let reduction = reduce(net, &preserved, &budget).map_err(|found| found.to_string())?;
    write_net(reduction.net(), path)
}

fn write_net(net: &Net, path: &Path) -> Outcome<()> {
    let format = sanderling_formats::by_name("pnml").ok_or("PNML is not known")?;
    let mut bytes = Vec::new();
    format.write(net, &mut bytes).map_err(|error| format!("the net cannot be written as PNML: {error}"))?;
    fs::write(path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

fn print(streams: &mut Streams<'_>, text: &str) -> Outcome<()> {
    streams.out.write_all(text.as_bytes()).map_err(unwritten)
}
