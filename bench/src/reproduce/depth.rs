//! Depth-bounded search: the savings by thresholds and frontier trees.
//!
//! Source: Udupa, Desai and Rajamani, *Depth Bounded Explicit-State Model Checking*, SPIN 2011, tables 2 to 4.
//! Each model is explored to a depth with each increment: with both techniques, without thresholds, and without
//! frontier trees. The published numbers are for other models and are therefore not in the tables.

use std::time::Duration;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Control, DepthBound, DepthStatistics, Guidance, Limits, Observation, Options, StopReason,
};
use sanderling_engine::Explorable;

use super::explored_model::{ExploredModel, Halt};
use super::table::{Column, Table, column, percent};

/// A depth-bounded search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounded {
    pub(super) states: u64,
    pub(super) seconds: f64,
    pub(super) statistics: DepthStatistics,
}

/// The searches of a row; `None` if one took too long.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measured {
    pub(super) model: String,
    /// The number of states of the model.
    pub(super) states: u64,
    pub(super) depth: u32,
    pub(super) increment: u32,
    pub(super) usual: Option<Bounded>,
    pub(super) without_thresholds: Option<Bounded>,
    pub(super) without_tree: Option<Bounded>,
}

/// Measures each model with each increment, to its full depth or to the requested one.
pub(super) fn measure_all(
    models: &[ExploredModel],
    (max_depth, increments): (Option<u32>, &[u32]),
    time: Duration,
    control: &Control<'_>,
    mut on_measured: impl FnMut(Measured),
) -> Result<(), Halt> {
    for explored in models {
        let levels = levels(explored, control)?;
        let farthest = u32::try_from(levels.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let depth = max_depth.unwrap_or(u32::MAX).min(farthest);
        for &increment in increments {
            on_measured(measure((explored, &levels), (depth, increment), time, control)?);
        }
    }
    Ok(())
}

/// Returns the number of states of each breadth-first level of a model.
fn levels(explored: &ExploredModel, control: &Control<'_>) -> Result<Vec<u64>, Halt> {
    let options = Options { retention: Retention::KeepAll, ..Options::default() };
    let (observation, guidance) = (Observation::default(), Guidance::default());
    let outcome = explored.model.clone().explore(&options, &observation, &guidance, control);
    match outcome.stop {
        None => Ok(outcome.levels),
        Some(StopReason::Cancelled) => Err(Halt::Cancelled),
        Some(reason) => Err(Halt::Broken(format!("{}: a search ended with {reason:?}", explored.name))),
    }
}

/// Measures a model with an increment, and checks that the number of states equals that of the levels up to
/// the depth. Each search has this time limit.
fn measure(
    (explored, levels): (&ExploredModel, &[u64]),
    (depth, increment): (u32, u32),
    time: Duration,
    control: &Control<'_>,
) -> Result<Measured, Halt> {
    let usual = DepthBound { increment, ..DepthBound::new(depth) };
    let search = |bound: DepthBound| search(explored, &bound, time, control);
    let measured = Measured {
        model: explored.name.clone(),
        states: explored.states,
        depth,
        increment,
        usual: search(usual)?,
        without_thresholds: search(DepthBound { thresholds: false, ..usual })?,
        without_tree: search(DepthBound { frontier_tree: false, ..usual })?,
    };
    let all = [measured.usual, measured.without_thresholds, measured.without_tree];
    let within: u64 = levels.iter().take(depth as usize + 1).sum();
    match all.iter().flatten().find(|run| run.states != within) {
        Some(run) => Err(Halt::Broken(format!("{}: {within} states lie within, not {run:?}", explored.name))),
        None => Ok(measured),
    }
}

fn search(
    explored: &ExploredModel,
    bound: &DepthBound,
    time: Duration,
    control: &Control<'_>,
) -> Result<Option<Bounded>, Halt> {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let model = explored.model.clone();
    let (outcome, statistics) = model.explore_to_depth(bound, limits, &Observation::default(), control);
    let states = outcome.states.unwrap_or_default();
    match outcome.stop {
        None | Some(StopReason::Depth) => {
            Ok(Some(Bounded { states, seconds: outcome.elapsed.as_secs_f64(), statistics }))
        }
        Some(StopReason::Time) => Ok(None),
        Some(StopReason::Cancelled) => Err(Halt::Cancelled),
        Some(reason) => Err(Halt::Broken(format!("{}: a search ended with {reason:?}", explored.name))),
    }
}

const COLUMNS: &[Column] = &[
    column("model", "the model"),
    column("states", "how many states it has"),
    column("depth", "how deep the searches went"),
    column("increment", "by how much the bound grew from round to round"),
    column("states_within", "how many states are within the depth"),
    column("revisits_without_thresholds", "without thresholds: explorations of states explored before"),
    column("revisits", "the same with thresholds"),
    column("fewer_revisits_percent", "how many of the revisits thresholds save"),
    column("seconds_without_tree", "without a frontier tree: how long the search took"),
    column("replay_seconds_without_tree", "how much of that it took to get to frontier states"),
    column("replayed_without_tree", "how many events were fired for that"),
    column("seconds", "the same with a frontier tree: how long the search took"),
    column("replay_seconds", "how much of that it took to get to frontier states"),
    column("replayed", "how many events were fired for that"),
    column("less_time_percent", "how much of the time a frontier tree saves"),
    column(
        "seconds_without_thresholds",
        "without thresholds, with a frontier tree: how long the search took",
    ),
    column("peak_frontier", "the most frontier states at a time"),
    column("frontier_bytes", "the most memory that the frontier took at a time"),
];

/// Returns the table, with a row for each increment of each model. Cells of searches that took too long are
/// empty.
pub(super) fn table(results: &[Measured]) -> Table {
    Table { columns: COLUMNS, rows: results.iter().map(row).collect() }
}

fn row(measured: &Measured) -> Vec<String> {
    let Measured { usual, without_thresholds, without_tree, .. } = measured;
    let any = usual.or(*without_thresholds).or(*without_tree);
    let count = |run: &Option<Bounded>, value: fn(&DepthStatistics) -> u64| {
        run.map(|run| value(&run.statistics).to_string()).unwrap_or_default()
    };
    let seconds = |run: &Option<Bounded>| run.map(|run| format!("{:.3}", run.seconds)).unwrap_or_default();
    let replay = |run: &Option<Bounded>| {
        run.map(|run| format!("{:.3}", run.statistics.replay_time.as_secs_f64())).unwrap_or_default()
    };
    let saved = |run: &Option<Bounded>, value: fn(&Bounded) -> u64| match (run, usual) {
        (Some(run), Some(usual)) if value(run) > 0 => {
            let (without, with) = (value(run), value(usual));
            let saved = percent(without.abs_diff(with), without);
            if with > without { format!("-{saved}") } else { saved }
        }
        _ => String::new(),
    };
    vec![
        measured.model.clone(),
        measured.states.to_string(),
        measured.depth.to_string(),
        measured.increment.to_string(),
        any.map(|run| run.states.to_string()).unwrap_or_default(),
        count(without_thresholds, |statistics| statistics.revisits),
        count(usual, |statistics| statistics.revisits),
        saved(without_thresholds, |run| run.statistics.revisits),
        seconds(without_tree),
        replay(without_tree),
        count(without_tree, |statistics| statistics.replayed),
        seconds(usual),
        replay(usual),
        count(usual, |statistics| statistics.replayed),
        saved(without_tree, |run| (run.seconds * 1e6) as u64),
        seconds(without_thresholds),
        count(usual, |statistics| statistics.peak_frontier),
        count(usual, |statistics| statistics.peak_frontier_bytes as u64),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(revisits: u64, seconds: f64) -> Option<Bounded> {
        let statistics = DepthStatistics { revisits, ..DepthStatistics::default() };
        Some(Bounded { states: 90, seconds, statistics })
    }

    #[test]
    fn savings_are_shown_and_unfinished_searches_left_empty() {
        let measured = Measured {
            model: "clock".into(),
            states: 100,
            depth: 9,
            increment: 3,
            usual: run(50, 2.0),
            without_thresholds: run(200, 3.0),
            without_tree: run(50, 1.0),
        };
        let slow = Measured { without_thresholds: None, ..measured.clone() };
        let table = table(&[measured, slow]);
        let cell = |row: usize, name: &str| {
            let column = COLUMNS.iter().position(|column| column.name == name).unwrap();
            table.rows[row][column].as_str()
        };
        let cells = ["states_within", "fewer_revisits_percent", "less_time_percent"];
        assert_eq!(cells.map(|name| cell(0, name)), ["90", "75", "-100"]);
        assert_eq!(cells.map(|name| cell(1, name)), ["90", "", "-100"]);
        assert!(table.rows.iter().all(|row| row.len() == COLUMNS.len()));
    }
}
