//! A report as text: the verdict, then the statistics, then the evidence for the verdict.

use std::fmt::Write;

use super::hint::hints;
use super::plan::plan;
use super::statistics::{Statistics, bytes, counted, figure, natural, seconds, some_of, widest};
use super::trace::{steps, trace};
use crate::{
    Checkpoint, Count, Coverable, Decision, Depth, Diagram, Explored, Inexact, ModelError, Move, NupnClaim,
    Process, Question, Reason, Report, Retention, Store, Technique, Timings, Trace, UnboundedProof, Verdict,
};

/// Minimum time of a search, in seconds, for which the report shows how it was spent.
const LONG_ENOUGH_S: f64 = 1.0;

/// Minimum number of stored states for which the report shows their average size.
const MIN_STATES_FOR_AVERAGE: f64 = 1000.0;

/// Maximum number of ids of a list to name.
const MAX_IDS: usize = 12;

/// Renders the whole report.
#[must_use]
pub fn report(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", report.file, headline(report));
    if let Some(condition) = &report.except {
        let _ = writeln!(out, "  except where {condition}");
    }
    decision(report.decided_by.as_ref(), &mut out);
    answers(report, &mut out);
    hints(&report.hints, &mut out);
    checkpoint(report, &mut out);
    out.push('\n');
    statistics(report).write(&mut out);
    processes(&report.processes, &mut out);
    out.push_str(&plan(&report.plan));
    lists(report, &mut out);
    proofs(report, &mut out);
    out
}

/// Renders how to resume an incomplete search, and which checkpoint could not be written.
fn checkpoint(report: &Report, out: &mut String) {
    let Some(Checkpoint { directory, problem }) = &report.checkpoint else { return };
    if let Some(problem) = problem {
        let _ = writeln!(out, "  checkpoints: the last could not be written: {problem}");
    }
    // A lost process may be available again.
    if report.reason.is_some_and(|reason| reason.can_be_raised() || reason == Reason::PeerLost) {
        let _ = writeln!(out, "  to continue: sanderling resume {directory}");
    }
}

/// Renders the statistics of each process.
fn processes(processes: &[Process], out: &mut String) {
    for (number, process) in processes.iter().enumerate() {
        let [memory, sent, received] =
            [process.peak_memory_bytes, process.sent_bytes, process.received_bytes].map(bytes);
        let _ = writeln!(
            out,
            "  process {number} at {}: {} states, {} firings, {memory}; sent {sent}, received {received}, waited {}",
            process.host,
            process.states,
            process.firings,
            seconds(process.waited_s)
        );
    }
}

/// Renders the verdict in a sentence.
pub(super) fn headline(report: &Report) -> String {
    if let Some(error) = &report.model_error {
        return format!("{}: model error{}: {}", report.verdict, place_of(error), error.message);
    }
    let sentence = match (report.question, report.verdict) {
        (_, Verdict::Unknown) => return format!("unknown: {}", why(report)),
        (Question::Explore, _) if report.unbounded.is_some() => Reason::Unbounded.in_words(),
        (Question::Explore, Verdict::Violated) => "not every assertion holds",
        (Question::Explore, _) => "the state space was explored",
        (Question::Deadlock, Verdict::Violated) => "a deadlock can be reached",
        (Question::Deadlock, _) => "no deadlock can be reached",
        (Question::Check, _) if report.answers.len() > 1 => match report.verdict {
            Verdict::Violated => "not every property holds",
            _ => "every property holds",
        },
        (Question::Check, Verdict::Violated) => "the property does not hold",
        (Question::Check, _) => "the property holds",
    };
    format!("{}: {sentence}", report.verdict)
}

/// Renders the position of a model error in the file: ` in line 12`, ` in lines 12 and 30`, or the transition.
fn place_of(error: &ModelError) -> String {
    let lines: Vec<String> = error.moves.iter().map(|one: &Move| one.line.to_string()).collect();
    match lines.as_slice() {
        [] => format!(" in {}", error.event),
        [line] => format!(" in line {line}"),
        lines => format!(" in lines {}", lines.join(" and ")),
    }
}

fn why(report: &Report) -> String {
    match (&report.reason_text, report.reason) {
        (Some(text), _) => text.clone(),
        (None, Some(reason)) => reason.in_words().into(),
        (None, None) => "not everything was explored".into(),
    }
}

