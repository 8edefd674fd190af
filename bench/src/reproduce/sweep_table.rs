//! Experiment 2 as a table and as charts, with the published values beside ours.

use super::caching_table::yes_or_no;
use super::published::{Level, Published};
use super::run::Run;
use super::sweep::Measured;
use super::table::{Column, Table, column, percent};
use crate::chart::{Chart, Line, Scale, Series};

const COLUMNS: &[Column] = &[
    column("model", "the model"),
    column("states", "how many states it has"),
    column("level", "the level of progress: 0 to 5 for at most 0, 1, 2, 5, 10, 20 % of steps that regress"),
    column("stored_percent", "sweep-line alone: the most states stored at a time, in percent of all"),
    column("visits_percent", "sweep-line alone: the visits; more than five times the states end a search"),
    column("persistent_percent", "sweep-line alone: the persistent states"),
    column("class_percent", "sweep-line alone: the most stored states of one class"),
    column("cached_stored_percent", "sweep-line with the smallest cache: the most states stored at a time"),
    column("cached_visits_percent", "sweep-line with the smallest cache: the visits"),
    column("order", "the order within a class in the best run with a cache"),
    column("chains", "whether chains were taken off the tree in that run"),
    column("replacement", "the replacement strategy of that run"),
    column("published_stored_percent", "sweep-line alone, published"),
    column("published_visits_percent", "its visits, published"),
    column("published_persistent_percent", "its persistent states, published"),
    column("published_class_percent", "its largest class, published"),
    column("published_cached_stored_percent", "sweep-line with a cache, published"),
    column("published_cached_visits_percent", "its visits, published"),
    column("larger", "which of ours is larger than published: alone, cached, both or neither"),
];

/// Returns the table, with a row for each level of each model.
pub(super) fn table(results: &[Measured], published: &Published) -> Table {
    Table { columns: COLUMNS, rows: results.iter().map(|one| row(one, published)).collect() }
}

fn row(measured: &Measured, published: &Published) -> Vec<String> {
    let Measured { model, states, level, pair } = measured;
    let other = published.sweep(model, *level);
    let alone = Some(&pair.alone).filter(|run| run.is_success());
    let part = |run: Option<&Run>, value: fn(&Run) -> u64| {
        run.map(|run| percent(value(run), *states)).unwrap_or_default()
    };
    let text = |value: fn(&Run) -> String| pair.combined.as_ref().map(value).unwrap_or_default();
    let mut cells = vec![
        model.clone(),
        states.to_string(),
        level.to_string(),
        part(alone, |run| run.statistics.peak_stored),
        part(Some(&pair.alone), |run| run.statistics.visits),
        part(alone, |run| run.statistics.persistent),
        part(alone, |run| run.statistics.largest_class),
        part(pair.combined.as_ref(), |run| run.statistics.peak_stored),
        part(pair.combined.as_ref(), |run| run.statistics.visits),
        text(|run| run.setting.order.to_string()),
        text(|run| yes_or_no(run.setting.chains)),
        text(|run| run.setting.replacement.to_string()),
    ];
    match other {
        Some(Level { stored, visits, persistent, largest_class, cached_stored, cached_visits }) => {
            let others = [stored, visits, persistent, largest_class, cached_stored, cached_visits];
            cells.extend(others.map(ToString::to_string));
            cells.push(larger(measured, *stored, *cached_stored).to_owned());
        }
        None => cells.resize(COLUMNS.len(), String::new()),
    }
    cells
}

fn larger(measured: &Measured, stored: f64, cached_stored: f64) -> &'static str {
    let is_larger = |run: Option<&Run>, published: f64| {
        // Published values are rounded to one digit, so ours are rounded before the comparison.
        let ours =
            |run: &Run| percent(run.statistics.peak_stored, measured.states).parse().unwrap_or(f64::MAX);
        run.filter(|run| run.is_success()).is_none_or(|run| ours(run) > published)
    };
    let pair = &measured.pair;
    match (is_larger(Some(&pair.alone), stored), is_larger(pair.combined.as_ref(), cached_stored)) {
        (true, true) => "both",
        (true, false) => "alone",
        (false, true) => "cached",
        (false, false) => "neither",
    }
}

/// Returns a chart for each model: the stored states for each level.
pub(super) fn charts(results: &[Measured], published: &Published) -> Vec<(String, Vec<Chart>)> {
    let of_model = results.chunk_by(|one, other| one.model == other.model);
    of_model.map(|levels| (levels[0].model.clone(), vec![chart(levels, published)])).collect()
}

fn chart(levels: &[Measured], published: &Published) -> Chart {
    let points = |value: &dyn Fn(&Measured) -> Option<f64>| -> Vec<(f64, f64)> {
        levels.iter().filter_map(|one| Some((f64::from(one.level), value(one)?))).collect()
    };
    let share = |one: &Measured, run: &Run| {
        run.is_success().then(|| run.statistics.peak_stored as f64 * 100.0 / one.states as f64)
    };
    let other = |one: &Measured| published.sweep(&one.model, one.level);
    let series = |name: &str, points, colour, is_published| Series {
        name: name.to_owned(),
        colour,
        points,
        line: Line::WithPoints,
        is_published,
    };
    Chart {
        title: "States stored by level of progress".to_owned(),
        x_label: "level".to_owned(),
        y_label: "stored, % of the states".to_owned(),
        x: Scale::Named((0..=5).map(|level| (f64::from(level), level.to_string())).collect()),
        y: Scale::Count,
        series: vec![
            series("sweep-line", points(&|one| share(one, &one.pair.alone)), 0, false),
            series("with a cache", points(&|one| share(one, one.pair.combined.as_ref()?)), 1, false),
            series("sweep-line, published", points(&|one| Some(other(one)?.stored)), 0, true),
            series("with a cache, published", points(&|one| Some(other(one)?.cached_stored)), 1, true),
        ],
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::run::{Ended, example};
    use crate::reproduce::sweep::Pair;

    fn run(peak_stored: u64) -> Run {
        let mut run = example(peak_stored, Ended::Success, 100, 500);
        run.statistics.peak_stored = peak_stored;
        run
    }

    #[test]
    fn ours_is_held_against_what_was_published() {
        // For collision.3 at level 4, the published values are 24.1 and 13.5 %.
        let measured = |alone, combined| Measured {
            model: "collision.3".into(),
            states: 1000,
            level: 4,
            pair: Pair { alone: run(alone), combined: Some(run(combined)) },
        };
        let results = [measured(241, 135), measured(242, 136), measured(100, 136), measured(300, 50)];
        let published = Published::read().unwrap();
        let table = table(&results, &published);
        let larger: Vec<_> = table.rows.iter().map(|row| row.last().unwrap().as_str()).collect();
        assert_eq!(larger, ["neither", "both", "cached", "alone"]);
        assert!(table.rows.iter().all(|row| row.len() == COLUMNS.len()));
        assert_eq!(table.rows[0][3], "24.1");
        assert!(charts(&results, &published)[0].1[0].svg().is_some());
    }

    #[test]
    fn levels_without_published_numbers_are_not_compared() {
        let pair = Pair { alone: Run { ended: Ended::OutOfTime, ..run(300) }, combined: None };
        let measured = Measured { model: "clock".into(), states: 1000, level: 0, pair };
        let table = table(&[measured], &Published::read().unwrap());
        assert_eq!((table.rows[0][3].as_str(), table.rows[0].last().unwrap().as_str()), ("", ""));
    }
}
