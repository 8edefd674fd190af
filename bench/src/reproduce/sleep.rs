//! State caching with sleep sets: how few states have to be stored at a time.
//!
//! Source: Godefroid, Holzmann and Pirottin, *State-Space Caching Revisited*, CAV 1992, table 1 and figure 4. Each model
//! is searched depth-first with and without sleep sets: first with all states stored, then with smaller and smaller
//! caches, in which the states to be forgotten are drawn at random, until a search visits too many states or the
//! cache is too small for those that must not be forgotten. The authors did not publish their models, so that
//! their numbers are not in the table.

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::Events;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Control, Driver, Guidance, Limits, Observation, Options, StopReason};
use sanderling_engine::Explorable;

use super::explored_model::{ExploredModel, Halt};
use super::table::{Column, Table, column, percent};
use crate::chart::{Chart, Line, Scale, Series};

/// The most visits for each state. The authors report two to four times the time with the smallest caches.
const MAX_VISITS: u64 = 4;

/// A finished search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Searched {
    /// Maximum number of states stored at a time.
    pub(super) stored: u64,
    /// Maximum number of states that must not be forgotten at a time.
    pub(super) needed: u64,
    pub(super) visits: u64,
    pub(super) seconds: f64,
}

/// The searches of a model with or without sleep sets.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measured {
    pub(super) model: String,
    pub(super) states: u64,
    pub(super) sleep: bool,
    /// The search that stores all states.
    pub(super) whole: Searched,
    /// The searches with caches, the smallest last.
    pub(super) cached: Vec<Searched>,
}

/// Measures a model without and with sleep sets.
pub(super) fn measure(
    explored: &ExploredModel,
    control: &Control<'_>,
    on_measured: &mut dyn FnMut(Measured),
) -> Result<(), Halt> {
    for sleep in [false, true] {
        let states = explored.states;
        let whole = search(explored, sleep, None, control)?;
        let whole = whole.ok_or_else(|| format!("{}: not all states can be stored", explored.name))?;
        let mut cached = Vec::new();
        for size in sizes(states) {
            let Some(searched) = search(explored, sleep, Some(size), control)? else { break };
            cached.push(searched);
        }
        on_measured(Measured { model: explored.name.clone(), states, sleep, whole, cached });
    }
    Ok(())
}

/// Returns the sizes of caches for this number of states, each a fifth smaller than the one before.
fn sizes(states: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(states * 4 / 5), |size| Some(size * 4 / 5)).take_while(|&size| size > 1)
}

/// Searches with a cache of this number of states, or with all states stored. Returns `None` if that is not possible within
/// the allowed visits.
fn search(
    explored: &ExploredModel,
    sleep: bool,
    max_states: Option<u64>,
    control: &Control<'_>,
) -> Result<Option<Searched>, Halt> {
    let replacement = "random".parse().expect("a strategy");
    let options = Options {
        order: Order::DepthFirst,
        retention: Retention::Cache,
        caching: Caching { max_states, replacement, ..Caching::default() },
        events: if sleep { Events::SLEEP } else { Events::ALL },
        driver: Driver::Sequential,
        limits: Limits { states: Some(MAX_VISITS * explored.states), ..Limits::default() },
        ..Options::default()
    };
    let guidance = Guidance { independence: Some(explored.independence.clone()), ..Guidance::default() };
    let outcome = explored.model.clone().explore(&options, &Observation::default(), &guidance, control);
    let kept = outcome.kept.unwrap_or_default();
    match outcome.stop {
        None if outcome.visits < explored.states => Err(Halt::Broken(format!(
            "{}: a search visited {} of {} states",
            explored.name, outcome.visits, explored.states
        ))),
        None => Ok(Some(Searched {
            stored: kept.peak_stored,
            needed: kept.peak_tree,
            visits: outcome.visits,
            seconds: outcome.elapsed.as_secs_f64(),
        })),
        Some(StopReason::TreeTooLarge | StopReason::States) => Ok(None),
        Some(StopReason::Cancelled) => Err(Halt::Cancelled),
        Some(reason) => Err(Halt::Broken(format!("{}: a search ended with {reason:?}", explored.name))),
    }
}

const COLUMNS: &[Column] = &[
    column("model", "the model"),
    column("states", "how many states it has"),
    column("sleep_sets", "whether the search has sleep sets"),
    column("seconds", "with all states stored: how long the search took"),
    column("smallest_cache", "the most states stored at a time, with the smallest cache"),
    column("cache_percent", "the same in percent of the states"),
    column("needed", "the most states at a time that must not be forgotten"),
    column("visits_percent", "how many states were visited with it, in percent of the states"),
    column("cached_seconds", "how long the search took with it"),
];

/// Returns the table, with two rows for each model.
pub(super) fn table(results: &[Measured]) -> Table {
    Table { columns: COLUMNS, rows: results.iter().map(row).collect() }
}

fn row(measured: &Measured) -> Vec<String> {
    let Measured { model, states, sleep, whole, cached } = measured;
    let smallest = cached.last().unwrap_or(whole);
    vec![
        model.clone(),
        states.to_string(),
        if *sleep { "yes" } else { "no" }.to_owned(),
        format!("{:.2}", whole.seconds),
        smallest.stored.to_string(),
        percent(smallest.stored, *states),
        smallest.needed.to_string(),
        percent(smallest.visits, *states),
        format!("{:.2}", smallest.seconds),
    ]
}

/// Returns a chart for each model: the visits by the size of the cache.
pub(super) fn charts(results: &[Measured]) -> Vec<(String, Vec<Chart>)> {
    let of_model = results.chunk_by(|one, other| one.model == other.model);
    of_model.map(|measured| (measured[0].model.clone(), vec![chart(measured)])).collect()
}

fn chart(measured: &[Measured]) -> Chart {
    let series = measured.iter().map(|one| Series {
        name: if one.sleep { "with sleep sets" } else { "without" }.to_owned(),
        colour: usize::from(one.sleep),
        line: Line::WithPoints,
        points: std::iter::once(&one.whole)
            .chain(&one.cached)
            .map(|run| (run.stored as f64, run.visits as f64))
            .collect(),
        ..Series::default()
    });
    Chart {
        title: "Visits by the size of the cache".to_owned(),
        x_label: "states stored at a time".to_owned(),
        y_label: "visits".to_owned(),
        x: Scale::Log,
        y: Scale::Log,
        series: series.collect(),
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_cache_is_shown() {
        let run = |stored, visits| Searched { stored, needed: 3, visits, seconds: 0.5 };
        let without = Measured {
            model: "clock".into(),
            states: 100,
            sleep: false,
            whole: run(100, 100),
            cached: vec![run(80, 120), run(64, 390)],
        };
        let with = Measured { sleep: true, cached: Vec::new(), ..without.clone() };
        let results = [without, with];
        let table = table(&results);
        let cell = |row: usize, name: &str| {
            let column = COLUMNS.iter().position(|column| column.name == name).unwrap();
            table.rows[row][column].as_str()
        };
        let names = ["sleep_sets", "smallest_cache", "cache_percent", "visits_percent"];
        assert_eq!(names.map(|name| cell(0, name)), ["no", "64", "64", "390"]);
        assert_eq!(names.map(|name| cell(1, name)), ["yes", "100", "100", "100"]);
        let charts = charts(&results);
        assert_eq!((charts.len(), charts[0].1[0].series.len()), (1, 2));
    }

    #[test]
    fn sizes_shrink_to_a_few_states() {
        assert_eq!(sizes(10).collect::<Vec<_>>(), [8, 6, 4, 3, 2]);
    }
}