fn answers(report: &Report, out: &mut String) {
    for answer in &report.answers {
        let reason = answer.reason.map(|reason| format!(" ({})", reason.in_words())).unwrap_or_default();
        let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let _ = writeln!(out, "  {:8}  {name}{}{reason}", answer.verdict, answer.statement());
        decision(answer.decided_by.as_ref(), out);
    }
}

/// Renders how a question was decided, unless by a search.
fn decision(decision: Option<&Decision>, out: &mut String) {
    let Some(Decision { technique, proof, .. }) =
        decision.filter(|decision| decision.technique != Technique::Search)
    else {
        return;
    };
    let _ = writeln!(out, "            by {}", technique.in_words());
    for line in proof {
        let _ = writeln!(out, "              {line}");
    }
}

fn statistics(report: &Report) -> Statistics {
    let mut statistics = Statistics::default();
    report.unfolding.iter().for_each(|one| super::reduction::unfolding(one, &mut statistics));
    counts(report, &mut statistics);
    let most = report.max_tokens_in_place.zip(report.max_tokens_in_marking);
    if let Some((in_place, in_marking)) = most.filter(|_| !report.program && report.explored.is_none()) {
        let so_far = if report.unbounded.is_some() { "" } else { so_far(report) };
        let within = |what: &str| format!("{what} {so_far}").trim_end().to_owned();
        statistics.row("most tokens", figure(in_place), within("in a place"));
        statistics.row("", figure(in_marking), within("in a marking"));
    }
    if report.diagram.is_none() || report.bits_per_state > 0 {
        statistics.count("bits per state", report.bits_per_state);
    }
    if let Some(found) = &report.diagram {
        diagram(found, &mut statistics);
    }
    if let Some(claim) = claim(&report.nupn_claim) {
        statistics.row("nested units", "", claim);
    }
    let time = &report.time_s;
    let phases = format!(
        "s: parse {}, compile {}, search {}, replay {}",
        seconds(time.parse),
        seconds(time.compile),
        seconds(time.search),
        seconds(time.replay)
    );
    statistics.row("time", seconds(time.total), phases);
    if let Some(shares) = shares_of_search(time) {
        statistics.row("", "", shares);
    }
    let store = format!("store {}", bytes(report.store_bytes));
    let is_stored = report.diagram.is_none() || report.store_bytes > 0;
    statistics.row("memory", bytes(report.peak_memory_bytes), if is_stored { store } else { String::new() });
    if let Some(store) = &report.store {
        stored(store, &mut statistics);
    }
    if let Some(retention) = &report.retention {
        retained(retention, &mut statistics);
    }
    if let Some(depth) = &report.depth {
        bounded(depth, &mut statistics);
    }
    if let Some(check) = report.self_check.as_ref().filter(|check| check.mode != "none") {
        let is_one = check.states_checked == Count::from(1_u64);
        let states = if is_one { "state" } else { "states" };
        statistics.row("checked", figure(check.states_checked), format!("{states} with a plain interpreter"));
    }
    statistics
}

/// Renders how a long search spent its time: `of the search: fire 41 %, look up 48 %`.
fn shares_of_search(time: &Timings) -> Option<String> {
    let kinds =
        [("fire", time.fire), ("hash", time.hash), ("look up", time.look_up), ("retain", time.retain)];
    let share = |(kind, time_of_it): (&str, Option<f64>)| {
        Some(format!("{kind} {:.0} %", 100.0 * time_of_it? / time.search))
    };
    let shares: Vec<String> = kinds.into_iter().filter_map(share).collect();
    (time.search >= LONG_ENOUGH_S && !shares.is_empty())
        .then(|| format!("of the search: {}", shares.join(", ")))
}

