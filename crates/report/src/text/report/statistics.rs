//! The statistics of a report: the main ones in a line, or all of them in a table.

use std::fmt::Write;

use super::super::statistics::{Statistics, bytes, counted, figure, natural, seconds, some_of};
use crate::{
    Count, Depth, Diagram, Explored, Inexact, NupnClaim, Process, Question, Report, Retention, Store,
    Symmetry, Timings, Verdict,
};

/// Which statistics the text of a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatisticsDetail {
    /// The states and firings, the time and the memory, in a line.
    Main,
    /// All of them, in a table.
    All,
}

/// The remark on the states of an incomplete search.
const PARTLY: &str = "discovered; not everything was explored";

/// The remark on other numbers from an incomplete search.
const SO_FAR: &str = "so far";

/// Maximum number of ids of a list to name.
const MAX_IDS: usize = 12;

/// Minimum time of a search, in seconds, for which the report shows how it was spent.
const LONG_ENOUGH_S: f64 = 1.0;

/// Minimum number of stored states for which the report shows their average size.
const MIN_STATES_FOR_AVERAGE: f64 = 1000.0;

/// Renders the statistics after an empty line.
pub(super) fn statistics(report: &Report, detail: StatisticsDetail, out: &mut String) {
    out.push('\n');
    match detail {
        StatisticsDetail::Main => main_statistics(report, out),
        StatisticsDetail::All => {
            all_statistics(report).write(out);
            processes(&report.processes, out);
        }
    }
}

/// Renders the main statistics in a line, and a refuted claim of the file in another one.
fn main_statistics(report: &Report, out: &mut String) {
    let mut statistics = Statistics::default();
    match report.explored {
        Some(these) if these.states == Count::ZERO => {
            statistics.phrase(remark_on_explored(these, report));
        }
        _ if report.unbounded.is_some() && report.states == Some(Count::Infinite) => {}
        _ => counts(report, &mut statistics),
    }
    let is_shown = report.question == Question::Explore && report.unbounded.is_none();
    if let Some((in_place, in_marking)) = max_tokens(report).filter(|_| is_shown) {
        let (in_place, in_marking) = (counted(in_place, "token"), figure(in_marking));
        statistics.phrase(format!("at most {in_place} in a place and {in_marking} in a marking"));
    }
    let is_unknown = report.verdict == Verdict::Unknown;
    if let Some(depth) = report.depth.filter(|depth| is_unknown && depth.explored < depth.bound) {
        let [explored, bound] = [depth.explored, depth.bound].map(|depth| figure(depth.into()));
        statistics.phrase(format!("depth {explored} of {bound}"));
    }
    statistics.phrase(format!("{} s", seconds(report.time_s.total)));
    statistics.phrase(bytes(report.peak_memory_bytes));
    let _ = writeln!(out, "{}", statistics.in_a_line(&[PARTLY, SO_FAR]));
    if let NupnClaim::Refuted { .. } = report.nupn_claim {
        let _ = writeln!(out, "nested units: {}", claim(&report.nupn_claim).unwrap_or_default());
    }
}

/// Returns the greatest numbers of tokens in a place and in a marking, if all states were explored for them.
fn max_tokens(report: &Report) -> Option<(Count, Count)> {
    let most = report.max_tokens_in_place.zip(report.max_tokens_in_marking);
    most.filter(|_| !report.program && report.explored.is_none())
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

fn all_statistics(report: &Report) -> Statistics {
    let mut statistics = Statistics::default();
    report.unfolding.iter().for_each(|one| super::super::reduction::unfolding(one, &mut statistics));
    counts(report, &mut statistics);
    if let Some(net) = report.reduced_net.as_ref().filter(|_| report.explored.is_some()) {
        let size = format!("{} and {}", figure(net.places.into()), figure(net.transitions.into()));
        statistics.row("reduced net", size, "places and transitions");
    }
    if let Some((in_place, in_marking)) = max_tokens(report) {
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
    if let Some(Symmetry { symmetries, classes, representatives, .. }) = &report.symmetry {
        let represent = format!("one of each class of markings, by {} symmetries", natural(symmetries).0);
        statistics.row("representatives", figure(*representatives), represent);
        classes.iter().for_each(|class| statistics.row("", "", class.clone()));
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
    if let Some((states, firings, deadlocks)) = report.numbers() {
        let firings = firings.map(|number| ("firings", number));
        let deadlocks = deadlocks.map(|number| ("deadlocks", number));
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
    let partly = if report.exhaustive || report.unbounded.is_some() { "" } else { PARTLY };
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
    statistics.row("states", figure(explored.states), remark_on_explored(explored, report));
    statistics.row(if report.program { "steps" } else { "firings" }, figure(explored.firings), "");
}

/// Returns why not all states were explored.
fn remark_on_explored(explored: Explored, report: &Report) -> &'static str {
    match (explored.states == Count::ZERO, report.exhaustive) {
        (true, _) if report.diagram.is_some() => "were visited one by one",
        (true, _) if report.verdict == Verdict::Unknown => "nothing was searched",
        (true, _) => "no search was needed",
        (false, true) => "explored; reductions skip the others",
        (false, false) if report.verdict == Verdict::Unknown => PARTLY,
        (false, false) => "discovered; the answer needs no more",
    }
}

/// Returns the remark on a number from an incomplete search.
fn so_far(report: &Report) -> &'static str {
    if report.exhaustive { "" } else { SO_FAR }
}

fn known(count: Option<Count>) -> String {
    count.map_or_else(|| "?".to_owned(), figure)
}

/// Adds the counts of a search that may have omitted states.
fn at_least(inexact: &Inexact, firings: &str, statistics: &mut Statistics) {
    let least = |count: Count| format!("at least {}", figure(count));
    statistics.row("states", least(inexact.states_at_least), "some may have been missed");
    statistics.row(firings, least(inexact.firings_at_least), "");
    statistics.row("deadlocks", least(inexact.deadlocks_at_least), "");
    let likely = format!("expected; probability of any: {}", share(inexact.omission_probability));
    statistics.row("states missed", format!("about {}", rounded(inexact.expected_omissions)), likely);
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
