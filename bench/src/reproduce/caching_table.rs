//! Experiment 1 as a table and as charts, with the published values beside ours.

use super::caching::{Best, Group};
use super::published::Published;
use super::run::Run;
use super::setting::{Kind, parameters};
use super::table::{Column, Table, column, percent};
use crate::chart::{Chart, Line, Scale, Series};

const COLUMNS: &[Column] = &[
    column("model", "the model"),
    column("states", "how many states it has"),
    column("order", "the kind of order"),
    column("chains", "whether chains of single-successor states are taken off the tree"),
    column("cache_percent", "the smallest cache that sufficed, in percent of the states"),
    column("visits_percent", "the visits with it, in percent of the states"),
    column("parameters", "the order's parameters in the best run"),
    column(
        "last_event_first",
        "whether the events of a state were fired from the last one on in the best run",
    ),
    column("replacement", "the replacement strategy of the best run"),
    column(
        "tree_percent",
        "the largest termination-detection tree of the best run, in percent of the states",
    ),
    column("published_cache_percent", "the published cache"),
    column("published_visits_percent", "the published visits"),
    column("published_parameters", "the published parameters"),
    column("larger", "yes where our cache is larger than the published one, no where it is not"),
];

/// Returns the table, with a row for each group of each model.
pub(super) fn table(results: &[Best], published: &Published) -> Table {
    Table { columns: COLUMNS, rows: results.iter().map(|best| row(best, published)).collect() }
}

fn row(best: &Best, published: &Published) -> Vec<String> {
    let Best { model, states, group, run, .. } = best;
    let of_run = |value: &dyn Fn(&Run) -> String| run.as_ref().map(value).unwrap_or_default();
    let other = published.caching(model, *group);
    let of_other = |value: fn(&super::published::Cell) -> String| other.map(value).unwrap_or_default();
    vec![
        model.clone(),
        states.to_string(),
        group.kind.title().to_owned(),
        yes_or_no(group.chains),
        of_run(&|run| cache_percent(run, *states).to_string()),
        of_run(&|run| percent(run.statistics.visits, *states)),
        of_run(&|run| parameters(run.setting.order)),
        of_run(&|run| yes_or_no(run.setting.last_event_first)),
        of_run(&|run| run.setting.replacement.to_string()),
        of_run(&|run| percent(run.statistics.peak_tree, *states)),
        of_other(|cell| cell.cache.to_string()),
        of_other(|cell| cell.visits.to_string()),
        of_other(|cell| cell.parameters.clone()),
        other.map(|cell| yes_or_no(is_larger(best, cell.cache))).unwrap_or_default(),
    ]
}

fn is_larger(best: &Best, published: f64) -> bool {
    best.run.as_ref().is_none_or(|run| cache_percent(run, best.states) as f64 > published)
}

/// Returns the cache size in percent. Rounding to a number of states is undone.
fn cache_percent(run: &Run, states: u64) -> u64 {
    let cache = run.setting.cache_states.unwrap_or(states);
    (cache * 100).div_ceil(states.max(1))
}

pub(super) fn yes_or_no(is_so: bool) -> String {
    (if is_so { "yes" } else { "no" }).to_owned()
}

/// Returns the charts of each model: the smallest caches, and the visits by cache size.
pub(super) fn charts(results: &[Best], published: &Published) -> Vec<(String, Vec<Chart>)> {
    let of_model = results.chunk_by(|one, other| one.model == other.model);
    of_model.map(|bests| (bests[0].model.clone(), vec![sizes(bests, published), visits(bests)])).collect()
}

fn sizes(bests: &[Best], published: &Published) -> Chart {
    let groups: Vec<Group> = Group::all().collect();
    let at = |group: Group| groups.iter().position(|&other| other == group).unwrap_or(0) as f64;
    let ours = bests.iter().filter_map(|best| {
        let run = best.run.as_ref()?;
        Some((at(best.group), cache_percent(run, best.states) as f64))
    });
    let theirs = bests
        .iter()
        .filter_map(|best| Some((at(best.group), published.caching(&best.model, best.group)?.cache)));
    let series = |name: &str, points, colour, is_published| Series {
        name: name.to_owned(),
        colour,
        points,
        is_published,
        ..Series::default()
    };
    Chart {
        title: "Smallest cache by order".to_owned(),
        x_label: "order, with chain reduction (+) and without".to_owned(),
        y_label: "cache, % of the states".to_owned(),
        x: Scale::Named(groups.iter().map(|&group| (at(group), name(group))).collect()),
        y: Scale::Count,
        series: vec![
            series("ours", ours.collect(), 0, false),
            series("published", theirs.collect(), 1, true),
        ],
        ..Chart::default()
    }
}

fn visits(bests: &[Best]) -> Chart {
    let series = bests.iter().map(|best| {
        let colour = Kind::ALL.iter().position(|&kind| kind == best.group.kind).unwrap_or(0);
        let point = |run: &Run| {
            (
                cache_percent(run, best.states) as f64,
                run.statistics.visits as f64 * 100.0 / best.states as f64,
            )
        };
        Series {
            name: name(best.group),
            colour: colour + if best.group.chains { 4 } else { 0 },
            points: best.run.iter().chain(&best.with_more).map(point).collect(),
            line: Line::WithPoints,
            ..Series::default()
        }
    });
    let ticks = (0..=100).step_by(20).map(|percent| (f64::from(percent), percent.to_string()));
    Chart {
        title: "Visits by cache, of the settings that need the smallest one".to_owned(),
        x_label: "cache, % of the states".to_owned(),
        y_label: "visits, % of the states".to_owned(),
        x: Scale::Named(ticks.collect()),
        y: Scale::Count,
        series: series.collect(),
        ..Chart::default()
    }
}

fn name(group: Group) -> String {
    format!("{}{}", group.kind.title(), if group.chains { "+" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::run::{Ended, example};

    fn best(model: &str, cache_states: u64, visits: u64) -> Best {
        let run = example(cache_states, Ended::Success, visits, u64::MAX);
        let group = Group { kind: Kind::Dfs, chains: false };
        Best { model: model.into(), states: 25685, group, run: Some(run), with_more: Vec::new() }
    }

    #[test]
    fn ours_is_held_against_what_was_published() {
        // 15 % and 20 % of the states; the published value is 15 %.
        let results =
            [best("bopdp.2", 3852, 95243), best("bopdp.2", 5137, 52553), best("clock", 3852, 30000)];
        let table = table(&results, &Published::read().unwrap());
        let cells = |row: usize, name: &str| {
            let at = COLUMNS.iter().position(|column| column.name == name).unwrap();
            table.rows[row][at].clone()
        };
        assert_eq!((cells(0, "cache_percent"), cells(0, "visits_percent")), ("15".into(), "370.8".into()));
        assert_eq!((cells(0, "published_cache_percent"), cells(0, "larger")), ("15".into(), "no".into()));
        assert_eq!((cells(1, "cache_percent"), cells(1, "larger")), ("20".into(), "yes".into()));
        assert_eq!((cells(2, "published_cache_percent"), cells(2, "larger")), (String::new(), String::new()));
        assert!(table.rows.iter().all(|row| row.len() == COLUMNS.len()));
    }

    #[test]
    fn a_missing_run_counts_as_larger() {
        let none = Best { run: None, ..best("bopdp.2", 1, 1) };
        let table = table(std::slice::from_ref(&none), &Published::read().unwrap());
        assert_eq!(table.rows[0].last().unwrap(), "yes");
        let charts = charts(&[none], &Published::read().unwrap());
        assert!(charts[0].1[0].svg().is_some() && charts[0].1[1].svg().is_none());
    }
}