/// Adds states, firings and deadlocks. If states were forgotten, it adds what is known of them.
fn counts(report: &Report, statistics: &mut Statistics) {
    if let Some(these) = report.explored {
        return explored(these, report, statistics);
    }
    if let Some(Diagram { states: Some(states), firings, deadlocks, .. }) = &report.diagram {
        let firings = firings.as_ref().map(|number| ("firings", number));
        let deadlocks = deadlocks.as_ref().map(|number| ("deadlocks", number));
        for (name, number) in [("states", states)].into_iter().chain(firings).chain(deadlocks) {
            let (figure, remark) = natural(number);
            statistics.row(name, figure, remark);
        }
        return;
    }
    if let Some(Diagram { states_at_least: Some(least), .. }) = &report.diagram {
        let (figure, _) = natural(least);
        statistics.row("states", format!("at least {figure}"), "reached so far");
        return;
    }
    let partly = if report.exhaustive || report.unbounded.is_some() {
        ""
    } else {
        "discovered; not everything was explored"
    };
    let firings = if report.program { "steps" } else { "firings" };
    if let Some(inexact) = report.store.as_ref().and_then(|store| store.inexact) {
        at_least(&inexact, firings, statistics);
        return;
    }
    let Some(retention) = report.retention.as_ref().filter(|_| report.states.is_none()) else {
        let so_far = so_far(report);
        statistics.row("states", known(report.states), partly);
        statistics.row(firings, known(report.firings), if report.unbounded.is_some() { "" } else { so_far });
        if let Some(deadlocks) = report.deadlocks {
            statistics.row("deadlocks", figure(deadlocks), so_far);
        }
        return;
    };
    let error = retention.standard_error.map_or(String::new(), |error| format!("±{:.1} %", 100.0 * error));
    let estimate =
        retention.states_estimate.map_or("unknown".into(), |states| format!("about {}", figure(states)));
    let visits = format!("visited {} times", figure(retention.visits));
    let remark = if error.is_empty() { visits } else { format!("{error}, {visits}") };
    let partly = if partly.is_empty() { "" } else { "; not everything was explored" };
    statistics.row("states", estimate, remark + partly);
    let again = "counted at every visit";
    statistics.row(firings, format!("at most {}", figure(retention.visited_firings)), again);
    match report.deadlocks {
        Some(deadlocks) => statistics.row("deadlocks", figure(deadlocks), so_far(report)),
        None if retention.visited_deadlocks == Count::ZERO => {}
        None => {
            statistics.row("deadlocks", format!("1 to {}", figure(retention.visited_deadlocks)), again);
        }
    }
}

/// Adds the order and the size of a decision diagram.
#[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
fn diagram(diagram: &Diagram, statistics: &mut Statistics) {
    let float = |count: Count| count.finite().unwrap_or_default() as f64;
    let each = float(diagram.nodes) / float(diagram.levels).max(1.0);
    let order = format!("nodes of the decision diagram, {each:.1} a place, in the order {}", diagram.order);
    statistics.row("diagram", figure(diagram.nodes), order);
    let collections = counted(diagram.collections, "collection");
    statistics.row("", figure(diagram.created_nodes), format!("nodes created, {collections}"));
}

/// Adds the explored part, if it is not the whole state space.
fn explored(explored: Explored, report: &Report, statistics: &mut Statistics) {
    let remark = match (explored.states == Count::ZERO, report.exhaustive) {
        (true, _) if report.diagram.is_some() => "were visited one by one",
        (true, _) if report.verdict == Verdict::Unknown => "nothing was searched",
        (true, _) => "no search was needed",
        (false, true) => "explored; reductions skip the others",
        (false, false) if report.verdict == Verdict::Unknown => "discovered; not everything was explored",
        (false, false) => "discovered; the answer needs no more",
    };
    statistics.row("states", figure(explored.states), remark);
    statistics.row(if report.program { "steps" } else { "firings" }, figure(explored.firings), "");
    if let Some(net) = &report.reduced_net {
        let size = format!("{} and {}", figure(net.places.into()), figure(net.transitions.into()));
        statistics.row("reduced net", size, "places and transitions");
    }
}

/// Returns the remark on a number from an incomplete search.
fn so_far(report: &Report) -> &'static str {
    if report.exhaustive { "" } else { "so far" }
}

fn known(count: Option<Count>) -> String {
    count.map_or_else(|| "?".to_owned(), figure)
}

/// Adds the counts of a search that may have omitted states.
fn at_least(inexact: &Inexact, firings: &str, statistics: &mut Statistics) {
    let least = |count: Count| format!("at least {}", figure(count));
    statistics.row("states", least(inexact.states_at_least), "some may have been left out");
    statistics.row(firings, least(inexact.firings_at_least), "");
    statistics.row("deadlocks", least(inexact.deadlocks_at_least), "");
    let likely = format!("states expected; probability of any: {}", share(inexact.omission_probability));
    statistics.row("left out", format!("about {}", rounded(inexact.expected_omissions)), likely);
}

