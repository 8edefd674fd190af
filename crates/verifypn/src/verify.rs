//! Executes a call that requests answers, from reading the files to the last line of output.

use std::time::{Duration, Instant};

use sanderling::options::Choices;
use sanderling::{Control, Limits, PreparedNet, Question, consumption};
use sanderling_report::{Trace, TraceFormat};
use sanderling_session::{self as session, Means, Prepared};
use sanderling_unfolding::{Naming, Options};

use crate::answer::{Answered, Truth, Verifier};
use crate::arguments::Call;
use crate::combination::decide;
use crate::query::{Combination, Query};
use crate::{Exit, Outcome, Streams, files, model, sentences, unwritten};

/// Maximum number of states to explore for each part of a query before any part is searched further.
const FEW_STATES: u64 = 100_000;

/// Time limit for an unfolding.
const UNFOLDING_TIME: Duration = Duration::from_secs(600);

/// Answers the queries of a call.
pub(crate) fn verify(call: &Call, streams: &mut Streams<'_>) -> Outcome<Exit> {
    let net = model::read(&call.model, streams)?;
    let queries = match &call.queries {
        Some(path) if !call.explores => chosen(call, model::queries(call.logic, path, &net)?)?,
        _ => Vec::new(),
    };
    let control = Control::default();
    let limits = session::limits_of_unfolding(&Choices::default().without_net(Question::Explore).limits);
    let limits = Limits { time: Some(UNFOLDING_TIME), ..limits };
    let means = Means { limits, started: Instant::now(), control: &control, on_unfolding: &|_| {} };
    // A merged transition would represent several bindings, and the output could show only one of them.
    let shows_bindings = call.wants_run || call.wants_bindings || call.unfolded_net.is_some();
    let options = Options { naming: Naming::Tapaal, merges: !shows_bindings && !call.explores };
    let prepared = session::unfolded(net, options, &means).map(Prepared::from).or_else(session::explicit);
    let Prepared { net, notice } = match prepared {
        Ok(prepared) => prepared,
        Err(refused) => return undecided(&queries, &refused.1.to_string(), streams),
    };
    if let Some(notice) = notice {
        let _ = writeln!(streams.err, "warning: {}", notice.message);
    }
    files::write(call, &net, &queries, streams)?;
    let verifier = Verifier { call, net: &net, means };
    if call.explores {
        let report = verifier.explored()?;
        print(streams, &sentences::state_space(&report))?;
        return Ok(if report.exhaustive { Exit::Satisfied } else { Exit::Unknown });
    }
    let mut exit = Exit::Satisfied;
    for (position, query) in queries.iter().filter(|_| call.verifies) {
        let answered = answer(&verifier, &query.combination)?;
        exit = exit.max(print_answer(call, &net, (*position, query), &answered, streams)?);
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

/// Answers a query.
fn answer(verifier: &Verifier<'_>, combination: &Combination) -> Outcome<Answered> {
    if let Combination::One(single) = combination {
        return verifier.answer(single, None);
    }
    // A part that takes very long must not prevent another one from deciding.
    let brief = decide(combination, &mut |part| verifier.answer(part, Some(FEW_STATES)))?;
    match brief.truth {
        Truth::Unknown(_) => decide(combination, &mut |part| verifier.answer(part, None)),
        _ => Ok(brief),
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

pub(crate) fn print(streams: &mut Streams<'_>, text: &str) -> Outcome<()> {
    streams.out.write_all(text.as_bytes()).map_err(unwritten)
}