/// Renders a probability as a percentage with two significant digits.
fn share(probability: f64) -> String {
    match 100.0 * probability {
        percent if percent >= 99.95 => "nearly certain".into(),
        percent if percent >= 0.1 => format!("{percent:.1} %"),
        percent if percent > 0.0 => format!("{percent:.1e} %"),
        _ => "0 %".into(),
    }
}

fn rounded(number: f64) -> String {
    match number {
        number if number >= 9.95 => figure((number.round() as u64).into()),
        number if number >= 0.1 => format!("{number:.1}"),
        number if number > 0.0 => format!("{number:.1e}"),
        _ => "0".into(),
    }
}

/// Adds the statistics of the store. The tables of a store for a few states are mostly empty, so a size per state would
/// mislead.
#[expect(clippy::cast_precision_loss, reason = "the size is compared with a threshold")]
fn stored(store: &Store, statistics: &mut Statistics) {
    let is_large = |each: &f64| store.bytes as f64 >= each * MIN_STATES_FOR_AVERAGE;
    let (each, unit) = match store.bytes_per_state.filter(is_large) {
        Some(each) => (format!("{each:.1} B"), "a state; "),
        None => (String::new(), ""),
    };
    statistics.row("store", each, format!("{unit}{}: {}", store.name, store.why));
    if let Some(disk) = &store.disk {
        let [peak, written, read] = [disk.peak_bytes, disk.bytes_written, disk.bytes_read].map(bytes);
        statistics.row("disk", peak, format!("at most; {written} written, {read} read"));
    }
}

/// Adds the statistics of kept and forgotten states.
fn retained(retention: &Retention, statistics: &mut Statistics) {
    let about = if retention.states_estimate.is_some() { "about " } else { "" };
    let again = retention.revisits.map(|revisits| format!("{about}{} of them again", figure(revisits)));
    statistics.row("visits", figure(retention.visits), again.unwrap_or_default());
    let since = retention.forgetting_since.map_or_else(
        || "nothing was forgotten".to_owned(),
        |since| {
            format!("forgetting began at visit {}; {} forgotten", figure(since), figure(retention.forgotten))
        },
    );
    statistics.row("most stored", figure(retention.peak_stored), since);
    statistics.row("most on TD-tree", figure(retention.peak_tree), "states that may not be forgotten");
    if let Some(vetoes) = retention.vetoes {
        statistics.row("vetoes", figure(vetoes), "states kept since others are reconstructed from them");
    }
    if let Some(sweep) = &retention.sweep {
        let persistent = format!("{} states persistent", figure(sweep.persistent));
        statistics.row("sweeps", figure(sweep.sweeps), persistent);
        statistics.row("largest class", figure(sweep.largest_class), "states of the same progress");
    }
}

/// Adds the statistics of a depth-bounded search.
fn bounded(depth: &Depth, statistics: &mut Statistics) {
    let within = match (depth.complete, depth.explored < depth.bound) {
        (true, _) => "every state lies within".to_owned(),
        (false, true) => format!("explored to {}", figure(depth.explored.into())),
        (false, false) => "explored; there are states beyond".to_owned(),
    };
    statistics.row("depth", figure(depth.bound.into()), within);
    let rounds = format!("each {} deeper than the one before", figure(depth.increment.into()));
    statistics.row("rounds", figure(depth.rounds), rounds);
    statistics.row("revisits", figure(depth.revisits), "explorations of states explored before");
    statistics.row("replayed", figure(depth.replayed), format!("events, in {} s", seconds(depth.replay_s)));
    let memory = format!("states at most, in {}", bytes(depth.peak_frontier_bytes));
    statistics.row("frontier", figure(depth.peak_frontier), memory);
}

fn claim(claim: &NupnClaim) -> Option<String> {
    match claim {
        NupnClaim::None => None,
        NupnClaim::Unchecked => Some("the file claims that they are safe; not checked".into()),
        NupnClaim::Holds => Some("they are safe, as the file claims".into()),
        NupnClaim::Refuted { places, .. } => {
            Some(format!("NOT SAFE, although the file claims it: {}", some_of(places, MAX_IDS)))
        }
    }
}

fn lists(report: &Report, out: &mut String) {
    if let Some(dead) = &report.dead_transitions {
        let ids = if dead.is_empty() { "none".into() } else { some_of(dead, MAX_IDS) };
        let title =
            if report.exhaustive { "dead transitions" } else { "transitions not seen enabled so far" };
        let _ = writeln!(out, "\n{title} ({}): {ids}", figure(dead.len().into()));
    }
    if let Some(bounds) = &report.bounds {
        let so_far = if report.exhaustive { "" } else { ", so far" };
        let _ = writeln!(out, "\nmaximum tokens by place{so_far}:");
        let width = widest(bounds.iter().map(|(place, _)| place));
        for (place, bound) in bounds {
            let _ = writeln!(out, "  {place:width$}  {}", figure(*bound));
        }
    }
    if let Some(levels) = &report.levels {
        out.push_str("\nstates by level:\n");
        for (level, states) in levels.iter().enumerate() {
            let _ = writeln!(out, "  {level:>6}  {}", figure(*states));
        }
    }
}

fn proofs(report: &Report, out: &mut String) {
    if let Some(proof) = &report.unbounded {
        unbounded(report, proof, out);
    }
    if let Some(error) = &report.model_error {
        let before = error.trace.steps.len().saturating_sub(1);
        let _ = writeln!(out, "\nmodel error {}: {}", after(report, before), error.message);
        out.push_str(&trace(&error.trace));
    }
    if let (Some(run), true) = (&report.trace, report.answers.len() < 2) {
        let _ = writeln!(out, "\n{}{}:", title(report, run.steps.len()), how_short(run));
        out.push_str(&trace(run));
    }
    if report.answers.len() > 1 {
        for answer in &report.answers {
            if let Some(run) = &answer.trace {
                let after = after(report, run.steps.len()) + &how_short(run);
                let name = answer.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
                let _ = writeln!(out, "\n{name}{}, {} ({after}):", answer.statement(), answer.verdict);
                out.push_str(&trace(run));
            }
        }
    }
}

/// Renders whether a run is shortest, unless that is obvious.
fn how_short(run: &Trace) -> String {
    match (run.shortest, run.shortest_reason) {
        (None, _) => String::new(),
        (Some(true), _) if run.steps.len() < 2 => String::new(),
        (Some(true), _) => ", a shortest run".into(),
        (Some(false), None) => ", perhaps not a shortest run: --shortest searches for one".into(),
        (Some(false), Some(reason)) => format!(", perhaps not a shortest run: {}", reason.in_words()),
    }
}

fn title(report: &Report, length: usize) -> String {
    let what = match (report.question, report.verdict) {
        (Question::Deadlock, _) => "deadlock",
        (_, Verdict::Violated) => "counterexample",
        _ => "witness",
    };
    format!("{what} {}", after(report, length))
}

/// Renders a number of firings, which are steps in a program.
fn after(report: &Report, length: usize) -> String {
    let (initial, unit) = if report.program { ("state", "step") } else { ("marking", "firing") };
    match length {
        0 => format!("in the initial {initial}"),
        1 => format!("after 1 {unit}"),
        n => format!("after {} {unit}s", figure(n.into())),
    }
}

fn unbounded(report: &Report, proof: &UnboundedProof, out: &mut String) {
    if let Some(Coverable { markings, unbounded_places }) = &proof.coverable {
        let _ = writeln!(
            out,
            "\nunbounded places: {}; all others are bounded",
            some_of(unbounded_places, MAX_IDS)
        );
        let markings = if *markings == Count::from(1_u64) {
            "1 marking".into()
        } else {
            figure(*markings) + " markings"
        };
        let _ = writeln!(out, "everything reachable is covered by {markings}");
    }
    let _ = writeln!(out, "\nplaces that grow without bound: {}", some_of(&proof.places, MAX_IDS));
    let _ = writeln!(
        out,
        "the run to the start of the repetition ({}):",
        after(report, proof.prefix.steps.len())
    );
    out.push_str(&trace(&proof.prefix));
    let _ = writeln!(out, "the firings that can then be repeated for ever:");
    steps(&proof.pump, None, out);
}
